"""A small invented tournament in every format, for the page that describes them."""

from datetime import date

from tournaments.formats.table import FORMATS, write
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing, Report

_GO = Report(
    format="spreadsheet",
    encoding="utf-8",
    name="Open des Trois Ponts",
    start=date(2026, 3, 14),
    end=date(2026, 3, 14),
    place="Valbrune",
    country="FR",
    rounds=2,
    komi=7.5,
    time_class="B",
    adjusted_minutes=50.0,
    entrants=(
        Entrant(1, "Abelard", "Cleo", grade="2d", country="FR", club="75Xa", line=1),
        Entrant(2, "Delaunoy", "Hector", grade="1k", country="FR", club="38Yb", line=2),
        Entrant(3, "Sorby", "Katell", grade="3k", country="FR", club="75Xa", line=3),
        Entrant(4, "Wojcik", "Jules", grade="5k", country="FR", club="38Yb", line=4),
    ),
    pairings=(
        Pairing(1, 1, 2, Outcome.WHITE_WINS, board=1),
        Pairing(1, 3, 4, Outcome.BLACK_WINS, handicap=1, board=2),
        Pairing(2, 1, 4, Outcome.WHITE_WINS, handicap=3, board=1),
        Pairing(2, 2, 3, Outcome.WHITE_WINS, handicap=1, board=2),
    ),
)
_CHESS = Report(
    format="trf16",
    encoding="utf-8",
    name="Open des Trois Ponts",
    start=date(2026, 3, 14),
    end=date(2026, 3, 15),
    place="Valbrune",
    rounds=2,
    discipline="chess",
    federation="FRA",
    rate="standard",
    arbiters=("Perrault, Ines",),
    round_dates=(date(2026, 3, 14), date(2026, 3, 15)),
    entrants=(
        Entrant(
            1, "Abelard", "Cleo", rating=2010, federation="FRA", sex="f", birth="1990", rank="1", score="2.0"
        ),
        Entrant(2, "Delaunoy", "Hector", rating=1905, federation="FRA", birth="1984", rank="2", score="1.0"),
        Entrant(
            3, "Sorby", "Katell", rating=1780, federation="FRA", sex="f", birth="2008", rank="3", score="1.0"
        ),
        Entrant(4, "Wojcik", "Jules", federation="FRA", birth="2011", rank="4", score="0.0"),
    ),
    pairings=(
        Pairing(1, 1, 3, Outcome.WHITE_WINS),
        Pairing(1, 4, 2, Outcome.BLACK_WINS),
        Pairing(2, 2, 1, Outcome.BLACK_WINS),
        Pairing(2, 3, 4, Outcome.WHITE_WINS),
    ),
)


def sample(key: str) -> str:
    """Return a small file of a format; "" for one we only read and that looks like another we write."""
    entry = FORMATS[key]
    if entry.writer is None:
        return entry.sample
    report = _CHESS if entry.extension == ".trf" else _GO
    return write(report, key).decode("utf-8", "replace").lstrip("\ufeff").replace("\r\n", "\n")
