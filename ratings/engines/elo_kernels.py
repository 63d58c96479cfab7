"""Kernels of the generic Elo: a span is weighed, counted, computed and entered.

The additions are in the order of the facts, so that the same facts give the same bits.
"""

import math

import numpy as np
from numba import njit

from ratings.engines import decision_tables as at
from ratings.engines.contract import Floats
from ratings.engines.decision_kernels import (
    GAMES,
    PEAK,
    RATING,
    bonus_of,
    chances,
    enter,
    first_start,
    k_row,
    law_of,
    limited,
    limits_of,
    performance,
    person_of,
    rounded,
    settled,
    sizes,
    weight_row,
)
from ratings.engines.decision_tables import Rules
from ratings.engines.elo_contract import EloColumns, Span, Work

# Further columns of people: those of EloStanding.
POOL_GAMES, POOL_HALF_POINTS, POOL_OPPONENTS = range(3, 6)
# Columns of the entries at work.
OWN, SURPLUS, EXPECTED, COUNTED, SCORED, FACED, FACTOR = range(7)
# Columns of the players at work.
BASE, TURN, PLAYED, HALF_POINTS, OPPONENTS, NEW, LIFT, AFTER = range(8)
# Columns of the changes: those of EloChanges.
BEFORE, START, END, APPLIED, SIDES, SCORE, CHANCE, EXTRA = range(8)
WIDTH_OF_ENTRY, WIDTH_OF_SLOT, WIDTH_OF_CHANGE = 7, 8, 8


@njit(cache=True, error_model="numpy")
def _span(facts: EloColumns, span: int) -> Span:
    """Return where the rows of a span lie."""
    first, end = facts.span_start[span], facts.span_start[span + 1]
    return Span(
        int(facts.span_edition[span]),
        int(first),
        int(end),
        int(facts.entry_start[first]),
        int(facts.entry_start[end]),
        int(facts.game_start[first]),
        int(facts.game_start[end]),
    )


@njit(cache=True, error_model="numpy")
def _enter(facts: EloColumns, span: Span, people: Floats, work: Work, rules: Rules) -> int:
    """Give each player of a span a slot with the rating to start from; return how many there are."""
    entry, slots, of_entry, widest = work.entry, work.slots, work.entry_slot, work.widest
    entered, places, players = facts.entry_player, work.slot, work.player
    rule, count = rules.constants[span.edition], 0
    for row in range(span.entry, span.last_entry):
        player, place = entered[row], row - span.entry
        slot = places[player]
        if slot < 0:
            slot, count = count, count + 1
            places[player], players[slot] = slot, player
            for column in range(WIDTH_OF_SLOT):
                slots[slot, column] = 0.0
            slots[slot, BASE] = people[player, RATING]
        if math.isnan(slots[slot, BASE]):
            start = first_start(facts.entry_grade[row], facts.entry_age[row], span.edition, rules)
            slots[slot, BASE] = start
            slots[slot, NEW] = 1.0 if math.isnan(start) else 0.0
        of_entry[place], widest[place] = slot, -1
        for column in range(WIDTH_OF_ENTRY):
            entry[place, column] = 0.0
    iterates, estimate = rule[at.FIRST] == at.ITERATED, rule[at.FIRST_RATING]
    for place in range(span.last_entry - span.entry):
        slot = of_entry[place]
        entry[place, OWN] = estimate if iterates and slots[slot, NEW] > 0.0 else slots[slot, BASE]
    return count


@njit(cache=True, error_model="numpy")
def _weigh(facts: EloColumns, span: Span, work: Work, rules: Rules) -> None:
    """Read the weight of every game; neighbours of one size have the same."""
    weights, sizes, starts, rows = work.weight, facts.game_size, facts.game_start, rules.weight
    part = (rules.weight_start[span.edition], rules.weight_start[span.edition + 1])
    for event in range(span.event, span.last_event):
        control, event_class = facts.event_control[event], facts.event_class[event]
        online, size, weight = facts.event_online[event], -1, 0.0
        for row in range(starts[event], starts[event + 1]):
            if sizes[row] != size:
                size = sizes[row]
                weight = weight_row((control, event_class, online, size), part, rows)
            weights[row - span.game] = weight


@njit(cache=True, error_model="numpy", forceinline=True)
def _add(entry: Floats, place: int, opponent: float, half_points: float) -> None:
    """Add a game to the sums of an entry."""
    entry[place, COUNTED] += 1.0
    entry[place, SCORED] += half_points
    entry[place, FACED] += opponent


@njit(cache=True, error_model="numpy")
def _count(facts: EloColumns, span: Span, work: Work, rule: Floats) -> None:
    """Count the games of each side whose opponent has a rating or an estimate.

    Without a rating of its own a side counts only where a first rating is made of results.
    """
    entry, weights = work.entry, work.weight
    whites, blacks, scores = facts.game_white, facts.game_black, facts.game_score
    collects, base, start = rule[at.FIRST] >= at.PERFORMANCE, span.entry, span.game
    for row in range(span.game, span.last_game):
        if weights[row - start] == 0.0:
            continue
        white, black = whites[row] - base, blacks[row] - base
        mine, theirs, score = entry[white, OWN], entry[black, OWN], float(scores[row])
        if theirs == theirs and (collects or mine == mine):
            _add(entry, white, theirs, score)
        if mine == mine and (collects or theirs == theirs):
            _add(entry, black, mine, 2.0 - score)


@njit(cache=True, error_model="numpy")
def _gather(span: Span, work: Work) -> None:
    """Add the sums of the entries to those of their players."""
    entry, slots, of_entry = work.entry, work.slots, work.entry_slot
    for place in range(span.last_entry - span.entry):
        slot = of_entry[place]
        slots[slot, PLAYED] += entry[place, COUNTED]
        slots[slot, HALF_POINTS] += entry[place, SCORED]
        slots[slot, OPPONENTS] += entry[place, FACED]


@njit(cache=True, error_model="numpy")
def _performance(slot: int, people: Floats, work: Work, rules: Rules, edition: int) -> float:
    """Return a newcomer's performance in the games of the pool and of the span."""
    player, slots = work.player[slot], work.slots
    return performance(
        people[player, POOL_GAMES] + slots[slot, PLAYED],
        people[player, POOL_HALF_POINTS] + slots[slot, HALF_POINTS],
        people[player, POOL_OPPONENTS] + slots[slot, OPPONENTS],
        rules.constants[edition],
        rules.distance[edition],
    )


@njit(cache=True, error_model="numpy")
def _clear(count: int, span: Span, work: Work) -> None:
    """Set the sums of the entries and of the players of a span to zero."""
    for place in range(span.last_entry - span.entry):
        work.entry[place, COUNTED] = work.entry[place, SCORED] = work.entry[place, FACED] = 0.0
    for slot in range(count):
        work.slots[slot, PLAYED] = work.slots[slot, HALF_POINTS] = work.slots[slot, OPPONENTS] = 0.0


@njit(cache=True, error_model="numpy")
def _iterate(facts: EloColumns, span: Span, people: Floats, work: Work, rules: Rules, count: int) -> None:
    """Estimate newcomers from all their games until nobody moves; each pass from the estimates before it."""
    rule, entry, slots, of_entry = rules.constants[span.edition], work.entry, work.slots, work.entry_slot
    passes, moved = 0, math.inf
    while passes < rule[at.PASSES] and moved >= rule[at.SETTLED]:
        passes, moved = passes + 1, 0.0
        _count(facts, span, work, rule)
        _gather(span, work)
        for place in range(span.last_entry - span.entry):
            slot = of_entry[place]
            if slots[slot, NEW] > 0.0 and slots[slot, PLAYED] > 0.0:
                found = _performance(slot, people, work, rules, span.edition)
                moved = max(moved, abs(found - entry[place, OWN]))
                entry[place, OWN] = found
        _clear(count, span, work)


@njit(cache=True, error_model="numpy")
def _factors(facts: EloColumns, span: Span, people: Floats, work: Work, rules: Rules) -> None:
    """Read K of every entry, reduced so that K times the games of the span stays below its limit."""
    edition, entry, slots, of_entry = span.edition, work.entry, work.slots, work.entry_slot
    players, ages, levels, rows = facts.entry_player, facts.entry_age, facts.entry_level, rules.k
    most = rules.constants[edition, at.K_MOST]
    part = (rules.k_start[edition], rules.k_start[edition + 1])
    for event in range(span.event, span.last_event):
        event_class = facts.event_class[event]
        for row in range(facts.entry_start[event], facts.entry_start[event + 1]):
            place = row - span.entry
            slot = of_entry[place]
            games, base = slots[slot, PLAYED], slots[slot, BASE]
            if slots[slot, NEW] > 0.0 or games == 0.0:
                continue
            person = person_of(people, players[row], base, ages[row])
            k = k_row(person, (levels[row], event_class), part, rows)
            entry[place, FACTOR] = min(k, np.floor(most / games)) if most < math.inf else k


@njit(cache=True, error_model="numpy")
def _is_capped(size: float, own: float, rule: Floats) -> bool:
    """Return whether the cap is for a difference, seen from a player with a rating."""
    return bool(size > rule[at.CAP] and own < rule[at.EXEMPT])


@njit(cache=True, error_model="numpy")
def _find_widest(facts: EloColumns, span: Span, work: Work, rule: Floats) -> None:
    """Choose the one game of an entry that is capped: the widest, of equals that as the stronger."""
    entry, widest = work.entry, work.widest
    for row in range(span.game, span.last_game):
        if work.weight[row - span.game] == 0.0:
            continue
        for side in range(2):
            mine, theirs = facts.game_white[row] - span.entry, facts.game_black[row] - span.entry
            if side == 1:
                mine, theirs = theirs, mine
            lead = entry[mine, OWN] - entry[theirs, OWN]
            if not _is_capped(abs(lead), entry[mine, OWN], rule):
                continue
            kept = widest[mine]
            if kept >= 0:
                rival = (
                    facts.game_black[kept]
                    if facts.game_white[kept] - span.entry == mine
                    else facts.game_white[kept]
                )
                other = entry[mine, OWN] - entry[rival - span.entry, OWN]
                if abs(lead) < abs(other) or (abs(lead) == abs(other) and (lead < 0.0 or other > 0.0)):
                    continue
            widest[mine] = row


@njit(cache=True, error_model="numpy")
def _rate(facts: EloColumns, span: Span, work: Work, rules: Rules) -> None:
    """Add up what each side of each game is worth, weight x (score - expectation)."""
    # Locals, because reading an array out of a record counts its references each time.
    entry, weights, widest, bands = work.entry, work.weight, work.widest, rules.band
    whites, blacks, scores = facts.game_white, facts.game_black, facts.game_score
    rule, base, start = rules.constants[span.edition], span.entry, span.game
    law, part = law_of(rule), (rules.band_start[span.edition], rules.band_start[span.edition + 1])
    limits, whole, once = limits_of(rule, at.GAME), law.whole, rule[at.CAP_ONCE] > 0.0
    for row in range(span.game, span.last_game):
        weight, white, black = weights[row - start], whites[row] - base, blacks[row] - base
        own, other = entry[white, OWN], entry[black, OWN]
        size = abs(own - other)
        if weight == 0.0 or math.isnan(size):
            continue
        mine, theirs = sizes(own, other, law)
        if once:
            mine = mine if widest[white] == row else size
            theirs = theirs if widest[black] == row else size
        first, second = chances((own, other), (mine, theirs), 1.0, law, bands, part)
        score = 0.5 * whole * scores[row]
        gain, loss = weight * (score - first), weight * (whole - score - second)
        if limits.rounds > 0.0:
            gain = rounded(entry[white, FACTOR] * gain / whole, limits)
            loss = rounded(entry[black, FACTOR] * loss / whole, limits)
        entry[white, SURPLUS] += gain
        entry[black, SURPLUS] += loss
        entry[white, EXPECTED] += first
        entry[black, EXPECTED] += second


@njit(cache=True, error_model="numpy")
def _turns(span: Span, work: Work, rule: Floats) -> None:
    """Add the changes of the entries of each player; by period each may be rounded.

    K of a bonus is that of the last entry.
    """
    entry, slots, of_entry, whole = work.entry, work.slots, work.entry_slot, rule[at.WHOLE]
    each, limits = rule[at.WHEN] == at.GAME, limits_of(rule, at.EVENT)
    rounds = limits.rounds > 0.0 and rule[at.BY_PERIOD] > 0.0
    for place in range(span.last_entry - span.entry):
        slot = of_entry[place]
        if slots[slot, NEW] > 0.0:
            continue
        change, k = entry[place, SURPLUS], entry[place, FACTOR]
        slots[slot, LIFT] = k
        if not each:
            change = k * change / whole
        slots[slot, TURN] += rounded(change, limits) if rounds else change


@njit(cache=True, error_model="numpy")
def _first(slot: int, people: Floats, work: Work, rules: Rules, edition: int) -> float:
    """Return a newcomer's first rating, NaN while the results are too few; they go into the pool."""
    player, slots, rule = work.player[slot], work.slots, rules.constants[edition]
    found = math.nan
    games = people[player, POOL_GAMES] + slots[slot, PLAYED]
    points = people[player, POOL_HALF_POINTS] + slots[slot, HALF_POINTS]
    if games >= rule[at.NEEDED] and points >= rule[at.POINTS_NEEDED]:
        found = min(_performance(slot, people, work, rules, edition), rule[at.FIRST_MOST])
        limits = limits_of(rule, at.LIST)
        if limits.rounds == 0.0 or rule[at.BY_PERIOD] > 0.0:
            found = rounded(found, limits)
        found = limited(found, math.nan, limits)
    is_rated = not math.isnan(found)
    people[player, POOL_GAMES] = 0.0 if is_rated else games
    people[player, POOL_HALF_POINTS] = 0.0 if is_rated else points
    people[player, POOL_OPPONENTS] = (
        0.0 if is_rated else people[player, POOL_OPPONENTS] + slots[slot, OPPONENTS]
    )
    return found


@njit(cache=True, error_model="numpy")
def _settle(span: Span, people: Floats, work: Work, rules: Rules, count: int) -> None:
    """Enter the ratings after the span into the players."""
    edition, slots, players, places = span.edition, work.slots, work.player, work.slot
    rule, distance = rules.constants[edition], rules.distance[edition]
    limits = limits_of(rule, at.LIST if rule[at.BY_PERIOD] > 0.0 else at.EVENT)
    _turns(span, work, rule)
    for slot in range(count):
        player, base, k, games = players[slot], slots[slot, BASE], slots[slot, LIFT], slots[slot, PLAYED]
        slots[slot, LIFT], slots[slot, AFTER], places[player] = 0.0, people[player, RATING], -1
        if games == 0.0:
            continue
        if slots[slot, NEW] > 0.0:
            after = _first(slot, people, work, rules, edition)
        else:
            change = slots[slot, TURN]
            if rule[at.BONUS] != at.NO_BONUS:
                points, opponents = slots[slot, HALF_POINTS], slots[slot, OPPONENTS]
                strength = performance(games, points, opponents, rule, distance)
                slots[slot, LIFT] = bonus_of(change, (base, strength, k), games, rules, edition)
            after = settled(base, change + slots[slot, LIFT], people[player, PEAK], limits)
        slots[slot, AFTER] = after
        enter(people, player, after, people[player, GAMES] + games)


@njit(cache=True, error_model="numpy")
def _write(span: Span, work: Work, done: Floats, whole: float) -> None:
    """Write the changes of the entries."""
    entry, slots, of_entry = work.entry, work.slots, work.entry_slot
    for row in range(span.entry, span.last_entry):
        place = row - span.entry
        slot = of_entry[place]
        done[START, row], done[END, row] = entry[place, OWN], slots[slot, AFTER]
        done[APPLIED, row] = entry[place, FACTOR]
        done[SIDES, row], done[SCORE, row] = entry[place, COUNTED], entry[place, SCORED]
        done[CHANCE, row], done[EXTRA, row] = entry[place, EXPECTED] / whole, slots[slot, LIFT]


@njit(cache=True, error_model="numpy")
def wrong_event(facts: EloColumns, players: int) -> int:
    """Return the first event with a player twice or a game that is none of two of its entries; -1 without."""
    seen, entered = np.full(players, -1, np.int32), facts.entry_player
    whites, blacks, starts, ends = facts.game_white, facts.game_black, facts.entry_start, facts.game_start
    for event in range(facts.event_class.size):
        first, end, wrong = starts[event], starts[event + 1], False
        for row in range(first, end):
            wrong |= seen[entered[row]] == event
            seen[entered[row]] = event
        for row in range(ends[event], ends[event + 1]):
            white, black = whites[row], blacks[row]
            wrong |= (min(white, black) < first) | (max(white, black) >= end) | (white == black)
        if wrong:
            return event
    return -1


@njit(cache=True, error_model="numpy")
def replay(facts: EloColumns, people: Floats, work: Work, rules: Rules, done: Floats) -> None:
    """Compute all spans in order into `done`, a column an entry, and `people`."""
    for number in range(facts.span_edition.size):
        span = _span(facts, number)
        rule = rules.constants[span.edition]
        for row in range(span.entry, span.last_entry):
            done[BEFORE, row] = people[facts.entry_player[row], RATING]
        count = _enter(facts, span, people, work, rules)
        _weigh(facts, span, work, rules)
        if rule[at.FIRST] == at.ITERATED:
            _iterate(facts, span, people, work, rules, count)
        _count(facts, span, work, rule)
        _gather(span, work)
        _factors(facts, span, people, work, rules)
        if rule[at.CAP_ONCE] > 0.0:
            _find_widest(facts, span, work, rule)
        _rate(facts, span, work, rules)
        _settle(span, people, work, rules, count)
        _write(span, work, done, rule[at.WHOLE])
