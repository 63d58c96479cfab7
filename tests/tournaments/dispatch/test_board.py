"""The board of what is to be sent: order, filters, costs, and that an upgraded office owes nothing."""

from datetime import date, timedelta

import pytest
from django.db.models.signals import post_init
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, JournalEntry
from tests.tournaments.conftest import logged_in
from tests.tournaments.desk.test_queue import handed_in
from tests.tournaments.dispatch.offices import END, approved, begins, for_families
from tournaments.dispatch import board
from tournaments.dispatch.board import Wanted
from tournaments.models import Dispatch, DispatchRule, Tournament

pytestmark = pytest.mark.django_db
TODAY = END + timedelta(20)


def names(wanted: Wanted | None = None, today: date = TODAY) -> list[tuple[str, str]]:
    found = board.rows(begins(), today, wanted)
    return [(one.tournament.name, one.receiver.key) for one in found]


def ended(tournament: Tournament, day: date) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(start=day, end=day)
    tournament.refresh_from_db()
    return tournament


def stands(tournament: Tournament, receiver: str, state: str, revision: int | None = 1) -> None:
    Dispatch.objects.create(number=tournament.number, receiver=receiver, state=state, revision=revision)


def test_most_overdue_is_first_and_days_are_counted(organiser: Account) -> None:
    late = ended(approved(organiser, "Late"), END - timedelta(30))
    ended(approved(organiser, "Soon"), END)
    found = board.rows(begins(), TODAY)

    assert [(one.tournament.name, one.days_left, one.is_overdue) for one in found] == [
        ("Late", -36, True),
        ("Soon", -6, True),
    ]
    stands(late, "ffg", "accepted")
    assert names() == [("Soon", "ffg")]


@pytest.mark.parametrize(("days", "overdue"), [(14, False), (15, True)])
def test_the_last_day_is_not_overdue(organiser: Account, days: int, *, overdue: bool) -> None:
    approved(organiser)

    assert [one.is_overdue for one in board.rows(begins(), END + timedelta(days))] == [overdue]


def test_filters_ask_for_state_receiver_and_text(organiser: Account) -> None:
    one, two, three, four = (
        for_families(approved(organiser, name), "ffg", "egf") for name in ("One", "Two", "Three", "Four")
    )
    stands(one, "ffg", "sent")
    stands(two, "ffg", "accepted")
    stands(three, "ffg", "off")
    stands(four, "ffg", "refused")

    assert names(Wanted(receiver="ffg")) == [("Four", "ffg")]
    assert names(Wanted("sent")) == [("One", "ffg")]
    assert names(Wanted("accepted")) == [("Two", "ffg")]
    assert names(Wanted("off")) == [("Three", "ffg")]
    assert len(names(Wanted("all"))) == 8
    assert names(Wanted("all", "egd", "thr")) == [("Three", "egd")]
    assert len(names(Wanted("overdue"))) == 5
    assert names(Wanted("overdue"), today=END) == []


def test_newer_revision_after_sending_is_to_be_done_again(organiser: Account) -> None:
    one = approved(organiser)
    stands(one, "ffg", "accepted", revision=1)
    before = names()
    Dispatch.objects.update(revision=7)

    assert (before, names()) == ([], [("Open", "ffg")])
    assert [row.is_changed for row in board.rows(begins(), TODAY)] == [True]
    assert [row.is_overdue for row in board.rows(begins(), TODAY)] == [False]


def test_tournament_waiting_for_an_officer_is_on_the_board_a_draft_is_not(organiser: Account) -> None:
    waiting = for_families(handed_in(organiser, "Waiting"), "ffg")
    before = names()
    Tournament.objects.filter(pk=waiting.pk).update(stage="draft")

    assert (before, names()) == ([("Waiting", "ffg")], [])


def test_approved_revision_stands_for_its_number(organiser: Account) -> None:
    one = approved(organiser)
    Tournament.objects.create(
        number=one.number,
        revision=2,
        stage="submitted",
        name="Newer",
        start=END,
        end=END,
        rounds=1,
        rated_for=["ffg"],
    )

    assert names() == [("Open", "ffg")]


def test_upgraded_office_owes_nothing_of_what_ended_before(organiser: Account, officer: Account) -> None:
    made = DispatchRule.objects.get()  # by the migration
    old = approved(organiser, "Old")
    ended(old, timezone.localdate() - timedelta(400))
    new = ended(approved(organiser, "New"), timezone.localdate())

    assert timezone.localdate() - made.begins <= timedelta(1)
    found = board.rows(made, timezone.localdate(), Wanted("all"))
    assert [one.tournament.name for one in found] == [new.name]
    assert logged_in(officer).get(reverse("onward")).context["pages"].paginator.count == 1


def test_office_without_a_row_begins_today(organiser: Account, officer: Account) -> None:
    DispatchRule.objects.all().delete()
    approved(organiser)

    assert logged_in(officer).get(reverse("onward")).context["pages"].paginator.count == 0


@pytest.mark.parametrize("more", [0, 3])
def test_board_costs_six_queries(
    more: int, organiser: Account, officer: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    begins()
    for place in range(1 + more):
        stands(for_families(approved(organiser, f"Open {place}"), "ffg", "egf"), "ffg", "sent")
    client = logged_in(officer)

    with django_assert_num_queries(6):
        answer = client.get(reverse("onward"))

    assert answer.context["pages"].paginator.count == 1 + more


def test_board_says_days_and_leads_to_the_page(organiser: Account, officer: Account) -> None:
    begins()
    one = ended(approved(organiser), timezone.localdate() - timedelta(20))
    text = logged_in(officer).get(reverse("onward")).content.decode()

    assert "6 days overdue" in text
    assert reverse("desk-onward", args=[one.number, one.revision]) in text


def test_words_nobody_knows_ask_nothing(organiser: Account, officer: Account) -> None:
    begins()
    approved(organiser)
    answer = logged_in(officer).get(reverse("onward"), {"state": "eaten", "receiver": "moon", "page": "x"})

    assert len(answer.context["pages"]) == 1


def test_officer_sets_the_rule_and_the_journal_keeps_it(officer: Account) -> None:
    begins()
    fields = {"begins": "2024-02-01", "egd": "on", "egd_days": 21, "ffg_days": 14, "remind_days": 0}
    client = logged_in(officer)
    answer = client.post(reverse("onward-rule"), fields)
    again = client.post(reverse("onward-rule"), fields, follow=True)
    rule, line = DispatchRule.objects.get(), JournalEntry.objects.get(act="office.dispatches")

    assert answer.status_code == 302
    assert (rule.begins, rule.egd, rule.ffg, rule.egd_days, rule.remind_days) == (
        date(2024, 2, 1),
        True,
        False,
        21,
        0,
    )
    assert line.detail["after"] == {
        "begins": "2024-02-01",
        "egd_days": 21,
        "ffg": False,
        "fide": False,
        "remind_days": 0,
    }
    assert "No changes." in again.content.decode()


@pytest.mark.parametrize(
    ("field", "value"), [("begins", "never"), ("egd_days", "0"), ("ffg_days", "9999"), ("remind_days", "-1")]
)
def test_rule_that_cannot_be_is_refused(officer: Account, field: str, value: str) -> None:
    begins()
    fields = {"begins": "2024-02-01", "egd_days": 21, "ffg_days": 14, "remind_days": 5, field: value}

    assert logged_in(officer).post(reverse("onward-rule"), fields).status_code == 422
    assert DispatchRule.objects.get().egd_days == 14


def test_board_reads_the_sendings_of_what_it_may_show_alone(organiser: Account) -> None:
    rule = begins()
    one, two = (for_families(approved(organiser, name), "ffg", "egf") for name in ("One", "Two"))
    old = ended(approved(organiser, "Old"), rule.begins - timedelta(1))
    for tournament in (one, two, old):
        stands(tournament, "ffg", "sent")
    stands(two, "egd", "off")
    read: list[tuple[int, str]] = []

    def note(instance: Dispatch, **_more: object) -> None:
        if instance.pk is not None:
            read.append((instance.number, instance.receiver))

    post_init.connect(note, sender=Dispatch)
    try:
        board.rows(rule, TODAY)
        every = sorted(read)
        read.clear()
        off = board.rows(rule, TODAY, Wanted("off"))
    finally:
        post_init.disconnect(note, sender=Dispatch)

    assert every == sorted([(one.number, "ffg"), (two.number, "ffg"), (two.number, "egd")])
    assert read == [(two.number, "egd")]
    assert [(row.tournament.name, row.receiver.key) for row in off] == [("Two", "egd")]
