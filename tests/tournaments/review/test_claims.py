"""Who has a submitted tournament on his desk, and what others may do meanwhile."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from federation.models import Account, JournalEntry
from tests.tournaments import reports
from tournaments.checks.problems import Refused
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Claim, Tournament
from tournaments.models.desk import CLAIM_LASTS
from tournaments.models.stages import Stage
from tournaments.review import reservations
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(organiser: Account) -> Tournament:
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=organiser)
    tournament = intake.draft(upload, account=organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    steps.submit(tournament, account=organiser)
    return tournament


def silent(tournament: Tournament, past: timedelta) -> None:
    Claim.objects.filter(tournament=tournament).update(alive=timezone.now() - past)


def test_second_officer_is_told_who_holds_it_and_until_when(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    held = reservations.hold(waiting, account=officer)

    with pytest.raises(Refused) as refused:
        reservations.hold(waiting, account=second_officer)

    assert held is not None
    (problem,) = refused.value.problems
    assert (problem.code, problem.values["who"]) == ("claimed", str(officer))
    assert problem.values["until"] == timezone.localtime(held.until).strftime("%H:%M")
    assert Claim.objects.get().account == officer


def test_claim_lasts_twenty_minutes_from_the_last_sign_of_life(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    reservations.hold(waiting, account=officer)
    silent(waiting, CLAIM_LASTS - timedelta(seconds=30))
    with pytest.raises(Refused):
        reservations.hold(waiting, account=second_officer)

    silent(waiting, CLAIM_LASTS + timedelta(seconds=30))
    taken = reservations.hold(waiting, account=second_officer)

    assert timedelta(minutes=20) == CLAIM_LASTS
    assert taken is not None
    assert taken.account == second_officer


def test_beat_keeps_a_claim_alive_and_never_takes_one(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    reservations.hold(waiting, account=officer)
    silent(waiting, timedelta(minutes=19))

    seen = reservations.heartbeat(waiting, account=second_officer)
    still = reservations.heartbeat(waiting, account=officer)

    assert seen is not None
    assert still is not None
    assert (seen.account, still.account) == (officer, officer)
    assert still.alive - seen.alive > timedelta(minutes=18)


def test_taking_over_needs_a_word_that_the_journal_keeps(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    reservations.hold(waiting, account=officer)
    with pytest.raises(Refused) as refused:
        reservations.take_over(waiting, account=second_officer, reason="  ")

    reservations.take_over(waiting, account=second_officer, reason="Odile is on holiday")

    assert [one.code for one in refused.value.problems] == ["word-missing"]
    assert Claim.objects.get().account == second_officer
    line = JournalEntry.objects.filter(act="tournament.claimed").latest("pk")
    assert (line.account, line.detail["reason"]) == (second_officer, "Odile is on holiday")
    assert (line.detail["before"], line.detail["after"]) == (str(officer), str(second_officer))


def _return(tournament: Tournament, *, account: Account) -> None:
    steps.send_back(tournament, account=account, reason="Round 2 is missing")


@pytest.mark.parametrize("act", [steps.approve, _return])
def test_nobody_else_decides_while_a_claim_is_live(
    act: Callable[..., object], waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    reservations.hold(waiting, account=officer)

    with pytest.raises(Refused) as refused:
        act(waiting, account=second_officer)

    waiting.refresh_from_db()
    assert [one.code for one in refused.value.problems] == ["claimed"]
    assert (waiting.stage, JournalEntry.objects.filter(act="tournament.approved").count()) == ("submitted", 0)


def test_lapsed_claim_hinders_nobody_and_a_decision_ends_it(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    reservations.hold(waiting, account=officer)
    silent(waiting, timedelta(minutes=21))

    steps.approve(waiting, account=second_officer)

    assert not Claim.objects.exists()
    assert reservations.hold(waiting, account=officer) is None
    assert not Claim.objects.exists()


def test_withdrawal_by_the_organiser_ends_a_claim(
    waiting: Tournament, organiser: Account, officer: Account
) -> None:
    reservations.hold(waiting, account=officer)

    steps.withdraw(waiting, account=organiser)

    assert (waiting.stage, Claim.objects.count()) == (Stage.WITHDRAWN, 0)


def test_console_decides_whoever_holds_it(waiting: Tournament, officer: Account) -> None:
    reservations.hold(waiting, account=officer)

    steps.approve(waiting, account=None, four_eyes=False)

    assert waiting.stage == Stage.APPROVED


def test_only_the_holder_gives_it_back(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    reservations.hold(waiting, account=officer)

    assert reservations.leave(waiting, account=second_officer) is False
    assert reservations.leave(waiting, account=officer) is True
    assert not Claim.objects.exists()
