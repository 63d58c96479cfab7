"""The Glicko engine of FICS: every game at once, each side against what both had before it.

Source: brief of FICS Glicko and real games, as kept in our specification ("FICS Glicko", 1.1). Compiled,
nothing allocated a game. A row of `parameters` is an edition packed in the order of the names below, and the
numeric contract.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from ratings.engines.contract import Floats
from ratings.engines.stream_contract import (
    BUGHOUSE,
    DUEL,
    GLICKO,
    LEVEL,
    TEAMS,
    DuelDetail,
    Longs,
    StreamChanges,
    StreamFacts,
    StreamStanding,
)
from ratings.engines.stream_table import (
    StreamColumns,
    StreamOutput,
    finished,
    people_of,
    stream_columns,
    stream_output,
)
from ratings.exact_math import EXACT
from ratings.exact_math.exponential import exp
from ratings.exact_math.integers import ln10

# Places in a row of parameters.
INITIAL_RATING, INITIAL_DEVIATION, DEVIATION_CAP, GROWTH, K_MINIMUM = range(5)
DIVISOR, TEAM_DIVISOR, ESTABLISHED_DEVIATION, ACTIVE_DAYS = range(5, 9)
WIDTH = NUMERIC = 9  # behind the constants: LIBRARY or EXACT
# Columns of people, as in stream_table.py; written here again because numba watches one file only.
OWN, RD, PLAYED, LAST = range(4)
MINUTE = 60_000.0  # milliseconds
EXP_MOST = 700.0  # exp overflows beyond 709
MATES = 2  # a side of bughouse


class _Rule(NamedTuple):
    """What the kernels need of an edition."""

    rating: float  # a newcomer's
    square: float  # of a newcomer's RD
    cap: float  # of RD squared
    per_ms: float  # what RD squared gains a millisecond
    k_least: float
    slope: float  # ln 10 / 400, what E takes f times
    q: float  # of duels
    p: float
    team_q: float  # of bughouse
    team_p: float
    numeric: float  # LIBRARY or EXACT


class _Side(NamedTuple):
    """One side of a game as the rule sees it."""

    rating: float  # own, or the team's mean
    opponent: float  # the opponent's, or the mean of the other team
    own: float  # aged RD squared
    others: float  # the opponent's, or the sum of the three others'
    score: float


class _Sum(NamedTuple):
    """One side of a game: the numbers of the rule and what they give."""

    f: float
    expected: float
    computed_k: float
    k: float
    change: float
    deviation: float


@njit(cache=True, error_model="numpy")
def _rule(rules: Floats, edition: int) -> _Rule:
    """Read the constants of an edition."""
    return _Rule(
        rules[edition, 0], rules[edition, 1], rules[edition, 2], rules[edition, 3], rules[edition, 4],
        rules[edition, 5], rules[edition, 6], rules[edition, 7], rules[edition, 8], rules[edition, 9],
        rules[edition, 10],
    )  # fmt: skip


@njit(cache=True, error_model="numpy")
def _person(people: Floats, player: int, moment: int, rule: _Rule) -> tuple[float, float]:
    """Return a player's rating and his aged RD squared; what he has not, is the initial one.

    The square grows by c a minute since the last game, never above the cap (1.1 step 1).
    """
    rating, deviation, last = people[player, OWN], people[player, RD], people[player, LAST]
    idle = max(moment - last, 0.0) if last >= 0.0 else 0.0
    grown = min(deviation * deviation + rule.per_ms * idle, rule.cap)
    square = rule.square if math.isnan(deviation) else grown
    return rule.rating if math.isnan(rating) else rating, square


@njit(cache=True, error_model="numpy")
def _sum(side: _Side, q: float, p: float, rule: _Rule) -> _Sum:
    """Compute one side (1.1 steps 2 to 6) with the q and p of its kind of game.

    K and the new RD are written over 1 + I RD^2, so that an RD of 0 divides nothing by 0.
    """
    weight = 1.0 / (1.0 + p * side.others)
    f = math.sqrt(weight)
    lead = side.rating - side.opponent
    power = min(-lead * f * rule.slope, EXP_MOST)
    expected = 1.0 / (1.0 + (exp(power) if rule.numeric == EXACT else math.exp(power)))
    part = side.own / (1.0 + q * q * weight * expected * (1.0 - expected) * side.own)
    k = q * f * part
    applied = max(k, rule.k_least)
    return _Sum(f, expected, k, applied, applied * (side.score - expected), math.sqrt(part))


@njit(cache=True, error_model="numpy")
def _rounded(value: float) -> float:
    """Round to the nearest integer, halves away from zero (1.1 step 5)."""
    size = abs(value)
    whole = np.floor(size)
    return math.copysign(whole + (size - whole >= 0.5), value)  # a branch would mispredict every other time


@njit(cache=True, error_model="numpy")
def _score(place: int, other: int) -> float:
    """Return the score of who finished at a place against another: 1, 1/2, 0."""
    return 0.5 + 0.5 * (int(place < other) - int(place > other))


@njit(cache=True, error_model="numpy")
def _note(done: StreamOutput, row: int, before: float, carried: float, side: _Side, found: _Sum) -> None:
    """Write what a game did to one seat; a first rating is rounded as a whole (1.1 step 5)."""
    moved = _rounded(before + found.change) if math.isnan(carried) else before + _rounded(found.change)
    done.before[row], done.after[row] = before, moved
    done.aged[row], done.deviation[row] = math.sqrt(side.own), found.deviation


@njit(cache=True, error_model="numpy")
def _enter(people: Floats, player: int, done: StreamOutput, row: int, moment: int) -> None:
    """Write a seat into its player."""
    people[player, OWN], people[player, RD] = done.after[row], done.deviation[row]
    people[player, PLAYED] += 1.0
    people[player, LAST] = moment
    done.games[row] = np.int32(people[player, PLAYED])


@njit(cache=True, error_model="numpy")
def _duel(facts: StreamColumns, game: int, people: Floats, rule: _Rule) -> tuple[_Side, _Side]:
    """Return both sides of a game of two."""
    row, moment = facts.seat_start[game], facts.moment[game]
    score = _score(facts.seat_place[row], facts.seat_place[row + 1])
    first, square = _person(people, facts.seat_player[row], moment, rule)
    second, other = _person(people, facts.seat_player[row + 1], moment, rule)
    return _Side(first, second, square, other, score), _Side(second, first, other, square, 1.0 - score)


@njit(cache=True, error_model="numpy")
def _of_team(facts: StreamColumns, game: int, seat: int, people: Floats, rule: _Rule) -> _Side:
    """Return one of the four seats of bughouse: the means of both teams, the RDs of the three others."""
    first, moment = facts.seat_start[game], facts.moment[game]
    mine, theirs = (first, first + MATES) if seat < MATES else (first + MATES, first)
    mate = mine + 1 if first + seat == mine else mine
    rating, square = _person(people, facts.seat_player[first + seat], moment, rule)
    partner, mates = _person(people, facts.seat_player[mate], moment, rule)
    one, ones = _person(people, facts.seat_player[theirs], moment, rule)
    two, twos = _person(people, facts.seat_player[theirs + 1], moment, rule)
    score = _score(facts.seat_place[mine], facts.seat_place[theirs])
    return _Side(0.5 * (rating + partner), 0.5 * (one + two), square, mates + (ones + twos), score)


@njit(cache=True, error_model="numpy")
def _level(facts: StreamColumns, game: int, people: Floats, done: StreamOutput, rule: _Rule) -> None:
    """Enter a decision of the office; it holds from its moment on."""
    row, moment = facts.seat_start[game], facts.moment[game]
    player, level, deviation = facts.seat_player[row], facts.level[game], facts.deviation[game]
    before, square = _person(people, player, moment, rule)
    done.before[row], done.after[row] = before, before if math.isnan(level) else level
    done.aged[row] = math.sqrt(square)
    given = rule.square if math.isnan(deviation) else min(deviation * deviation, rule.cap)
    done.deviation[row] = math.sqrt(given)
    people[player, PLAYED] = facts.seat_games[row] - 1.0
    _enter(people, player, done, row, moment)


@njit(cache=True, error_model="numpy")
def _replay(facts: StreamColumns, people: Floats, done: StreamOutput, rules: Floats) -> int:
    """Compute all games; give the first that the rules do not know, -1 where there is none."""
    for game in range(facts.kind.size):
        rule, kind, moment = _rule(rules, facts.edition[game]), facts.kind[game], facts.moment[game]
        first = facts.seat_start[game]
        seats = facts.seat_start[game + 1] - first
        if kind == DUEL and seats == 2:
            one, two = facts.seat_player[first], facts.seat_player[first + 1]
            white, black = _duel(facts, game, people, rule)
            gain, loss = _sum(white, rule.q, rule.p, rule), _sum(black, rule.q, rule.p, rule)
            _note(done, first, white.rating, people[one, OWN], white, gain)
            _note(done, first + 1, black.rating, people[two, OWN], black, loss)
            _enter(people, one, done, first, moment)
            _enter(people, two, done, first + 1, moment)
        elif kind == TEAMS and seats == 2 * MATES:
            for row in range(first, first + seats):
                player = facts.seat_player[row]
                side = _of_team(facts, game, row - first, people, rule)
                found = _sum(side, rule.team_q, rule.team_p, rule)
                before = _person(people, player, moment, rule)[0]
                _note(done, row, before, people[player, OWN], side, found)
            for row in range(first, first + seats):
                _enter(people, facts.seat_player[row], done, row, moment)
        elif kind == LEVEL and seats == 1:
            _level(facts, game, people, done, rule)
        else:
            return game
    return -1


def _constants(parameters: Floats) -> Floats:
    """Work out what the kernels need of each edition: q, p and the squares."""
    rows = [
        (
            row[INITIAL_RATING],
            _square(min(row[INITIAL_DEVIATION], row[DEVIATION_CAP]), row[NUMERIC]),
            _square(row[DEVIATION_CAP], row[NUMERIC]),
            row[GROWTH] / MINUTE,
            row[K_MINIMUM],
            ln10(row[NUMERIC]) / row[DIVISOR],
            *_q_and_p(row[DIVISOR], row[NUMERIC]),
            *_q_and_p(row[TEAM_DIVISOR], row[NUMERIC]),
            row[NUMERIC],
        )
        for row in parameters.tolist()
    ]
    return np.array(rows, np.float64)


def _square(value: float, numeric: float) -> float:
    """Return a square under a numeric contract; Python's power asks the C library."""
    return value * value if numeric == EXACT else value**2


def _q_and_p(divisor: float, numeric: float) -> tuple[float, float]:
    """Return q = ln 10 / divisor and p = 3 q^2 / pi^2 (1.1)."""
    q = ln10(numeric) / divisor
    return q, 3.0 * q * q / (math.pi * math.pi if numeric == EXACT else math.pi**2)


class GlickoEngine:
    """The FICS rating behind the StreamEngine protocol."""

    def replay(
        self, facts: StreamFacts, standing: StreamStanding, parameters: Floats
    ) -> tuple[StreamChanges, StreamStanding]:
        """Compute all games in order: duels, games of two teams of two, levels.

        A moment before the last game's ages nobody. Whoever has a rating without RD has the initial one.
        Raises ValueError for a game of another kind or number of seats.
        """
        people, done = people_of(standing), stream_output(facts)
        refused = _replay(stream_columns(facts), people, done, _constants(parameters))
        return finished(done, people, refused=refused, facts=facts)

    def explain(
        self, facts: StreamFacts, standing: StreamStanding, parameters: Floats, game: int
    ) -> list[DuelDetail]:
        """Return one row a seat, from a standing as it was just before the game; none of a level."""
        people, columns = people_of(standing), stream_columns(facts)
        rule, kind = _Rule(*_constants(parameters)[facts.edition[game]].tolist()), facts.kind[game]
        if kind == DUEL:
            found = [(side, _sum(side, rule.q, rule.p, rule)) for side in _duel(columns, game, people, rule)]
        elif kind == TEAMS:
            four = [_of_team(columns, game, seat, people, rule) for seat in range(2 * MATES)]
            found = [(side, _sum(side, rule.team_q, rule.team_p, rule)) for side in four]
        else:
            return []
        first, end = facts.seat_start[game : game + 2].tolist()
        games = people[facts.seat_player[first:end], PLAYED].astype(int).tolist()
        return [_detail(*sums, seat=seat, games=games, first=first) for seat, sums in enumerate(found)]

    def aged(self, deviation: Floats, since: Longs, moment: int, parameters: Floats) -> Floats:
        """Age RDs of games that ended at `since` to a moment, with the last edition; NaN stays NaN."""
        rule = _Rule(*_constants(parameters)[-1].tolist())
        idle = np.where(since >= 0, np.maximum(moment - since, 0), 0)
        aged: Floats = np.sqrt(np.minimum(deviation * deviation + rule.per_ms * idle, rule.cap))
        return aged


def _detail(side: _Side, found: _Sum, *, seat: int, games: list[int], first: int) -> DuelDetail:
    """Describe one seat; `games` are those of all seats, which count from row `first`."""
    is_team = len(games) > 2
    other = (MATES if seat < MATES else 0) if is_team else 1 - seat
    return DuelDetail(
        seat=first + seat,
        opponent=first + other,
        rating=side.rating,
        opponent_rating=side.opponent,
        deviation=math.sqrt(side.own),
        opponent_deviation=math.sqrt(side.others),
        f=found.f,
        expected=found.expected,
        score=side.score,
        k=found.k,
        computed_k=found.computed_k,
        rule=BUGHOUSE if is_team else GLICKO,
        change=found.change,
        games=games[seat],
        opponent_games=games[other],
        step=math.nan,
    )


engine = GlickoEngine()
