"""The enrolment of an approval, undone as one act: who goes, who stays and why, what is open again."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, Club, Federation, JournalEntry, Licence, Player
from federation.register import club_taking, merging, register
from ratings.models import RatingSystem
from ratings.runs.manual_events import Decision, enter
from tests.ratings.histories import recalculate
from tests.tournaments.congresses import LATER, call_all_new, drafted, entry
from tournaments.checks.problems import Refused
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Career, Enrolment, Entry, Tournament
from tournaments.submission import rematching, steps, undo_enrolment

pytestmark = pytest.mark.django_db


def approved(organiser: Account, officer: Account, name: str = "First", *more: Any) -> Tournament:
    """Hand in a file of strangers and approve it."""
    made = call_all_new(drafted(organiser, name, *more))
    steps.submit(made, account=organiser)
    steps.approve(made, account=officer)
    return made


@pytest.fixture
def revoked(organiser: Account, officer: Account) -> Enrolment:
    """Four players enrolled by a tournament that counts no more."""
    made = approved(organiser, officer)
    steps.revoke(made, account=officer, reason="Wrong file")
    return made.enrolment


def undone(enrolment: Enrolment, account: Account) -> undo_enrolment.Undone:
    """Undo what the page would show now."""
    return undo_enrolment.undo(enrolment, seen=undo_enrolment.foresee(enrolment).seen, account=account)


def who_stays(enrolment: Enrolment) -> dict[str, list[str]]:
    """Return the surnames of who would stay, with what holds them."""
    with translation.override("en"):
        staying = undo_enrolment.foresee(enrolment).staying
        return {one.player.surname: list(map(str, one.holds)) for one in staying}


def states(rows: Any) -> set[tuple[int | None, str]]:
    """Return how entries are matched."""
    return set(rows.values_list("player", "match"))


def test_approval_remembers_whom_it_enrolled(organiser: Account, officer: Account) -> None:
    made = approved(organiser, officer)

    players = list(made.entries.order_by("number").values_list("number", "player"))
    assert made.enrolment.players == [list(pair) for pair in players]
    assert made.enrolment.account == officer


def test_approval_that_enrols_nobody_remembers_nothing(organiser: Account, officer: Account) -> None:
    approved(organiser, officer)

    second = approved(organiser, officer, "Second")

    assert not Enrolment.objects.filter(tournament=second).exists()


def test_players_go_and_their_entries_are_open_again(revoked: Enrolment, officer: Account) -> None:
    numbers = set(Player.objects.values_list("pk", flat=True))

    done = undone(revoked, officer)

    assert (done.removed, done.opened, done.staying) == (4, 4, 0)
    assert not Player.objects.exists()
    assert not Career.objects.exists()
    assert states(revoked.tournament.entries) == {(None, "unknown")}
    revoked.refresh_from_db()
    assert (set(revoked.removed), revoked.undone_by) == (numbers, officer)
    line = JournalEntry.objects.get(act="tournament.unenrolled")
    assert set(line.detail["players"]) == numbers
    assert (line.detail["removed"], line.detail["opened"], line.detail["staying"]) == (4, 4, 0)


def test_numbers_are_never_given_again(revoked: Enrolment, officer: Account) -> None:
    last = Player.objects.latest("pk").pk
    undone(revoked, officer)

    new = register.enrol(register.Newcomer("Solveig", "Ida", "FR"), account=officer)
    many = register.enrol_many([register.Newcomer("Solveig", "Ole", "FR")], account=officer)

    assert last < new.pk < many[0]


def test_reopened_tournament_asks_about_everybody_again(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    undone(revoked, officer)

    draft = intake.reopen(revoked.tournament, account=organiser)

    assert states(draft.entries) == {(None, "unknown")}


def test_draft_of_the_next_revision_is_opened_too(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    draft = intake.reopen(revoked.tournament, account=organiser)
    assert draft.entries.filter(player=None).count() == 0

    done = undone(revoked, officer)

    assert (done.removed, done.opened) == (4, 8)
    assert states(draft.entries) == {(None, "unknown")}


def test_who_is_in_the_register_besides_is_found_for_the_opened_entry(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    known = register.enrol(register.Newcomer("Ravenel", "Octave", "FR", grade="3d"), account=officer)
    draft = intake.reopen(revoked.tournament, account=organiser)

    undone(revoked, officer)

    first = entry(draft, 1)
    assert (first.player_id or first.suggestions[0]["player"]) == known.pk


def test_tournament_that_counts_keeps_its_players(organiser: Account, officer: Account) -> None:
    made = approved(organiser, officer)

    staying = who_stays(made.enrolment)

    assert staying["Ravenel"] == ["plays in tournament 1, First (approved)"]
    assert len(staying) == 4
    with pytest.raises(Refused):
        undone(made.enrolment, officer)
    assert Player.objects.count() == 4


def test_next_revision_lets_go_of_whom_it_does_without(organiser: Account, officer: Account) -> None:
    """The way out where a congress was enrolled that was known: match it, approve it, undo the enrolment."""
    known = register.enrol(register.Newcomer("Ravenel", "Octavie", "FR"), account=officer)
    made = approved(organiser, officer)
    draft = intake.reopen(made, account=organiser)
    entries.decide(draft, {entry(draft, 1).pk: known.pk}, account=organiser)
    steps.submit(draft, account=organiser)
    steps.approve(draft, account=officer)

    done = undone(made.enrolment, officer)

    assert (done.removed, done.staying) == (1, 3)
    assert who_stays(made.enrolment)["Tessier"] == ["plays in tournament 1/2, First (approved)"]
    assert set(Player.objects.filter(surname="Ravenel")) == {known}


def test_submitted_revision_keeps_its_players(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    draft = intake.reopen(revoked.tournament, account=organiser)
    steps.submit(draft, account=organiser)

    assert who_stays(revoked)["Zubiri"] == ["plays in tournament 1/2, First (submitted)"]
    assert entry(draft, 1).player is not None


HOLDS: dict[str, tuple[Callable[[Player, Account], object], str]] = {
    "licence": (
        lambda one, _who: Licence.objects.create(player=one, season=2023, status="L"),
        "has a licence",
    ),
    "number": (
        lambda one, who: register.add_identifier(one, "egd", "10000001", account=who),
        "was given the number EGD PIN 10000001",
    ),
    "club": (
        lambda one, who: register.transfer(one, None, account=who),
        "the office has changed the player’s record: player moved to a club",
    ),
    "decision": (
        lambda one, who: enter(
            RatingSystem.objects.get(key="egf"),
            Decision("initial", date(2023, 1, 1), "", one, 1900.0),
            account=who,
        ),
        "has a manual adjustment: EGF rating",
    ),
    "list": (
        lambda one, _who: Player.objects.filter(pk=one.pk).update(grade="9d"),
        "has been changed by a list since the enrolment",
    ),
}


@pytest.mark.parametrize("hold", HOLDS)
def test_player_something_stands_on_stays_and_is_named(
    revoked: Enrolment, officer: Account, hold: str
) -> None:
    act, text = HOLDS[hold]
    act(Player.objects.get(surname="Ravenel"), officer)

    staying = who_stays(revoked)
    done = undone(revoked, officer)

    assert staying.keys() == {"Ravenel"}
    assert text in staying["Ravenel"]
    assert (done.removed, done.staying) == (3, 1)
    assert [one.surname for one in Player.objects.all()] == ["Ravenel"]
    assert entry(revoked.tournament, 1).player is not None


def test_merged_players_stay(revoked: Enrolment, officer: Account) -> None:
    kept, gone = Player.objects.get(surname="Ravenel"), Player.objects.get(surname="Tessier")
    merging.merge(kept, gone, merging.Choice(reason="The same"), account=officer)

    assert who_stays(revoked).keys() == {"Ravenel", "Tessier"}
    assert undone(revoked, officer).removed == 2


def test_entry_of_another_tournament_keeps_a_player_somebody_matched(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    second = drafted(organiser, "Second", LATER)
    nadege = Player.objects.get(surname="Tessier")
    entries.decide(second, {entry(second, 2).pk: nadege.pk}, account=organiser)

    staying = who_stays(revoked)
    undone(revoked, officer)

    assert staying == {"Tessier": ["plays in tournament 2, Second (draft)"]}
    assert entry(second, 2).player == nadege


def test_entry_nobody_has_matched_by_hand_is_opened(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    second = drafted(organiser, "Second", LATER)
    assert entry(second, 1).match == Entry.Match.CERTAIN
    assert entry(second, 3).suggestions

    done = undone(revoked, officer)

    assert (done.removed, done.opened) == (4, 5)
    first = entry(second, 1)
    assert (first.player, first.match) == (None, Entry.Match.UNKNOWN)
    assert not any(entries.offered_players(row) for row in second.entries.all())


def test_player_who_went_is_suggested_to_nobody(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    similar = (replace(LATER[2], number=1), replace(LATER[3], number=2))
    second = drafted(organiser, "Second", similar)
    assert entries.offered_players(entry(second, 1))

    done = undone(revoked, officer)

    assert (done.removed, done.opened) == (4, 4)
    assert entries.offered_players(entry(second, 1)) == []


def test_entries_of_what_is_over_hold_nobody(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    second = approved(organiser, officer, "Second")
    assert set(who_stays(revoked)) == {"Ravenel", "Tessier", "Quéméner", "Zubiri"}
    steps.revoke(second, account=officer, reason="It was the same file")

    done = undone(revoked, officer)

    assert (done.removed, done.opened) == (4, 8)
    assert states(second.entries) == {(None, "unknown")}


def test_rated_player_stays_until_the_ratings_are_recalculated(organiser: Account, officer: Account) -> None:
    made = approved(organiser, officer)
    system = RatingSystem.objects.get(key="egf")
    recalculate(system)
    steps.revoke(made, account=officer, reason="Wrong file")
    text = "is rated: EGF rating; recalculate it first"
    rated = who_stays(made.enrolment)
    run = recalculate(system)
    waiting = who_stays(made.enrolment)

    assert text in rated["Ravenel"]
    assert waiting["Ravenel"] == [
        f"is in recalculation {run.pk} (EGF rating), which is pending or can be undone"
    ]


def test_other_players_than_shown_are_not_taken(revoked: Enrolment, officer: Account) -> None:
    seen = undo_enrolment.foresee(revoked).seen
    Licence.objects.create(player=Player.objects.get(surname="Ravenel"), season=2023, status="L")

    with pytest.raises(Refused) as refusal:
        undo_enrolment.undo(revoked, seen=seen, account=officer)

    assert [one.code for one in refusal.value.problems] == ["enrolment-moved"]
    assert Player.objects.count() == 4


def test_second_undo_finds_nobody(revoked: Enrolment, officer: Account) -> None:
    seen = undo_enrolment.foresee(revoked).seen
    undone(revoked, officer)

    with pytest.raises(Refused):
        undo_enrolment.undo(revoked, seen=seen, account=officer)

    assert JournalEntry.objects.filter(act="tournament.unenrolled").count() == 1


def test_decision_for_a_player_taken_away_meanwhile_leaves_the_entry_open(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    """Somebody found the player before he went, and writes afterwards."""
    second = drafted(organiser, "Second", LATER)
    rows = list(second.entries.order_by("number"))
    rows[1].player = Player.objects.get(surname="Tessier")
    rows[1].match = Entry.Match.CONFIRMED
    undone(revoked, officer)

    entries.save(rows)

    assert entry(second, 2).player is None


def test_undoing_asks_as_often_for_many_as_for_few(
    revoked: Enrolment, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(25):
        undo_enrolment.foresee(revoked)


def test_club_taken_from_the_players_stays(revoked: Enrolment, officer: Account) -> None:
    club_taking.take_as_clubs(["38Gr"], account=officer)
    undone(revoked, officer)

    assert Club.objects.filter(code="38Gr").exists()
    assert Federation.objects.filter(code="FR").exists()


def test_rematching_a_submitted_file_enrols_anew(
    revoked: Enrolment, organiser: Account, officer: Account
) -> None:
    second = call_all_new(drafted(organiser, "Second", LATER))
    undone(revoked, officer)
    call_all_new(second)
    steps.submit(second, account=organiser)

    found, refusals, _new = rematching.foreseen(second)

    assert (found, refusals) == ([], [])
    assert steps.approve(second, account=officer).enrolled == 4


def test_revoked_tournament_without_its_players_is_shown_and_not_approved_again(
    revoked: Enrolment, officer: Account, client: Client
) -> None:
    undone(revoked, officer)

    page = client.get(f"/tournaments/{revoked.tournament.number}/")
    with pytest.raises(Refused) as refusal:
        steps.approve(revoked.tournament, account=officer)

    assert page.status_code == 200
    assert [one.code for one in refusal.value.problems] == ["undecided"]
    revoked.tournament.refresh_from_db()
    assert revoked.tournament.stage == "revoked"
