"""Scores of groups of a pool beyond the forecast ones, with false-discovery control. Pure.

The residual of a side is its score less what was expected of it before the game. Games inside a group
show nothing of its level, one side's gain is the other's loss: only games against others count.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import SUREST, Flags, Floats, log_odds

LEAST_PLAYERS, LEAST_GAMES = 30, 200  # of a group that is shown
SHOWN, ALERTED = 0.05, 0.01  # false discoveries among what is marked, among what raises an alert
LEAST_POINTS = 10.0  # of an alert: less is significant in a large group, and no trouble
SURE = 1.96
ABOVE, BELOW = "above", "below"
_CLASSES = 20  # of the mean rating, in each of which the curve is taken as one
_MOST_EVENTS = 5  # tournaments named of a group


class Games(NamedTuple):
    """G games both of whose sides had a rating; players are any keys."""

    first: Longs
    other: Longs
    event: Longs  # key of the tournament; 0 = none
    score: Floats  # of the first side
    expected: Floats
    lead: Floats
    middle: Floats  # mean of both ratings
    even: Flags


class Grouping(NamedTuple):
    """By what both sides of G games are grouped; codes count `labels` from 0, -1 is of no group."""

    name: str
    first: Longs
    other: Longs
    labels: Sequence[str]
    of_people: bool  # such a group raises alerts; others show what the rules do


def per_point(games: Games) -> Floats:
    """Return what one rating point adds to the expected score of each game, near its ratings.

    On every curve here log odds are nearly linear in the difference near a given rating, so the slope is
    fitted to the even games of twenty classes of the mean rating.
    """
    clipped, odds = np.clip(games.expected, SUREST, 1.0 - SUREST), log_odds(games.expected)
    edges = np.quantile(games.middle, np.linspace(0.0, 1.0, _CLASSES + 1)[1:-1])
    place = np.searchsorted(edges, games.middle)
    weight = np.where(games.even & (clipped == games.expected), 1.0, 0.0)
    above = np.bincount(place, weight * odds * games.lead, _CLASSES)
    below = np.bincount(place, weight * games.lead**2, _CLASSES)
    whole = float(above.sum() / below.sum()) if below.sum() > 0.0 else 0.0
    slope = np.where(below > 0.0, above / np.where(below > 0.0, below, 1.0), whole)
    found: Floats = clipped * (1.0 - clipped) * slope[place]
    return found


def spread(games: Games) -> float:
    """Return how much more, or less, the residuals of players scatter than those of independent games.

    Ratings follow results, so that what a player scores beyond expectation is taken back in their next games;
    who is rated wrongly scores beyond it in all of them. Both are in the sums of players over the pool.
    """
    player = np.unique(np.concatenate([games.first, games.other]), return_inverse=True)[1]
    beyond = games.score - games.expected
    sums = np.bincount(player, np.concatenate([beyond, -beyond]))
    chance = 2.0 * float((games.expected * (1.0 - games.expected)).sum())
    return float((sums**2).sum()) / chance if chance > 0.0 else 1.0


def residuals(games: Games, groupings: Sequence[Grouping]) -> list[dict[str, Any]]:
    """Return every large enough group: means, intervals, points, and which differ from chance.

    Verdicts hold the share of false ones below SHOWN by Benjamini and Hochberg (1995).
    """
    slopes, wide = per_point(games), spread(games)
    found = [row for grouping in groupings for row in _groups(games, slopes, wide, grouping)]
    chances = np.array([row["chance"] for row in found])
    shown, alerted = (benjamini_hochberg(chances, share) for share in (SHOWN, ALERTED))
    for row, is_shown, is_alerted in zip(found, shown.tolist(), alerted.tolist(), strict=True):
        row["verdict"] = (ABOVE if row["mean"] > 0.0 else BELOW) if is_shown else ""
        far = abs(row["points"]) >= LEAST_POINTS
        row["alert"] = bool(row.pop("of_people") and is_alerted and far)
    return found


def benjamini_hochberg(chances: Floats, share: float) -> Flags:
    """Return which hypotheses are rejected so that at most `share` of these are true, on average."""
    order = np.argsort(chances)
    passed = np.flatnonzero(chances[order] <= share * np.arange(1, chances.size + 1) / max(chances.size, 1))
    rejected = np.zeros(chances.size, np.bool_)
    rejected[order[: passed[-1] + 1 if passed.size else 0]] = True
    return rejected


def _groups(games: Games, slopes: Floats, wide: float, by: Grouping) -> Iterator[dict[str, Any]]:
    beyond, chance = games.score - games.expected, games.expected * (1.0 - games.expected)
    apart = by.first != by.other
    rows = [np.flatnonzero(apart & (code >= 0)) for code in (by.first, by.other)]
    code = np.concatenate([by.first[rows[0]], by.other[rows[1]]])
    player = np.concatenate([games.first[rows[0]], games.other[rows[1]]])
    residual = np.concatenate([beyond[rows[0]], -beyond[rows[1]]])
    slope, variance, event = (
        np.concatenate([column[rows[0]], column[rows[1]]]) for column in (slopes, chance, games.event)
    )
    order = np.argsort(code, kind="stable")
    ends = np.searchsorted(code[order], np.arange(len(by.labels) + 1))
    for group, label in enumerate(by.labels):
        mine = order[ends[group] : ends[group + 1]]
        people = int(np.unique(player[mine]).size)
        if mine.size >= LEAST_GAMES and people >= LEAST_PLAYERS:
            error = math.sqrt(wide * float(variance[mine].sum())) / mine.size
            mean, steep = float(residual[mine].mean()), float(slope[mine].mean())
            yield {
                "by": by.name,
                "label": label,
                "players": people,
                "games": int(mine.size),
                **_figures(mean, error, steep),
                "events": _most(event[mine], residual[mine], mean),
                "of_people": by.of_people,
            }


def _figures(mean: float, error: float, slope: float) -> dict[str, float]:
    """Return a mean of residuals, its interval, both in points, and the chance of as much by chance."""
    point = 1.0 / slope if slope > 0.0 else 0.0
    low, high = mean - SURE * error, mean + SURE * error
    return {
        "mean": mean,
        "low": low,
        "high": high,
        "points": mean * point,
        "points_low": low * point,
        "points_high": high * point,
        "chance": math.erfc(abs(mean) / error / math.sqrt(2.0)) if error > 0.0 else 1.0,
    }


def _most(event: Longs, residual: Floats, mean: float) -> list[int]:
    """Return the tournaments that add most to what a group scored beyond or below."""
    keys, place = np.unique(event, return_inverse=True)
    sums = np.bincount(place, residual * (1.0 if mean > 0.0 else -1.0), keys.size)
    best = np.argsort(-sums, kind="stable")[:_MOST_EVENTS]
    return [int(keys[at]) for at in best if keys[at] > 0 and sums[at] > 0.0]
