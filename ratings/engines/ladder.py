"""The engine of the online ladder: a game of several is all its duels, each from what both had before it.

Source: brief of the Days of Wonder ladder and two transcriptions of its formulas, as kept in our
specification ("Days of Wonder / Hardwood Hearts ladder", 2.1 and 2.2). Compiled, nothing allocated a game. A
row of `parameters` is an edition packed in the order of the names below, and the numeric contract.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from ratings.engines.contract import Floats
from ratings.engines.stream_contract import (
    AGAINST_PROVISIONAL,
    BOTH_PROVISIONAL,
    DUEL,
    ESTABLISHED,
    LEVEL,
    PLACES,
    PROVISIONAL,
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
from ratings.exact_math.error_function import erfc
from ratings.exact_math.exponential import exp
from ratings.exact_math.integers import ln10

# Places in a row of parameters.
INITIAL_RATING, PROVISIONAL_GAMES, K, PROVISIONAL_STEP, ESTABLISHED_STEP = range(5)
SCALE_STEPS, CURVE, DIVISOR, ACTIVE_DAYS = range(5, 9)
WIDTH = NUMERIC = 9  # behind the constants: LIBRARY or EXACT
# Columns of people, as in stream_table.py; written here again because numba watches one file only.
OWN, RD, PLAYED, LAST = range(4)
EXP_MOST = 700.0  # exp overflows beyond 709


class _Rule(NamedTuple):
    """What the kernels need of an edition."""

    rating: float  # a newcomer's
    settled: float  # games before the game of an established player
    k: float
    provisional_step: float
    established_step: float
    scale_steps: float  # 1: steps shrink and grow with the points at stake
    normal: float  # 1: the normal law, else the logistic
    slope: float  # ln 10 / 400; of the normal law 1 / 400
    numeric: float  # LIBRARY or EXACT


class _Stake(NamedTuple):
    """What is at stake in one game."""

    k: float
    provisional_step: float
    established_step: float


class _Side(NamedTuple):
    """A player before a game."""

    rating: float
    games: float


@njit(cache=True, error_model="numpy")
def _rule(rules: Floats, edition: int) -> _Rule:
    """Read the constants of an edition."""
    return _Rule(
        rules[edition, 0], rules[edition, 1], rules[edition, 2], rules[edition, 3], rules[edition, 4],
        rules[edition, 5], rules[edition, 6], rules[edition, 7], rules[edition, 8],
    )  # fmt: skip


@njit(cache=True, error_model="numpy")
def _stake(points: float, rule: _Rule) -> _Stake:
    """Return what a game is worth: its own points, else the edition's (2.2)."""
    k = rule.k if math.isnan(points) else points
    part = k / rule.k if rule.scale_steps > 0.0 else 1.0
    return _Stake(k, rule.provisional_step * part, rule.established_step * part)


@njit(cache=True, error_model="numpy")
def _side(people: Floats, player: int, rule: _Rule) -> _Side:
    """Return a player as he enters a game."""
    rating = people[player, OWN]
    return _Side(rule.rating if math.isnan(rating) else rating, people[player, PLAYED])


@njit(cache=True, error_model="numpy")
def _weaker(lead: float, rule: _Rule) -> float:
    """Return We of the weaker of two, `lead` points apart either way (2.1, 2.3)."""
    size = abs(lead) * rule.slope
    if rule.normal > 0.0:
        return 0.5 * (erfc(size) if rule.numeric == EXACT else math.erfc(size))
    power = min(size, EXP_MOST)
    return 1.0 / (1.0 + (exp(power) if rule.numeric == EXACT else math.exp(power)))


@njit(cache=True, error_model="numpy")
def _surplus(lead: float, sign: int, rule: _Rule) -> float:
    """Return s2 - We of who is ahead by `lead`.

    Taken from the weaker side for both, so that the two are opposite to the bit and seats may change places.
    """
    weak = _weaker(lead, rule)
    return 0.5 + 0.5 * sign - weak if lead < 0.0 else weak - (0.5 - 0.5 * sign)


@njit(cache=True, error_model="numpy")
def _sign(place: int, other: int) -> int:
    """Return s1 of who finished at a place against another: 1, 0, -1."""
    return int(place < other) - int(place > other)


@njit(cache=True, error_model="numpy")
def _change(one: _Side, two: _Side, sign: int, stake: _Stake, rule: _Rule) -> float:
    """Return what a duel changes for its first side: the four formulas, less the rating before (2.1)."""
    lead = one.rating - two.rating
    if one.games >= rule.settled:
        change = stake.k * _surplus(lead, sign, rule)
        return change if two.games >= rule.settled else change * (two.games / rule.settled)
    if two.games >= rule.settled:
        return (stake.established_step * sign - lead) / (one.games + 1.0)
    return (stake.provisional_step * sign - 0.5 * lead) / (one.games + 1.0)


@njit(cache=True, error_model="numpy")
def _duel(one: _Side, two: _Side, sign: int, stake: _Stake, rule: _Rule) -> tuple[float, float]:
    """Return what a duel changes for both; two established players look the curve up once."""
    if one.games >= rule.settled and two.games >= rule.settled:
        gain = stake.k * _surplus(one.rating - two.rating, sign, rule)
        return gain, -gain
    return _change(one, two, sign, stake, rule), _change(two, one, -sign, stake, rule)


@njit(cache=True, error_model="numpy")
def _note(done: StreamOutput, row: int, before: float, after: float) -> None:
    """Write what a game did to one seat."""
    done.before[row], done.after[row] = before, after
    done.aged[row] = done.deviation[row] = math.nan


@njit(cache=True, error_model="numpy")
def _enter(people: Floats, player: int, done: StreamOutput, row: int, moment: int) -> None:
    """Write a seat into its player."""
    people[player, OWN] = done.after[row]
    people[player, PLAYED] += 1.0
    people[player, LAST] = moment
    done.games[row] = np.int32(people[player, PLAYED])


@njit(cache=True, error_model="numpy")
def _places(facts: StreamColumns, game: int, people: Floats, done: StreamOutput, rule: _Rule) -> None:
    """Rate a game of several: for each seat the mean over its duels, opponents in the order of the seats."""
    stake = _stake(facts.points[game], rule)
    first, end = facts.seat_start[game], facts.seat_start[game + 1]
    for row in range(first, end):
        one, total = _side(people, facts.seat_player[row], rule), 0.0
        for other in range(first, end):
            if other != row:
                sign = _sign(facts.seat_place[row], facts.seat_place[other])
                total += _change(one, _side(people, facts.seat_player[other], rule), sign, stake, rule)
        _note(done, row, one.rating, one.rating + total / (end - first - 1))
    for row in range(first, end):
        _enter(people, facts.seat_player[row], done, row, facts.moment[game])


@njit(cache=True, error_model="numpy")
def _level(facts: StreamColumns, game: int, people: Floats, done: StreamOutput, rule: _Rule) -> None:
    """Enter a decision of the office; it holds from its moment on."""
    row, level = facts.seat_start[game], facts.level[game]
    player = facts.seat_player[row]
    before = _side(people, player, rule).rating
    _note(done, row, before, before if math.isnan(level) else level)
    people[player, PLAYED] = facts.seat_games[row] - 1.0
    _enter(people, player, done, row, facts.moment[game])


@njit(cache=True, error_model="numpy")
def _replay(facts: StreamColumns, people: Floats, done: StreamOutput, rules: Floats) -> int:
    """Compute all games; give the first that the rules do not know, -1 where there is none."""
    for game in range(facts.kind.size):
        rule, kind, moment = _rule(rules, facts.edition[game]), facts.kind[game], facts.moment[game]
        first = facts.seat_start[game]
        seats = facts.seat_start[game + 1] - first
        if kind == DUEL and seats == 2:
            one, two = facts.seat_player[first], facts.seat_player[first + 1]
            white, black = _side(people, one, rule), _side(people, two, rule)
            sign = _sign(facts.seat_place[first], facts.seat_place[first + 1])
            gain, loss = _duel(white, black, sign, _stake(facts.points[game], rule), rule)
            _note(done, first, white.rating, white.rating + gain)
            _note(done, first + 1, black.rating, black.rating + loss)
            _enter(people, one, done, first, moment)
            _enter(people, two, done, first + 1, moment)
        elif kind == PLACES and seats >= 2:
            _places(facts, game, people, done, rule)
        elif kind == LEVEL and seats == 1:
            _level(facts, game, people, done, rule)
        else:
            return game
    return -1


def _constants(parameters: Floats) -> Floats:
    """Work out what the kernels need of each edition; the normal law has a deviation of divisor / sqrt 2."""
    rows = [
        (*row[: CURVE + 1], (1.0 if row[CURVE] > 0.0 else ln10(row[NUMERIC])) / row[DIVISOR], row[NUMERIC])
        for row in parameters.tolist()
    ]
    return np.array(rows, np.float64)


class LadderEngine:
    """The online ladder behind the StreamEngine protocol."""

    def replay(
        self, facts: StreamFacts, standing: StreamStanding, parameters: Floats
    ) -> tuple[StreamChanges, StreamStanding]:
        """Compute all games in order: duels, games of several by places, levels.

        A game of several counts as one game of each of its players (2.2).
        Raises ValueError for a game of another kind or number of seats.
        """
        people, done = people_of(standing), stream_output(facts)
        refused = _replay(stream_columns(facts), people, done, _constants(parameters))
        return finished(done, people, refused=refused, facts=facts)

    def explain(
        self, facts: StreamFacts, standing: StreamStanding, parameters: Floats, game: int
    ) -> list[DuelDetail]:
        """Return one row a duel and side, from a standing as it was just before the game; none of a level."""
        if facts.kind[game] not in (DUEL, PLACES):
            return []
        people, rule = people_of(standing), _Rule(*_constants(parameters)[facts.edition[game]].tolist())
        stake = _stake(facts.points[game], rule)
        first, end = facts.seat_start[game : game + 2].tolist()
        sides = [_side(people, player, rule) for player in facts.seat_player[first:end]]
        places = facts.seat_place[first:end].tolist()
        return [
            _detail(sides, _sign(places[one], places[two]), stake, rule, pair=(one, two), first=first)
            for one in range(len(sides))
            for two in range(len(sides))
            if one != two
        ]

    # the engines of streams have one interface; the ladder knows no RD
    def aged(self, deviation: Floats, since: Longs, moment: int, parameters: Floats) -> Floats:  # noqa: ARG002
        """Return the deviations as they are: the ladder knows none."""
        return deviation.copy()


def _detail(
    sides: list[_Side], sign: int, stake: _Stake, rule: _Rule, *, pair: tuple[int, int], first: int
) -> DuelDetail:
    """Describe a duel of two seats, which count from row `first`."""
    one, two = (sides[place] for place in pair)
    lead = one.rating - two.rating
    expected = _weaker(lead, rule) if lead < 0.0 else 1.0 - _weaker(lead, rule)
    settled, met = one.games >= rule.settled, two.games >= rule.settled
    step = stake.established_step if met else stake.provisional_step
    words = {(True, True): ESTABLISHED, (True, False): AGAINST_PROVISIONAL, (False, True): PROVISIONAL}
    return DuelDetail(
        seat=first + pair[0],
        opponent=first + pair[1],
        rating=one.rating,
        opponent_rating=two.rating,
        deviation=math.nan,
        opponent_deviation=math.nan,
        f=math.nan,
        expected=expected if settled else math.nan,
        score=0.5 + 0.5 * sign,
        k=stake.k * (1.0 if met else two.games / rule.settled) if settled else math.nan,
        computed_k=stake.k if settled else math.nan,
        rule=words.get((settled, met), BOTH_PROVISIONAL),
        change=_duel(one, two, sign, stake, rule)[0],
        games=int(one.games),
        opponent_games=int(two.games),
        step=math.nan if settled else step,
    )


engine = LadderEngine()
