"""Days as files write them: times behind, short years, months in letters, numbers of spreadsheets."""

from datetime import date

import pytest

from tests.formats.samples import H9, opengotha
from tournaments.formats.shared import dates
from tournaments.formats.table import read
from tournaments.formats.trf import layout
from tournaments.reports.report import Report

DAY = date(2026, 10, 14)


def _sheet(start: str, end: str = "") -> Report:
    facts = f"Start;{start}\n" + (f"End;{end}\n" if end else "")
    rows = "No;Surname;Given name;Grade;R1\n1;A;A;1d;2+w0\n2;B;B;1d;1-b0\n"
    return read((facts + rows).encode())


def _asked(report: Report) -> list[tuple[str | int, str | int]]:
    return [(f.values["date"], f.values["second"]) for f in report.findings if f.code == "ambiguous-date"]


@pytest.mark.parametrize(
    "written",
    [
        "2026-10-14", "14/10/2026", "14.10.2026", "10/14/2026", "14-oct-26", "14-Oct-2026", "14 oct. 2026",
        "14 octobre 2026", "14. Oktober 2026", "October 14, 2026", "14 de octubre de 2026", "14 октября 2026",
        "2026-10-14T09:30:00Z", "2026-10-14 09:30", "14.10.2026 10:00", "14/10/2026 à 9h30",
        "10/14/2026 2:30 PM", "14. 10. 2026",
    ],
)  # fmt: skip
def test_day_is_read_however_it_is_written(written: str) -> None:
    assert dates.day(written) == DAY
    assert layout.day_of(written) == DAY


@pytest.mark.parametrize(
    "written", ["", "soon", "2026-02-30", "31/04/2026", "14.14.2026", "10.14.2026", "26:30"]
)
def test_what_is_no_day_is_none(written: str) -> None:
    assert dates.day(written) is None


@pytest.mark.parametrize(
    ("month", "number"),
    [("juin", 6), ("juillet", 7), ("juni", 6), ("août", 8), ("März", 3), ("mai", 5), ("dic", 12), ("мая", 5)],
)
def test_month_is_known_by_its_first_letters(month: str, number: int) -> None:
    assert dates.day(f"5 {month} 2026") == date(2026, number, 5)


@pytest.mark.parametrize("written", ["46309", "46309,5", "46309.0", "14-oct-26", "14 oct 26"])
def test_day_as_excel_leaves_it_is_read_without_a_question(written: str) -> None:
    report = _sheet(written)

    assert (report.start, report.findings) == (DAY, ())


def test_year_of_two_figures_is_asked_about_where_another_day_is_as_likely() -> None:
    assert _sheet("14.10.26").start == DAY
    assert _asked(_sheet("14.10.26")) == [("2026-10-14", "2014-10-26")]
    assert _asked(_sheet("31/10/99")) == []
    assert _asked(_sheet("03/04/26")) == [("2026-04-03", "2026-03-04")]


@pytest.mark.parametrize(
    ("start", "end", "read_as", "asked"),
    [
        ("03/04/2026", "05/04/2026", (date(2026, 4, 3), date(2026, 4, 5)), []),  # as our table says
        (
            "04/03/2026",
            "04/05/2026",
            (date(2026, 3, 4), date(2026, 5, 4)),
            [("2026-03-04", "2026-04-03"), ("2026-05-04", "2026-04-05")],
        ),
        (
            "10/11/2026",
            "10/13/2026",
            (date(2026, 10, 11), date(2026, 10, 13)),
            [("2026-10-11", "2026-11-10")],
        ),
        ("10/31/2026", "11/01/2026", (date(2026, 10, 31), date(2026, 11, 1)), [("2026-11-01", "2026-01-11")]),
    ],
)
def test_month_before_day_is_asked_about_where_it_makes_a_usual_event(
    start: str, end: str, read_as: tuple[date, date], asked: list[tuple[str, str]]
) -> None:
    report = _sheet(start, end)

    assert ((report.start, report.end), _asked(report)) == (read_as, asked)


def test_time_behind_a_day_is_no_mistake_in_any_format() -> None:
    trf = "012 Open\n042 14.03.2026 10:00\n052 15.03.2026 18:30\n001    1      Alpha, Anne\n"
    files = (
        H9.replace("2014-01-18,2014-01-19", "2014-01-18 10:00,2014-01-19T18:30:00"),
        opengotha().replace('beginDate="', 'beginDate="2024-03-16T09:00:00" was="'),
        ";date=14/03/2026 9h30\n;size=19\n;vill=Grenoble\n;komi=7.5\n",
        trf,
    )
    for text in files:
        report = read(text.encode())
        assert report.start is not None
        assert "impossible-date" not in [finding.code for finding in report.findings]


def test_half_points_of_a_spreadsheet_may_have_a_comma() -> None:
    rows = "No;Surname;Grade;R1;R2\n1;A;1d;0,5;2+w0\n2;B;1d;½;1-b0\n3;C;1d;0.5;\n"

    report = read(f"Start;2026-03-14\n{rows}".encode())

    assert [(bye.entrant, bye.kind.name) for bye in report.byes if bye.round == 1] == [
        (1, "HALF_POINT"),
        (2, "HALF_POINT"),
        (3, "HALF_POINT"),
    ]
