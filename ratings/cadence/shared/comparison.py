"""Comparison of standing and proposed rows: what is new, gone or moved, what to look at twice."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.shared.columns import Longs
from ratings.engines.contract import Bytes, Floats, Ints

NEW, MOVED, GONE = 0, 1, 2
BUCKET = 10  # points
MOST_MOVERS = 20


@dataclass(frozen=True, slots=True)
class Rows:
    """R rows of the ledger as columns; NaN: none, key 0: none."""

    sequence: Longs
    player: Longs
    tournament: Longs
    manual: Longs
    before: Floats
    start: Floats
    after: Floats
    games: Ints
    total_games: Ints
    highest: Floats
    passes: Ints
    edition: Ints  # row of the policy; -1: an edition the policy no longer has
    # of period systems only: as the columns of ratings.models.ChangeNumbers
    k: Floats | None = None
    hundredths: Floats | None = None
    peak: Floats | None = None
    pooled: Floats | None = None
    pooled_opponents: Floats | None = None
    pooled_points: Floats | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """D rows that must change in the ledger so that what is proposed stands."""

    kind: Bytes  # NEW, MOVED, GONE
    change: Longs  # key of the row it replaces or removes, 0 when new
    old_after: Floats
    rows: Rows  # proposed numbers; the former ones, where gone


@dataclass(frozen=True, slots=True)
class Standings:
    """Ratings of P players before and after as proposed; NaN: without rating."""

    player: Longs
    old: Floats
    new: Floats


def pick(rows: Rows, places: NDArray[Any]) -> Rows:
    """Pick rows of every column."""
    return Rows(**{name: column[places] for name, column in columns_of(rows).items()})


def columns_of(rows: Rows) -> dict[str, NDArray[Any]]:
    """Return the columns that rows have, by name."""
    named = ((field.name, getattr(rows, field.name)) for field in fields(rows))
    return {name: column for name, column in named if column is not None}


def differ(standing: Rows, keys: Longs, proposed: Rows) -> Difference:
    """Compare by event and player, bit by bit; `keys` name the rows that stand."""
    old, new = _places(standing, proposed)
    order = np.argsort(old)
    rising = old[order]
    at = np.minimum(np.searchsorted(rising, new), max(rising.size - 1, 0))
    met = rising[at] == new if rising.size else np.zeros(new.size, np.bool_)
    partner = order[at[met]] if rising.size else np.zeros(0, np.int64)
    moved = ~_same(pick(standing, partner), pick(proposed, np.flatnonzero(met)))
    gone = np.ones(old.size, np.bool_)
    gone[partner] = False
    fresh, changed, left = np.flatnonzero(~met), np.flatnonzero(met)[moved], np.flatnonzero(gone)
    previous = partner[moved]
    nothing = np.full(fresh.size, np.nan)
    return Difference(
        kind=np.repeat(np.array([NEW, MOVED, GONE], np.int8), [fresh.size, changed.size, left.size]),
        change=np.concatenate([np.zeros(fresh.size, np.int64), keys[previous], keys[left]]),
        old_after=np.concatenate([nothing, standing.after[previous], standing.after[left]]),
        rows=_join_rows(pick(proposed, np.concatenate([fresh, changed])), pick(standing, left)),
    )


def _places(first: Rows, other: Rows) -> tuple[Longs, Longs]:
    """Return a whole number for every row of both, made of its event and its player."""
    events = np.union1d(first.sequence, other.sequence)
    width = 1 + max(first.player.max(initial=0), other.player.max(initial=0))
    return (
        np.searchsorted(events, first.sequence) * width + first.player,
        np.searchsorted(events, other.sequence) * width + other.player,
    )


def _same(first: Rows, other: Rows) -> NDArray[np.bool_]:
    equal = np.ones(first.sequence.size, np.bool_)
    others = columns_of(other)
    for name, left in columns_of(first).items():
        right = others[name]
        alike = left == right
        if left.dtype.kind == "f":
            alike |= np.isnan(left) & np.isnan(right)
        equal &= alike
    return equal


def _join_rows(first: Rows, other: Rows) -> Rows:
    others = columns_of(other)
    return Rows(
        **{name: np.concatenate([column, others[name]]) for name, column in columns_of(first).items()}
    )


def standings(standing: Rows, proposed: Rows, *, players: Longs, before: Floats) -> Standings:
    """Return all ratings before and after; `players` (rising) carried `before` into the window."""
    everybody = np.union1d(players, standing.player)
    carried = np.full(everybody.size, np.nan)
    carried[np.searchsorted(everybody, players)] = before
    return Standings(everybody, _last(standing, everybody, carried), _last(proposed, everybody, carried))


def _last(rows: Rows, players: Longs, carried: Floats) -> Floats:
    order = np.lexsort((rows.sequence, rows.player))
    player = rows.player[order]
    last = np.append(player[1:] != player[:-1], np.ones(min(player.size, 1), np.bool_))
    ratings = carried.copy()
    ratings[np.searchsorted(players, player[last])] = rows.after[order][last]
    return ratings


def totals(difference: Difference, result: Standings) -> dict[str, float]:
    """Count the rows by kind and the players whose standing changes, and add up what they win and lose."""
    kinds = np.bincount(difference.kind, minlength=3)
    moves = result.new - result.old
    moved = np.nan_to_num(moves) != 0
    return {
        "new": int(kinds[NEW]),
        "moved": int(kinds[MOVED]),
        "gone": int(kinds[GONE]),
        "players": int(np.unique(difference.rows.player).size),
        "standings": int(moved.sum()),
        "entering": int((np.isnan(result.old) & ~np.isnan(result.new)).sum()),
        "leaving": int((~np.isnan(result.old) & np.isnan(result.new)).sum()),
        "sum": float(np.nansum(moves)),
    }


def buckets(result: Standings) -> list[list[int]]:
    """Count the players who move by tens of points: [lower end, players], rising, empty ones left out."""
    moves = result.new - result.old
    moves = moves[np.isfinite(moves) & (moves != 0)]
    lows, count = np.unique(np.floor(moves / BUCKET).astype(np.int64) * BUCKET, return_counts=True)
    return [[int(low), int(number)] for low, number in zip(lows, count, strict=True)]


def movers(result: Standings) -> list[list[float]]:
    """Name the players who move most: [player, old, new], the largest move first, then by number."""
    moves = np.abs(np.nan_to_num(result.new - result.old))
    order = np.lexsort((result.player, -moves))[:MOST_MOVERS]
    return [
        [int(result.player[place]), float(result.old[place]), float(result.new[place])]
        for place in order
        if moves[place] > 0
    ]


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that is rarely right: a bound, what was found beyond it, and where."""

    code: str
    bound: float
    found: float
    subjects: tuple[int, ...] = ()  # keys of the players or tournaments, the first few


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an officer is warned of: bounds of an office, not of a rulebook."""

    largest_move: float = 400.0  # points of one player's standing
    share_moved: float = 0.5  # of the rated players, in a run that does not begin at the beginning
    most_leaving: int = 0  # players who lose their rating
    most_entering: int = 500  # players with a first rating, in such a run


PASSES_WITHOUT_REST = 100  # FFG ladder rules 1.9: the adjustment stopped without coming to rest
FEWEST_RATED = 100  # a share of fewer means nothing
MOST_SUBJECTS = 10
MOST_NAMED = 50
USUAL = Bounds()


def alarms(
    difference: Difference,
    result: Standings,
    *,
    whole: bool,
    bounds: Bounds = USUAL,
    imported: Longs | None = None,
) -> list[Alarm]:
    """Name what lies beyond the bounds.

    `whole`: the run replays everything; `imported`: the manual events that are ratings of an imported list.
    """
    alarms: list[Alarm] = []
    moves = np.abs(np.nan_to_num(result.new - result.old))
    # As the tables below it show a move: between ratings rounded half up, each by itself.
    shown = np.abs(np.nan_to_num(np.floor(result.new + 0.5) - np.floor(result.old + 0.5)))
    far = result.player[shown > bounds.largest_move]
    if far.size:
        alarms.append(Alarm("large-move", bounds.largest_move, float(shown.max()), _some(far)))
    entering, left = _crossing(result)
    if left.size > bounds.most_leaving:
        alarms.append(Alarm("leaving", bounds.most_leaving, left.size, _some(result.player[left])))
    if not whole and entering.size > bounds.most_entering:
        some = _some(result.player[entering])
        alarms.append(Alarm("entering", bounds.most_entering, entering.size, some))
    rows = difference.rows
    if imported is not None:
        earlier = np.isin(rows.manual, imported) & ~np.isnan(rows.before) & (difference.kind != GONE)
        if earlier.any():
            met = np.unique(rows.player[earlier])
            alarms.append(Alarm("imported-met", 0, met.size, _some(met)))
    restless = np.unique(rows.tournament[(rows.passes >= PASSES_WITHOUT_REST) & (difference.kind != GONE)])
    if restless.size:
        alarms.append(Alarm("restless", PASSES_WITHOUT_REST, restless.size, _some(restless)))
    rated = int((~np.isnan(result.old)).sum())
    share = float((moves > 0).sum()) / rated if rated else 0.0
    if not whole and rated >= FEWEST_RATED and share > bounds.share_moved:
        alarms.append(Alarm("many-moved", bounds.share_moved, share))
    return alarms


def _crossing(result: Standings) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the places of the players who come to a rating, and of those who lose theirs."""
    old, new = np.isnan(result.old), np.isnan(result.new)
    return np.flatnonzero(old & ~new), np.flatnonzero(~old & new)


def entering(result: Standings) -> list[list[float]]:
    """Name the first players who come to a rating: [player, rating], the highest first, then by number."""
    return _strongest_players(result.player, result.new, _crossing(result)[0])


def leaving(result: Standings) -> list[list[float]]:
    """Name the first players who lose their rating: [player, rating they had], the highest first."""
    return _strongest_players(result.player, result.old, _crossing(result)[1])


def _strongest_players(players: Longs, ratings: Floats, places: NDArray[np.intp]) -> list[list[float]]:
    order = places[np.lexsort((players[places], -ratings[places]))][:MOST_NAMED]
    return [[int(players[place]), float(ratings[place])] for place in order]


def _some(keys: Longs) -> tuple[int, ...]:
    return tuple(int(key) for key in keys[:MOST_SUBJECTS])
