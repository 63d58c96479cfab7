"""The generic Elo of games one by one, by length or by points where its tables say so.

Each game is computed from what both had before it: change = K x weight x stake x (score - expectation). The
stake is the root of the length (FIBS), else 1; the score of a margin (SPREAD) is 1/2 + margin / (2 spread),
from 0 to 1. Numeric contract 2.
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
    chances,
    enter,
    first_start,
    k_row,
    law_of,
    limits_of,
    person_of,
    settled,
    sizes,
    weight_row,
)
from ratings.engines.decision_tables import OutOfBoundsError, Rules
from ratings.engines.online_elo_contract import (
    OnlineChanges,
    OnlineColumns,
    OnlineDetails,
    OnlineFacts,
    OnlineStanding,
    online_columns,
    refuse_out_of_bounds,
)
from ratings.engines.stream_contract import DUEL, LEVEL

# Rows of the changes, those of OnlineChanges.
BEFORE, AFTER, PLAYED, FACTOR, EXPECTED = range(5)
NOT_EXPLAINED, EXPLAINED = 3, 5  # rows of the changes


@njit(cache=True, error_model="numpy", forceinline=True)
def _write(done: Floats, row: int, before: float, after: float, expected: float, k: float) -> None:
    """Write what a game did to one seat; K and expectation only where they are asked for."""
    done[BEFORE, row], done[AFTER, row] = before, after
    if len(done) == EXPLAINED:
        done[EXPECTED, row], done[FACTOR, row] = expected, k


@njit(cache=True, error_model="numpy", forceinline=True)
def _score(place: int, other: int, margin: float, kind: float) -> float:
    """Return the score of the first of two: by places, or of a margin in shares of a whole win."""
    if kind == at.SPREAD:
        return min(max(0.5 + margin, 0.0), 1.0)
    return 0.5 + 0.5 * (int(place < other) - int(place > other))


@njit(cache=True, error_model="numpy", forceinline=True)
def _change(k: float, worth: float, whole: float) -> float:
    """Return what a result is worth in points; a division by 1 is left out, for speed."""
    return k * worth if whole == 1.0 else k * worth / whole


@njit(cache=True, error_model="numpy")
def _start(facts: OnlineColumns, row: int, people: Floats, rules: Rules, edition: int) -> float:
    """Return the rating of a seat; a newcomer's by the tables."""
    own = people[facts.seat_player[row], RATING]
    if math.isnan(own):
        return first_start(facts.seat_grade[row], facts.seat_age[row], edition, rules)
    return float(own)


@njit(cache=True, error_model="numpy")
def _level(facts: OnlineColumns, game: int, people: Floats, done: Floats) -> None:
    """Enter a decision of the office; it holds from its moment on."""
    row = facts.seat_start[game]
    player, level = facts.seat_player[row], facts.level[game]
    before = people[player, RATING]
    after = before if math.isnan(level) else level
    _write(done, row, before, after, math.nan, 0.0)
    enter(people, player, after, float(facts.seat_games[row]))
    done[PLAYED, row] = people[player, GAMES]


@njit(cache=True, error_model="numpy")
def _weights(facts: OnlineColumns, part: tuple[int, int], rules: Rules) -> Floats:
    """Read the weights of games of one edition; none where it has no rows."""
    edition, rows = facts.edition[part[0]], rules.weight
    of_edition = (rules.weight_start[edition], rules.weight_start[edition + 1])
    weights = np.ones(part[1] - part[0] if of_edition[0] < of_edition[1] else 0)
    controls, classes, online, sizes_of = facts.control, facts.game_class, facts.online, facts.size
    for place in range(weights.size):
        game = part[0] + place
        codes = (controls[game], classes[game], online[game], sizes_of[game])
        weights[place] = weight_row(codes, of_edition, rows)
    return weights


@njit(cache=True, error_model="numpy")
def _unrated(people: Floats, player: int, done: Floats, row: int) -> None:
    """Leave a player as before a game that is not rated."""
    rating = people[player, RATING]
    _write(done, row, rating, rating, math.nan, 0.0)
    done[PLAYED, row] = people[player, GAMES]


@njit(cache=True, error_model="numpy")
def _run(facts: OnlineColumns, part: tuple[int, int], people: Floats, rules: Rules, done: Floats) -> None:
    """Compute games of one edition, from the first to before the end."""
    # Locals, because reading an array out of a record counts its references each time.
    kinds, edition, seats, players = facts.kind, facts.edition[part[0]], facts.seat_start, facts.seat_player
    ages, levels, classes, lengths = facts.seat_age, facts.seat_level, facts.game_class, facts.length
    places, points, bands, rows = facts.seat_place, facts.seat_points, rules.band, rules.k
    rule, weights = rules.constants[edition], _weights(facts, part, rules)
    law, limits, share, weighs = law_of(rule), limits_of(rule, at.GAME), rule[at.MARGIN], weights.size > 0
    k_part = (rules.k_start[edition], rules.k_start[edition + 1])
    band_part = (rules.band_start[edition], rules.band_start[edition + 1])
    for game in range(part[0], part[1]):
        row = seats[game]
        if kinds[game] == LEVEL:
            _level(facts, game, people, done)
            continue
        white, black, weight = players[row], players[row + 1], weights[game - part[0]] if weighs else 1.0
        own, other = people[white, RATING], people[black, RATING]
        if math.isnan(own) or math.isnan(other):
            own = _start(facts, row, people, rules, edition)
            other = _start(facts, row + 1, people, rules, edition)
        if weight == 0.0 or math.isnan(own) or math.isnan(other):
            _unrated(people, white, done, row)
            _unrated(people, black, done, row + 1)
            continue
        length = lengths[game] if law.kind == at.FIBS else 1.0
        root, whole, margin = math.sqrt(length), law.whole, points[row] - points[row + 1]
        score = _score(places[row], places[row + 1], margin * share, law.kind)
        first, second = chances((own, other), sizes(own, other, law), root, law, bands, band_part)
        mine, theirs = (
            person_of(people, white, own, ages[row]),
            person_of(people, black, other, ages[row + 1]),
        )
        k = k_row(mine, (levels[row], classes[game]), k_part, rows)
        their_k = k_row(theirs, (levels[row + 1], classes[game]), k_part, rows)
        gain = _change(k, weight * root * (score * whole - first), whole)
        loss = _change(their_k, weight * root * ((1.0 - score) * whole - second), whole)
        after = settled(own, gain, people[white, PEAK], limits)
        their_after = settled(other, loss, people[black, PEAK], limits)
        _write(done, row, own, after, first / whole, k)
        _write(done, row + 1, other, their_after, second / whole, their_k)
        done[PLAYED, row], done[PLAYED, row + 1] = mine[1] + length, theirs[1] + length
        enter(people, white, after, mine[1] + length)
        enter(people, black, their_after, theirs[1] + length)


@njit(cache=True, error_model="numpy")
def _wrong_game(facts: OnlineColumns) -> int:
    """Return the first game that is neither a duel of two players nor a level of one; -1 without."""
    kinds, seats, players = facts.kind, facts.seat_start, facts.seat_player
    for game in range(kinds.size):
        row = seats[game]
        count = seats[game + 1] - row
        is_level = kinds[game] == LEVEL and count == 1
        if not is_level and not (kinds[game] == DUEL and count == 2 and players[row] != players[row + 1]):
            return game
    return -1


@njit(cache=True, error_model="numpy")
def _replay(facts: OnlineColumns, people: Floats, rules: Rules, done: Floats) -> None:
    """Compute all games in order into `done`, a column a seat, a run of one edition at a time."""
    editions, first = facts.edition, 0
    while first < editions.size:
        end = first + 1
        while end < editions.size and editions[end] == editions[first]:
            end += 1
        _run(facts, (first, end), people, rules, done)
        first = end


class OnlineEloEngine:
    """The generic Elo of games one by one over packed tables (`decision_tables.packed`)."""

    def replay(
        self, facts: OnlineFacts, standing: OnlineStanding, rules: Rules
    ) -> tuple[OnlineChanges, OnlineStanding]:
        """Compute all games in order; the standing given is not changed, the one after is returned.

        Raises OutOfBoundsError for tables, facts or a standing with a number out of bounds.
        """
        done, people = _replayed(facts, standing, rules, NOT_EXPLAINED)
        return OnlineChanges(*done), OnlineStanding(*(people[:, place].copy() for place in range(3)))

    def explain(self, facts: OnlineFacts, standing: OnlineStanding, rules: Rules) -> OnlineDetails:
        """Return K and expectation of every seat, from the standing before the first game.

        Raises as `replay`.
        """
        return OnlineDetails(*_replayed(facts, standing, rules, EXPLAINED)[0][NOT_EXPLAINED:])


def _replayed(facts: OnlineFacts, standing: OnlineStanding, rules: Rules, rows: int) -> tuple[Floats, Floats]:
    """Return the changes, (rows, N), and the people after them, (P, 4) for the cache's sake."""
    refuse_out_of_bounds(facts, standing, rules)
    stream = online_columns(facts)
    wrong = _wrong_game(stream)
    if wrong >= 0:
        raise OutOfBoundsError(f"game {wrong} is neither one of two players nor a level of one")
    columns = (standing.rating, standing.games, standing.peak, standing.peak)
    people = np.ascontiguousarray(np.stack(columns, axis=1, dtype=np.float64))
    done = np.empty((rows, facts.games.seat_player.size))
    _replay(stream, people, rules, done)
    return done, people


engine = OnlineEloEngine()
