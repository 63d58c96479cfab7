"""The statistics there are, and how each is stored as JSON.

Records are stored by their names, their rows as lists, days as ISO texts; `read` makes records again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, PlainSerializer, TypeAdapter

from ratings.statistics import activity, adjustments, forecasts, list_figures, wins

WINS, FORECASTS, ACTIVITY = "wins", "forecasts", "activity"
DRIFT, IMPROVERS, CLUBS = "drift", "improvers", "clubs"
OF_GAMES = (WINS, FORECASTS, ACTIVITY)  # computed from the record, once per state of the ledger
OF_LISTS = (DRIFT, IMPROVERS, CLUBS)  # computed from published lists, once per list
KINDS = (*OF_GAMES, *OF_LISTS)
LAYOUT = 3  # of the stored JSON; another one is recomputed
GROUPS = ("all", "women", "juniors")  # of improvers
Data = dict[str, Any]
Record = TypeVar("Record")
_Rows = Annotated[
    Mapping[tuple[str, int], tuple[list_figures.Improver, ...]],
    BeforeValidator(lambda triples: {(group, least): rows for group, least, rows in triples}),
    PlainSerializer(lambda rows: [[*key, [list(row) for row in gains]] for key, gains in rows.items()]),
]


@dataclass(frozen=True, slots=True)
class WinTables:
    """Both tables of even games; `width` of the bands in rating points."""

    grades: tuple[wins.Row, ...]
    width: int
    bands: tuple[wins.Band, ...]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What an adjustment of misplaced players moved, and the forecasts with it and under other settings."""

    moved: tuple[adjustments.Moved, ...]
    judged: tuple[adjustments.Judged, ...]


@dataclass(frozen=True, slots=True)
class Forecasts:
    """How good the forecasts were, None: nothing was forecast; and the adjustment of systems with one."""

    quality: forecasts.Quality | None
    adjustment: Adjustment | None = None


@dataclass(frozen=True, slots=True)
class Activity:
    """What was played, by month and by year."""

    months: tuple[activity.Month, ...]
    years: tuple[activity.Year, ...]


@dataclass(frozen=True, slots=True)
class Drift:
    """The level of the active on the last list of each month, and that of the same people all along.

    Both are of ratings as the lists show them.
    """

    keys: tuple[int, ...]  # of the lists of `levels`
    levels: tuple[list_figures.Level, ...]
    company: tuple[list_figures.Level, ...]


@dataclass(frozen=True, slots=True)
class Improvers:
    """Who won most from one list to another, as both show it; rows by group and least number of games.

    `before` None: there is one list only.
    """

    before: date | None
    now: date
    key: int  # of the newer list
    rows: _Rows


@dataclass(frozen=True, slots=True)
class Clubs:
    """The clubs of a list, or its federations where no player has a club."""

    day: date
    by: str  # "club" or "federation"
    rows: tuple[list_figures.Club, ...]


_LAYOUTS: Mapping[Any, TypeAdapter[Any]] = {
    kind: TypeAdapter(kind) for kind in (WinTables, Forecasts, Activity, Drift, Improvers, Clubs)
}


RECORDS: Mapping[str, type[Any]] = {
    WINS: WinTables,
    FORECASTS: Forecasts,
    ACTIVITY: Activity,
    DRIFT: Drift,
    IMPROVERS: Improvers,
    CLUBS: Clubs,
}
_OWN = ("key", "keys")  # of our tables: nothing a program could ask for


def plain(value: Any) -> Any:
    """Return records as objects by the names of their fields, tables by two keys as rows: for programs."""
    if is_dataclass(value):
        named = {field.name: getattr(value, field.name) for field in fields(value) if field.name not in _OWN}
        return {name: plain(item) for name, item in named.items()}
    if isinstance(value, Mapping):
        return [{"of": of, "games": games, "players": plain(gains)} for (of, games), gains in value.items()]
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def write(found: object) -> Data:
    """Return a statistic as stored JSON."""
    return dict(_LAYOUTS[type(found)].dump_python(found, mode="json"))


def read(kind: type[Record], data: Data) -> Record:
    """Read a statistic of a kind; raises ValueError for what was not written as one."""
    record: Record = _LAYOUTS[kind].validate_python(data)
    return record
