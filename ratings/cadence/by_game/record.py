"""The record of a stream: its games replayed in memory, which gives what every seat had before."""

from collections.abc import Iterator
from datetime import date

import numpy as np

from ratings.cadence.by_game.facts import BEGINNING, Window
from ratings.cadence.by_game.moments import MS_A_DAY
from ratings.cadence.by_game.pairs import forecast, pairs_of, rated_before, whole_table
from ratings.cadence.by_game.replay import from_scratch, rate, rate_pieces, stream_policy
from ratings.cadence.by_game.stale import ledger_of
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats, Pairs, Record, Sides, months_of
from ratings.engines.stream_contract import LEVEL, TEAMS, StreamChanges, StreamFacts
from ratings.models import RatingSystem
from ratings.rulebook.systems import SYSTEMS

PIECE = 500_000  # games replayed at a time for statistics
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
        engine=SYSTEMS[system.key].engine,
    )


def record_pieces(system: RatingSystem, *, games: int = PIECE) -> Iterator[Record]:
    """Read the same, about so many games at a time, in the order they ended."""
    rated = ledger_of(system)
    before = BEGINNING if rated.moment is None else rated.moment + 1
    window = Window(before=before, last_key=rated.last_key)
    parameters, engine = stream_policy(system).parameters, SYSTEMS[system.key].engine
    for assembly, changes in rate_pieces(system, window, games=games):
        yield record_of(assembly.facts, changes, assembly.players, parameters, engine=engine)


def record_of(
    facts: StreamFacts, changes: StreamChanges, players: Longs, parameters: Floats, *, engine: str
) -> Record:
    """Make the record of a replay; `players` are keys by index, `engine` glicko or ladder."""
    month = months_of(facts.moment.astype("datetime64[ms]"))
    sizes = np.diff(facts.seat_start)
    seat_game = np.repeat(np.arange(sizes.size), sizes)
    rated = facts.kind != LEVEL
    of_game = rated[seat_game]
    game, first, other = pairs_of(facts)
    known = rated_before(facts, changes, parameters, engine=engine)
    fits: Flags = known[first] & known[other]
    expected, lead = forecast(facts, changes, parameters, engine=engine, rows=(game, first, other))
    if engine == "glicko":
        fits &= whole_table(known, facts)[game]
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
            day=facts.moment[game] // MS_A_DAY + _EPOCH,
            tournament=np.zeros(game.size, np.int64),
            advantage=np.zeros(game.size),
            rating=np.where(known[first], changes.before[first], np.nan),
            other_rating=np.where(known[other], changes.before[other], np.nan),
        ),
    )


def _alone(facts: StreamFacts, game: Longs, player: Longs) -> Longs:
    """Return the players of sides of one; 0 for a team's first seat."""
    return np.where(facts.kind[game] == TEAMS, 0, player)
