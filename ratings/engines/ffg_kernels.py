"""The rules of the FFG ladder, compiled: levels move round by round, misplaced players are adjusted.

Source: FFG ladder rules 1.2-1.9, editions 2013 and 2022-10. The additions stand in a fixed order, so the
same facts give the same bits. All in one file: numba's cache would not see a kernel of another one change.
"""

import math

import numpy as np
from numba import njit

from ratings.engines import ffg_event as at
from ratings.engines.contract import ADJUST, BASE, FIRST, REPLACE, SET, TOURNAMENT, Floats
from ratings.engines.explaining import TRACE_WIDTH
from ratings.engines.ffg_event import Game, Work
from ratings.engines.table import Carried, Columns, Output
from ratings.exact_math import EXACT
from ratings.exact_math.exponential import exp
from ratings.exact_math.power import pow as power_of


@njit(cache=True)
def k_of(level: float, rule: Floats, per_step: float) -> float:
    """Read K of a level; `per_step` is 1 / K_STEP."""
    place = (level - rule[at.K_FIRST]) * per_step
    # Written so that a NaN reads the first row: unchecked it would become an index.
    place = min(place, at.K_ROWS - 1.0) if place > 0.0 else 0.0
    row = np.uint32(min(place, at.K_ROWS - 2.0))
    low = rule[at.K + row]
    return float(low + (rule[at.K + 1 + row] - low) * (place - row))


@njit(cache=True)
def _evaluate(white: float, black: float, terms: tuple[float, float, float, float], rule: Floats) -> Game:
    """Compute one game from both levels at the start of its round (1.2, 1.3, 1.4)."""
    fictive = black + terms[0]
    weaker, stronger = min(white, fictive), max(white, fictive)
    # D/a as one quotient; beyond the numerator a would be negative.
    room = max(rule[at.A_NUMERATOR] - weaker, 1e-9)
    power = min((stronger - weaker) * rule[at.DIVISOR] / room, at.EXP_MOST)
    weak = 1.0 / ((exp(power) if rule[at.NUMERIC] == EXACT else math.exp(power)) + 1.0)
    band = at.EPSILON
    for limit in range(at.EPSILON_LIMITS, at.EPSILON_LIMITS + 4):
        band += 1 if stronger < rule[limit] else 0
    per_step, exempt = 1.0 / rule[at.K_STEP], rule[at.EXEMPT_BELOW]
    return Game(
        weak if white < fictive else 1.0 - weak,
        k_of(white, rule, per_step),
        k_of(black, rule, per_step),
        rule[band],
        terms[3] if white < exempt else terms[1],
        terms[2] if black >= exempt or terms[2] == 0.0 else 1.0,
    )


@njit(cache=True)
def _changes(game: Game, score: float) -> tuple[float, float]:
    """Return both variations; Black's R - P is White's with the other sign."""
    surplus, half = score - game.expected, game.epsilon * 0.5
    gain = game.white_k * (surplus + half) * game.white_weight
    return gain, game.black_k * (half - surplus) * game.black_weight


@njit(cache=True)
def _one_pass(work: Work, entries: int, games: int, rule: Floats) -> None:
    """Play all rounds once (1.7). Nobody plays twice in a round, so levels move in place."""
    level, terms, low, high = work.level, work.terms, rule[at.FLOOR], rule[at.CEILING]
    for entry in range(entries):  # a slice would bring numba's words for unequal lengths: 2 s of compiling
        level[entry] = work.start[entry]
    for row in range(games):
        white, black = work.white[row], work.black[row]
        fixed = (terms[row, 0], terms[row, 2], terms[row, 3], terms[row, 4])
        game = _evaluate(level[white], level[black], fixed, rule)
        gain, loss = _changes(game, terms[row, 1])
        level[white] = min(high, max(low, level[white] + gain))
        level[black] = min(high, max(low, level[black] + loss))


@njit(cache=True)
def trace_of(work: Work, entries: int, games: int, rule: Floats) -> Floats:
    """Play the last pass again and note its numbers: (games, TRACE_WIDTH), columns as in explaining.py."""
    trace = np.zeros((games, TRACE_WIDTH))
    level, terms, low, high = work.level, work.terms, rule[at.FLOOR], rule[at.CEILING]
    level[:entries] = work.start[:entries]
    for row in range(games):
        white, black = work.white[row], work.black[row]
        fixed = (terms[row, 0], terms[row, 2], terms[row, 3], terms[row, 4])
        game = _evaluate(level[white], level[black], fixed, rule)
        gain, loss = _changes(game, terms[row, 1])
        fictive = level[black] + terms[row, 0]
        trace[row, 0], trace[row, 1], trace[row, 2] = work.row[row], white, black
        trace[row, 3] = level[white] - fictive
        trace[row, 4] = (rule[at.A_NUMERATOR] - min(level[white], fictive)) / rule[at.DIVISOR]
        trace[row, 5], trace[row, 6] = terms[row, 1], game.epsilon
        trace[row, 7], trace[row, 8] = level[white], level[black]
        trace[row, 9], trace[row, 10] = game.expected, 1.0 - game.expected
        trace[row, 11], trace[row, 12] = game.white_k, game.black_k
        trace[row, 15], trace[row, 16] = game.white_weight, game.black_weight
        trace[row, 17], trace[row, 18] = gain, loss
        level[white] = min(high, max(low, level[white] + gain))
        level[black] = min(high, max(low, level[black] + loss))
    return trace


@njit(cache=True)
def _guard_limits(work: Work, games: int, entry: int) -> tuple[float, float]:
    """Best opponent beaten and weakest lost to: start levels in the frame of each game (1.9)."""
    beaten, lost = -math.inf, math.inf
    for game in range(games):
        score, shift = work.terms[game, 1], work.terms[game, 0]
        if work.white[game] == entry and work.terms[game, 4] > 0.0:
            opponent = work.start[work.black[game]] + shift
        elif work.black[game] == entry and work.terms[game, 3] > 0.0:
            opponent, score = work.start[work.white[game]] - shift, 1.0 - score
        else:
            continue
        if score == 1.0:
            beaten = max(beaten, opponent)
        elif score == 0.0:
            lost = min(lost, opponent)
    return beaten, lost


@njit(cache=True)
def _threshold(level: float, known: int, rule: Floats) -> float:
    """Return how far a player may move, `known` being the games he has rated so far (1.9)."""
    inside = min(max(level, rule[at.THRESHOLD_FROM]), rule[at.THRESHOLD_TO])
    numerator = rule[at.THRESHOLD_NUMERATOR] - rule[at.THRESHOLD_SLOPE] * inside
    return float(
        numerator / (rule[at.THRESHOLD_KNOWN_DIVISOR] if known > 0 else rule[at.THRESHOLD_UNKNOWN_DIVISOR])
    )


@njit(cache=True)
def _correct(work: Work, entries: int, games: int, rule: Floats) -> bool:
    """Move the start of everybody who moved beyond his threshold (1.9 step 3); say whether anybody was."""
    corrected, original, known = False, work.original, work.known
    for entry in range(entries):
        start = work.start[entry]
        delta = work.level[entry] - start
        excess = abs(delta) - _threshold(start, known[entry], rule)
        if excess <= 0.0 or work.rated[entry] == 0:
            continue
        moved = start + math.copysign(excess, delta)
        if rule[at.GUARD_RAIL] > 0.0:
            beaten, lost = _guard_limits(work, games, entry)
            margin = rule[at.GUARD_KNOWN] if known[entry] > 0 else rule[at.GUARD_UNKNOWN]
            if delta > 0.0:
                moved = min(moved, max(original[entry], beaten + margin))
            else:
                moved = max(moved, min(original[entry], lost - margin))
        if moved != start:
            corrected = True
        work.start[entry] = moved
    return corrected


@njit(cache=True)
def _settle(work: Work, entries: int, games: int, rule: Floats) -> int:
    """Repeat the event from corrected starts until it stands still (1.9); give the number of passes."""
    passes = 1
    _one_pass(work, entries, games, rule)
    while passes < rule[at.PASSES_MOST]:
        for entry in range(entries):
            work.last[entry] = work.level[entry]
        if not _correct(work, entries, games, rule):
            break
        _one_pass(work, entries, games, rule)
        passes += 1
        change = 0.0
        for entry in range(entries):
            change = max(change, abs(work.level[entry] - work.last[entry]))
        if change < rule[at.STOP_BELOW]:
            break
    return passes


@njit(cache=True)
def _prepare(facts: Columns, event: int, work: Work, rule: Floats) -> int:
    """Collect the games that can be rated and their fixed terms (1.3, 1.4); give their number."""
    first, games = facts.entry_start[event], 0
    weight = facts.event_weight[event]
    for row in range(facts.game_start[event], facts.game_start[event + 1]):
        white, black = facts.game_white[row] - first, facts.game_black[row] - first
        handicap, size, score = max(facts.game_handicap[row], 0), facts.game_size[row], facts.game_score[row]
        of_size = 1.0
        if size != 19:  # below 0: counts for nobody
            of_size = rule[at.WEIGHT_13] if size == 13 else rule[at.WEIGHT_9] if size == 9 else -1.0
        others = of_size * weight
        without_level = math.isnan(work.start[white]) or math.isnan(work.start[black])
        if without_level or not 0 <= score <= 2:
            continue
        terms, white_loses = work.terms[games], 0
        if handicap > 0 and size == 19 and score == 0:
            white_loses = 1
        if others > 0.0 and not handicap > rule[at.HANDICAP_MOST]:
            _weigh(terms, handicap, others, white_loses, rule)
        elif not (
            of_size >= 0.0 and _excepts(terms, work.start[white], work.start[black], white_loses, rule)
        ):
            continue
        terms[0] = rule[at.HANDICAP_STEP] * (handicap - rule[at.KOMI_STONES]) if handicap > 0 else 0.0
        terms[1] = score * 0.5
        work.white[games], work.black[games], work.row[games] = white, black, row
        work.rated[white] += 1 if terms[4] > 0.0 else 0
        work.rated[black] += 1 if terms[3] > 0.0 else 0
        games += 1
    return games


@njit(cache=True)
def _weigh(terms: Floats, handicap: int, others: float, white_loses: int, rule: Floats) -> None:
    """Set the weights of a game that counts for both, `others` being those of board and time (1.3, 1.4)."""
    stones = 1.0 - handicap / rule[at.HANDICAP_DIVISOR]
    lost = stones
    if white_loses > 0 and rule[at.NUMERIC] == EXACT:
        lost = power_of(stones, rule[at.WHITE_LOSES_POWER])
    elif white_loses > 0:
        lost = math.pow(stones, rule[at.WHITE_LOSES_POWER])
    terms[2] = lost * others
    terms[3] = stones * others
    terms[4] = terms[2] if white_loses > 0 else 1.0


@njit(cache=True)
def _excepts(terms: Floats, white: float, black: float, white_loses: int, rule: Floats) -> bool:
    """Set the weights of a game that counts for nobody else; say whether it counts for a side (1.4).

    It does for those below the level of the exception before the event: whoever they are is known before the
    first pass, so the weight is 1 in all of them. For White who loses a handicap game on 19x19 the weight is
    that of others, here 0: it does not count for him.
    """
    terms[2] = terms[4] = 1.0 if white < rule[at.EXEMPT_BELOW] and white_loses == 0 else 0.0
    terms[3] = 1.0 if black < rule[at.EXEMPT_BELOW] else 0.0
    return bool(rule[at.EXEMPT_COUNTS_ALL] > 0.0 and terms[2] + terms[3] > 0.0)


@njit(cache=True)
def _manual(kind: int, value: float, line: tuple[float, float], before: float) -> float:
    """Return the level after a manual event (1.8); NaN: still none."""
    if kind == ADJUST:
        return before * line[0] + line[1]
    if math.isnan(value) or (kind in (FIRST, BASE) and not math.isnan(before)):
        return before
    return value if kind in (SET, FIRST, BASE, REPLACE) else before


@njit(cache=True)
def _start_levels(facts: Columns, event: int, standing: Carried, work: Work, rule: Floats) -> None:
    """Put everybody on his level, the level of the other ladder, or the centre of his grade (1.8)."""
    for row in range(facts.entry_start[event], facts.entry_start[event + 1]):
        level = standing.rating[facts.entry_player[row]]
        if math.isnan(level):
            level = facts.entry_seed[row]
        if math.isnan(level):
            level = facts.entry_value[row]
        entry = row - facts.entry_start[event]
        work.rated[entry] = 0
        work.start[entry] = level if math.isnan(level) else min(rule[at.CEILING], max(rule[at.FLOOR], level))


@njit(cache=True)
def rate_event(facts: Columns, event: int, standing: Carried, work: Work, rule: Floats) -> tuple[int, int]:
    """Compute one tournament into `work`; give the passes and the number of rated games."""
    _start_levels(facts, event, standing, work, rule)
    games = _prepare(facts, event, work, rule)
    first = facts.entry_start[event]
    entries = facts.entry_start[event + 1] - first
    for entry in range(entries):
        if math.isnan(work.start[entry]):
            work.start[entry] = 0.0  # takes part in nothing; a NaN would spoil the comparisons
        work.original[entry] = work.start[entry]
        work.known[entry] = standing.games[facts.entry_player[first + entry]]
    return _settle(work, entries, games, rule), games


@njit(cache=True)
def replay(facts: Columns, standing: Carried, done: Output, work: Work, rules: Floats) -> None:
    """Compute all events in order into `done`, `standing` being carried along."""
    for event in range(facts.event_kind.size):
        rule, kind = rules[facts.event_edition[event]], facts.event_kind[event]
        first = facts.entry_start[event]
        if kind == TOURNAMENT:
            done.event_passes[event] = rate_event(facts, event, standing, work, rule)[0]
        for row in range(first, facts.entry_start[event + 1]):
            player = facts.entry_player[row]
            before = start = after = standing.rating[player]
            value = facts.entry_value[row]
            if kind != TOURNAMENT:
                after = _manual(kind, value, (facts.event_factor[event], facts.event_offset[event]), before)
                if not math.isnan(after):
                    after = min(rule[at.CEILING], max(rule[at.FLOOR], after))
                start = after
                # Only where it gives the rating: what changes nothing leaves no row to remember it by.
                if kind in (BASE, REPLACE) and math.isnan(before) and standing.games[player] == 0:
                    standing.games[player] = 1
            elif work.rated[row - first] > 0:
                start, after = work.start[row - first], work.level[row - first]
                done.games[row] = work.rated[row - first]
                standing.games[player] += work.rated[row - first]
                if not math.isnan(value) and not value <= standing.highest[player]:
                    standing.highest[player] = value
            standing.rating[player] = after
            done.before[row], done.start[row], done.after[row] = before, start, after
            done.total_games[row], done.highest[row] = standing.games[player], standing.highest[player]
