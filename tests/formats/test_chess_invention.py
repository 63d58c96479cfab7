"""The invented season of chess: the same from one seed, honestly played, and readable as reports of FIDE."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

import pytest

from federation.management.demo.chance import stream
from federation.management.demo.chess_people import FLOOR, ChessPerson, chess_people
from federation.management.demo.people import Span, people
from federation.management.demo.places import clubs
from tournaments.formats import table
from tournaments.formats.shared import chess
from tournaments.inspection.inspection import inspect
from tournaments.management.demo.chess_calendar import ChessKind
from tournaments.management.demo.chess_world import ChessPlan, InventedChess, chess_file, invent, rated
from tournaments.management.demo.world import REST
from tournaments.reports import tiebreaks
from tournaments.reports.outcomes import ByeKind

ROOT = Path(__file__).resolve().parents[2]
TODAY = date(2026, 11, 20)
PLAN = ChessPlan(TODAY, players=240)
Season = tuple[tuple[ChessPerson, ...], list[InventedChess]]


def digest(invented: Season) -> str:
    """Hash everything invented."""
    return hashlib.sha256(repr(invented).encode()).hexdigest()


@pytest.fixture(scope="module")
def season() -> Season:
    return invent(PLAN)


def test_same_seed_gives_the_same_season_and_another_seed_does_not(season: Season) -> None:
    again, other = invent(PLAN), invent(ChessPlan(TODAY, seed=1, players=240))

    assert again == season
    assert other != season


def test_same_seed_under_another_hash_seed_gives_the_same_bytes(season: Season) -> None:
    program = (
        "from tests.formats.test_chess_invention import PLAN, digest, invent; print(digest(invent(PLAN)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT)}

    other = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert other.stdout.strip() == digest(season)


def test_first_list_has_titles_women_juniors_newcomers_and_several_federations() -> None:
    everybody = chess_people(ChessPlan(TODAY).seed, count=600, year=2025)

    assert len({person.number for person in everybody}) == 600
    assert {person.number[:2] for person in everybody} == {"99"}
    assert len({(person.surname, person.given_name) for person in everybody}) == 600
    assert {person.title for person in everybody} >= {"GM", "IM", "FM", "CM", ""}
    assert {person.women_title for person in everybody} >= {"WFM", "WCM", ""}
    assert {person.women_title for person in everybody if person.sex == "m"} == {""}
    shares = Counter(
        word
        for person in everybody
        for word, holds in (
            ("women", person.sex == "f"),
            ("juniors", person.birth_year > 2007),
            ("newcomers", person.listed[0] is None),
            ("inactive", person.is_inactive),
        )
        if holds
    )
    assert all(40 < shares[word] < 200 for word in ("women", "juniors", "newcomers", "inactive"))
    assert len({person.country for person in everybody}) == 9
    assert all(rating is None or 2700 > rating >= FLOOR for person in everybody for rating in person.listed)


def test_guest_keeps_his_name_and_stays_away_on_the_days_he_is_busy() -> None:
    halls = clubs(stream(7, "clubs"), count=3)
    (guest,) = people(7, count=1, clubs=halls, span=Span(date(2020, 9, 1), TODAY))
    year = {PLAN.base + timedelta(days=day) for day in range(500)}

    players, free = invent(PLAN, [(guest, set())])
    _, busy = invent(PLAN, [(guest, year)])

    assert (players[0].surname, players[0].given_name, players[0].country) == (
        guest.surname,
        guest.given_name,
        guest.country,
    )
    assert any(0 in each.people for each in free)
    assert not any(0 in each.people for each in busy)


def test_calendar_has_every_kind_and_ends_a_week_before_the_present(season: Season) -> None:
    events = [each.event for each in season[1]]

    assert {event.kind for event in events} == set(ChessKind)
    assert min(event.start for event in events) >= PLAN.base
    assert max(event.end for event in events) <= TODAY - timedelta(days=REST)
    assert {event.rate for event in events} == {"standard", "rapid", "blitz"}
    assert sum(event.handed_in > event.end + timedelta(days=30) for event in events) == 1
    assert [event.kind for event in events if (event.end - event.start).days > 30] == [ChessKind.CLUB] * 2


def test_nobody_sits_in_two_halls_on_one_day(season: Season) -> None:
    days = Counter(
        (person, day) for each in season[1] for person in each.people for day in set(each.event.days)
    )

    assert max(days.values()) == 1


def test_swiss_pairs_nobody_twice_and_gives_colours_and_byes_fairly(season: Season) -> None:
    for each in season[1]:
        if each.event.is_robin:
            continue
        met = Counter(frozenset((game.white, game.black)) for game in each.report.pairings)
        colours = Counter[int]()
        for game in each.report.pairings:
            colours[game.white] += 1
            colours[game.black] -= 1
        free = Counter(bye.entrant for bye in each.report.byes if bye.kind is ByeKind.PAIRING_ALLOCATED)
        assert sum(count > 1 for count in met.values()) <= 1, each.event.name
        assert max(map(abs, colours.values())) <= 4
        assert max(free.values(), default=0) <= 1


def test_round_robin_is_whole_and_gives_each_board_once(season: Season) -> None:
    robins = [each for each in season[1] if each.event.is_robin]

    assert len(robins) >= 4
    for each in robins:
        entrants = range(1, len(each.people) + 1)
        met = Counter(tuple(sorted((game.white, game.black))) for game in each.report.pairings)
        assert met == Counter(combinations(entrants, 2))
        colours = Counter(game.white for game in each.report.pairings)
        assert {colours[one] - (len(each.people) - 1 - colours[one]) for one in entrants} <= {-1, 1}


def test_report_is_read_as_it_was_written_with_nothing_to_mend(season: Season) -> None:
    for number, each in enumerate(season[1], start=1):
        given = rated(each, dict.fromkeys(each.people[:3], 2000))
        file = chess_file(given, number=number)
        read = table.read(file.content, filename=file.filename)

        assert {finding.code for finding in inspect(read, today=TODAY)} <= {"by-default"}
        assert read.format == ("trf26" if number % 3 == 0 else "trf16")
        assert chess.rate(read.adjusted_minutes) == each.event.rate
        assert read.round_dates == each.event.days
        assert [entrant.rating for entrant in read.entrants[:4]] == [2000, 2000, 2000, None]
        assert sorted((one.round, one.white, one.black, one.outcome) for one in read.pairings) == sorted(
            (one.round, one.white, one.black, one.outcome) for one in each.report.pairings
        )


def test_places_are_those_of_the_tie_breaks(season: Season) -> None:
    for each in season[1][:20]:
        report = each.report
        numbers = [entrant.number for entrant in report.entrants]
        turns = tiebreaks.table(numbers, report.pairings, report.byes, rounds=report.rounds)
        order = [number for group in tiebreaks.standing(turns, on=each.event.start) for number in group]

        by_rank = sorted(report.entrants, key=lambda entrant: int(entrant.rank))
        assert [entrant.number for entrant in by_rank] == order
        assert [float(entrant.score) for entrant in by_rank] == sorted(
            (float(entrant.score) for entrant in report.entrants), reverse=True
        )


@pytest.mark.parametrize("today", [date(2026, 11, 3), date(2027, 3, 1), date(2024, 2, 29), date(2026, 1, 31)])
def test_any_present_has_a_season_that_began_thirteen_lists_ago(today: date) -> None:
    plan = ChessPlan(today, players=100)
    _, played = invent(plan)

    months = (plan.newest.year - plan.base.year) * 12 + plan.newest.month - plan.base.month
    assert (months, plan.base.day, len(played) > 50) == (13, 1, True)
