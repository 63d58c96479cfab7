"""Queries of a player's games and opponents as packed: one statement, three with streams.

All names are read together, whether players were met in tournaments or in games that came one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from federation.database import bulk
from federation.models import Player
from federation.models.display_name import is_public, public_name
from federation.vocabulary.names import full_name
from ratings.cadence.by_game import packing
from ratings.cadence.by_game.packing import Rows
from ratings.cadence.shared.columns import Longs
from ratings.players import online_games, opponents
from ratings.players.header import Person
from ratings.players.online_games import Line, Told
from ratings.players.opponents import Career, Counted, Somebody, Tally, count, tallies
from tournaments.careers.packing import DRAWN, LOST, NOBODY, ROW, WON, unpack
from tournaments.models import TableGame

MOST = 1000  # newest games of a system that are looked at, so that a page costs no more for who plays most
MONTHS = 24  # up to which months are shown separately
DAY = 86_400_000  # milliseconds
_NOTHING = -1  # a seat's column of a game of two, a player's of one of more
_Seats = dict[str, Longs]

LAST = 20  # games of each stream shown one by one
_PACKED = (
    'SELECT s."key", h.part, h.data FROM ratings_gamehistory h'
    " JOIN ratings_ratingsystem s ON s.id = h.system_id WHERE h.player_id = %s AND s.active{chosen}"
    ' ORDER BY s."key", h.part'
)
_NAMES = "SELECT id, surname, given_name, privacy FROM federation_player WHERE id IN ({})"


@dataclass(frozen=True, slots=True)
class Played:
    """What a player played in one system: counted, and whether there were games before those counted."""

    counted: Counted
    is_cut: bool

    def with_people(self, known: Mapping[int, Somebody]) -> Career:
        """Name the opponents."""
        return self.counted.with_people(known)


def keys(histories: Mapping[str, Rows]) -> list[int]:
    """Name the newest games of some histories, to be read by `online_games.read`."""
    return [key for rows in histories.values() for key in _games(rows)[-MOST:].tolist()]


def played(
    player: Player, histories: Mapping[str, Rows], game_rows: Sequence[Told], *, few: int
) -> dict[str, Played]:
    """Count the newest games of a player's histories, by system; no query. `game_rows` are these games.

    At a table of several, to finish first alone is to win the game, and everybody else is an opponent who
    finished before, behind or beside them; of teams the other one is.
    """
    seats = _seats(player.pk, game_rows)
    return {
        system: Played(_count_games(seats, _games(rows)[-MOST:], few), _games(rows).size > MOST)
        for system, rows in histories.items()
    }


def _games(rows: Rows) -> Longs:
    """Return the keys of a history's games; decisions of the office have negative ones."""
    keys: Longs = rows["key"][rows["key"] > 0]
    return keys


def _seats(player: int, game_rows: Sequence[Told]) -> _Seats:
    """Arrange who sat against a player in games, and how it ended: a row an opponent, the games in order."""
    columns = _columns(game_rows)
    game, white, other, place, team = (columns[name] for name in ("id", "white", "player", "place", "team"))
    own = np.flatnonzero(other == player)
    order = own[np.argsort(game[own], kind="stable")]
    seat = order[np.minimum(np.searchsorted(game[order], game), max(order.size - 1, 0))] if order.size else 0
    own_place, own_team = (column[seat] if order.size else column for column in (place, team))
    is_duel, is_white = other == _NOTHING, white == player
    # of two the half points say it; of more, who finished before whom
    alone = np.where(is_white, columns["score"], 2 - columns["score"])
    points = np.where(is_duel, alone, 1 + np.sign(place - own_place))
    opponent = np.where(is_duel, np.where(is_white, columns["black"], white), other)
    against = is_duel | ((other != player) & ((own_team == 0) | (team != own_team)))
    seats = {
        "game": game,
        "day": columns["ended"] // DAY,
        "opponent": opponent,
        "points": points,
        "place": np.where(is_duel, 1, own_place),
    }
    chosen = np.flatnonzero(against)
    chosen = chosen[np.argsort(game[chosen], kind="stable")]
    return {name: column[chosen] for name, column in seats.items()}


def _columns(game_rows: Sequence[Told]) -> _Seats:
    """Turn rows into columns of whole numbers; games that were withdrawn are left out."""
    at = {field.attname: place for place, field in enumerate(TableGame._meta.concrete_fields)}
    standing = [row for row in game_rows if row[at["withdrawn"]] is None]
    wanted: dict[str, int] = {
        "id": at["id"],
        "ended": at["ended"],
        "white": at["white_id"],
        "black": at["black_id"],
        "score": at["score"],
        "player": -3,
        "place": -2,
        "team": -1,
    }
    return {name: _whole([row[place] for row in standing]) for name, place in wanted.items()}


def _whole(values: Sequence[Any]) -> Longs:
    return np.array([_NOTHING if value is None else value for value in values], np.int64)


def _count_games(seats: _Seats, keys: Longs, few: int) -> Counted:
    """Count the games of one system: the years game by game, whom they met seat by seat."""
    here = np.isin(seats["game"], keys)
    chosen = {name: column[here] for name, column in seats.items()}
    met = count(_rows(chosen, chosen["points"], chosen["opponent"]), few=few)
    if not met.years:
        return met
    _, first = np.unique(chosen["game"], return_index=True)
    # The worst result against any opponent is the result of the game.
    worst = np.minimum.reduceat(chosen["points"], first)
    games = {name: column[first] for name, column in chosen.items()}
    won = np.where(worst == WON, WON, np.where((worst == DRAWN) & (games["place"] == 1), DRAWN, LOST))
    years = count(_rows(games, won, NOBODY), few=0).years
    return Counted(years, met.often, met.met, _months(games["day"], won))


def _months(day: Longs, points: Longs) -> Sequence[tuple[str, Tally]]:
    """Count games by month where few years of them would say nothing; without gaps, oldest first."""
    month = day.astype("datetime64[D]").astype("datetime64[M]")
    first = month.min()
    place = (month - first).astype(np.int64)
    if place.max() >= MONTHS:
        return ()
    return [(str(first + at), tally) for at, tally in enumerate(tallies(place, points.astype(np.uint8)))]


def _rows(chosen: _Seats, points: Longs, opponent: Longs | int) -> Rows:
    """Arrange games as those of tournaments are, by day."""
    rows = np.zeros(chosen["game"].size, ROW)
    rows["day"], rows["tournament"] = chosen["day"], chosen["game"]
    rows["points"], rows["opponent"] = points, opponent
    return rows[np.argsort(rows["day"], kind="stable")]


@dataclass(frozen=True, slots=True)
class Named:
    """A player who was met, by number and name as they are shown; pages name hundreds."""

    pk: int
    surname: str
    given_name: str

    def __str__(self) -> str:
        return full_name(self.surname, self.given_name)


@dataclass(frozen=True, slots=True)
class PeopleMet:
    """What a player played in tournaments and in every stream, there the last games with all seats."""

    career: Career
    streams: Mapping[str, Career]  # the newest games of each
    cut: frozenset[str]  # streams in which there were games before those
    histories: Mapping[str, Rows]  # oldest first
    lines: Mapping[str, Sequence[Line]]  # newest first


def people_met(person: Person, *, few: int, systems: Sequence[str] | None = None) -> PeopleMet:
    """Read what a player played, and the `few` met most often; of streams those of `systems`, None: all."""
    player = person.player
    counted = opponents.count(unpack(person.played), few=few) if person.played else opponents.Counted()
    wanted = person.has_streams and (systems is None or len(systems) > 0)
    histories = _histories(player, systems) if wanted else {}
    last = {system: rows[-LAST:] for system, rows in histories.items()}
    game_rows = online_games.read(keys(histories))
    shown = {int(key) for rows in last.values() for key in rows["key"]}
    games = online_games.laid_out(row for row in game_rows if row[0] in shown)
    streams = played(player, histories, game_rows, few=few)
    often = (counts.often for counts in (counted, *(each.counted for each in streams.values())))
    met = {number for some in often for number, _, _ in some} | online_games.opponents(player, games.values())
    known = _people(sorted(met)) if met else {}
    return PeopleMet(
        counted.with_people(known),
        {system: each.with_people(known) for system, each in streams.items()},
        frozenset(system for system, each in streams.items() if each.is_cut),
        histories,
        online_games.lines(player, last, games, known),
    )


def _people(numbers: Sequence[int]) -> dict[int, Named]:
    """Read names by number."""
    rows = bulk.rows(_NAMES.format(", ".join(["%s"] * len(numbers))), numbers)
    if not is_public():
        return {number: Named(number, surname, given_name) for number, surname, given_name, _ in rows}
    return {row[0]: Named(row[0], *public_name(*row)) for row in rows}


def _histories(player: Player, systems: Sequence[str] | None) -> dict[str, Rows]:
    """Read the rows of some streams, None: of all, oldest first."""
    pieces: dict[str, list[bytes]] = {}
    chosen = "" if systems is None else f' AND s."key" IN ({", ".join(["%s"] * len(systems))})'
    statement = _PACKED.format(chosen=chosen)
    for system, _part, data in bulk.rows(statement, [player.pk, *(systems or ())], binary=True):
        pieces.setdefault(system, []).append(bytes(data))
    return {system: packing.unpack(parts).rows for system, parts in pieces.items()}
