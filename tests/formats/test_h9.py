"""Reading EGF result tables."""

from datetime import date

import pytest

from tests.formats.samples import H9
from tournaments.formats.table import read
from tournaments.reports.findings import Finding
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Pairing, Report


def _read(old: str = "", new: str = "", *, filename: str = "") -> Report:
    assert old in H9
    return read(H9.replace(old, new).encode(), filename=filename)


def _errors(report: Report) -> list[tuple[str, int | None, int | None]]:
    return [(f.code, f.place.entrant, f.place.round) for f in report.findings if f.severity == "error"]


def _codes(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.code for finding in findings]


def test_header_is_read() -> None:
    report = _read()

    assert (report.format, report.name, report.country, report.place) == (
        "h9",
        "Winter Example Open",
        "SE",
        "Umea",
    )
    assert (report.start, report.end) == (date(2014, 1, 18), date(2014, 1, 19))
    assert (report.time_class, report.adjusted_minutes, report.komi, report.handicap_reduction) == (
        "A",
        75.0,
        6.5,
        1,
    )


def test_games_and_byes_are_read() -> None:
    report = _read()

    assert report.pairings == (
        Pairing(1, 2, 1, Outcome.BLACK_WINS, line=11),
        Pairing(1, 3, 4, Outcome.BLACK_WINS, handicap=2, line=13),
        Pairing(1, 5, 6, Outcome.WHITE_WINS, handicap=6, line=15),
        Pairing(2, 1, 3, Outcome.WHITE_WINS, handicap=1, line=11),
        Pairing(2, 2, 4, Outcome.DRAW, handicap=3, line=12),
        Pairing(3, 1, 5, Outcome.WHITE_WINS, by_default=True, handicap=9, line=11),
        Pairing(3, 3, 2, Outcome.WHITE_WINS, line=12),
        Pairing(3, 4, 6, Outcome.BLACK_WINS, handicap=9, line=14),
    )
    assert report.byes == (Bye(2, 5, ByeKind.FULL_POINT, 15), Bye(2, 6, ByeKind.ZERO_POINT, 16))
    assert report.findings == ()


def test_entrants_keep_line_numbers_and_lose_underscores() -> None:
    report = _read()

    assert [
        (e.number, e.surname, e.given_name, e.grade, e.country, e.club) for e in report.entrants[3:5]
    ] == [
        (4, "Lindqvist Holm", "Per", "3k", "SE", "Umea"),
        (5, "Kalnins", "Edgars", "8k", "LV", "Riga"),
    ]
    assert dict(report.entrants[0].identifiers) == {"egd": "99000011"}


def test_blank_place_of_a_tied_player_leaves_line_numbers() -> None:
    report = _read("   3 Osei Marit ", "     Osei Marit ")

    assert (report.pairings, report.entrants[2].rank) == (_read().pairings, "")


def test_lacking_club_shifts_no_column() -> None:
    report = _read("8k LV Riga", "8k LV     ")

    assert (report.pairings, report.entrants[4].club) == (_read().pairings, "")


def test_score_columns_behind_the_results_are_no_rounds() -> None:
    text = "\n".join(
        line.replace(" |99", f"  {index}=  7S 0= |99") for index, line in enumerate(H9.splitlines())
    )
    report = read(text.encode())

    assert (report.rounds, report.pairings) == (3, _read().pairings)


def test_half_a_point_written_as_semicolon_is_no_comment() -> None:
    report = _read("31=   0=", "31;   0;")

    assert report.pairings == _read().pairings


def test_places_that_only_make_sense_as_numbers_are_used() -> None:
    header, lines = H9.splitlines()[:10], H9.splitlines()[10:]
    report = read("\n".join([*header, *reversed(lines)]).encode())

    assert (_codes(report.findings), len(report.pairings)) == (["places-as-numbers"], 8)


@pytest.mark.parametrize(
    ("reduction", "handicap", "codes"),
    [("h0", 4, ["handicap-derived"]), ("h1", 3, ["handicap-derived"]), ("h9", 0, [])],
)
def test_handicap_nobody_wrote_follows_from_the_grades(
    reduction: str, handicap: int, codes: list[str]
) -> None:
    text = H9.replace("HA[h1]", f"HA[{reduction}]").replace("2=/b3", "2=/b").replace("4=/w3", "4=/w")
    report = read(text.encode())

    drawn = [p.handicap for p in report.pairings if p.outcome is Outcome.DRAW]
    assert (drawn, _codes(report.findings)) == ([handicap], codes)


def test_reduction_may_stand_in_the_file_name() -> None:
    text = H9.replace("; HA[h1]\n", "").replace("2=/b3", "2=/b").replace("4=/w3", "4=/w")
    report = read(text.encode(), filename="example.h2")

    assert [p.handicap for p in report.pairings if p.outcome is Outcome.DRAW] == [2]


def test_handicap_without_any_rule_is_even_with_a_warning() -> None:
    text = H9.replace("; HA[h1]\n", "").replace("2=/b3", "2=/b").replace("4=/w3", "4=/w")
    report = read(text.encode(), filename="example.h9")

    assert [p.handicap for p in report.pairings if p.outcome is Outcome.DRAW] == [0]
    assert _codes(report.findings) == ["handicap-unknown"]


def test_colour_nobody_wrote_is_unknown() -> None:
    report = read(H9.replace("2+/b0", "2+").replace("1-/w0", "1-").encode())

    assert [(p.colour_known, p.outcome, p.white) for p in report.pairings[:1]] == [
        (False, Outcome.WHITE_WINS, 1)
    ]


@pytest.mark.parametrize("default", ["1-!b9", "1-!", "1-/b9!"])
def test_default_is_read_in_every_spelling(default: str) -> None:
    report = _read("1-!b9", default)

    assert [(p.white, p.black) for p in report.pairings if p.by_default] == [(1, 5)]


def test_default_on_one_side_only_is_a_warning_and_unrated() -> None:
    report = _read("1-!b9", "1-/b9")

    assert (_codes(report.findings), [p.rateable for p in report.pairings if p.round == 3]) == (
        ["default-mismatch"],
        [False, True, True],
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("1-/w0", "1+/w0", [("result-mismatch", 1, 1)]),
        ("1-/w0", "1-/b0", [("colour-mismatch", 1, 1)]),
        ("4-/w2", "4-/w3", [("handicap-mismatch", 3, 1)]),
        ("1-/w0", "3-/w0", [("opponent-mismatch", 1, 1), ("opponent-mismatch", 2, 1)]),
        ("1-/w0", "2-/w0", [("opponent-mismatch", 1, 1), ("plays-himself", 2, 1)]),
        ("1-/w0", "7-/w0", [("opponent-mismatch", 1, 1), ("unknown-opponent", 2, 1)]),
        ("1-/w0", "1x/w0", [("unknown-result", 2, 1)]),
        ("0+  ", "win ", [("unknown-result", 5, 2)]),
    ],
)
def test_halves_that_do_not_mirror_are_errors(
    old: str, new: str, expected: list[tuple[str, int, int]]
) -> None:
    assert _errors(_read(old, new)) == expected


def test_contradicting_halves_leave_only_the_doubt_out() -> None:
    report = _read("1-/w0", "1+/w0")

    assert (len(report.pairings), report.pairings[0].outcome) == (8, Outcome.UNKNOWN)


def test_line_without_grade_is_an_error_at_its_line() -> None:
    report = _read("Petrov Asen                    15k", "Petrov Asen                    abc")

    assert next((f.code, f.place.line) for f in report.findings) == ("unreadable-line", 16)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("CL[A]", "CL[Z]", "unknown-class"),
        ("DT[2014-01-18,", "DT[2014-13-18,", "impossible-date"),
        ("KM[6.5]", "KM[much]", "bad-value"),
        ("TM[75]", "TM[long]", "bad-value"),
        ("HA[h1]", "HA[hx]", "bad-value"),
        ("15k", "45k", "unknown-grade"),
        ("PC[SE, Umea]", "PC[KGS]", "online-by-place"),
    ],
)
def test_header_that_cannot_be_read_is_a_finding(old: str, new: str, code: str) -> None:
    assert _codes(_read(old, new).findings) == [code]


def test_hours_of_thinking_time_are_minutes() -> None:
    assert _read("TM[75]", "TM[3h]").adjusted_minutes == 180.0


def test_table_without_header_is_still_h9() -> None:
    report = read("\n".join(H9.splitlines()[10:]).encode())

    assert (report.format, len(report.pairings)) == ("h9", 8)
