# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Reads of what a player has played and against whom, as kept packed: three statements at most.

All names are asked for together, whether somebody was met in tournaments or in games that came one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation import bulk
from federation.models import Player
from ratings import opponents, stream_careers, table_games
from ratings.joined import Part, columns, made
from ratings.opponents import Career
from ratings.streams import packing
from ratings.streams.packing import Rows
from ratings.table_games import Line
from tournaments.careers.packing import unpack

LAST = 20  # games of each stream shown one by one
_PACKED = (
    "SELECT '', 0, data FROM tournaments_career WHERE player_id = %s UNION ALL"
    ' SELECT s."key", h.part, h.data FROM ratings_gamehistory h'
    " JOIN ratings_ratingsystem s ON s.id = h.system_id WHERE h.player_id = %s AND s.active"
)
_PERSON = Part(Player, "p", ("id", "surname", "given_name", "privacy"))  # what names somebody


@dataclass(frozen=True, slots=True)
class Company:
    """What a player played in tournaments and in every stream, there the last games with all seats."""

    career: Career
    streams: Mapping[str, Career]  # the newest games of each
    cut: frozenset[str]  # streams in which there were games before those
    histories: Mapping[str, Rows]  # oldest first
    lines: Mapping[str, Sequence[Line]]  # newest first


def company(player: Player, *, few: int) -> Company:
    """Read what a player played, and the `few` he met most often."""
    tournaments, histories = _kept(player)
    counted = opponents.count(unpack(tournaments), few=few) if tournaments else opponents.Counted()
    last = {system: rows[-LAST:] for system, rows in histories.items()}
    told = table_games.read(stream_careers.keys(histories))
    shown = {int(key) for rows in last.values() for key in rows["key"]}
    games = table_games.laid_out(row for row in told if row[0] in shown)
    streams = stream_careers.played(player, histories, told, few=few)
    often = (one.often for one in (counted, *(each.counted for each in streams.values())))
    met = {one for some in often for one, _, _ in some} | table_games.opponents(player, games.values())
    known = _people(sorted(met)) if met else {}
    return Company(
        counted.with_people(known),
        {system: each.with_people(known) for system, each in streams.items()},
        frozenset(system for system, each in streams.items() if each.is_cut),
        histories,
        table_games.lines(player, last, games, known),
    )


def _people(numbers: Sequence[int]) -> dict[int, Player]:
    """Read players by number."""
    statement = f"SELECT {columns(_PERSON)} FROM federation_player p WHERE p.id IN ({{}})"
    found = bulk.rows(statement.format(", ".join(["%s"] * len(numbers))), numbers)
    return {row[0]: made(_PERSON, row) for row in found}


def _kept(player: Player) -> tuple[bytes, dict[str, Rows]]:
    """Read what is kept packed: the games in tournaments, and the rows of every stream, oldest first."""
    pieces: dict[str, list[tuple[int, bytes]]] = {}
    for system, part, data in bulk.rows(_PACKED, [player.pk, player.pk]):
        pieces.setdefault(system, []).append((part, bytes(data)))
    tournaments = pieces.pop("", [(0, b"")])[0][1]
    unpacked = {
        system: packing.unpack([data for _, data in sorted(parts)]).rows for system, parts in pieces.items()
    }
    return tournaments, unpacked
