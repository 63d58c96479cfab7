"""Lines of an H9 table nobody can read, columns that only look like rounds, and what programs leave out."""

import pytest

from tests.formats.samples import H9
from tournaments.formats.table import read
from tournaments.inspection.inspection import inspect
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Report

PEOPLE, ROUNDS = 60, 7


def _circle() -> list[str]:
    """Write the lines of a table in which everybody has an opponent in every round (circle method)."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, PEOPLE + 1)}
    for round_ in range(ROUNDS):
        ring = [1, *(2 + (place + round_) % (PEOPLE - 1) for place in range(PEOPLE - 1))]
        for white, black in zip(ring[: PEOPLE // 2], reversed(ring[PEOPLE // 2 :]), strict=True):
            cells[white].append(f"{black}+/w0")
            cells[black].append(f"{white}-/b0")
    return [
        f"{number:3d} Name{number} Given{number}  {1 + number % 20}k DE Kiel  3  21 {' '.join(row)}"
        for number, row in cells.items()
    ]


def _table(lines: list[str]) -> Report:
    header = ["; CL[A]", "; EV[Circle]", "; DT[2024-03-02]", "; HA[h9]", "; TM[75]", ";"]
    return read("\n".join([*header, *lines, ""]).encode())


def _codes(report: Report) -> list[str]:
    return [finding.code for finding in inspect(report)]


def test_unreadable_lines_keep_their_numbers() -> None:
    whole, lines = _table(_circle()), _circle()
    bad = (7, 23, 41)
    for number in bad:
        lines[number - 1] = lines[number - 1].replace(f"{1 + number % 20}k", "grade??")

    report = _table(lines)

    unread = [(f.code, f.place.line, f.place.entrant) for f in inspect(report) if f.severity == "error"]
    assert unread == [("unreadable-line", 6 + number, number) for number in bad]
    assert [one.number for one in report.entrants] == list(range(1, PEOPLE + 1))
    assert report.entrants[6].surname == "Name7"
    assert report.pairings == tuple(
        pairing for pairing in whole.pairings if not {pairing.white, pairing.black} & set(bad)
    )


def test_unreadable_line_says_one_thing_only() -> None:
    lines = _circle()
    lines[11] = " 12 Name12"

    report = _table(lines)

    assert [(f.code, f.place.entrant) for f in report.findings] == [("unreadable-line", 12)]
    assert [f.code for f in inspect(report) if f.place.entrant == 12] == ["unreadable-line"]


def test_line_that_is_no_players_takes_no_number() -> None:
    lines = _circle()
    report = _table(["Final standings of the event", *lines])

    assert [(f.code, f.place.line, f.place.entrant) for f in report.findings] == [
        ("unreadable-line", 7, None)
    ]
    assert len(report.entrants) == PEOPLE
    assert report.pairings[0].white == _table(lines).pairings[0].white


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("Osei Marit                      1d", "Osei Marit1d", ("Osei", "Marit")),
        ("Osei Marit                      1d", "Musterbergen_Alexandria1d", ("Musterbergen Alexandria", "")),
    ],
)
def test_name_that_touches_its_grade_is_parted(old: str, new: str, name: tuple[str, str]) -> None:
    plain, report = read(H9.encode()), read(H9.replace(old, new).encode())

    entrant = report.entrants[2]
    assert (entrant.surname, entrant.given_name, entrant.grade) == (*name, "1d")
    assert (report.pairings, report.byes) == (plain.pairings, plain.byes)
    assert [(f.code, f.severity.value, f.place.entrant) for f in report.findings] == [
        ("glued-grade", "notice", 3)
    ]


def test_score_with_a_question_mark_is_no_round() -> None:
    rows = (
        "1 Abel Anna 1d FR 75Xa 44 408? 2+/w0",
        "2 Bohr Ben 1d FR 75Xa 43 404 1-/b0",
        "3 Cid Carl 1d FR 75Xa 43 395? 4+/w0",
        "4 Dior Dan 1d FR 75Xa 42 1? 3-/b0",
    )
    report = _table(list(rows))

    assert (report.rounds, len(report.pairings), report.findings) == (1, 2, ())


def test_round_without_a_single_result_is_a_round() -> None:
    rows = ("1 Abel Anna 1d FR 75Xa 44 2?", "2 Bohr Ben 1d FR 75Xa 43 1?")
    report = _table([*rows, "3 Cid Carl 1d FR 75Xa 43 4?", "4 Dior Dan 1d FR 75Xa 43 3?"])

    assert [(p.round, p.white, p.black, p.outcome) for p in report.pairings] == [
        (1, 1, 2, Outcome.UNKNOWN),
        (1, 3, 4, Outcome.UNKNOWN),
    ]


@pytest.mark.parametrize("places", [("1.", "2."), ("1)", "2)")])
def test_places_may_end_with_a_dot(places: tuple[str, str]) -> None:
    report = _table([f"{places[0]} Abel Anna 1d FR 75Xa 1 2+/w0", f"{places[1]} Bohr Ben 1d FR 75Xa 0 1-/b0"])

    assert [(one.rank, one.surname) for one in report.entrants] == [("1", "Abel"), ("2", "Bohr")]


def test_place_of_four_thousand_figures_is_an_unreadable_line() -> None:
    report = _table(["1" * 4301 + " Abel Anna 1d FR 75Xa 1 2+/w0", "2 Bohr Ben 1d FR 75Xa 0 1-/b0"])

    assert [(f.code, f.place.entrant) for f in report.findings] == [("unreadable-line", 1)]


def test_table_without_clubs_has_scores_behind_the_country() -> None:
    report = _table(["1 Abel Anna 1d FR 44 18 2+/w0", "2 Bohr Ben 1d DE 43 17 1-/b0"])

    assert [(one.country, one.club) for one in report.entrants] == [("FR", ""), ("DE", "")]


def test_clubs_that_are_numbers_are_clubs_where_a_heading_says_so() -> None:
    report = _table(
        ["; Pl Name Rk Co Club MMS", "1 Abel Anna 1d FR 44 18 2+/w0", "2 Bohr Ben 1d FR 43 17 1-/b0"]
    )

    assert [one.club for one in report.entrants] == ["44", "43"]


@pytest.mark.parametrize(
    ("sign", "outcome", "code"), [("+", Outcome.BOTH_WIN, "both-win"), ("-", Outcome.BOTH_LOSE, "both-lose")]
)
def test_game_both_won_or_both_lost_is_read_as_opengotha_writes_it(
    sign: str, outcome: Outcome, code: str
) -> None:
    rows = [f"1 Abel Anna 1d FR 75Xa 1 2{sign}/w0", f"2 Bohr Ben 1d FR 75Xa 0 1{sign}/b0"]

    report = _table(["; Generated by OpenGotha 3.52", *rows])

    assert [pairing.outcome for pairing in report.pairings] == [outcome]
    assert (report.findings, code in _codes(report)) == ((), True)
    assert _codes(_table(rows))[0] == "result-mismatch"


def test_name_is_taken_from_the_first_comment_with_a_warning() -> None:
    rows = ["1 Abel Anna 1d FR 75Xa 1 2+/w0", "2 Bohr Ben 1d FR 75Xa 0 1-/b0"]
    header = ["; EGC 2009", "; CL[A]", "; Pl Name Rk Co Club"]

    report = read("\n".join([*header, *rows]).encode())

    assert report.name == "EGC 2009"
    assert ("name-from-comment", 1) in [(f.code, f.place.line) for f in report.findings]
    assert read("\n".join(["; Pl Name Rk Co Club", *header[1:], *rows]).encode()).name == ""
