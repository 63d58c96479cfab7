"""The record of a stream: its games replayed in memory, which gives what every seat had before."""

from datetime import date
from itertools import combinations

import numpy as np

from ratings.cadence.by_game.facts import BEGINNING
from ratings.cadence.by_game.replay import from_scratch, rate
from ratings.cadence.by_game.stale import ledger_of
from ratings.cadence.by_game.standings import A_DAY
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.expectation import glicko_first, ladder_first
from ratings.cadence.shared.record import Flags, Floats, Pairs, Record, Sides, months_of
from ratings.engines import ladder
from ratings.engines.stream_contract import DUEL, LEVEL, PLACES, TEAMS, StreamChanges, StreamFacts
from ratings.models import RatingSystem
from ratings.rulebook.systems import SYSTEMS

_EPOCH = date(1970, 1, 1).toordinal()


def record(system: RatingSystem) -> Record:
    """Read the rated games of a stream, as far as it is rated."""
    rated = ledger_of(system)
    before = BEGINNING if rated.moment is None else rated.moment + 1
    replay = from_scratch(system, before=before, last_key=rated.last_key)
    return record_of(
        replay.assembly.facts,
        rate(replay).changes,
        replay.assembly.players,
        replay.policy.parameters,
        engine=SYSTEMS[system.key].stream_engine,
    )


def record_of(
    facts: StreamFacts, changes: StreamChanges, players: Longs, parameters: Floats, *, engine: str
) -> Record:
    """Make the record of a replay; `players` are keys by index, `engine` glicko or ladder."""
    month = months_of(facts.moment.astype("datetime64[ms]"))
    sizes = np.diff(facts.seat_start)
    seat_game = np.repeat(np.arange(sizes.size), sizes)
    rated = facts.kind != LEVEL
    of_game = rated[seat_game]
    game, first, other = _pairs(facts)
    known = _rated_before(facts, changes, parameters, engine=engine)
    fits: Flags = known[first] & known[other]
    expected, lead = _forecast(facts, changes, parameters, engine=engine, rows=(game, first, other))
    if engine == "glicko":
        fits &= _whole_table(known, facts)[game]
    nothing = np.full(game.size, np.nan)
    place = facts.seat_place.astype(np.int64)
    return Record(
        month=month[rated],
        seat_month=month[seat_game[of_game]],
        seat_player=players[facts.seat_player[of_game]],
        pairs=Pairs(
            month=month[game],
            score=0.5 + 0.5 * np.sign(place[other] - place[first]),
            expected=np.where(fits, expected, np.nan),
            lead=np.where(fits, lead, np.nan),
            even=np.ones(game.size, np.bool_),
            grade=nothing,
            other_grade=nothing,
        ),
        sides=Sides(
            first=_alone(facts, game, players[facts.seat_player[first]]),
            other=_alone(facts, game, players[facts.seat_player[other]]),
            day=facts.moment[game] // A_DAY + _EPOCH,
            tournament=np.zeros(game.size, np.int64),
            advantage=np.zeros(game.size),
            rating=np.where(known[first], changes.before[first], np.nan),
            other_rating=np.where(known[other], changes.before[other], np.nan),
        ),
    )


def _alone(facts: StreamFacts, game: Longs, player: Longs) -> Longs:
    """Return the players of sides of one; 0 for a team's first seat."""
    return np.where(facts.kind[game] == TEAMS, 0, player)


def _pairs(facts: StreamFacts) -> tuple[Longs, Longs, Longs]:
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
            (games, start[games] + one, start[games] + two) for one, two in combinations(range(seats), 2)
        ]
    game, first, other = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(game, kind="stable")
    return game[order], first[order], other[order]


def _rated_before(facts: StreamFacts, changes: StreamChanges, parameters: Floats, *, engine: str) -> Flags:
    """Return which seats had a rating of their own: after one game, on the ladder after provisional ones."""
    played = changes.games.astype(np.int64) - 1
    if engine != "ladder":
        found: Flags = played >= 1
        return found
    edition = np.repeat(facts.edition, np.diff(facts.seat_start))
    settled: Flags = played >= parameters[edition, ladder.PROVISIONAL_GAMES]
    return settled


def _whole_table(known: Flags, facts: StreamFacts) -> Flags:
    """Return the games of which every seat had a rating."""
    if not facts.kind.size:
        return np.zeros(0, np.bool_)
    return np.logical_and.reduceat(known, facts.seat_start[:-1])


def _forecast(
    facts: StreamFacts,
    changes: StreamChanges,
    parameters: Floats,
    *,
    engine: str,
    rows: tuple[Longs, Longs, Longs],
) -> tuple[Floats, Floats]:
    """Return the expected score of the first side of each pair, and by how much it led."""
    game, first, other = rows
    rules, before = parameters[facts.edition[game]], changes.before
    lead = before[first] - before[other]
    if engine == "ladder":
        return ladder_first(lead, rules), lead
    square = changes.aged**2
    expected = glicko_first(lead, square[other], rules)
    teams = np.flatnonzero(facts.kind[game] == TEAMS)
    if teams.size:
        mine, theirs = first[teams], other[teams]
        lead[teams] = 0.5 * (before[mine] + before[mine + 1]) - 0.5 * (before[theirs] + before[theirs + 1])
        others = square[mine + 1] + (square[theirs] + square[theirs + 1])
        expected[teams] = glicko_first(lead[teams], others, rules[teams], of_teams=True)
    return expected, lead
