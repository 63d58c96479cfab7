"""Reading FFG result files."""

from dataclasses import replace
from datetime import date

import pytest

from tests.formats.samples import TOU
from tournaments.formats.table import read, write
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Pairing, Report


def _read(old: str = "", new: str = "") -> Report:
    assert old in TOU
    return read(TOU.replace(old, new).encode("iso-8859-15"))


def _codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def test_games_and_absences_are_read() -> None:
    report = _read()

    assert report.pairings == (
        Pairing(1, 1, 2, Outcome.WHITE_WINS, line=11),
        Pairing(1, 4, 3, Outcome.WHITE_WINS, line=13),
        Pairing(2, 1, 3, Outcome.WHITE_WINS, handicap=4, line=11),
        Pairing(2, 2, 4, Outcome.WHITE_WINS, handicap=1, line=12),
    )
    assert report.byes == (Bye(1, 5, ByeKind.HALF_POINT, 15), Bye(2, 5, ByeKind.ZERO_POINT, 15))
    assert report.findings == ()


def test_headers_are_read() -> None:
    report = _read()

    assert (report.format, report.encoding, report.name, report.place, report.start, report.end) == (
        "tou",
        "iso-8859-15",
        "Tournoi d'exemple",
        "Exemple",
        date(2024, 3, 16),
        None,
    )
    assert (report.board_size, report.komi, report.adjusted_minutes, report.time_class) == (
        19,
        7.5,
        80.0,
        "A",
    )


def test_headers_may_follow_the_table() -> None:
    report = read((TOU.replace(";size=19\n", "") + ";size=13\n").encode("iso-8859-15"))

    assert (report.board_size, len(report.pairings)) == (13, 4)


def test_entrants_are_read_from_fixed_columns() -> None:
    report = _read()

    assert [(e.number, e.rank, e.surname, e.given_name, e.grade) for e in report.entrants] == [
        (1, "1", "ALPHA", "Anne", "1d"),
        (2, "", "BETA", "Bruno", "2k"),
        (3, "3", "GAMMA", "Chloé", "5k"),
        (4, "4", "DELTA EPSILON", "Denis", "3k"),
        (5, "5", "ZETA A TRES LONG NOM Eva", "", "12k"),
    ]
    assert [(dict(e.identifiers), e.country, e.club) for e in report.entrants[2:]] == [
        ({"ffg": "2100003"}, "FR", "31Ex"),
        ({}, "BE", ""),
        ({}, "FR", "91Ex"),
    ]


def test_columns_somebody_moved_are_read_by_words() -> None:
    report = _read("   1 ALPHA Anne                1D 1900001", " 1  ALPHA Anne  1D  1900001 ")

    assert (report.pairings, dict(report.entrants[0].identifiers)) == (
        _read().pairings,
        {"ffg": "1900001"},
    )


def test_default_mark_is_read_though_the_program_strips_it() -> None:
    text = TOU.replace("   2+w0", "  2+!w0").replace("   1-b0", "  1-!b0")
    report = read(text.encode("iso-8859-15"))

    assert [p.by_default for p in report.pairings] == [True, False, False, False]


@pytest.mark.parametrize(
    ("mine", "theirs", "outcome"),
    [("2=w0", "1=b0", Outcome.DRAW), ("2=", "1=", Outcome.UNKNOWN)],
)
def test_equal_sign_with_opponent_warns_and_needs_a_colour(mine: str, theirs: str, outcome: Outcome) -> None:
    report = read(TOU.replace("2+w0", mine).replace("1-b0", theirs).encode("iso-8859-15"))

    assert (report.pairings[0].outcome, "draw-or-unrated" in _codes(report)) == (outcome, True)


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("1-b0", "1+b0", ["result-mismatch"]),
        ("1-b0", "1-w0", ["colour-mismatch"]),
        ("1-b0", "1-b2", ["handicap-mismatch"]),
        ("1-b0", "9-b0", ["opponent-mismatch", "unknown-opponent"]),
        ("1-b0", "1#b0", ["unknown-result"]),
        ("    1-b0", "", ["missing-rounds", "opponent-mismatch", "opponent-mismatch", "opponent-mismatch"]),
        (";date=16/03/2024", ";date=31/02/2024", ["impossible-date"]),
        (";size=19", ";size=big", ["bad-value"]),
        (";vill=Exemple", ";vill=KGS, Internet", ["online-by-place"]),
        ("   1 ALPHA Anne                1D", "   1 ALPHA Anne                ??", ["unreadable-line"]),
    ],
)
def test_what_cannot_be_right_is_found(old: str, new: str, codes: list[str]) -> None:
    report = _read(old, new)

    assert sorted(set(_codes(report)) & set(codes)) == sorted(set(codes))


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_line_end_is_read(ends: str) -> None:
    report = read(TOU.replace("\n", ends).encode("iso-8859-15"))

    assert report.pairings == _read().pairings


def test_entrant_without_grade_is_read_by_columns() -> None:
    report = _read("   1 ALPHA Anne                1D", "   1 ALPHA Anne                  ")

    assert (report.entrants[0].grade, report.entrants[0].given_name) == ("", "Anne")
    assert report.pairings == _read().pairings


def test_unreadable_line_keeps_its_number() -> None:
    report = _read("   1 ALPHA Anne                1D", "   1 ALPHA Anne                ??")

    assert [(f.code, f.place.line, f.place.entrant) for f in report.findings if f.severity == "error"] == [
        ("unreadable-line", 11, 1)
    ]
    assert [one.number for one in report.entrants] == [1, 2, 3, 4, 5]
    assert report.pairings == tuple(
        pairing for pairing in _read().pairings if 1 not in {pairing.white, pairing.black}
    )


def test_size_that_is_not_filled_in_is_taken_for_19_with_a_warning() -> None:
    report = _read(";size=19", ";size=0")

    assert (report.board_size, _codes(report)) == (19, ["size-assumed"])


@pytest.mark.parametrize(("sign", "outcome"), [("+", Outcome.BOTH_WIN), ("-", Outcome.BOTH_LOSE)])
def test_game_both_won_or_both_lost_is_read_as_opengotha_writes_it(sign: str, outcome: Outcome) -> None:
    text = TOU.replace("2+w0", f"2{sign}w0").replace("1-b0", f"1{sign}b0")

    written = read(text.replace("prog=Exemple", "prog=OpenGotha").encode("iso-8859-15"))

    assert (written.pairings[0].outcome, _codes(written)) == (outcome, [])
    assert "result-mismatch" in _codes(read(text.encode("iso-8859-15")))


def test_xxxx_is_a_frenchman_without_a_club() -> None:
    entrant = _read("75Ex", "XXXX").entrants[0]

    assert (entrant.club, entrant.country) == ("", "FR")


def test_overtime_is_kept_though_nobody_says_how_long() -> None:
    report = read(TOU.replace(";ta=80\n", "").encode("iso-8859-15"))

    assert (report.time_system, report.adjusted_minutes) == ("60+b", None)
    assert read(write(report, "tou")).time_system == "60+b"


def test_unknown_country_and_long_licence_come_back_as_they_were() -> None:
    report = _read()
    people = (
        replace(report.entrants[0], country="", club=""),
        replace(report.entrants[1], identifiers={"ffg": "123456789"}),
        *report.entrants[2:],
    )

    again = read(write(replace(report, entrants=people), "tou")).entrants

    assert [(one.country, one.club) for one in again[:2]] == [("", ""), ("FR", "38Ex")]
    assert [dict(one.identifiers) for one in again[:2]] == [{"ffg": "1900001"}, {}]
