"""Standings of a stream on the day of a list, their deviations aged to its end."""

from dataclasses import dataclass, fields
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from federation.database import bulk
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game.facts import Stretch
from ratings.cadence.by_game.moments import MS_A_DAY, end_of
from ratings.cadence.by_game.packing import NEVER
from ratings.cadence.by_game.replay import engine_of, from_scratch, kept, rate, stream_policy
from ratings.cadence.shared.columns import F8, I4, I8
from ratings.cadence.shared.list_columns import TITLES, register_columns
from ratings.engines.contract import Floats, Ints
from ratings.engines.stream_contract import Longs, StreamStanding
from ratings.models import RatingSystem

_RATED = "SELECT player_id FROM ratings_currentrating WHERE system_id = %s"


@dataclass(frozen=True, slots=True)
class DayStandings:
    """State of all players at 24:00 UTC of a day, by rising player key."""

    player: Longs
    rating: Floats
    deviation: Floats  # aged to that moment; NaN: the system has none
    games: Ints
    played: Longs  # 00:00 UTC of the day of the last game; NEVER


@dataclass(frozen=True, slots=True)
class _Last:
    """The last row of some players, and the day of their last game."""

    player: Longs
    standing: StreamStanding
    played: Longs

    def of(self, rows: NDArray[np.bool_]) -> "_Last":
        """Return some of them."""
        standing = StreamStanding(
            *(getattr(self.standing, field.name)[rows] for field in fields(self.standing))
        )
        return _Last(self.player[rows], standing, self.played[rows])


def stood(system: RatingSystem, day: date) -> DayStandings:
    """Read the state of every rated player at the end of a day.

    It is still the current one of players without games since; the others' is in their histories.
    """
    end, now = end_of(day), _now(system)
    still = now.standing.moment < end
    then = _then(sources.stretch_before(system, end, players=np.sort(now.player[~still])), end)
    return aged(system, _join_last(now.of(still), then), end)


def _now(system: RatingSystem) -> _Last:
    player, rating, deviation, games, moment, never, day = bulk.read_columns(
        "SELECT player_id, rating, deviation, games, moment, last_played IS NULL, last_played"
        " FROM ratings_currentrating WHERE system_id = %s",
        [system.pk],
        [I8, F8, F8, I4, I8, np.dtype(bool), np.dtype("datetime64[D]")],
    )
    played = np.where(never, NEVER, day.astype(np.int64) * MS_A_DAY)
    return _Last(player, StreamStanding(rating, deviation, games, moment), played)


def _then(stretch: Stretch, end: int) -> _Last:
    rows, start = stretch.parts.rows, stretch.parts.start[:-1]
    last = rows[start + kept(stretch, end) - 1]
    inside = (rows["key"] > 0) & (rows["moment"] < end)
    played = np.maximum(stretch.parts.played, _latest(np.where(inside, rows["moment"], NEVER), start))
    standing = StreamStanding(
        rating=last["after"].astype(np.float64),
        deviation=last["deviation"].astype(np.float64),
        games=last["games"].astype(np.int32),
        moment=last["moment"].astype(np.int64),
    )
    return _Last(stretch.player, standing, np.where(played == NEVER, NEVER, played // MS_A_DAY * MS_A_DAY))


def _latest(moments: Longs, start: Longs) -> Longs:
    return np.maximum.reduceat(moments, start) if start.size else np.zeros(0, np.int64)


def _join_last(first: _Last, other: _Last) -> _Last:
    player = np.concatenate((first.player, other.player))
    order = np.argsort(player)
    columns = (
        np.concatenate((getattr(first.standing, field.name), getattr(other.standing, field.name)))[order]
        for field in fields(StreamStanding)
    )
    return _Last(player[order], StreamStanding(*columns), np.concatenate((first.played, other.played))[order])


def aged(system: RatingSystem, last: _Last, end: int) -> DayStandings:
    """Let deviations grow to the moment of a list."""
    engine = engine_of(system.key)
    parameters, standing = stream_policy(system).parameters, last.standing
    deviation = engine.aged(standing.deviation, standing.moment, end, parameters)
    return DayStandings(last.player, standing.rating, deviation, standing.games, last.played)


def computed(system: RatingSystem, day: date) -> DayStandings:
    """Compute the same from the facts alone, as known today, without what was rated so far."""
    replay = from_scratch(system, before=end_of(day))
    standing, players = rate(replay).standing, replay.assembly.players
    return aged(system, _Last(players, standing, np.full(players.size, NEVER)), end_of(day))


def people(system: RatingSystem, players: Longs) -> dict[str, list[Any]]:
    """Read names, federations, clubs, titles and numbers, as columns of ListEntry."""
    numbers = CATALOGUE[system.key].numbers.listed
    return register_columns(players, (_RATED, [system.pk]), numbers=numbers, more=TITLES)
