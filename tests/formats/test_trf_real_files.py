"""Chess reports of practice read completely: players, games and byes counted twice by crude means."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tournaments.formats.table import read
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import Place
from tournaments.reports.outcomes import Outcome

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "trf"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="real report files are not here")

PLAYERS = {
    "armstrong_2012_krause_bom.tab": ("trf06", 2),
    "bbp_dutch_2025_C5.trf": ("trf16", 6),
    "bbp_issue_7.trf": ("trf16", 60),
    "bunratty_masters_2011_krause.tab": ("trf06", 40),
    "grandmommys_cup_trf26_team.trf": ("trf26", 249),
    "gros_2010_trf16x_round5.trf": ("trf16", 52),
    "karl_mala_2005_trf06.trf": ("trf06", 283),  # and "spielfrei", who has a bye
    "lichess_swiss_2020_05_trf16x.trf": ("trf16", 13),
    "sharly_trf26_import_individual.trf": ("trf26", 16),
    "trf26_team_small.trf": ("trf26", 2),
}


def _cells(name: str) -> list[str]:
    """Cut the rounds out of a file without knowing anything but where the first one begins."""
    text = re.sub(r"\r\n?", "\n", (DATA / name).read_bytes().decode("utf-8-sig"))
    lines = [line[89:] for line in text.split("\n") if line.startswith("001") and "spielfrei" not in line]
    return [cell for line in lines for cell in re.findall(".{1,10}", line) if cell.strip()]


@pytest.mark.parametrize("name", list(PLAYERS))
def test_report_has_the_players_games_and_byes_of_its_text(name: str) -> None:
    cells = _cells(name)
    letters = Counter(cell[-1].upper() for cell in cells if re.match(r" +0*[1-9]", cell))
    free = Counter(cell[-1].upper() for cell in cells if not re.match(r" +0*[1-9]", cell))

    report = read((DATA / name).read_bytes(), filename=name)

    assert (report.format, len(report.entrants)) == PLAYERS[name]
    assert len(report.pairings) * 2 == letters.total()
    wins = [p for p in report.pairings if p.outcome in (Outcome.WHITE_WINS, Outcome.BLACK_WINS)]
    draws = [p for p in report.pairings if p.outcome is Outcome.DRAW]
    assert (len(wins), len(draws) * 2) == (letters["1"] + letters["+"], letters["="])
    assert sum(p.by_default for p in report.pairings) * 2 == letters["+"] + letters["-"]
    assert len(report.byes) == free.total()
    assert Counter(bye.kind.name for bye in report.byes) == Counter({
        kind: count
        for kind, signs in {
            "FULL_POINT": "F+", "HALF_POINT": "H=", "ZERO_POINT": "Z- ", "PAIRING_ALLOCATED": "U",
        }.items()
        if (count := sum(free[sign] for sign in signs))
    })  # fmt: skip


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "trf26_team_small.trf"])
def test_report_has_no_errors_but_a_lacking_date(name: str) -> None:
    found = inspect(read((DATA / name).read_bytes(), filename=name))

    lacking = ["missing-date"] if name.startswith("bbp") else []
    assert [finding.code for finding in found if finding.severity == "error"] == lacking


def test_report_damaged_on_purpose_says_where() -> None:
    report = read((DATA / "trf26_team_small.trf").read_bytes())

    assert [(f.place, f.code) for f in report.findings if f.severity == "error"] == [
        (Place(13, 80, entrant=1), "filled-column"),
        (Place(14, 80, entrant=2), "filled-column"),
    ]
    assert [(e.birth, e.score, e.rank) for e in report.entrants] == [("", "", "1"), ("", "", "2")]


@pytest.mark.parametrize(
    ("name", "rounds", "teams", "rate"),
    [
        ("karl_mala_2005_trf06.trf", 7, 0, "standard"),
        ("gros_2010_trf16x_round5.trf", 9, 0, ""),
        ("grandmommys_cup_trf26_team.trf", 14, 50, "standard"),
        ("bunratty_masters_2011_krause.tab", 6, 0, "standard"),
    ],
)
def test_report_has_the_facts_of_its_tournament(name: str, rounds: int, teams: int, rate: str) -> None:
    report = read((DATA / name).read_bytes())

    assert (report.rounds, len(report.teams), report.rate) == (rounds, teams, rate)
    assert report.start is not None
    assert report.end is not None
    assert report.start <= report.end
    assert {day.year for day in report.round_dates if day} <= {report.start.year, report.end.year}
    assert all(len(team.members) >= 4 for team in report.teams)
