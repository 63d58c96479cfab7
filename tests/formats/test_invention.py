"""The invented federation: the same from one seed everywhere, honestly paired, and readable as files."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from federation.management.demo.chance import stream, weighted_sample
from federation.management.demo.names import full_name
from federation.management.demo.people import CLUBS
from federation.management.demo.places import clubs
from tournaments.formats import table
from tournaments.inspection.inspection import inspect
from tournaments.management.demo.files import damaged, ending, handed_in, write_folder
from tournaments.management.demo.pairing import pair_round
from tournaments.management.demo.skill import expectation, grade_of, strength
from tournaments.management.demo.world import REST, InventedTournament, Plan, World, tournaments, world
from tournaments.reports.report import Pairing, Report

ROOT = Path(__file__).resolve().parents[2]
TODAY = date(2026, 11, 20)
SMALL = Plan(TODAY, players=400, seasons=1)
PRINT_HASH = (
    "from tests.formats.test_invention import SMALL, digest;"
    "from tournaments.management.demo.world import tournaments, world;"
    "invented = world(SMALL);"
    "print(digest(invented, list(tournaments(invented))))"
)


def digest(invented: World, played: list[InventedTournament]) -> str:
    """Hash everything invented."""
    return hashlib.sha256(repr((invented, played)).encode()).hexdigest()


@pytest.fixture(scope="module")
def small() -> World:
    return world(SMALL)


@pytest.fixture(scope="module")
def played(small: World) -> list[InventedTournament]:
    return list(tournaments(small))


def test_same_seed_under_another_hash_seed_gives_the_same_bytes(
    small: World, played: list[InventedTournament]
) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT)}

    other = subprocess.run(
        [sys.executable, "-c", PRINT_HASH],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert other.stdout.strip() == digest(small, played)


def test_other_seed_gives_other_people() -> None:
    one, other = world(SMALL), world(Plan(TODAY, seed=1, players=400, seasons=1))

    assert one.people != other.people


def test_people_have_numbers_of_their_own(small: World) -> None:
    licences = [person.ffg for person in small.people if person.ffg]
    pins = [person.egd for person in small.people if person.egd]

    assert len(set(licences)) == len(licences) > 250
    assert len(set(pins)) == len(pins) > 250
    assert {pin[:2] for pin in pins} == {"99"}
    assert {licence[2:4] for licence in licences} == {"00"}


def test_clubs_have_codes_and_towns_of_their_own() -> None:
    found = clubs(stream(1, "clubs"), count=CLUBS)

    assert len({club.code for club in found}) == len({club.town for club in found}) == CLUBS
    assert {(len(club.code), club.code[:2].isdigit()) for club in found} == {(4, True)}


def test_slavic_surname_follows_the_sex() -> None:
    women = {full_name(stream(seed), country="CZ", sex="f")[0][-2:] for seed in range(200)}
    men = {full_name(stream(seed), country="CZ", sex="m")[0][-2:] for seed in range(200)}

    assert women - men == {"va", "ka", "na"}


def test_weight_zero_is_never_drawn() -> None:
    drawn = [weighted_sample(stream(seed), [0.0, 1.0, 3.0], count=3) for seed in range(50)]

    assert {tuple(sorted(indices)) for indices in drawn} == {(1, 2)}


def test_heavier_index_is_drawn_in_proportion() -> None:
    first = Counter(weighted_sample(stream(seed), [1.0, 3.0], count=1)[0] for seed in range(4000))

    assert first[1] / 4000 == pytest.approx(0.75, abs=0.02)


@pytest.mark.parametrize(
    ("level", "grade"),
    [
        (-2950, "30k"),
        (-100.5, "2k"),
        (-100, "1k"),
        (-0.1, "1k"),
        (0, "1d"),
        (99, "1d"),
        (100, "2d"),
        (780, "7d"),
    ],
)
def test_level_is_declared_as_its_grade(level: float, grade: str) -> None:
    assert grade_of(level) == grade


def test_expectation_of_the_rulebooks_example() -> None:
    # FFG algorithm 2022-10: 14k against 15k, even: 0.56445.
    assert expectation(-1350.0, -1450.0, handicap=0) == pytest.approx(0.56445, abs=1e-5)


def test_fair_handicap_leaves_even_chances() -> None:
    assert expectation(50.0, -300.0, handicap=4) == 0.5


def test_leftover_rematch_is_exchanged_with_another_pair() -> None:
    met = {frozenset({2, 3})}

    pairs = pair_round(
        stream(1), [0, 1, 2, 3], score=lambda place: -place, met=lambda a, b: frozenset({a, b}) in met
    )

    assert {frozenset(pair) for pair in pairs} & met == set()


def test_nobody_meets_twice_where_the_field_is_large_enough(played: list[InventedTournament]) -> None:
    again = [
        tournament.event.name
        for tournament in played
        if len(tournament.people) > 2 * tournament.event.rounds
        and max(Counter(frozenset((p.white, p.black)) for p in tournament.report.pairings).values()) > 1
    ]

    assert again == []


def test_everybody_has_one_game_or_bye_a_round(played: list[InventedTournament]) -> None:
    for tournament in played:
        report = tournament.report
        seen = Counter((p.round, side) for p in report.pairings for side in (p.white, p.black))
        seen.update((bye.round, bye.entrant) for bye in report.byes)
        expected = {(number, e.number): 1 for e in report.entrants for number in range(1, report.rounds + 1)}
        assert seen == expected


def test_last_tournament_ends_before_the_present(played: list[InventedTournament]) -> None:
    assert max(tournament.event.end for tournament in played) <= TODAY - timedelta(days=REST)


def test_favourites_win_as_often_as_the_model_expects(small: World, played: list[InventedTournament]) -> None:
    expected, won = [], []
    for tournament in played:
        levels = [strength(small.careers[index], tournament.event.start) for index in tournament.people]
        for pairing in tournament.report.pairings:
            white, black = levels[pairing.white - 1], levels[pairing.black - 1]
            chance = expectation(white, black, handicap=pairing.handicap)
            if pairing.rateable and chance > 0.7:
                expected.append(chance)
                won.append(pairing.outcome / 2)

    # A weekend's form takes a little from the favourite.
    assert sum(won) / len(won) == pytest.approx(sum(expected) / len(expected), abs=0.05)


def _facts(report: Report) -> tuple[object, ...]:
    return (report.name, report.start, report.end, report.place, report.country, report.rounds, report.komi,
            report.time_class, report.adjusted_minutes, report.online)  # fmt: skip


def _game(pairing: Pairing) -> tuple[object, ...]:
    return (
        pairing.round,
        pairing.white,
        pairing.black,
        pairing.outcome,
        pairing.by_default,
        pairing.handicap,
    )


def test_opengotha_file_reads_back_as_it_was_played(played: list[InventedTournament]) -> None:
    for number, tournament in enumerate(played, start=1):
        if ending(tournament, number) == "xml":
            file = handed_in(tournament, number=number)
            report = table.read(file.content, filename=file.filename)
            assert _facts(report) == _facts(tournament.report)
            assert [_game(pairing) for pairing in report.pairings] == [
                _game(pairing) for pairing in tournament.report.pairings
            ]
            assert [dict(e.identifiers) for e in report.entrants] == [
                dict(e.identifiers) for e in tournament.report.entrants
            ]


def test_every_file_is_read_without_an_error(played: list[InventedTournament]) -> None:
    for number, tournament in enumerate(played, start=1):
        file = handed_in(tournament, number=number)
        report = table.read(file.content, filename=file.filename)
        assert [f.code for f in inspect(report, today=TODAY) if f.severity == "error"] == []


def test_damaged_file_has_errors(played: list[InventedTournament]) -> None:
    file = damaged(played[-1])

    report = table.read(file.content, filename=file.filename)

    assert "result-mismatch" in {finding.code for finding in inspect(report, today=TODAY)}


def test_folder_holds_a_file_for_every_tournament(tmp_path: Path, played: list[InventedTournament]) -> None:
    count = write_folder(tmp_path / "files", played)

    assert len(list((tmp_path / "files").iterdir())) == count == len(played)
