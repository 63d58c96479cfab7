"""Standings of a stream on the day of a list, and live ratings with deviations aged to a moment."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray

from federation.database import bulk
from federation.models import Player
from federation.vocabulary.names import full_name
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game.engine import engine_of
from ratings.cadence.by_game.facts import Stretch, end_of
from ratings.cadence.by_game.packing import NEVER
from ratings.cadence.by_game.replay import from_scratch, kept, rate, stream_policy
from ratings.cadence.shared import people as register
from ratings.cadence.shared.columns import F8, I4, I8
from ratings.cadence.shared.edition_in_force import edition_of
from ratings.cadence.shared.known import ListedPlayer
from ratings.engines.contract import Floats, Ints
from ratings.engines.stream_contract import Longs, StreamStanding
from ratings.models import CurrentRating, RatingSystem
from ratings.rulebook import expected_score
from ratings.rulebook.expected_score import Strength
from ratings.rulebook.fics import FicsEdition

_RATED = "SELECT player_id FROM ratings_currentrating WHERE system_id = %s"
MS_A_DAY = 86_400_000  # milliseconds


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
    return register.people(players, (_RATED, [system.pk]), numbers=numbers, more=register.TITLES)


def live_strength(row: CurrentRating, moment: datetime) -> Strength:
    """Return a live rating with its deviation as it has grown since the last game."""
    return Strength(row.rating, live_deviation(row, moment) or 0.0)


def live_deviation(row: CurrentRating, moment: datetime) -> float | None:
    """Return a live deviation as it has grown since the last game; None where the system has none."""
    edition, now = edition_of(row.system, moment.date()), milliseconds(moment)
    if row.deviation is None or not isinstance(edition, FicsEdition):
        return None
    return expected_score.aged(
        edition, row.deviation, since=now if row.moment is None else row.moment, to=now
    )


def milliseconds(moment: datetime) -> int:
    """Return a moment as streams count time: milliseconds since 1970, UTC."""
    return int(moment.timestamp() * 1000)


def known(system_key: str, players: Iterable[Player]) -> dict[int, ListedPlayer]:
    """Read where players stand now, their deviations aged to this moment; one query."""
    people = {player.pk: player for player in players}
    rows = CurrentRating.objects.filter(system__key=system_key, system__active=True, player__in=people)
    by_player = {}
    for row in rows.select_related("system"):
        deviation, player = live_deviation(row, timezone.now()), people[row.player_id]
        by_player[row.player_id] = ListedPlayer(
            name=full_name(player.surname, player.given_name),
            rating=round(row.rating, 1),
            number=row.player_id,
            games=row.games,
            deviation=None if deviation is None else round(deviation, 1),
        )
    return by_player
