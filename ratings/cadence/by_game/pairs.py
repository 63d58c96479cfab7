"""The pairs of a stream: who met whom in a game, who had a rating, and what the curve expected. Pure."""

from itertools import combinations

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.expectation import glicko_first, ladder_first
from ratings.cadence.shared.record import Flags, Floats
from ratings.engines import ladder
from ratings.engines.stream_contract import DUEL, PLACES, TEAMS, StreamChanges, StreamFacts
from ratings.rulebook.ladder import LadderEdition


def pairs_of(facts: StreamFacts) -> tuple[Longs, Longs, Longs]:
    """Return game, first seat and other seat of every pair: a team's first seat stands for the team."""
    start, size = facts.seat_start[:-1].astype(np.int64), np.diff(facts.seat_start)
    parts: list[tuple[Longs, Longs, Longs]] = []
    for kind, apart in ((DUEL, 1), (TEAMS, 2)):
        games = np.flatnonzero(facts.kind == kind)
        parts.append((games, start[games], start[games] + apart))
    tables = facts.kind == PLACES
    for seats in np.unique(size[tables]).tolist():
        games = np.flatnonzero(tables & (size == seats))
        parts += [
            (games, start[games] + left, start[games] + right)
            for left, right in combinations(range(seats), 2)
        ]
    game, first, other = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(game, kind="stable")
    return game[order], first[order], other[order]


def rated_before(facts: StreamFacts, changes: StreamChanges, parameters: Floats, *, engine: str) -> Flags:
    """Return which seats had a rating of their own: after one game, on the ladder after provisional ones."""
    played = changes.games.astype(np.int64) - 1
    if engine != LadderEdition.engine:
        rated: Flags = played >= 1
        return rated
    edition = np.repeat(facts.edition, np.diff(facts.seat_start))
    settled: Flags = played >= parameters[edition, ladder.PROVISIONAL_GAMES]
    return settled


def whole_table(known: Flags, facts: StreamFacts) -> Flags:
    """Return the games of which every seat had a rating."""
    if not facts.kind.size:
        return np.zeros(0, np.bool_)
    return np.logical_and.reduceat(known, facts.seat_start[:-1])


def forecast(
    facts: StreamFacts,
    changes: StreamChanges,
    parameters: Floats,
    *,
    engine: str,
    rows: tuple[Longs, Longs, Longs],
) -> tuple[Floats, Floats]:
    """Return the expected score of the first side of each pair, and by how much it led."""
    game, first, other = rows
    before = changes.before
    rules = parameters if len(parameters) == 1 else parameters[facts.edition[game]]  # one serves every row
    lead = before[first] - before[other]
    if engine == LadderEdition.engine:
        return ladder_first(lead, rules), lead
    square = changes.aged**2
    expected = glicko_first(lead, square[other], rules)
    teams = np.flatnonzero(facts.kind[game] == TEAMS)
    if teams.size:
        mine, theirs = first[teams], other[teams]
        lead[teams] = 0.5 * (before[mine] + before[mine + 1]) - 0.5 * (before[theirs] + before[theirs + 1])
        others = square[mine + 1] + (square[theirs] + square[theirs + 1])
        expected[teams] = glicko_first(
            lead[teams], others, rules if len(parameters) == 1 else rules[teams], of_teams=True
        )
    return expected, lead
