"""Reading FIDE tournament reports of all dialects."""

import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.formats.trf_samples import ABOUT, PLAYERS, TRF06, TRF16, TRF26, player, rows
from tournaments.findings import TEXTS, Finding, Place, Unreadable
from tournaments.formats import trf_clock, trf_dates
from tournaments.formats.table import FORMATS, read, write
from tournaments.inspection import inspect
from tournaments.outcomes import ByeKind, Outcome
from tournaments.report import Bye, NationalRecord, Pairing, Report, Team

FILES = {"trf06": TRF06, "trf16": TRF16, "trf26": TRF26}


def _read(old: str = "", new: str = "", *, text: str = TRF16) -> Report:
    assert old in text
    return read(text.replace(old, new, 1).encode())


def _codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("dialect", list(FILES))
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-15"])
def test_report_of_any_dialect_line_end_and_encoding_is_read(dialect: str, ends: str, encoding: str) -> None:
    report = read(FILES[dialect].replace("\n", ends).encode(encoding), filename="misleading.h9")

    assert (report.format, report.discipline, len(report.entrants)) == (dialect, "chess", 5)
    assert _codes(report) == (["team-event"] if dialect == "trf26" else [])


def test_tournament_is_read() -> None:
    report = _read()

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
    people = _read().entrants

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
    report = _read()

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
    assert _codes(report) == []
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
    report = _read(text=TRF06)

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
    report = _read(text=TRF26)

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
    assert _codes(report) == []


def test_announced_bye_beside_a_game_is_seen_by_the_inspection() -> None:
    text = rows(*(line for line in TRF26.splitlines() if line[:3] not in ("310", "801")))

    assert "bye-and-game" in [finding.code for finding in inspect(read(text.encode()))]


def test_old_team_lines_count_only_without_new_ones() -> None:
    old = "013 Example Club" + " " * 20 + "   1    2\n"

    assert _read(text=TRF16 + old).teams == (Team(1, "Example Club", (1, 2)),)
    assert len(_read(text=TRF26 + old).teams) == 2


def test_names_padded_by_bytes_are_read_in_their_columns() -> None:
    padded = TRF16.replace("Gamma, Chloé" + " " * 21, "Gamma, Chloé" + " " * 20)

    assert read(padded.encode()).entrants == _read().entrants


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("1990/11/30  1.5", "1990/11/30/ 1.5", "filled-column", Place(13, 80, entrant=1)),
        ("Alpha, Anne" + " " * 23, "A" * 34, "filled-column", Place(13, 48, entrant=1)),
        ("001    2", "001   x2", "unreadable-line", Place(14, 5)),
        ("001    2", "001    1", "duplicate-number", Place(14, 5, entrant=2)),
        ("   1 b 0", "   4 b 0", "unknown-opponent", Place(14, 92, 1, 2)),
        ("   1 b 0", "   2 b 0", "plays-himself", Place(14, 92, 1, 2)),
        ("   1 b 0", "   1 b 1", "result-mismatch", Place(13, 92, 1, 1)),
        ("   1 b 0", "   1 w 0", "colour-mismatch", Place(13, 92, 1, 1)),
        ("   1 b 0", "   1 b H", "unknown-result", Place(14, 99, 1, 2)),
        ("   1 b 0", "   1 x 0", "unknown-result", Place(14, 92, 1, 2)),
        ("   1 b 0", "   1 b10", "unknown-result", Place(14, 92, 1, 2)),
        ("0000 - H", "0000 - 1", "unknown-result", Place(14, 109, 2, 2)),
        ("   7 b +", "   7 b 1", "default-mismatch", Place(16, 92, 1, 4)),
        (" wg Alpha", " xy Alpha", "odd-title", Place(13, 11, entrant=1)),
        ("w wg Alpha", "x wg Alpha", "odd-sex", Place(13, 10, entrant=1)),
        ("2301", "23x1", "odd-rating", Place(13, 49, entrant=1)),
        ("2301 NOR", "2301 N0R", "odd-federation", Place(13, 54, entrant=1)),
        ("1990/11/30", "1990/31/11", "odd-birth-date", Place(13, 70, entrant=1)),
        ("1990/11/30  1.5", "1990/11/30  x.5", "odd-score", Place(13, 81, entrant=1)),
        ("1990/11/30  1.5", "1990/11/30  2.0", "score-mismatch", Place(13, 81, entrant=1)),
        ("062 5", "062 6", "count-mismatch", Place(6, 5)),
        ("042 2025/09/13", "042 last week", "impossible-date", Place(4, 5)),
        ("032 NOR", "032 Norway", "odd-federation", Place(3, 5)),
        ("XXR 3", "XXR many", "odd-rounds", Place(12, 5)),
        ("XXR 3", "XXR 1", "round-beyond", Place(round=2)),
        ("XXR 3", "132".ljust(91) + "25/19/13", "odd-round-date", Place(12, 92, 1)),
        ("XXR 3", "455 what", "unknown-record", Place(12)),
        ("XXR 3", "142 3\n310   1 Example Club" + " " * 23 + "EXCLUB", "filled-column", Place(13, 47)),
        ("XXR 3", "142 3\n310   x Example Club", "unreadable-line", Place(13, 5)),
        ("XXR 3", "142 3\nNOR    9 m  A Nobody", "unknown-opponent", Place(13, 5)),
        ("XXR 3", "142 3\n240 Q   1    1", "unreadable-line", Place(13, 5)),
        ("XXR 3", "142 3\n240 H   1    9", "unknown-opponent", Place(13, 11)),
    ],
)
def test_what_cannot_be_right_is_found_in_its_place(old: str, new: str, code: str, place: Place) -> None:
    report = _read(old, new)

    assert [finding.place for finding in report.findings if finding.code == code] == [place]


def test_game_that_only_one_line_knows_is_an_error_of_both_and_no_game() -> None:
    report = _read("   1 b 0", "   3 b 0")

    assert [(f.code, f.place) for f in report.findings] == [
        ("opponent-mismatch", Place(13, 92, 1, 1)),
        ("opponent-mismatch", Place(14, 92, 1, 2)),
    ]
    assert [game.white for game in report.pairings if game.round == 1] == [5]


def test_damaged_field_is_empty_and_its_neighbours_are_not() -> None:
    first = _read("1990/11/30  1.5", "1990/11/30/ 1.5").entrants[0]

    assert (first.birth, first.score, first.rank, first.rating) == ("", "", "1", 2301.0)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2025/09/13", date(2025, 9, 13)), ("2025-09-13", date(2025, 9, 13)),
        ("28. 07. 2005", date(2005, 7, 28)), ("25.02.2011", date(2011, 2, 25)),
        ("08/04/2018", date(2018, 4, 8)), ("04/28/2018", date(2018, 4, 28)),
        ("May 29, 2020", date(2020, 5, 29)), ("29 May 2020", date(2020, 5, 29)),
        ("11.09.26", date(2011, 9, 26)), ("26.09.11", date(2026, 9, 11)),
        ("26.13.11", None), ("30.04.11", date(2030, 4, 11)),
        ("2025/02/30", None), ("Mai 29, 2020", None), ("", None),
    ],
)  # fmt: skip
def test_date_is_read_in_the_forms_of_practice(written: str, day: date | None) -> None:
    assert trf_dates.day(written) == day


def test_date_of_a_round_is_turned_where_only_that_falls_into_the_tournament() -> None:
    within = (date(2011, 2, 25), date(2011, 2, 27))

    assert trf_dates.round_day("11/02/25", within) == date(2011, 2, 25)
    assert trf_dates.round_day("11.25.02", within) == date(2011, 2, 25)
    assert trf_dates.round_day("11/10/02", (None, None)) == date(2011, 10, 2)


@pytest.mark.parametrize(
    ("code", "minutes"),
    [
        ("5400+30", 120.0), ("40/6000+30:900+30", 145.0), ("600", 10.0), ("40/7200:3600", 180.0),
        ("W5400+30-B3600+30", None), ("", None), ("40/6000+30:", None),
    ],
)  # fmt: skip
def test_coded_time_counts_for_sixty_moves(code: str, minutes: float | None) -> None:
    assert trf_clock.minutes_coded(code) == minutes


@pytest.mark.parametrize(
    ("words", "minutes", "rate"),
    [
        ("90+30", 120.0, "standard"), ("1:30 + 10 from move 1", 100.0, "standard"),
        ("60 min", 60.0, "standard"),
        ("15'+10\"", 25.0, "rapid"), ("10 minutes", 10.0, "blitz"), ("3+2", 5.0, "blitz"), ("2+1", 3.0, ""),
        ("40/120, 60", None, ""), ("Rapid chess", None, "rapid"), ("moves/time, increment", None, ""),
    ],
)  # fmt: skip
def test_time_in_words_tells_the_rate_of_play(words: str, minutes: float | None, rate: str) -> None:
    assert trf_clock.minutes_said(words) == minutes
    assert trf_clock.rate(minutes, words) == rate


def _inspected(old: str = "", new: str = "") -> list[tuple[str, str]]:
    text = rows(*(line for line in TRF16.splitlines() if line != "XXR 3"))
    return [(f.code, f.severity.value) for f in inspect(_read(old, new, text=text))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("022 Exempleville", "022", [("missing-place", "warning")]),
        ("032 NOR", "032", [("missing-federation", "warning")]),
        ("032 NOR", "032 Norway", [("odd-federation", "warning")]),
        ("102 Arbiter, Anna", "102", [("missing-arbiter", "warning")]),
        ("122 90 min + 30 sec per move", "122", [("rate-unknown", "notice")]),
        ("99000011", "        ", [("no-fide-id", "warning")]),
        ("99000011", "      12", [("odd-identifier", "warning")]),
        ("99000011", "99000022", [("same-identifier", "error")]),
    ],
)
def test_chess_report_is_inspected_for_what_fide_needs(
    old: str, new: str, expected: list[tuple[str, str]]
) -> None:
    usual = [("by-default", "notice"), ("short-game", "notice")]

    assert sorted(_inspected(old, new)) == sorted(expected + usual)


FUZZ = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SNIPPETS = [
    "", " ", "\n", "\r", "\t", "\x00", "²", "é", "0000", "9999", "   1 w 1", "0000 - H", "001    1",
    "142 999", "XXR 99", "132", "240 H  99    1", "310   1", "013",
    "FRA    1", "222 9/9:9", "1.5", "2301", "2025/99/99",
]  # fmt: skip


def _used(data: bytes) -> tuple[Finding, ...]:
    """Read and use a report as the rest of the program does, or give the refusal."""
    try:
        report = read(data)
    except Unreadable as refusal:
        return (refusal.finding,)
    people = set(range(1, len(report.entrants) + 1))
    for pairing in report.pairings:
        assert pairing.white != pairing.black
        assert {pairing.white, pairing.black} <= people
        assert 1 <= pairing.round <= report.rounds
    assert {bye.entrant for bye in report.byes} <= people
    assert all(1 <= bye.round <= report.rounds for bye in report.byes)
    assert [entrant.number for entrant in report.entrants] == sorted(people)
    for key, entry in FORMATS.items():
        if entry.writer:
            write(report, key)
    return inspect(report)


@pytest.mark.parametrize("dialect", list(FILES))
@FUZZ
@given(
    edits=st.lists(
        st.tuples(st.integers(0, 4000), st.integers(0, 12), st.sampled_from(SNIPPETS)), min_size=1, max_size=4
    )
)
def test_damaged_report_is_a_report_or_unreadable(dialect: str, edits: list[tuple[int, int, str]]) -> None:
    text = FILES[dialect]
    for start, length, snippet in edits:
        at = start % len(text) if text else 0
        text = text[:at] + snippet + text[at + length :]

    findings = _used(text.encode())

    assert {finding.code for finding in findings} <= set(TEXTS)
    assert all(finding.message and str(finding.place) for finding in findings)


@pytest.mark.parametrize("dialect", list(FILES))
def test_report_cut_off_anywhere_is_a_report_or_unreadable(dialect: str) -> None:
    data = FILES[dialect].encode()
    for end in range(0, len(data), 11):
        assert {finding.code for finding in _used(data[:end])} <= set(TEXTS)


def test_report_of_many_rounds_stops_at_the_most() -> None:
    line = player(1, "A", *["0000 - Z"] * 120)
    report = read((ABOUT + rows(line)).encode())

    assert (report.rounds, len(report.byes)) == (99, 99)
    assert ("round-beyond", Place(12, 1082, 100, 1)) in [(f.code, f.place) for f in report.findings]


def test_players_are_known_without_lines_about_the_tournament() -> None:
    assert read(rows(*PLAYERS).encode()).format == "trf16"


def test_report_with_nothing_of_one_dialect_only_is_taken_for_trf16() -> None:
    lines = (player(1, "A", "   2 w 1"), player(2, "B", "   1 b 0"))

    assert read((ABOUT + rows(*lines)).encode()).format == "trf16"


def test_check_report_takes_chess_reports_and_says_where_they_are_wrong(tmp_path: Path) -> None:
    path, out = tmp_path / "open.trf", io.StringIO()
    path.write_text(TRF16.replace("   1 b 0", "   1 b 1"), encoding="utf-8")

    with pytest.raises(SystemExit) as end:
        call_command("check_report", str(path), "--json", stdout=out)

    content = json.loads(out.getvalue())
    assert (end.value.code, content["format"], content["games"], content["rateable"]) == (1, "trf16", 4, 1)
    assert (content["findings"][0]["code"], content["findings"][0]["place"]) == (
        "result-mismatch",
        "line 13, column 92, round 1, entrant 1",
    )
