"""Findings of one kind: one line and one tick for all of them, and a page where they do not fit."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, JournalEntry
from tests.tournaments import congresses
from tests.tournaments.conftest import logged_in
from tournaments.desk import desk_findings
from tournaments.models import Confirmation, Tournament

pytestmark = pytest.mark.django_db

MANY = 185


def warning(code: str, entrant: int) -> dict[str, object]:
    values = {"text": "40k"} if code == "unknown-grade" else {"white": "A", "black": "B"}
    return {"code": code, "severity": "warning", "place": {"entrant": entrant}, "values": values}


FOUND = [warning("unknown-grade", n) for n in range(1, MANY + 1)] + [
    warning("both-win", n) for n in (1, 2, 3)
]


@pytest.fixture
def draft(organiser: Account) -> Tournament:
    made = congresses.drafted(organiser, "Open")
    Tournament.objects.filter(pk=made.pk).update(findings=FOUND)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def orla(draft: Tournament, organiser: Account) -> Client:
    return logged_in(organiser)


def keys(draft: Tournament, code: str) -> list[str]:
    (group,) = desk_findings.groups(draft)
    return [line.key for line in group.kinds[code]]


def confirm(client: Client, **said: object) -> None:
    client.post(
        reverse("desk-confirm", args=[1, 1]), {name.replace("_", "-"): one for name, one in said.items()}
    )


def test_many_of_a_kind_are_one_line_and_few_are_not(draft: Tournament) -> None:
    (group,) = desk_findings.groups(draft)

    kind, *others = group.items
    assert isinstance(kind, desk_findings.Kind)
    assert (kind.code, len(kind.lines), len(kind.shown), kind.more) == ("unknown-grade", MANY, 50, 135)
    assert [one.code for one in others] == ["both-win"] * 3


def test_one_tick_confirms_every_warning_of_a_kind_in_one_line_of_the_journal(
    orla: Client, draft: Tournament, organiser: Account
) -> None:
    confirm(orla, kind="unknown-grade")

    assert set(Confirmation.objects.values_list("code", "account")) == {("unknown-grade", organiser.pk)}
    assert Confirmation.objects.count() == MANY
    line = JournalEntry.objects.get(act="tournament.confirmed")
    assert len(line.detail["warnings"]) == MANY


def test_tick_of_a_kind_taken_back_takes_back_all_though_their_own_are_still_set(
    orla: Client, draft: Tournament
) -> None:
    confirm(orla, kind="unknown-grade")
    shown = keys(draft, "unknown-grade")[:50]

    confirm(orla, was_kind="unknown-grade", was=shown, confirm=shown)

    assert Confirmation.objects.count() == 0


def test_line_taken_back_under_a_tick_of_its_kind_leaves_the_others(orla: Client, draft: Tournament) -> None:
    confirm(orla, kind="unknown-grade")
    shown = keys(draft, "unknown-grade")[:50]

    confirm(orla, was_kind="unknown-grade", kind="unknown-grade", was=shown, confirm=shown[1:])

    assert Confirmation.objects.count() == MANY - 1
    assert not Confirmation.objects.filter(key=shown[0]).exists()


def test_tick_of_a_kind_leaves_ticks_of_other_kinds(orla: Client, draft: Tournament) -> None:
    one = keys(draft, "both-win")[0]
    confirm(orla, confirm=[one])

    confirm(orla, kind="unknown-grade", was=[one], confirm=[one])

    assert Confirmation.objects.count() == MANY + 1


def test_kind_nobody_knows_confirms_nothing(orla: Client) -> None:
    confirm(orla, kind="nonsense")

    assert Confirmation.objects.count() == 0


def test_warnings_about_erased_persons_are_ticked_each_by_itself_however_many(
    orla: Client, draft: Tournament
) -> None:
    values = {"name": "Ada Ash", "date": "2026-01-01"}
    found = [
        {"code": "person-erased", "severity": "warning", "place": {"entrant": n}, "values": values}
        for n in range(1, desk_findings.ALIKE + 2)
    ]
    Tournament.objects.filter(pk=draft.pk).update(findings=found)

    page = orla.get("/desk/1/1/").content.decode()
    confirm(orla, kind="person-erased")

    assert page.count('name="confirm"') == len(found)
    assert ('name="kind"' in page, Confirmation.objects.count()) == (False, 0)
    first = keys(Tournament.objects.get(pk=draft.pk), "person-erased")[0]
    confirm(orla, confirm=[first])
    assert [*Confirmation.objects.values_list("key", flat=True)] == [first]


def test_kind_is_turned_by_pages_and_a_tick_comes_back_to_it(orla: Client) -> None:
    answer = orla.get("/desk/1/1/?kind=unknown-grade&lines=4")
    (group,) = answer.context["findings"]

    assert [line.entrant for line in group.items] == [*range(151, MANY + 1)]
    assert group.pages.paginator.count == MANY
    back = orla.post(reverse("desk-confirm", args=[1, 1]), {"of": "unknown-grade", "kind": "both-win"})
    assert back.headers["Location"] == "/desk/1/1/?kind=unknown-grade#findings"


@pytest.mark.parametrize("query", ["", "?kind=unknown-grade", "?kind=nonsense"])
def test_page_with_many_findings_costs_fifteen_queries(
    orla: Client, query: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(15):
        answer = orla.get(f"/desk/1/1/{query}")

    assert len(answer.content) < 120_000


def test_script_is_answered_with_the_lines_it_changed_alone(orla: Client, draft: Tournament) -> None:
    shown = keys(draft, "unknown-grade")[:50]

    answer = orla.post(
        reverse("desk-confirm", args=[1, 1]),
        {"kind": "unknown-grade", "confirm": shown},
        headers={"HX-Request": "true"},
    )

    assert answer.content.decode().count('id="said-') == 50
    assert Confirmation.objects.count() == MANY
