"""Games that are handed in again, under another account, name, format or day."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from federation.models import Account
from tests.tournaments import reports
from tournaments.checks.problems import Refused
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing, Report
from tournaments.revisions import same_games as reads
from tournaments.submission import steps

pytestmark = pytest.mark.django_db

PEOPLE = tuple(
    Entrant(number, surname, given, grade="1k", country="FR", club="38Gr")
    for number, (surname, given) in enumerate(
        [
            ("Ravenel", "Octave"),
            ("Tessier", "Nadège"),
            ("Quéméner", "Yann"),
            ("Zubiri", "Ainhoa"),
            ("Lascombe", "Irène"),
            ("Wolgast", "Ottilie"),
        ],
        start=1,
    )
)
# Five rounds of a round robin of six, the results of no order of strength.
ROUNDS = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)
WINNERS = (1, 5, 3, 6, 5, 2, 2, 3, 4, 6, 1, 2, 3, 4, 1)
FIRST_DAY = date(2024, 3, 9)


def pairings(rounds: Sequence[int] = range(1, 6), *, winners: Sequence[int] = WINNERS) -> tuple[Pairing, ...]:
    """Return the games of some rounds, numbered from 1."""
    victors = iter(winners)
    games = [
        Pairing(at, white, black, Outcome.WHITE_WINS if next(victors) == white else Outcome.BLACK_WINS)
        for at, pairs in enumerate(ROUNDS, start=1)
        for white, black in pairs
    ]
    numbers = {old: new for new, old in enumerate(rounds, start=1)}
    return tuple(replace(game, round=numbers[game.round]) for game in games if game.round in numbers)


def report(
    name: str = "Open du Moulin",
    *,
    pairings: tuple[Pairing, ...] = pairings(),
    start: date = FIRST_DAY,
    end: date | None = None,
    entrants: tuple[Entrant, ...] = PEOPLE,
) -> Report:
    """Return a round robin of six."""
    return replace(
        reports.report(name),
        rounds=max(game.round for game in pairings),
        pairings=pairings,
        start=start,
        end=end or start,
        entrants=entrants,
    )


def drafted(of: Account | None, made: Report, form: str = "spreadsheet") -> Tournament:
    """Hand a report in, and call new who is in no register."""
    upload = intake.receive(table.write(made, form), filename=f"{made.name}.{form}", account=of)
    draft = intake.draft(upload, account=of)
    new: dict[int, entries.Decision] = {
        row.pk: entries.ENROL for row in draft.entries.all() if not entries.is_decided(row)
    }
    entries.decide(draft, new, account=of)
    return draft


def approved(of: Account, made: Report, *, by: Account) -> Tournament:
    """Hand a report in and have it approved."""
    draft = drafted(of, made)
    steps.submit(draft, account=of)
    steps.approve(draft, account=by)
    return draft


def same_games(tournament: Tournament) -> list[tuple[str, int, int]]:
    """Return what is found of shared games: severity, number of the other, how many."""
    tournament.refresh_from_db()
    return [
        (found["severity"], found["values"]["number"], found["values"]["count"])
        for found in tournament.current_findings
        if found["code"] == "same-games"
    ]


@pytest.mark.parametrize("other", ["other organiser", "same organiser"])
@pytest.mark.parametrize(
    "again",
    [
        report("Spring Cup"),
        report("Open du Moulin", start=FIRST_DAY + timedelta(days=9), end=FIRST_DAY + timedelta(days=10)),
        report("Copie", start=FIRST_DAY - timedelta(days=40), end=FIRST_DAY - timedelta(days=38)),
        report("Cut", pairings=pairings(range(1, 4))),
        report("One result mended", pairings=pairings(winners=(*WINNERS[:-1], 5))),
        report("Colours", pairings=tuple(replace(g, colour_known=False) for g in pairings())),
        report("Order", entrants=tuple(replace(one, grade="2k") for one in PEOPLE)),
    ],
    ids=lambda one: one.name,
)
def test_games_of_an_approved_tournament_are_an_error(
    again: Report, other: str, organiser: Account, officer: Account, stranger: Account
) -> None:
    first = approved(organiser, report(), by=officer)
    draft = drafted(organiser if other == "same organiser" else stranger, again)

    severity, number, count = same_games(draft)[0]
    assert (severity, number) == ("error", first.number)
    assert count >= 9
    with pytest.raises(Refused):
        steps.submit(draft, account=draft.organiser)
    assert Tournament.objects.get(pk=draft.pk).stage == Stage.DRAFT


def test_games_in_another_format_are_found(organiser: Account, officer: Account) -> None:
    first = approved(organiser, report(), by=officer)

    draft = drafted(organiser, report("In H9"), form="h9")

    assert same_games(draft) == [("error", first.number, 15)]


def test_games_of_people_nobody_has_matched_are_found_by_their_names(
    organiser: Account, stranger: Account
) -> None:
    first = drafted(organiser, report())
    steps.submit(first, account=organiser)

    draft = drafted(stranger, report("Other name"))

    assert same_games(draft) == [("error", first.number, 15)]


def test_draft_of_another_organiser_is_a_warning(organiser: Account, stranger: Account) -> None:
    first = drafted(organiser, report())

    draft = drafted(stranger, report("Other name"))

    assert same_games(draft) == [("warning", first.number, 15)]


def test_parts_of_a_congress_and_its_whole_are_found(organiser: Account, officer: Account) -> None:
    days = [FIRST_DAY, FIRST_DAY + timedelta(days=7)]
    parts = [
        approved(organiser, report(f"Week {n}", pairings=pairings(rounds), start=day, end=day), by=officer)
        for n, (rounds, day) in enumerate(zip([(1, 2), (3, 4, 5)], days, strict=True), start=1)
    ]

    whole = drafted(organiser, report("Congress", end=days[1]))

    assert same_games(whole) == [("error", parts[0].number, 6), ("error", parts[1].number, 9)]


def test_part_with_two_games_of_the_same_days_is_found(organiser: Account, officer: Account) -> None:
    first = approved(organiser, report(), by=officer)
    two = pairings((1,))[:2]

    draft = drafted(organiser, report("Two boards", pairings=two))

    assert same_games(draft) == [("error", first.number, 2)]


def test_half_of_the_games_is_a_warning_to_confirm(organiser: Account, officer: Account) -> None:
    first = approved(organiser, report(), by=officer)
    half = (*pairings()[:7], *(replace(g, outcome=Outcome.DRAW) for g in pairings()[7:]))

    draft = drafted(organiser, report("Half", pairings=half))

    assert same_games(draft) == [("warning", first.number, 7)]


@pytest.mark.parametrize(
    "later",
    [
        # A rematch a month later: a third of the results is another.
        report("April", pairings=pairings(winners=(6, 2, 4, 6, 5, 2, 2, 3, 5, 5, 1, 2, 3, 4, 1))),
        # The second leg of a double round robin: the same results with the colours exchanged.
        report(
            "Second leg",
            pairings=tuple(
                replace(g, white=g.black, black=g.white, outcome=Outcome(2 - g.outcome)) for g in pairings()
            ),
        ),
        report(
            "Other people", entrants=tuple(replace(p, surname=p.surname[::-1].capitalize()) for p in PEOPLE)
        ),
    ],
    ids=lambda one: one.name,
)
def test_games_played_later_are_no_duplicates(later: Report, organiser: Account, officer: Account) -> None:
    approved(organiser, report(), by=officer)
    day = FIRST_DAY + timedelta(days=30)

    assert same_games(drafted(organiser, replace(later, start=day, end=day))) == []


def test_same_games_a_year_later_are_no_duplicates(organiser: Account, officer: Account) -> None:
    approved(organiser, report(), by=officer)
    day = FIRST_DAY + timedelta(days=61)

    assert same_games(drafted(organiser, report("Next year", start=day, end=day))) == []


def test_league_handed_in_by_parts_is_no_duplicate(organiser: Account, officer: Account) -> None:
    approved(organiser, report("League 1", pairings=pairings((1, 2))), by=officer)
    day = FIRST_DAY + timedelta(days=7)

    assert (
        same_games(drafted(organiser, report("League 2", pairings=pairings((3, 4, 5)), start=day, end=day)))
        == []
    )


def test_double_round_robin_in_one_file_is_no_duplicate(organiser: Account) -> None:
    second = tuple(replace(game, round=game.round + 5) for game in pairings())

    assert same_games(drafted(organiser, report(pairings=(*pairings(), *second)))) == []


def test_next_revision_is_no_duplicate(organiser: Account, officer: Account) -> None:
    first = approved(organiser, report(), by=officer)

    draft = intake.reopen(first, account=organiser)
    steps.submit(draft, account=organiser)
    steps.approve(draft, account=officer)

    assert same_games(draft) == []


def test_withdrawn_or_revoked_tournament_is_no_duplicate(organiser: Account, officer: Account) -> None:
    first = approved(organiser, report(), by=officer)
    draft = drafted(organiser, report("Again"))
    steps.revoke(first, account=officer, reason="The other one is right")

    steps.submit(draft, account=organiser)
    steps.approve(draft, account=officer)

    assert same_games(draft) == []


def test_approval_of_games_approved_meanwhile_is_refused(
    organiser: Account, stranger: Account, officer: Account
) -> None:
    first = approved(organiser, report(), by=officer)
    steps.revoke(first, account=officer, reason="A result is wrong")
    second = drafted(stranger, report("Again"))
    steps.submit(second, account=stranger)
    steps.approve(second, account=officer)

    with pytest.raises(Refused) as refused:
        steps.approve(first, account=officer)

    assert [(one.code, one.values["number"]) for one in refused.value.problems] == [
        ("same-games", second.number)
    ]


def test_entrants_matched_later_are_compared_again(organiser: Account, officer: Account) -> None:
    first = approved(organiser, report(), by=officer)
    written = tuple(replace(one, surname=one.surname.upper()[:4], given_name="") for one in PEOPLE)
    upload = intake.receive(
        table.write(report("Short names", entrants=written), "spreadsheet"),
        filename="s.csv",
        account=organiser,
    )
    draft = intake.draft(upload, account=organiser)
    assert same_games(draft) == []
    players = dict(first.entries.values_list("number", "player"))

    entries.decide(draft, {row.pk: players[row.number] for row in draft.entries.all()}, account=organiser)

    assert same_games(draft) == [("error", first.number, 15)]


def test_cost_does_not_grow_with_tournaments(
    organiser: Account, officer: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for outcome in Outcome.WHITE_WINS, Outcome.DRAW, Outcome.BLACK_WINS:
        games = tuple(replace(game, outcome=outcome) for game in pairings())
        approved(organiser, report(outcome.name, pairings=games), by=officer)
    draft = drafted(organiser, report("Again", pairings=games))

    with django_assert_num_queries(4):
        assert len(reads.sharing(draft)) == 1
