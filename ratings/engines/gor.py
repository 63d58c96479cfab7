"""The GoR engine of the EGF: a whole event is computed from the ratings before it.

Sources: EGF brief of 1998, EGD rating page since 4 April 2021, EGF rating rules 1.3-1.5. Compiled; the
additions stand in the order of the games, so the same facts give the same bits. A row of `parameters` is an
edition packed in the order of the names below, and the numeric contract.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from ratings.engines.contract import (
    ADJUST,
    BASE,
    FIRST,
    REPLACE,
    SET,
    TOURNAMENT,
    Changes,
    Facts,
    Floats,
    GameDetail,
    Ints,
    Standing,
)
from ratings.engines.explaining import TRACE_WIDTH, details
from ratings.engines.table import (
    Carried,
    Columns,
    Output,
    carried,
    columns,
    excerpt,
    most_in_an_event,
    output,
)
from ratings.exact_math import EXACT
from ratings.exact_math.exponential import exp
from ratings.exact_math.logarithm import log1p
from ratings.exact_math.power import pow as power_of
from ratings.exact_math.power import seventh

# Places in a row of parameters.
SINCE_2021, E, E_ON_STRONGER, EVENT_DROP, RESET_GRADES, FLOOR, PERFECT, CEILING = range(8)
EXPONENT, CON_DIVISOR, CON_POWER, BONUS_AT, BONUS_SCALE_DIVISOR, BONUS_DIVISOR = range(8, 14)
HANDICAP_STEP, KOMI_STONES, A_AT_ZERO, A_DIVISOR, CON_FIRST, CON_STEP, CON_ABOVE = range(14, 21)
CON = 21  # 27 values
WIDTH = NUMERIC = 48  # behind the constants: LIBRARY or EXACT
CON_ROWS = WIDTH - CON
EXP_MOST = 700.0  # exp overflows beyond 709


class _Work(NamedTuple):
    """Room for one event: n entries, m games."""

    start: Floats  # n: rating the event is computed from
    sum: Floats  # n: changes added up, before the class weight
    con: Floats  # n
    bonus: Floats  # n
    rated: Ints  # n: rated games
    trace: Floats  # (0 or m, TRACE_WIDTH): the numbers of every game, columns as in explaining.py


@njit(cache=True)
def _con(rating: float, rule: Floats) -> float:
    """Read con at a player's own rating (1.3 table, 1.5 formula)."""
    if rule[SINCE_2021] > 0.0:
        base = (rule[PERFECT] - min(rating, rule[CEILING])) / rule[CON_DIVISOR]
        if rule[NUMERIC] == EXACT:
            return power_of(base, rule[CON_POWER])
        return math.pow(base, rule[CON_POWER])
    place = (rating - rule[CON_FIRST]) / rule[CON_STEP]
    # Written so that a NaN reads the first row: unchecked it would become an index.
    place = place if place > 0.0 else 0.0
    if place >= CON_ROWS - 1.0:
        return float(max(rule[CON + CON_ROWS - 1] + rule[CON_ABOVE] * (place - (CON_ROWS - 1.0)), 0.0))
    row = int(place)
    low = rule[CON + row]
    return float(low + (rule[CON + row + 1] - low) * (place - row))


@njit(cache=True)
def _bonus(rating: float, rule: Floats) -> float:
    """Return what every game of a player creates (1.5); nothing before 2021."""
    if rule[SINCE_2021] <= 0.0:
        return 0.0
    power = (rule[BONUS_AT] - rating) / rule[BONUS_SCALE_DIVISOR]
    grown = power
    if power <= EXP_MOST:
        grown = log1p(exp(power)) if rule[NUMERIC] == EXACT else math.log1p(math.exp(power))
    return float(grown / rule[BONUS_DIVISOR])


@njit(cache=True, forceinline=True)
def _powered(quotient: float, rule: Floats) -> float:
    """Raise the quotient of two distances from perfect play to the power of the rule (1.5)."""
    if rule[NUMERIC] != EXACT:
        return math.pow(quotient, rule[EXPONENT])
    return seventh(quotient) if rule[EXPONENT] == 7.0 else power_of(quotient, rule[EXPONENT])


@njit(cache=True, forceinline=True)
def _expectations(white: float, black: float, rule: Floats) -> tuple[float, float, float]:
    """Return a and both expected scores; `black` is raised by the handicap already (1.3-1.5)."""
    if rule[SINCE_2021] > 0.0:
        white, black = min(white, rule[CEILING]), min(black, rule[CEILING])
        quotient = (rule[PERFECT] - white) / (rule[PERFECT] - black)
        expected = 1.0 / (1.0 + _powered(quotient, rule))
        return (rule[PERFECT] - min(white, black)) / rule[EXPONENT], expected, 1.0 - expected
    a = max(rule[A_AT_ZERO] - min(white, black) / rule[A_DIVISOR], 1e-9)
    power = min(abs(white - black) / a, EXP_MOST)
    weak = 1.0 / ((exp(power) if rule[NUMERIC] == EXACT else math.exp(power)) + 1.0)
    weak_white = white < black
    e = rule[E]
    if rule[E_ON_STRONGER] > 0.0 and white != black:  # of equals none is the stronger: each bears half
        strong = 1.0 - e - weak
    else:
        strong, weak = max(1.0 - weak - e * 0.5, 0.0), max(weak - e * 0.5, 0.0)
    return a, weak if weak_white else strong, strong if weak_white else weak


@njit(cache=True)
def _inside(rating: float, rule: Floats) -> float:
    """Keep a rating between the floor and perfect play (1.1, 1.5)."""
    return float(min(max(rating, rule[FLOOR]), rule[CEILING]))


@njit(cache=True)
def _is_rated(both: float, size: int, score: int) -> bool:
    """Return whether a game counts: `both`, the sum of the ratings, is no NaN; 19x19; a score."""
    return not math.isnan(both) and size == 19 and 0 <= score <= 2


@njit(cache=True)
def _starts(facts: Columns, event: int, standing: Carried, work: _Work, rule: Floats) -> None:
    """Put everybody on his rating or the value of his grade, and count his rated games (1.1, 1.2)."""
    first, end = facts.entry_start[event], facts.entry_start[event + 1]
    for row in range(first, end):
        rating = standing.rating[facts.entry_player[row]]
        if math.isnan(rating):
            rating = facts.entry_seed[row]
        if math.isnan(rating):
            rating = facts.entry_value[row]
        work.start[row - first] = rating if math.isnan(rating) else _inside(rating, rule)
        work.rated[row - first] = 0
    if not facts.event_weight[event] > 0.0:
        return
    for row in range(facts.game_start[event], facts.game_start[event + 1]):
        white, black = facts.game_white[row] - first, facts.game_black[row] - first
        if _is_rated(work.start[white] + work.start[black], facts.game_size[row], facts.game_score[row]):
            work.rated[white] += 1
            work.rated[black] += 1


@njit(cache=True)
def _reset(facts: Columns, event: int, standing: Carried, work: _Work, rule: Floats) -> None:
    """Lift those who declare two grades more than ever before to the value of the grade (1.4), never down."""
    first = facts.entry_start[event]
    for row in range(first, facts.entry_start[event + 1]):
        entry, value = row - first, facts.entry_value[row]
        if work.rated[entry] == 0:
            continue  # perhaps without any rating: no row of a table could be read for a NaN
        highest = standing.highest[facts.entry_player[row]]
        # Comparisons with NaN (no grade now, none before) are false.
        risen = rule[RESET_GRADES] > 0.0 and value - highest >= 100.0 * rule[RESET_GRADES]
        if risen and value > work.start[entry]:
            work.start[entry] = _inside(value, rule)
        work.sum[entry] = 0.0
        work.con[entry] = _con(work.start[entry], rule)
        work.bonus[entry] = _bonus(work.start[entry], rule)


@njit(cache=True)
def _rate_event(facts: Columns, event: int, standing: Carried, work: _Work, rule: Floats) -> int:
    """Compute one tournament into `work`; give the number of rated games."""
    _starts(facts, event, standing, work, rule)
    _reset(facts, event, standing, work, rule)
    first, games, weight = facts.entry_start[event], 0, facts.event_weight[event]
    if not weight > 0.0:
        return 0
    for row in range(facts.game_start[event], facts.game_start[event + 1]):
        white, black = facts.game_white[row] - first, facts.game_black[row] - first
        if not _is_rated(work.start[white] + work.start[black], facts.game_size[row], facts.game_score[row]):
            continue
        handicap, score = facts.game_handicap[row], facts.game_score[row] * 0.5
        raised = work.start[black]
        if handicap > 0:
            raised += rule[HANDICAP_STEP] * (handicap - rule[KOMI_STONES])
        a, white_expected, black_expected = _expectations(work.start[white], raised, rule)
        gain = work.con[white] * (score - white_expected) + work.bonus[white]
        loss = work.con[black] * (1.0 - score - black_expected) + work.bonus[black]
        work.sum[white] += gain
        work.sum[black] += loss
        if work.trace.shape[0] > 0:
            trace = work.trace[games]
            trace[0], trace[1], trace[2] = row, white, black
            trace[3], trace[4], trace[5], trace[6] = work.start[white] - raised, a, score, rule[E]
            trace[7], trace[8] = work.start[white], work.start[black]
            trace[9], trace[10] = white_expected, black_expected
            trace[11], trace[12] = work.con[white], work.con[black]
            trace[13], trace[14] = work.bonus[white], work.bonus[black]
            trace[15] = trace[16] = weight
            trace[17], trace[18] = weight * gain, weight * loss
        games += 1
    return games


@njit(cache=True)
def _manual(kind: int, value: float, line: tuple[float, float], before: float) -> float:
    """Return the rating after a manual event; NaN: still none."""
    if kind == ADJUST:
        return before * line[0] + line[1]
    if math.isnan(value) or (kind in (FIRST, BASE) and not math.isnan(before)):
        return before
    return value if kind in (SET, FIRST, BASE, REPLACE) else before


@njit(cache=True)
def _replay(facts: Columns, standing: Carried, done: Output, work: _Work, rules: Floats) -> None:
    for event in range(facts.event_kind.size):
        rule, kind, weight = (
            rules[facts.event_edition[event]],
            facts.event_kind[event],
            facts.event_weight[event],
        )
        first = facts.entry_start[event]
        if kind == TOURNAMENT:
            _rate_event(facts, event, standing, work, rule)
            done.event_passes[event] = 1
        for row in range(first, facts.entry_start[event + 1]):
            player, entry = facts.entry_player[row], row - first
            before = start = after = standing.rating[player]
            value = facts.entry_value[row]
            if kind != TOURNAMENT:
                after = _manual(kind, value, (facts.event_factor[event], facts.event_offset[event]), before)
                if not math.isnan(after):
                    after = _inside(after, rule)
                start = after
                # Only where it gives the rating: what changes nothing leaves no row to remember it by.
                if kind in (BASE, REPLACE) and math.isnan(before) and standing.games[player] == 0:
                    standing.games[player] = 1
            elif work.rated[entry] > 0:
                start, change = work.start[entry], work.sum[entry]
                if rule[EVENT_DROP] > 0.0:
                    change = max(change, -rule[EVENT_DROP])
                after = _inside(start + weight * change, rule)
                done.games[row] = work.rated[entry]
                standing.games[player] += work.rated[entry]
                if not math.isnan(value) and not value <= standing.highest[player]:
                    standing.highest[player] = value
            standing.rating[player] = after
            done.before[row], done.start[row], done.after[row] = before, start, after
            done.total_games[row], done.highest[row] = standing.games[player], standing.highest[player]


def _room(facts: Facts, traced: int = 0) -> _Work:
    entries = most_in_an_event(facts.entry_start)
    return _Work(
        start=np.zeros(entries),
        sum=np.zeros(entries),
        con=np.zeros(entries),
        bonus=np.zeros(entries),
        rated=np.zeros(entries, np.int32),
        trace=np.zeros((traced, TRACE_WIDTH)),
    )


class GorEngine:
    """The EGF rating behind the Engine protocol."""

    def replay(self, facts: Facts, standing: Standing, parameters: Floats) -> tuple[Changes, Standing]:
        """Compute all events in order.

        An entry without rated game leaves no trace. For a manual event `start` is the rating it sets. The
        limit of an event's losses (1.4), the floor (1.1) and perfect play may swallow part of a change:
        after - start - sum of the game changes is what they gave back.
        """
        state, done = carried(standing), output(facts)
        _replay(columns(facts), state, done, _room(facts), parameters)
        return Changes(*done), Standing(*state)

    def explain(self, facts: Facts, standing: Standing, parameters: Floats, event: int) -> list[GameDetail]:
        """Return the per-game sum of one event: White's side, then Black's; class weight included."""
        if event > 0:
            standing = self.replay(excerpt(facts, 0, event), standing, parameters)[1]
        part = excerpt(facts, event, event + 1)
        if part.event_kind[0] != TOURNAMENT:
            return []
        work = _room(part, traced=max(part.game_white.size, 1))
        games = _rate_event(columns(part), 0, carried(standing), work, parameters[part.event_edition[0]])
        return details(
            work.trace[:games],
            first_game=int(facts.game_start[event]),
            first_entry=int(facts.entry_start[event]),
        )


engine = GorEngine()
