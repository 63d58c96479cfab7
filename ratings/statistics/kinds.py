"""The statistics there are, and how each is kept as JSON. Pure.

Tuples become lists and days ISO texts on the way to the database; `read_*` make records of them again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import date
from typing import Any

from ratings.statistics import activity, forecasts, listed, wins

WINS, FORECASTS, ACTIVITY = "wins", "forecasts", "activity"
DRIFT, IMPROVERS, CLUBS = "drift", "improvers", "clubs"
OF_GAMES = (WINS, FORECASTS, ACTIVITY)  # reckoned from the record, once a state of the ledger
OF_LISTS = (DRIFT, IMPROVERS, CLUBS)  # reckoned from published lists, once a list
KINDS = (*OF_GAMES, *OF_LISTS)
LAYOUT = 1  # of what is kept; another one is reckoned anew
GROUPS = ("all", "women", "juniors")  # of improvers
Data = dict[str, Any]
_QUALITY = tuple(field.name for field in fields(forecasts.Quality))


@dataclass(frozen=True, slots=True)
class WinTables:
    """Both tables of even games; `width` of the bands in rating points."""

    grades: tuple[wins.Row, ...]
    width: int
    bands: tuple[wins.Band, ...]


@dataclass(frozen=True, slots=True)
class Activity:
    """What was played, by month and by year."""

    months: tuple[activity.Month, ...]
    years: tuple[activity.Year, ...]


@dataclass(frozen=True, slots=True)
class Drift:
    """The level of the active on the last list of each month, and that of the same people all along."""

    keys: tuple[int, ...]  # of the lists of `levels`
    levels: tuple[listed.Level, ...]
    company: tuple[listed.Level, ...]


@dataclass(frozen=True, slots=True)
class Improvers:
    """Who won most from one list to another; rows by group and least number of games. None: one list only."""

    before: date | None
    now: date
    key: int  # of the newer list
    rows: Mapping[tuple[str, int], Sequence[listed.Improver]]


@dataclass(frozen=True, slots=True)
class Clubs:
    """The clubs of a list, or its federations where nobody has a club."""

    day: date
    by: str  # "club" or "federation"
    rows: tuple[listed.Club, ...]


def write_wins(found: WinTables) -> Data:
    """Keep both tables."""
    return {
        "grades": [astuple(row) for row in found.grades],
        "width": found.width,
        "bands": [astuple(row) for row in found.bands],
    }


def read_wins(data: Data) -> WinTables:
    """Read both tables."""
    rows = (wins.Row(grade, tuple((won, games) for won, games in cells)) for grade, cells in data["grades"])
    return WinTables(tuple(rows), data["width"], tuple(wins.Band(*row) for row in data["bands"]))


def write_forecasts(found: forecasts.Quality | None) -> Data:
    """Keep the quality of the forecasts; None: nothing was forecast."""
    return {"quality": astuple(found) if found else None}


def read_forecasts(data: Data) -> forecasts.Quality | None:
    """Read the quality of the forecasts."""
    if data["quality"] is None:
        return None
    kept = dict(zip(_QUALITY, data["quality"], strict=True))
    kept["bins"] = tuple(forecasts.Bin(*row) for row in kept["bins"])
    kept["years"] = tuple(forecasts.Year(*row) for row in kept["years"])
    return forecasts.Quality(**kept)


def write_activity(found: Activity) -> Data:
    """Keep the counts."""
    return {"months": [astuple(row) for row in found.months], "years": [astuple(row) for row in found.years]}


def read_activity(data: Data) -> Activity:
    """Read the counts."""
    return Activity(
        tuple(activity.Month(*row) for row in data["months"]),
        tuple(activity.Year(*row) for row in data["years"]),
    )


def write_drift(found: Drift) -> Data:
    """Keep the levels of the lists."""
    return {
        "keys": list(found.keys),
        "levels": [_level(row) for row in found.levels],
        "company": [_level(row) for row in found.company],
    }


def _level(row: listed.Level) -> list[Any]:
    return [row.day.isoformat(), row.players, row.mean, row.median]


def read_drift(data: Data) -> Drift:
    """Read the levels of the lists."""
    levels, company = (
        tuple(listed.Level(date.fromisoformat(day), *figures) for day, *figures in data[name])
        for name in ("levels", "company")
    )
    return Drift(tuple(data["keys"]), levels, company)


def write_improvers(found: Improvers) -> Data:
    """Keep the improvers."""
    return {
        "before": found.before.isoformat() if found.before else None,
        "now": found.now.isoformat(),
        "key": found.key,
        "rows": [
            [group, least, [astuple(row) for row in rows]] for (group, least), rows in found.rows.items()
        ],
    }


def read_improvers(data: Data) -> Improvers:
    """Read the improvers."""
    return Improvers(
        date.fromisoformat(data["before"]) if data["before"] else None,
        date.fromisoformat(data["now"]),
        data["key"],
        {(group, least): tuple(listed.Improver(*row) for row in rows) for group, least, rows in data["rows"]},
    )


def write_clubs(found: Clubs) -> Data:
    """Keep the clubs."""
    return {"day": found.day.isoformat(), "by": found.by, "rows": [astuple(row) for row in found.rows]}


def read_clubs(data: Data) -> Clubs:
    """Read the clubs."""
    rows = (listed.Club(code, players, active, tuple(best)) for code, players, active, best in data["rows"])
    return Clubs(date.fromisoformat(data["day"]), data["by"], tuple(rows))
