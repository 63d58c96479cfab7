"""What is written as TRF16 or TRF26 reads back as what it was, and stands in the columns of the format."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.formats.samples import report as go_report
from tests.formats.trf_samples import TRF06, TRF16, TRF26
from tournaments.formats.table import read, write
from tournaments.reports.report import Report

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "trf"


def _bare(report: Report) -> Report:
    """A report without what belongs to the file: format, encoding, lines, findings, order of byes."""
    return replace(
        report,
        format="",
        encoding="",
        findings=(),
        entrants=tuple(replace(entrant, line=None) for entrant in report.entrants),
        pairings=tuple(replace(pairing, line=None) for pairing in report.pairings),
        byes=tuple(sorted((replace(b, line=None) for b in report.byes), key=lambda b: (b.entrant, b.round))),
        nationals=tuple(replace(national, line=None) for national in report.nationals),
    )


@pytest.mark.parametrize("text", [TRF06, TRF16, TRF26])
def test_report_written_as_trf26_comes_back_whole(text: str) -> None:
    first = read(text.encode())

    assert _bare(read(write(first, "trf26"))) == _bare(first)


@pytest.mark.parametrize("text", [TRF06, TRF16])
def test_report_written_as_trf16_comes_back_whole(text: str) -> None:
    first = read(text.encode())
    back = read(write(first, "trf16"))

    assert (back.format, _bare(back)) == ("trf16", _bare(first))


def test_teams_written_as_trf16_keep_name_and_players() -> None:
    first = read(TRF26.encode())

    assert [(team.number, team.name, team.members) for team in read(write(first, "trf16")).teams] == [
        (team.number, team.name, team.members) for team in first.teams
    ]


def test_lines_have_the_columns_of_the_format() -> None:
    lines = write(read(TRF26.encode()), "trf26").decode().split("\r\n")

    assert lines[:5] == [
        "012 Example Open",
        "022 Exempleville",
        "032 NOR",
        "042 2025/09/13",
        "052 2025/09/14",
    ]
    assert [line for line in lines if line.startswith(("132", "001    1", "001    7", "NOR", "310   1"))] == [
        "132" + " " * 88 + "25/09/13  25/09/14",
        "001    1 wWGM Alpha, Anne                       2301 NOR    99000011 1990/11/30  1.5    1"
        "     2 w 1     3 b =",
        "001    7 m    Epsilon, Ed                            SUI    99000077             0.5    5"
        "     5 w -     5 b D",
        "NOR    1 m  A ALPHA                             2350 OSL        N-77",
        "310   1 Example Club                     EXC     2250    2.0    3.5   1     1    2    3",
    ]


def test_scores_are_counted_where_none_are_printed() -> None:
    first = read(TRF16.encode())
    plain = replace(first, entrants=tuple(replace(entrant, score="") for entrant in first.entrants))

    assert [e.score for e in read(write(plain, "trf16")).entrants] == ["1.5", "0.5", "1.5", "1.5", "0.5"]


def test_go_report_is_written_without_its_ratings() -> None:
    back = read(write(go_report(), "trf16"))

    assert [(e.surname, e.federation, e.rating) for e in back.entrants[:2]] == [
        ("Alpha", "FRA", None),
        ("Beta", "FRA", None),
    ]
    assert [(p.round, p.white, p.black, p.outcome, p.colour_known) for p in back.pairings] == [
        (p.round, p.white, p.black, p.outcome, p.colour_known) for p in go_report().pairings
    ]


@pytest.mark.skipif(not DATA.is_dir(), reason="real report files are not here")
@pytest.mark.parametrize(
    "name",
    [
        path.name for path in sorted(DATA.glob("*")) if path.name != "trf26_team_small.trf"
    ],  # damaged on purpose
)
def test_real_report_comes_back_whole(name: str) -> None:
    first = read((DATA / name).read_bytes())

    assert _bare(read(write(first, "trf26"))) == _bare(first)
