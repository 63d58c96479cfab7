"""Reading FIDE tournament reports of all dialects."""

from dataclasses import replace
from datetime import date

import pytest

from tests.formats.trf_samples import (
    ABOUT,
    FILES,
    PLAYERS,
    TRF06,
    TRF16,
    TRF26,
    changed,
    codes_of,
    player,
    rows,
)
from tournaments.formats.table import read, write
from tournaments.inspection.inspection import inspect
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, NationalRecord, Pairing, Team


@pytest.mark.parametrize("dialect", list(FILES))
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-15"])
def test_report_of_any_dialect_line_end_and_encoding_is_read(dialect: str, ends: str, encoding: str) -> None:
    report = read(FILES[dialect].replace("\n", ends).encode(encoding), filename="misleading.h9")

    assert (report.format, report.discipline, len(report.entrants)) == (dialect, "chess", 5)
    assert codes_of(report) == (["team-event"] if dialect == "trf26" else [])


def test_tournament_is_read() -> None:
    report = changed()

    assert (report.name, report.place, report.federation, report.country) == (
        "Example Open", "Exempleville", "NOR", "NO",
    )  # fmt: skip
    assert (report.start, report.end, report.rounds) == (date(2025, 9, 13), date(2025, 9, 14), 3)
    assert (report.system, report.arbiters) == (
        "Individual: Swiss-System",
        ("Arbiter, Anna", "Deputy, Dan", "Second, Sue"),
    )
    assert (report.time_system, report.adjusted_minutes, report.rate) == (
        "90 min + 30 sec per move", 120.0, "standard",
    )  # fmt: skip


def test_players_are_read_from_their_columns() -> None:
    people = changed().entrants

    assert [(e.number, e.start_number, e.surname, e.given_name, e.sex, e.title) for e in people] == [
        (1, None, "Alpha", "Anne", "f", "WGM"),
        (2, None, "De la Beta", "Bo", "m", "IM"),
        (3, None, "Gamma", "Chloé", "f", ""),
        (4, 5, "Delta", "", "m", ""),
        (5, 7, "Epsilon", "Ed", "m", ""),
    ]
    assert [(e.rating, e.federation, e.country, dict(e.identifiers)) for e in people] == [
        (2301.0, "NOR", "NO", {"fide": "99000011"}),
        (2200.0, "NOR", "NO", {"fide": "99000022"}),
        (None, "NOR", "NO", {"fide": "99000033"}),
        (None, "NOR", "NO", {"fide": "99000055"}),
        (None, "SUI", "CH", {"fide": "99000077"}),
    ]
    assert [(e.birth, e.score, e.rank, e.line) for e in people] == [
        ("1990-11-30", "1.5", "1", 13),
        ("1985", "0.5", "4", 14),
        ("1979", "1.5", "2", 15),
        ("2001-02-03", "1.5", "3", 16),
        ("", "0.5", "5", 17),
    ]


def test_games_and_byes_are_read() -> None:
    report = changed()

    assert report.pairings == (
        Pairing(1, 1, 2, Outcome.WHITE_WINS, line=13),
        Pairing(1, 5, 4, Outcome.BLACK_WINS, by_default=True, line=16),
        Pairing(2, 3, 1, Outcome.DRAW, line=13),
        Pairing(2, 4, 5, Outcome.DRAW, by_default=True, line=16, short=True),
    )
    assert [game.rateable for game in report.pairings] == [True, False, True, False]
    assert report.byes == (Bye(2, 2, ByeKind.HALF_POINT, 14), Bye(1, 3, ByeKind.PAIRING_ALLOCATED, 15))


@pytest.mark.parametrize(
    ("white", "black", "outcome", "by_default", "short"),
    [
        ("1", "0", Outcome.WHITE_WINS, False, False),
        ("0", "1", Outcome.BLACK_WINS, False, False),
        ("=", "=", Outcome.DRAW, False, False),
        ("0", "0", Outcome.BOTH_LOSE, False, False),
        ("+", "-", Outcome.WHITE_WINS, True, False),
        ("-", "+", Outcome.BLACK_WINS, True, False),
        ("-", "-", Outcome.BOTH_LOSE, True, False),
        ("W", "L", Outcome.WHITE_WINS, True, True),
        ("l", "w", Outcome.BLACK_WINS, True, True),
        ("D", "D", Outcome.DRAW, True, True),
        (" ", " ", Outcome.UNKNOWN, False, False),
    ],
)
def test_every_result_of_a_game_has_its_outcome(
    white: str, black: str, outcome: Outcome, *, by_default: bool, short: bool
) -> None:
    lines = (player(1, "A", f"   2 w {white}"), player(2, "B", f"   1 b {black}"))
    report = read((ABOUT + rows(*lines)).replace("062 5", "062 2").encode())

    assert report.pairings == (Pairing(1, 1, 2, outcome, by_default=by_default, line=12, short=short),)
    assert codes_of(report) == []
    assert read(write(report, "trf16")).pairings == (replace(report.pairings[0], line=15),)


@pytest.mark.parametrize(
    ("letter", "kind"),
    [
        ("U", ByeKind.PAIRING_ALLOCATED), ("F", ByeKind.FULL_POINT), ("+", ByeKind.FULL_POINT),
        ("H", ByeKind.HALF_POINT), ("=", ByeKind.HALF_POINT), ("Z", ByeKind.ZERO_POINT),
        ("-", ByeKind.ZERO_POINT), ("z", ByeKind.ZERO_POINT),
    ],
)  # fmt: skip
@pytest.mark.parametrize("opponent", ["0000", "    ", "   0"])
def test_every_bye_has_its_kind(letter: str, kind: ByeKind, opponent: str) -> None:
    report = read((ABOUT + rows(player(1, "A", f"{opponent} - {letter}"))).encode())

    assert [(bye.round, bye.entrant, bye.kind) for bye in report.byes] == [(1, 1, kind)]


def test_older_dialect_has_its_byes_and_forfeits() -> None:
    report = changed(text=TRF06)

    assert [(bye.round, bye.entrant, bye.kind) for bye in report.byes] == [
        (2, 1, ByeKind.ZERO_POINT),
        (1, 3, ByeKind.FULL_POINT),
        (1, 4, ByeKind.HALF_POINT),
    ]
    assert report.pairings[-1] == Pairing(
        2, 4, 5, Outcome.BLACK_WINS, by_default=True, colour_known=False, line=17
    )
    assert (report.start, report.end) == (date(2025, 9, 13), date(2025, 9, 14))


def test_report_of_2026_has_teams_national_records_and_what_pairing_needs() -> None:
    report = changed(text=TRF26)

    assert report.teams == (
        Team(1, "Example Club", (1, 2, 3), "EXC", "2250", "2.0", "3.5", "1"),
        Team(2, "Other Club", (4, 5), "OTC", "", "0.0", "0.5", "2"),
    )
    assert report.nationals == (
        NationalRecord(1, "NOR", "ALPHA", "m", "A", 2350, "OSL", "N-77", "", line=26),
    )
    assert report.round_dates == (date(2025, 9, 13), date(2025, 9, 14))
    assert (report.program, report.adjusted_minutes, report.rounds) == ("Example 1.0", 135.0, 2)
    assert [record[:3] for record in report.records] == ["152", "172", "192", "222", "240", "801"]
    assert [bye.kind for bye in report.byes] == [ByeKind.HALF_POINT, ByeKind.PAIRING_ALLOCATED]


def test_announced_byes_are_read_where_no_teams_are() -> None:
    text = rows(*(line for line in TRF26.splitlines() if line[:3] not in ("310", "801", "142")))
    report = read(text.replace("240 Z   2    3", "240 Z   3    3    5\n142 3").encode())

    assert [(bye.round, bye.entrant) for bye in report.byes] == [(2, 2), (1, 3), (3, 3), (3, 4)]
    assert codes_of(report) == []


def test_announced_bye_beside_a_game_is_seen_by_the_inspection() -> None:
    text = rows(*(line for line in TRF26.splitlines() if line[:3] not in ("310", "801")))

    assert "bye-and-game" in [finding.code for finding in inspect(read(text.encode()))]


def test_old_team_lines_count_only_without_new_ones() -> None:
    old = "013 Example Club" + " " * 20 + "   1    2\n"

    assert changed(text=TRF16 + old).teams == (Team(1, "Example Club", (1, 2)),)
    assert len(changed(text=TRF26 + old).teams) == 2


def test_names_padded_by_bytes_are_read_in_their_columns() -> None:
    padded = TRF16.replace("Gamma, Chloé" + " " * 21, "Gamma, Chloé" + " " * 20)

    assert read(padded.encode()).entrants == changed().entrants


def test_players_are_known_without_lines_about_the_tournament() -> None:
    assert read(rows(*PLAYERS).encode()).format == "trf16"


def test_report_with_nothing_of_one_dialect_only_is_taken_for_trf16() -> None:
    lines = (player(1, "A", "   2 w 1"), player(2, "B", "   1 b 0"))

    assert read((ABOUT + rows(*lines)).encode()).format == "trf16"
