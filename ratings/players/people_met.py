"""Queries of a player's games and opponents as packed: one statement, three with streams.

All names are read together, whether players were met in tournaments or in games that came one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation.database import bulk
from federation.models import Player
from federation.models.display_name import is_public, public_name
from federation.vocabulary.names import full_name
from ratings.cadence.by_game import packing
from ratings.cadence.by_game.packing import Rows
from ratings.players import online_games, online_opponents, opponents
from ratings.players.header import Person
from ratings.players.online_games import Line
from ratings.players.opponents import Career
from tournaments.careers.packing import unpack

LAST = 20  # games of each stream shown one by one
_PACKED = (
    'SELECT s."key", h.part, h.data FROM ratings_gamehistory h'
    " JOIN ratings_ratingsystem s ON s.id = h.system_id WHERE h.player_id = %s AND s.active{chosen}"
    ' ORDER BY s."key", h.part'
)
_NAMES = "SELECT id, surname, given_name, privacy FROM federation_player WHERE id IN ({})"


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
    game_rows = online_games.read(online_opponents.keys(histories))
    shown = {int(key) for rows in last.values() for key in rows["key"]}
    games = online_games.laid_out(row for row in game_rows if row[0] in shown)
    streams = online_opponents.played(player, histories, game_rows, few=few)
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
