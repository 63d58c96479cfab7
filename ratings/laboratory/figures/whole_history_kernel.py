"""The kernels of Whole-History Rating: Newton's method for one player at a time, on their days of play.

Source: R. Coulom, "Whole-History Rating: A Bayesian Rating System for Players of Time-Varying Strength"
(2008), 3 and appendix B. Ratings are natural: ln 10 / 400 times Elo. A *node* is a player on a day of play;
nodes stand by player, then day. A *side* is a game as seen from a node. One sweep is O(games).
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
STEP_MOST = 2.0  # of a sweep, natural: a longer one may overshoot


class History(NamedTuple):
    """P players with N nodes and S sides; `drift` is the variance a day adds.

    Of player p the nodes from `first[p]` up to `stop[p]` count, so that the same arrays serve every beginning
    of the history.
    """

    rating: Floats  # N, improved in place
    first: Longs  # P
    stop: Longs  # P
    day: Longs  # N
    start: Longs  # N + 1: the sides of each node
    other: Longs  # S: node of the opponent
    score: Floats  # S
    advantage: Floats  # S: log odds
    component: Longs  # P
    drift: float


@njit(cache=True, error_model="numpy")
def _prior(rating: float) -> tuple[float, float]:
    """Return first and negative second derivative of a won and a lost game against rating 0."""
    win = 1.0 / (1.0 + math.exp(-rating))
    return 1.0 - 2.0 * win, 2.0 * win * (1.0 - win)


@njit(cache=True, error_model="numpy")
def _slopes(history: History, low: int, high: int, gradient: Floats, curvature: Floats) -> None:
    """Write first and negative second derivatives of the games of nodes low to high, the prior included.

    The prior is a won and a lost game against rating 0 on the player's first day.
    """
    for node in range(low, high):
        slope, bend, own = 0.0, 0.0, history.rating[node]
        for side in range(history.start[node], history.start[node + 1]):
            ahead = own + history.advantage[side] - history.rating[history.other[side]]
            win = 1.0 / (1.0 + math.exp(-ahead))
            slope += history.score[side] - win
            bend += win * (1.0 - win)
        gradient[node], curvature[node] = slope, bend
    slope, bend = _prior(history.rating[low])
    gradient[low] += slope
    curvature[low] += bend


@njit(cache=True, error_model="numpy")
def _bind(history: History, low: int, high: int, gradient: Floats, curvature: Floats, bond: Floats) -> None:
    """Add what binds a player's days: a Wiener process whose variance grows from day to day."""
    for node in range(low, high - 1):
        tie = 1.0 / (history.drift * (history.day[node + 1] - history.day[node]))
        pull = tie * (history.rating[node + 1] - history.rating[node])
        gradient[node] += pull
        gradient[node + 1] -= pull
        curvature[node] += tie
        curvature[node + 1] += tie
        bond[node] = tie


@njit(cache=True, error_model="numpy")
def _solve(low: int, high: int, gradient: Floats, curvature: Floats, bond: Floats) -> float:
    """Solve the tridiagonal system of a player: `gradient` becomes the step; return its largest part."""
    for node in range(low + 1, high):
        share = bond[node - 1] / curvature[node - 1]
        curvature[node] -= share * bond[node - 1]
        gradient[node] += share * gradient[node - 1]
    gradient[high - 1] /= curvature[high - 1]
    largest = math.fabs(gradient[high - 1])
    for node in range(high - 2, low - 1, -1):
        gradient[node] = (gradient[node] + bond[node] * gradient[node + 1]) / curvature[node]
        largest = max(largest, math.fabs(gradient[node]))
    return largest


@njit(cache=True, error_model="numpy")
def sweep(history: History) -> float:
    """Improve every player once, each against the newest ratings of the others; return the largest move."""
    size = history.rating.size
    gradient, curvature, bond = np.empty(size), np.empty(size), np.empty(size)
    most = 0.0
    for player in range(history.first.size):
        low, high = history.first[player], history.stop[player]
        if low == high:
            continue
        _slopes(history, low, high, gradient, curvature)
        _bind(history, low, high, gradient, curvature, bond)
        largest = _solve(low, high, gradient, curvature, bond)
        part = STEP_MOST / largest if largest > STEP_MOST else 1.0
        for node in range(low, high):
            history.rating[node] += part * gradient[node]
        most = max(most, part * largest)
    return most


@njit(cache=True, error_model="numpy")
def shift(history: History) -> float:
    """Move every component of the pool as a whole to where its priors want it; return the largest move.

    Sweeps alone would take as many as a player has games, for each opponent holds the player in place.
    """
    count = history.component.max() + 1
    slope, bend = np.zeros(count), np.zeros(count)
    for player in range(history.first.size):
        if history.first[player] < history.stop[player]:
            one_slope, one_bend = _prior(history.rating[history.first[player]])
            slope[history.component[player]] += one_slope
            bend[history.component[player]] += one_bend
    most = 0.0
    for item in range(count):
        slope[item] = max(-STEP_MOST, min(STEP_MOST, slope[item] / bend[item])) if bend[item] > 0.0 else 0.0
        most = max(most, math.fabs(slope[item]))
    for player in range(history.first.size):
        for node in range(history.first[player], history.stop[player]):
            history.rating[node] += slope[history.component[player]]
    return most


@njit(cache=True, error_model="numpy")
def prior_share(history: History) -> float:
    """Return what part of the curvature is the priors', games and priors together; the least of a component.

    It is the part of a distance that a sweep makes good where only the priors hold many players back.
    """
    count = history.component.max() + 1
    size = history.rating.size
    gradient, curvature = np.empty(size), np.empty(size)
    priors, everything = np.zeros(count), np.zeros(count)
    for player in range(history.first.size):
        low, high = history.first[player], history.stop[player]
        if low == high:
            continue
        _slopes(history, low, high, gradient, curvature)
        priors[history.component[player]] += _prior(history.rating[low])[1]
        for node in range(low, high):
            everything[history.component[player]] += curvature[node]
    least = 1.0
    for item in range(count):
        if everything[item] > 0.0:
            least = min(least, priors[item] / everything[item])
    return least


@njit(cache=True, error_model="numpy")
def variances(history: History, damping: float) -> Floats:
    """Return the variance of each node, its opponents taken as known: the diagonal of the inverse (B.2).

    `damping` is added to every element of the diagonal before: the known ports do, with 0.001.
    """
    size = history.rating.size
    found = np.full(size, np.nan)
    gradient, curvature, bond = np.empty(size), np.empty(size), np.empty(size)
    ahead, back = np.empty(size), np.empty(size)
    for player in range(history.first.size):
        low, high = history.first[player], history.stop[player]
        if low == high:
            continue
        _slopes(history, low, high, gradient, curvature)
        _bind(history, low, high, gradient, curvature, bond)
        for node in range(low, high):
            curvature[node] += damping
        ahead[low], back[high - 1] = curvature[low], curvature[high - 1]
        for node in range(low + 1, high):
            ahead[node] = curvature[node] - bond[node - 1] ** 2 / ahead[node - 1]
        for node in range(high - 2, low - 1, -1):
            back[node] = curvature[node] - bond[node] ** 2 / back[node + 1]
        for node in range(low, high):
            found[node] = 1.0 / (ahead[node] + back[node] - curvature[node])
    return found
