"""Connections in a pool: parts no game joins, games across groups, the weakest cut, closed circles. Pure."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.laboratory.figures.pool_residuals import LEAST_GAMES, LEAST_PLAYERS, Games, Grouping

CIRCLE_GAMES = 15  # games of a player of a circle
CIRCLE_SHARE = 0.75  # of a player's games against few opponents
FEW = 4  # opponents
MOST_CIRCLES = 20
_MOST_GROUPS = 400  # of which a cut is looked for


def ties(games: Games, groupings: Sequence[Grouping]) -> list[dict[str, Any]]:
    """Return of each grouping the share of games across groups, and the weakest cut; none for one group."""
    found = []
    for by in groupings:
        known = (by.first >= 0) & (by.other >= 0)
        if known.any() and len(by.labels) > 1:
            across = known & (by.first != by.other)
            share = float(across.sum() / known.sum())
            row = {
                "by": by.name,
                "games": int(known.sum()),
                "share": share,
                "cut": _weakest(games, by, known),
            }
            found.append(row)
    return found


def _weakest(games: Games, by: Grouping, known: Flags) -> dict[str, Any] | None:
    """Return the cut between groups that fewest games cross, beside the games of its smaller part.

    Groups are ordered by the second eigenvector of the normalised Laplacian; every cut of that order whose
    parts both are large enough to be shown is tried (Shi and Malik 2000).
    """
    size = len(by.labels)
    between = np.bincount(by.first[known] * size + by.other[known], minlength=size * size).reshape(size, size)
    between = between + between.T  # a game inside counts two ends, as in a volume
    volume = between.sum(axis=1)
    chosen = np.argsort(-volume, kind="stable")[:_MOST_GROUPS]
    chosen = chosen[volume[chosen] > 0]
    if chosen.size < 2:
        return None
    weights = between[np.ix_(chosen, chosen)].astype(np.float64)
    ends = weights.sum(axis=1)
    weights, ends, chosen = weights[ends > 0][:, ends > 0], ends[ends > 0], chosen[ends > 0]
    scale = 1.0 / np.sqrt(ends)
    vector = np.linalg.eigh(np.eye(chosen.size) - scale[:, None] * weights * scale)[1][:, 1] * scale
    return _best_cut(weights, np.argsort(vector, kind="stable"), chosen, by, _people(games, by, known))


def _people(games: Games, by: Grouping, known: Flags) -> Longs:
    """Return how many players each group has."""
    code = np.concatenate([by.first[known], by.other[known]])
    player = np.concatenate([games.first[known], games.other[known]])
    pairs = np.unique(np.stack([code, player]), axis=1)[0]
    return np.bincount(pairs, minlength=len(by.labels)).astype(np.int64)


def _best_cut(
    weights: Floats, order: Longs, chosen: Longs, by: Grouping, people: Longs
) -> dict[str, Any] | None:
    ends, everybody = weights.sum(axis=1), int(people[chosen].sum())
    inside = np.zeros(order.size, np.bool_)
    best: tuple[float, int, int] | None = None
    crossing = 0.0
    for at, group in enumerate(order[:-1].tolist()):
        crossing += ends[group] - weights[group, group] - 2.0 * weights[group, inside].sum()
        inside[group] = True
        part = int(people[chosen[order[: at + 1]]].sum())
        smaller = min(float(ends[inside].sum()), float(ends[~inside].sum()))
        large = min(part, everybody - part) >= LEAST_PLAYERS and smaller >= LEAST_GAMES
        if large and (best is None or crossing / smaller < best[0]):
            best = crossing / smaller, at + 1, round(crossing)
    if best is None:
        return None
    share, length, games = best
    parts = [chosen[order[:length]], chosen[order[length:]]]
    smaller_part = min(parts, key=lambda part: int(people[part].sum()))
    labels = sorted(by.labels[at] for at in smaller_part.tolist())
    return {
        "labels": labels,
        "players": int(people[smaller_part].sum()),
        "games": games,
        "share": float(share),
    }


def circles(games: Games, ratings: Floats) -> list[dict[str, Any]]:
    """Return groups of players who met few others: members, games, share inside, and what they gained.

    `ratings` are those both sides brought to each game, of shape (2, G), in order of time: a gain is from the
    first to the last. A circle joins players most of whose games were against at most FEW opponents.
    """
    both, place = np.unique(np.concatenate([games.first, games.other]), return_inverse=True)
    half = games.first.size
    own, other = place, np.concatenate([place[half:], place[:half]])
    keys, count = np.unique(own.astype(np.int64) * both.size + other, return_counts=True)
    who, whom = keys // both.size, keys % both.size
    total = np.bincount(who, count, both.size)
    order = np.lexsort((-count, who))
    rank = np.arange(order.size) - np.searchsorted(who[order], who[order])
    main = np.bincount(who[order], np.where(rank < FEW, count[order], 0), both.size)
    closed = (total >= CIRCLE_GAMES) & (main >= CIRCLE_SHARE * total)
    tied = closed[who[order]] & closed[whom[order]] & (rank < FEW)
    label = joined(who[order][tied], whom[order][tied], both.size)
    gain = _gains(own, np.concatenate([ratings[0], ratings[1]]), both.size)
    found = []
    for circle in np.unique(label[closed]).tolist():
        members = np.flatnonzero(closed & (label == circle))
        if members.size < 2:
            continue
        inside = np.isin(who, members) & np.isin(whom, members)
        found.append(
            {
                "players": both[members].tolist(),
                "games": int(total[members].sum()),
                "share": float(count[inside].sum() / total[members].sum()),
                "gain": float(gain[members].sum()),
                "gains": [round(points, 1) for points in gain[members].tolist()],
            }
        )
    return sorted(found, key=lambda circle: (-abs(circle["gain"]), circle["players"]))[:MOST_CIRCLES]


def _gains(own: Longs, rating: Floats, size: int) -> Floats:
    """Return what each player's rating moved from the first game to the last; games are in order of time."""
    half = own.size // 2
    time = np.concatenate([np.arange(half), np.arange(half)])
    order = np.lexsort((time, own))
    start = np.searchsorted(own[order], np.arange(size))
    end = np.searchsorted(own[order], np.arange(size), side="right") - 1
    found: Floats = np.nan_to_num(rating[order][end] - rating[order][start])
    return found


def joined(first: Longs, other: Longs, size: int) -> Longs:
    """Label each of so many places by the least place it is joined to, directly or through others."""
    label = np.arange(size)
    while True:
        least = label.copy()
        np.minimum.at(least, first, label[other])
        np.minimum.at(least, other, label[first])
        least = least[least]
        if np.array_equal(least, label):
            return label
        label = least


def numbered(first: Longs, other: Longs, size: int) -> Longs:
    """Return the number of the part each place is in, from 0."""
    return np.unique(joined(first, other, size), return_inverse=True)[1].astype(np.int64)
