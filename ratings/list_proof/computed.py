"""Computed rows of a list, compared with those published; checks of orders, ranges and keys of columns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.list_proof.table_files import Columns

LEAST_ROWS = 10_000  # below, plain Python is as fast
_Whole = NDArray[np.int64]

# What the facts decide of a row; a title is taken as it is, the order of equals is the alphabet's.
TOLD = ("rating", "exact", "deviation", "games", "k", "active", "provisional")


class Contradiction(Exception):
    """Facts of a bundle that cannot be those a list is made of; names the table and the line."""


@dataclass(frozen=True, slots=True)
class Computed:
    """The rows of a list as computed: by public number, the values of `TOLD`."""

    rows: Mapping[int, tuple[Any, ...]]
    counts: Mapping[str, int] = field(default_factory=dict)  # what was replayed
    by_tables: bool = False  # the provisional stand behind the established, ranks inside each


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that is not the one computed."""

    line: int  # of list.csv; 0: not on it
    player: int
    what: str


def expected_places(computed: Computed, listed: Columns) -> Iterator[tuple[int, int, int | None, int | None]]:
    """Yield position, rank, active position and active rank of each row, by the order of the rows given."""
    position = start = rank = active = active_rank = 0
    last: Any = None
    last_active: Any = None
    for player in listed["number"]:
        row = computed.rows.get(player)
        rating, plays, provisional = (row[0], row[5], row[6]) if row else (None, False, False)
        table = provisional if computed.by_tables else False
        position += 1
        if last is None or last[1] != table:
            start = position - 1
            rank = 1
        elif last[0] != rating:
            rank = position - start
        last = (rating, table)
        if not plays or table:
            yield position, rank, None, None
            continue
        active += 1
        if last_active != rating:
            active_rank, last_active = active, rating
        yield position, rank, active, active_rank


def differences(computed: Computed, listed: Columns) -> list[Difference]:
    """Return the rows that are not those computed, in the order of the list; who is missing comes last."""
    differences: list[Difference] = []
    named = ("position", "rank", "active_position", "active_rank")
    places = expected_places(computed, listed)
    rows = zip(*(listed[name] for name in TOLD), strict=True)
    set_as = zip(*(listed[name] for name in named), strict=True)
    before: tuple[bool, int] | None = None
    for line, (player, row, place, wanted) in enumerate(
        zip(listed["number"], rows, set_as, places, strict=True), start=2
    ):
        its = computed.rows.get(player)
        if its is None:
            differences.append(Difference(line, player, "listed, and computed without a rating"))
            continue
        what = _compare(TOLD, row, its) or _compare(named, place, wanted)
        at = (bool(its[6]) and computed.by_tables, -its[0])
        if not what and before is not None and at < before:
            what = f"rating {its[0]} stands behind a lower one"
        before = at
        if what:
            differences.append(Difference(line, player, what))
    known = set(listed["number"])
    differences += [
        Difference(0, player, f"not listed, and computed with {row[0]}")
        for player, row in sorted(computed.rows.items())
        if player not in known
    ]
    return differences


def _compare(names: Sequence[str], row: Sequence[Any], wanted: Sequence[Any]) -> str:
    if tuple(row) == tuple(wanted):
        return ""
    pairs = zip(names, row, wanted, strict=True)
    return next(f"{name} {_said(given)}, computed {_said(its)}" for name, given, its in pairs if given != its)


def _said(value: Any) -> str:
    return "none" if value is None else repr(value)


def check_order(table: str, *columns: Sequence[Any]) -> None:
    """Raise Contradiction unless rows, given as the columns that order them, rise."""
    if rise(columns):
        return
    rows: list[Any] = list(zip(*columns, strict=True))
    if sorted(rows) == rows:  # far faster than a loop where it holds
        return
    for line, (row, following) in enumerate(pairwise(rows), start=3):
        if following < row:
            raise Contradiction(f"{table}.csv, line {line}: the row stands in the wrong order.")


def check_range(table: str, column: str, values: Sequence[int], within: range) -> None:
    """Raise Contradiction unless every value is within a range."""
    if not values or within.start <= min(values) <= max(values) < within.stop:
        return
    line, value = next((line, value) for line, value in enumerate(values, start=2) if value not in within)
    raise Contradiction(f"{table}.csv, line {line}: {column} {value} is none there is.")


def check_known(table: str, column: str, values: Sequence[Any], known: Mapping[Any, Any] | set[Any]) -> None:
    """Raise Contradiction unless every value is known."""
    if all(map(known.__contains__, values)):
        return
    for line, value in enumerate(values, start=2):
        if value is not None and value not in known:
            raise Contradiction(f"{table}.csv, line {line}: {column} {value} is not in the bundle.")


def whole_numbers(values: Sequence[Any]) -> _Whole | None:
    """Return a long column as an array; None without numpy, of a short one, or of other than integers."""
    if not hasattr(np, "__version__") or len(values) < LEAST_ROWS:
        return None
    array = np.array(values)
    return array if array.dtype == np.int64 else None


def rise(columns: Sequence[Sequence[Any]]) -> bool | None:
    """Return whether rows, given as columns, nowhere stand before a smaller one."""
    falls: Any = None
    equal: Any = None
    for column in columns:
        values = whole_numbers(column)
        if values is None:
            return None
        lower, same = values[1:] < values[:-1], values[1:] == values[:-1]
        falls = lower if falls is None else falls | (equal & lower)
        equal = same if equal is None else equal & same
    return not falls.any()


def places_of(codes: _Whole, among: _Whole) -> _Whole | None:
    """Return at which place of `among` each code stands, from 1 on; None where one is not there."""
    order = np.argsort(among, kind="stable")
    rising = among[order]
    places = np.minimum(np.searchsorted(rising, codes), rising.size - 1)
    return order[places] + 1 if bool((rising[places] == codes).all()) else None
