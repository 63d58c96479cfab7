"""Matches are made anew against the register as it is: at submission, at approval, by every other door."""

from collections.abc import Callable

import pytest
from django.utils import translation
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, JournalEntry, Player
from federation.register import merging, register
from tests.tournaments.congresses import LATER, STRANGERS, call_all_new, drafted, entry
from tournaments.checks import submission_checks
from tournaments.checks.problems import Refused
from tournaments.desk import queue
from tournaments.entrants import entries
from tournaments.models import Entry, Tournament
from tournaments.reports.report import Entrant
from tournaments.submission import rematching, steps
from tournaments.submission.rematching import Outlook

pytestmark = pytest.mark.django_db


@pytest.fixture
def later(organiser: Account, officer: Account) -> Tournament:
    """The second file, decided when nobody was known; since then the first was approved."""
    first, second = drafted(organiser, "First"), drafted(organiser, "Second", LATER)
    call_all_new(second)
    steps.submit(call_all_new(first), account=organiser)
    steps.approve(first, account=officer)
    return second


def refused(act: Callable[[], object]) -> list[tuple[str, str]]:
    """Return code and name of everything an act is refused for."""
    with pytest.raises(Refused) as refusal:
        act()
    return [(one.code, one.values.get("name", "")) for one in refusal.value.problems]


ASKED = [("resembles", "Tessier Nadège"), ("resembles", "Quémener Yan")]


def test_submission_takes_the_certain_and_names_who_resembles_somebody(
    later: Tournament, organiser: Account
) -> None:
    found = refused(lambda: steps.submit(later, account=organiser))

    assert found == ASKED
    octave = Player.objects.get(surname="Ravenel")
    states = list(later.entries.order_by("number").values_list("match", "player"))
    assert states == [("certain", octave.pk), ("likely", None), ("likely", None), ("enrol", None)]
    line = JournalEntry.objects.filter(act="tournament.matched", subject_id=str(later.pk)).latest("pk")
    assert line.detail["before"] == {"1": "enrol", "2": "enrol", "3": "enrol"}
    assert line.detail["after"] == {"1": octave.pk, "2": None, "3": None}
    assert [one.code for one in submission_checks.before_submission(later)] == ["resembles", "resembles"]


def test_refusal_names_the_players_and_the_entry(later: Tournament, organiser: Account) -> None:
    with pytest.raises(Refused) as refusal:
        steps.submit(later, account=organiser)

    told, nadege = refusal.value.problems[0], Player.objects.get(surname="Tessier")
    assert told.values["entry"] == entry(later, 2).pk
    with translation.override("en"):
        assert told.message == (
            "Tessier Nadège was to be enrolled as a new player but now resembles"
            f" Tessier Nadège (no. {nadege.pk}): decide again."
        )


def test_decided_again_it_is_submitted_and_makes_no_doubles(
    later: Tournament, organiser: Account, officer: Account
) -> None:
    refused(lambda: steps.submit(later, account=organiser))
    nadege = Player.objects.get(surname="Tessier")
    said: dict[int, entries.Decision] = {entry(later, 2).pk: nadege.pk, entry(later, 3).pk: entries.ENROL}

    entries.decide(later, said, account=organiser)
    steps.submit(later, account=organiser)
    approval = steps.approve(later, account=officer)

    # Yan was called new knowing of Yann, Ottilie resembles nobody.
    assert (approval.enrolled, Player.objects.count()) == (2, 6)
    assert entry(later, 3).declined == [Player.objects.get(surname="Quéméner").pk]


def test_approval_matches_anew_what_was_submitted_before(organiser: Account, officer: Account) -> None:
    both = [call_all_new(drafted(organiser, "First")), call_all_new(drafted(organiser, "Second", LATER))]
    for one in both:
        steps.submit(one, account=organiser)
    steps.approve(both[0], account=officer)

    found = refused(lambda: steps.approve(both[1], account=officer))

    assert found == ASKED
    assert Player.objects.count() == 4
    assert set(both[1].entries.values_list("match", flat=True)) == {"enrol"}


def test_approval_takes_who_was_enrolled_since_the_submission(organiser: Account, officer: Account) -> None:
    both = [call_all_new(drafted(organiser, name)) for name in ("First", "Second")]
    for one in both:
        steps.submit(one, account=organiser)

    enrolled = [steps.approve(one, account=officer).enrolled for one in both]

    assert (enrolled, Player.objects.count()) == ([4, 0], 4)
    line = JournalEntry.objects.filter(act="tournament.matched", subject_id=str(both[1].pk)).latest("pk")
    assert set(line.detail["before"].values()) == {"enrol"}
    assert sorted(line.detail["after"].values()) == sorted(Player.objects.values_list("pk", flat=True))


def test_returned_tournament_asks_about_those_concerned_alone(organiser: Account, officer: Account) -> None:
    both = [call_all_new(drafted(organiser, "First")), call_all_new(drafted(organiser, "Second", LATER))]
    for one in both:
        steps.submit(one, account=organiser)
    steps.approve(both[0], account=officer)

    steps.send_back(both[1], account=officer, reason="Who is who?")

    states = list(both[1].entries.order_by("number").values_list("match", flat=True))
    assert states == ["certain", "likely", "likely", "enrol"]


@pytest.mark.parametrize("grade", ["1k", "15k"])
def test_new_player_against_a_candidate_who_was_shown_is_not_asked_again(
    grade: str, organiser: Account, officer: Account
) -> None:
    twin = register.enrol(register.Newcomer("Tessier", "Nadège", country="BE", grade=grade), account=None)
    tournament = call_all_new(drafted(organiser, "First"))
    assert entry(tournament, 2).declined == [twin.pk]

    steps.submit(tournament, account=organiser)
    approval = steps.approve(tournament, account=officer)

    assert (approval.enrolled, Player.objects.filter(surname="Tessier").count()) == (4, 2)


def test_second_candidate_beside_the_one_decided_against_is_asked_about(organiser: Account) -> None:
    shown = register.enrol(register.Newcomer("Tessier", "Nadège", country="BE"), account=None)
    tournament = call_all_new(drafted(organiser, "First"))
    other = register.enrol(register.Newcomer("Tessier", "Nadège", country="FR"), account=None)

    found = refused(lambda: steps.submit(tournament, account=organiser))

    row = entry(tournament, 2)
    assert found == [("resembles", "Tessier Nadège")]
    assert (row.match, row.declined) == ("ambiguous", [shown.pk])
    (told,) = submission_checks.of_matches(tournament)
    assert told.values["players"] == [[other.pk, "Tessier Nadège"]]


def test_player_decided_against_stays_so_when_he_is_merged(organiser: Account) -> None:
    shown = register.enrol(register.Newcomer("Tessier", "Nadège", country="BE"), account=None)
    tournament = call_all_new(drafted(organiser, "First"))
    kept = register.enrol(register.Newcomer("Tessier", "N.", country="BE"), account=None)
    merging.merge(kept, shown, merging.Choice(reason="One person."), account=None)

    steps.submit(tournament, account=organiser)

    assert entry(tournament, 2).match == Entry.Match.ENROL


def test_likeness_too_small_to_tell_asks_nobody_again(organiser: Account) -> None:
    tournament = call_all_new(drafted(organiser, "First"))
    register.enrol(register.Newcomer("Tissot", "Nadine", country="FR"), account=None)

    steps.submit(tournament, account=organiser)

    assert tournament.stage == "submitted"


def test_open_entry_finds_who_was_enrolled_since(organiser: Account) -> None:
    tournament = drafted(organiser, "First")
    octave = register.enrol(register.Newcomer("Ravenel", "Octave", country="FR"), account=None)

    found = refused(lambda: steps.submit(tournament, account=organiser))

    assert found == [("undecided", "")]
    assert entry(tournament, 1).player_id == octave.pk


def test_strangers_are_those_nobody_resembles_now(organiser: Account) -> None:
    tournament = drafted(organiser, "First")
    register.enrol(register.Newcomer("Tessier", "Nadège", country="BE"), account=None)

    outcome = rematching.decide(tournament, Outlook({}, strangers=True), account=organiser)

    assert (outcome.changed, outcome.problems) == (3, ())
    states = list(tournament.entries.order_by("number").values_list("match", flat=True))
    assert states == ["enrol", "likely", "enrol", "enrol"]


def test_decision_about_a_candidate_the_page_did_not_show_is_not_kept(organiser: Account) -> None:
    tournament = drafted(organiser, "First")
    row = entry(tournament, 2)
    twin = register.enrol(register.Newcomer("Tessier", "Nadège", country="BE"), account=None)

    unseen = rematching.decide(
        tournament, Outlook({row.pk: entries.ENROL}, shown={row.pk: ()}), account=organiser
    )
    seen = rematching.decide(
        tournament, Outlook({row.pk: entries.ENROL}, shown={row.pk: (twin.pk,)}), account=organiser
    )

    assert [(one.code, one.values["entry"]) for one in unseen.problems] == [("resembles", row.pk)]
    assert (seen.changed, seen.problems) == (1, ())
    row.refresh_from_db()
    assert (row.match, row.declined) == ("enrol", [twin.pk])


def test_batch_is_no_way_round(organiser: Account, officer: Account) -> None:
    tournament = call_all_new(drafted(organiser, "First"))
    steps.submit(tournament, account=organiser)
    register.enrol(register.Newcomer("Tessier", "Nadège", country="BE"), account=None)

    (outcome,) = queue.approve_all([tournament.pk], account=officer)

    assert outcome["problems"] == [["not-clean", {}]]
    assert Player.objects.count() == 1


@pytest.mark.parametrize("people", [4, 60])
def test_approval_costs_the_same_queries_whatever_the_number_of_new_players(
    people: int, organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    surnames = [f"{a}{b}{c}" for a in "Bcdfg" for b in "aeiou" for c in "lmnrst"]
    some = tuple(
        Entrant(n, f"{surnames[n]}{surnames[-n]}", f"{surnames[2 * n]}", grade="5k", country="FR")
        for n in range(1, people + 1)
    )
    rows = list(call_all_new(drafted(organiser, "First", some)).entries.order_by("number"))

    with django_assert_num_queries(3):  # by name or number, and the two of the similar names
        renewal = rematching.renew(rows)

    assert (renewal.asked, renewal.found) == ((), ())


def test_entrants_of_one_file_are_not_held_against_each_other(organiser: Account, officer: Account) -> None:
    twins = (STRANGERS[0], Entrant(2, "Ravenel", "Octave", grade="12k", country="FR"), *STRANGERS[2:])
    tournament = call_all_new(drafted(organiser, "First", twins))
    Tournament.objects.filter(pk=tournament.pk).update(findings=[])

    newcomers = rematching.foreseen(tournament)[:2]

    assert newcomers == ([], [])
