"""The moves of a tournament between its stages, and who may make them."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from federation.models import Account, JournalEntry, KnownName, Player
from federation.register import register
from tests.tournaments import reports
from tournaments import signals
from tournaments.checks.problems import Refused
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Entry, Tournament
from tournaments.models.stages import MOVES, Stage
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard() -> Iterator[list[tuple[str, int, date]]]:
    """What the signals said: which, the revision, since when."""
    said: list[tuple[str, int, date]] = []

    def on_approved(tournament: Tournament, since: date, **_: Any) -> None:
        said.append(("approved", tournament.revision, since))

    def on_reopened(tournament: Tournament, since: date, **_: Any) -> None:
        said.append(("reopened", tournament.revision, since))

    signals.approved.connect(on_approved)
    signals.reopened.connect(on_reopened)
    yield said
    signals.approved.disconnect(on_approved)
    signals.reopened.disconnect(on_reopened)


def drafted(account: Account, data: bytes | None = None, replaces: Tournament | None = None) -> Tournament:
    upload = intake.receive(data or reports.tou(), filename="moulin.tou", account=account)
    return intake.draft(upload, account=account, replaces=replaces)


def ready(account: Account, data: bytes | None = None, replaces: Tournament | None = None) -> Tournament:
    """A draft in which everybody undecided is new."""
    tournament = drafted(account, data, replaces)
    decisions: dict[int, entries.Decision] = {
        row.pk: entries.ENROL for row in tournament.entries.all() if not entries.is_decided(row)
    }
    entries.decide(tournament, decisions, account=account)
    return tournament


def submitted(account: Account, data: bytes | None = None) -> Tournament:
    tournament = ready(account, data)
    steps.submit(tournament, account=account)
    return tournament


def codes(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refusal.value.problems]


def test_unmatched_draft_is_refused_with_the_count(organiser: Account) -> None:
    tournament = drafted(organiser)

    with pytest.raises(Refused) as refusal:
        steps.submit(tournament, account=organiser)

    assert [(one.code, one.values) for one in refusal.value.problems] == [("undecided", {"count": 4})]
    tournament.refresh_from_db()
    assert tournament.stage == Stage.DRAFT


def test_undated_draft_is_refused_until_dated(organiser: Account) -> None:
    upload = intake.receive(reports.undated(), filename="coupe.xml", account=organiser)
    tournament = intake.draft(upload, account=organiser)

    with pytest.raises(Refused) as refusal:
        steps.submit(tournament, account=organiser)

    assert codes(refusal) == ["no-date", "undecided"]


def test_file_with_errors_is_refused(organiser: Account) -> None:
    broken = reports.tou().replace(b"    1-b0    3+w0", b"    1+b0    3+w0")
    tournament = ready(organiser, broken)

    with pytest.raises(Refused) as refusal:
        steps.submit(tournament, account=organiser)

    assert codes(refusal) == ["findings", "warnings"]


def test_purpose_has_to_be_said(organiser: Account) -> None:
    tournament = ready(organiser)
    Tournament.objects.filter(pk=tournament.pk).update(rated_for=[])

    with pytest.raises(Refused) as refusal:
        steps.submit(tournament, account=organiser)

    assert codes(refusal) == ["no-family"]


def test_submitted_twice_is_told_it_is_submitted(organiser: Account) -> None:
    tournament = submitted(organiser)

    with pytest.raises(steps.AlreadyDecided) as told:
        steps.submit(tournament, account=organiser)

    assert (told.value.stage, told.value.account) == (Stage.SUBMITTED, organiser)


def _return(tournament: Tournament, *, account: Account | None) -> None:
    steps.send_back(tournament, account=account, reason="No")


def _revoke(tournament: Tournament, *, account: Account | None) -> None:
    steps.revoke(tournament, account=account, reason="No")


WRITERS: dict[Stage, Callable[..., object]] = {
    Stage.SUBMITTED: steps.submit,
    Stage.RETURNED: _return,
    Stage.APPROVED: steps.approve,
    Stage.REVOKED: _revoke,
    Stage.WITHDRAWN: steps.withdraw,
}


@pytest.mark.parametrize("now", Stage)
@pytest.mark.parametrize("then", WRITERS)
def test_writer_moves_a_revision_exactly_where_the_table_allows_it(
    now: Stage, then: Stage, organiser: Account, officer: Account
) -> None:
    tournament = ready(organiser)
    Tournament.objects.filter(pk=tournament.pk).update(stage=now.value)
    tournament.refresh_from_db()

    with nullcontext() if then in MOVES[now] else pytest.raises(steps.AlreadyDecided):
        WRITERS[then](tournament, account=officer)

    tournament.refresh_from_db()
    assert tournament.stage == (then if then in MOVES[now] else now)


def test_approval_enrols_the_new_and_speaks(
    organiser: Account, officer: Account, heard: list[tuple[str, int, date]]
) -> None:
    tournament = submitted(organiser)
    assert Player.objects.count() == 0

    approval = steps.approve(tournament, account=officer)

    assert (approval.enrolled, approval.superseded, approval.since) == (4, None, date(2024, 3, 9))
    assert tournament.entries.filter(player__isnull=False, match=Entry.Match.CONFIRMED).count() == 4
    assert heard == [("approved", 1, date(2024, 3, 9))]
    line = JournalEntry.objects.get(act="tournament.approved")
    moved = {"before": "submitted", "after": "approved"}
    assert (line.account, line.detail) == (officer, {"number": 1, "superseded": None, "enrolled": 4, **moved})


def test_approving_twice_names_the_first_officer(
    organiser: Account, officer: Account, second_officer: Account
) -> None:
    tournament = submitted(organiser)
    steps.approve(tournament, account=officer)

    with pytest.raises(steps.AlreadyDecided) as told:
        steps.approve(tournament, account=second_officer)

    assert (told.value.stage, told.value.account) == (Stage.APPROVED, officer)
    assert told.value.at == tournament.decided


def test_officer_cannot_approve_his_own(officer: Account) -> None:
    tournament = submitted(officer)

    with pytest.raises(Refused) as refusal:
        steps.approve(tournament, account=officer)

    assert codes(refusal) == ["own-tournament"]


def test_superuser_may_approve_his_own(db: None) -> None:
    root = Account.objects.create_superuser("root@example.org", "secret")
    tournament = submitted(root)

    steps.approve(tournament, account=root)

    assert tournament.stage == Stage.APPROVED


def test_new_revision_supersedes_from_the_earlier_day(
    organiser: Account, officer: Account, heard: list[tuple[str, int, date]]
) -> None:
    first = submitted(organiser)
    steps.approve(first, account=officer)
    moved = reports.tou(start=date(2024, 3, 2), pairings=reports.GAMES[:3])
    second = ready(organiser, moved, first)
    steps.submit(second, account=organiser)

    approval = steps.approve(second, account=officer)

    first.refresh_from_db()
    assert (first.stage, second.stage) == (Stage.SUPERSEDED, Stage.APPROVED)
    assert (approval.since, approval.superseded) == (date(2024, 3, 2), 1)
    assert heard[-1] == ("approved", 2, date(2024, 3, 2))


def test_since_is_the_old_day_when_the_new_one_is_later(organiser: Account, officer: Account) -> None:
    first = submitted(organiser)
    steps.approve(first, account=officer)
    second = ready(organiser, reports.tou(start=date(2024, 4, 6)), first)
    steps.submit(second, account=organiser)

    approval = steps.approve(second, account=officer)

    assert approval.since == date(2024, 3, 9)


def test_submitting_a_newer_revision_withdraws_the_older(organiser: Account) -> None:
    first = submitted(organiser)
    second = ready(organiser, reports.tou(pairings=reports.GAMES[:3]), first)

    steps.submit(second, account=organiser)

    first.refresh_from_db()
    assert (first.stage, second.stage) == (Stage.WITHDRAWN, Stage.SUBMITTED)


def test_older_revision_is_refused_beside_a_newer(organiser: Account) -> None:
    first = ready(organiser)
    ready(organiser, reports.tou(pairings=reports.GAMES[:3]), first)

    with pytest.raises(Refused) as refusal:
        steps.submit(first, account=organiser)

    assert codes(refusal) == ["newer-revision"]


def test_return_needs_a_reason(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser)

    with pytest.raises(Refused) as refusal:
        steps.send_back(tournament, account=officer, reason="  ")

    assert codes(refusal) == ["reason-missing"]


def test_returned_tournament_is_mended_and_submitted_again(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser)
    steps.send_back(tournament, account=officer, reason="Round 2 looks wrong.")
    assert (tournament.stage, tournament.reason) == (Stage.RETURNED, "Round 2 looks wrong.")

    steps.submit(tournament, account=organiser)

    assert (tournament.stage, tournament.reason, tournament.decided_by) == (Stage.SUBMITTED, "", None)


def test_approved_tournament_cannot_be_withdrawn(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser)
    steps.approve(tournament, account=officer)

    with pytest.raises(steps.AlreadyDecided):
        steps.withdraw(tournament, account=organiser)

    tournament.refresh_from_db()
    assert tournament.stage == Stage.APPROVED


def test_revoked_tournament_counts_no_more_and_speaks(
    organiser: Account, officer: Account, heard: list[tuple[str, int, date]]
) -> None:
    tournament = submitted(organiser)
    steps.approve(tournament, account=officer)

    steps.revoke(tournament, account=officer, reason="It was never played.")

    assert (tournament.stage, tournament.reason) == (Stage.REVOKED, "It was never played.")
    assert heard[-1] == ("reopened", 1, date(2024, 3, 9))


def test_revoked_tournament_approved_again_counts_and_forgets_the_reason(
    organiser: Account, officer: Account, heard: list[tuple[str, int, date]]
) -> None:
    tournament = submitted(organiser)
    steps.approve(tournament, account=officer)
    steps.revoke(tournament, account=officer, reason="It was never played.")

    steps.approve(tournament, account=officer)

    assert (tournament.stage, tournament.reason) == (Stage.APPROVED, "")
    assert heard[-1] == ("approved", 1, date(2024, 3, 9))
    line = JournalEntry.objects.order_by("-pk").first()
    assert line is not None
    assert (line.act, line.detail["before"]) == ("tournament.approved", "revoked")


def test_revoked_tournament_is_not_approved_again_beside_a_newer_revision(
    organiser: Account, officer: Account
) -> None:
    tournament = submitted(organiser)
    steps.approve(tournament, account=officer)
    steps.revoke(tournament, account=officer, reason="It was never played.")
    intake.reopen(tournament, account=organiser)

    with pytest.raises(Refused) as refusal:
        steps.approve(tournament, account=officer)

    tournament.refresh_from_db()
    assert (codes(refusal), tournament.stage) == (["newer-revision"], Stage.REVOKED)


def test_organiser_who_is_an_officer_does_not_approve_his_own_again(
    organiser: Account, officer: Account
) -> None:
    tournament = submitted(officer)
    steps.approve(tournament, account=organiser)
    steps.revoke(tournament, account=officer, reason="It was never played.")

    with pytest.raises(Refused) as refusal:
        steps.approve(tournament, account=officer)

    assert codes(refusal) == ["own-tournament"]


def test_same_newcomer_of_two_tournaments_is_enrolled_once(organiser: Account, officer: Account) -> None:
    first = submitted(organiser)
    second = submitted(organiser, reports.tou("Coupe du Pont", pairings=reports.games(1)))
    steps.approve(first, account=officer)

    approval = steps.approve(second, account=officer)

    assert (approval.enrolled, Player.objects.count()) == (0, 4)
    pairs = [set(one.entries.values_list("player", flat=True)) for one in (first, second)]
    assert pairs[0] == pairs[1]


def test_newcomer_who_resembles_somebody_enrolled_since_goes_back(
    organiser: Account, officer: Account
) -> None:
    tournament = submitted(organiser)
    twin = register.enrol(register.Newcomer("Aubrac", "Lise", country="BE"), account=None)

    with pytest.raises(Refused) as refusal:
        steps.approve(tournament, account=officer)
    steps.send_back(tournament, account=officer, reason="Who is Aubrac Lise?")

    row = tournament.entries.get(surname="Aubrac")
    told = {"name": "Aubrac Lise", "entry": row.pk, "players": [[twin.pk, "Aubrac Lise"]]}
    assert [(one.code, one.values) for one in refusal.value.problems] == [("resembles", told)]
    assert (entries.is_decided(row), row.suggestions[0]["player"]) == (False, twin.pk)
    assert Player.objects.count() == 1


def test_confirmed_spelling_is_remembered(organiser: Account, officer: Account) -> None:
    lise = register.enrol(register.Newcomer("Samuel", "Lucie"), account=None)
    tournament = ready(organiser)
    row = tournament.entries.get(surname="Aubrac")
    entries.decide(tournament, {row.pk: lise.pk}, account=organiser)
    steps.submit(tournament, account=organiser)

    approval = steps.approve(tournament, account=officer)

    assert approval.remembered == 1
    assert list(KnownName.objects.values_list("player", "name")) == [(lise.pk, "Aubrac Lise")]


def test_failed_approval_leaves_nothing(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser)

    def fail(**_: Any) -> None:
        raise RuntimeError("a receiver is wrong")

    signals.approved.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            steps.approve(tournament, account=officer)
    finally:
        signals.approved.disconnect(fail)

    tournament.refresh_from_db()
    assert (tournament.stage, Player.objects.count()) == (Stage.SUBMITTED, 0)


@pytest.mark.parametrize(
    ("handed_in", "on", "first"),
    [
        ([date(2024, 3, 5), date(2024, 3, 2)], date(2024, 3, 9), date(2024, 3, 2)),
        ([date(2024, 3, 5)], None, date(2024, 3, 5)),
        ([date(2024, 3, 5), None], date(2024, 3, 9), None),
        ([], date(2024, 3, 9), date(2024, 3, 9)),
        ([], None, None),
    ],
)
def test_number_was_first_reported_when_a_revision_of_it_was_handed_in(
    handed_in: list[date | None], on: date | None, first: date | None
) -> None:
    revisions = [Tournament(submitted=timezone.now(), reported=day) for day in handed_in]
    never = [Tournament(reported=None), Tournament(reported=date(2024, 1, 1))]

    assert steps.first_reported([*never, *revisions], on) == first
