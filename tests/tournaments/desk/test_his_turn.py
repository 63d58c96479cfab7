"""The organiser's list: his turn first with the reason; answers to the remarks of an officer."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, JournalEntry
from tests.markup import html_of
from tests.recorded import recorded
from tests.tournaments.conftest import logged_in
from tests.tournaments.desk.test_desk_pages import hand_in
from tournaments.checks.problems import Refused
from tournaments.checks.warning_confirmations import key_of
from tournaments.entrants.entries import Closed
from tournaments.models import Reply, Tournament
from tournaments.review import replies
from tournaments.submission import steps

pytestmark = pytest.mark.django_db

FOUND = {
    "code": "no-grade",
    "severity": "warning",
    "place": {"entrant": 2},
    "values": {"name": "Brossolette"},
}
KEY = key_of(FOUND)


@recorded
def sent_back(organiser: Account, officer: Account) -> Tournament:
    """The oldest of three, sent back with a reason and a remark."""
    first, *_others = hand_in(organiser, ["Spring", "Summer"], submit=True)
    hand_in(organiser, ["Autumn"])
    Tournament.objects.filter(pk=first.pk).update(findings=[FOUND])
    first.refresh_from_db()
    steps.send_back(first, account=officer, reason="Who played?", about={KEY: "Which grade?"})
    return first


@pytest.fixture
def returned(organiser: Account, officer: Account) -> Tournament:
    return sent_back(organiser, officer)


@pytest.fixture
def orla(returned: Tournament, organiser: Account) -> Client:
    return logged_in(organiser)


def names(client: Client, query: str = "") -> list[str]:
    return [one.name for one in client.get(f"/desk/{query}").context["own"].data]


def test_returned_stands_before_drafts_and_drafts_before_the_rest(orla: Client) -> None:
    assert names(orla) == ["Spring", "Autumn", "Summer"]
    assert "Who played?" in html_of(orla.get("/desk/"))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?state=turn", ["Spring", "Autumn"]),
        ("?state=waiting", ["Summer"]),
        ("?state=approved", []),
        ("?state=nonsense", ["Spring", "Autumn", "Summer"]),
        ("?q=umm", ["Summer"]),
        ("?q=3", ["Autumn"]),
        ("?q=%25", []),
        ("?state=turn&q=s", ["Spring"]),
    ],
)
def test_list_is_filtered_and_searched(orla: Client, query: str, expected: list[str]) -> None:
    assert names(orla, query) == expected


def test_search_costs_as_many_queries_as_the_list(
    orla: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(7):
        orla.get("/desk/?state=turn&q=s")


def test_answers_are_kept_told_in_the_journal_and_read_by_the_officer(
    returned: Tournament, orla: Client, officer: Account, organiser: Account
) -> None:
    page = html_of(orla.get("/desk/1/1/"))
    assert "Who played?" in page
    assert f'name="answer-{KEY}"' in page

    orla.post(reverse("desk-answer", args=[1, 1]), {"answer-": "These four.", f"answer-{KEY}": " 5k "})

    assert dict(Reply.objects.values_list("key", "text")) == {"": "These four.", KEY: "5k"}
    line = JournalEntry.objects.get(act="tournament.answered")
    assert line.account == organiser
    assert {"about": "Which grade?", "text": "5k"} in line.detail["answers"]
    Tournament.objects.filter(pk=returned.pk).update(stage="submitted", reason="")
    review = html_of(logged_in(officer).get("/desk/1/1/review/"))
    assert review.index("Which grade?") < review.index("<p>5k ")  # a token may have these letters too
    assert "These four." in review


def test_answer_is_changed_and_taken_back(returned: Tournament, organiser: Account) -> None:
    replies.keep(returned, {"": "These.", KEY: "5k"}, account=organiser)

    changed = replies.keep(returned, {"": "These.", KEY: ""}, account=organiser)

    assert changed == 1
    assert dict(Reply.objects.values_list("key", "text")) == {"": "These."}


def test_what_nobody_asked_is_not_answered(returned: Tournament, organiser: Account) -> None:
    with pytest.raises(Refused):
        replies.keep(returned, {"": "These.", "f" * 40: "5k"}, account=organiser)

    assert Reply.objects.count() == 0


def test_nothing_is_answered_on_an_officers_desk(returned: Tournament, organiser: Account) -> None:
    Tournament.objects.filter(pk=returned.pk).update(stage="submitted")

    with pytest.raises(Closed):
        replies.keep(returned, {"": "These."}, account=organiser)


def test_second_return_asks_anew(returned: Tournament, organiser: Account, officer: Account) -> None:
    replies.keep(returned, {"": "These."}, account=organiser)
    Tournament.objects.filter(pk=returned.pk).update(stage="submitted")

    steps.send_back(returned, account=officer, reason="All of them?")

    assert [(one.text, one.reply) for one in replies.questions(returned)] == [("All of them?", None)]


def test_return_with_remarks_alone_asks_each_once(organiser: Account, officer: Account) -> None:
    (one,) = hand_in(organiser, ["Spring"], submit=True)
    Tournament.objects.filter(pk=one.pk).update(findings=[FOUND])
    one.refresh_from_db()

    steps.send_back(one, account=officer, reason="", about={KEY: "Which grade?"})

    assert [asked.key for asked in replies.questions(one)] == [KEY]


def test_withdrawing_asks_first(orla: Client) -> None:
    page = html_of(orla.get("/desk/1/1/"))

    assert page.index("<summary>Withdraw</summary>") < page.index('action="/desk/1/1/withdraw/"')
