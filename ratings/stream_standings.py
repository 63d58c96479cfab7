"""Reads of one player in the systems whose ratings move game by game: live, as listed, what is missing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from federation.models import Player
from ratings.encounters import STREAMS, edition_of, live_strength
from ratings.expectations import Strength
from ratings.models import CurrentRating, ListEntry
from ratings.rulebook.editions import Edition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.streams import histories
from ratings.streams.histories import Point
from ratings.table_games import Line, lines

LAST = 20  # games shown


@dataclass(frozen=True, slots=True)
class StreamStanding:
    """Where a player stands in one system: live, and as last listed."""

    current: CurrentRating
    strength: Strength  # live, the deviation as it has grown since the last game
    edition: Edition | None
    entry: ListEntry | None
    course: Sequence[Point]
    lines: Sequence[Line]  # the last games, newest first

    @property
    def has_deviation(self) -> bool:
        """Say whether the system knows how certain a rating is."""
        return isinstance(self.edition, FicsEdition)

    @property
    def needed(self) -> float:
        """The deviation, or the games, from which on a player is established."""
        if isinstance(self.edition, FicsEdition):
            return self.edition.established_deviation
        return self.edition.provisional_games if isinstance(self.edition, LadderEdition) else 0.0

    @property
    def is_established(self) -> bool:
        """Say whether the player would be among the established now."""
        if self.has_deviation:
            return self.strength.deviation <= self.needed
        return self.current.games >= self.needed


def standings(player: Player, newest: Mapping[str, int], moment: datetime) -> list[StreamStanding]:
    """Read a player's streams in the order of the site; `newest` is histories.newest_lists().

    One query for somebody without any; else five, and two for each system.
    """
    rows = CurrentRating.objects.filter(player=player, system__active=True, system__key__in=STREAMS)
    found = list(rows.select_related("system").order_by("system__position", "system__key"))
    if not found:
        return []
    entries = ListEntry.objects.filter(player=player, list__in=newest.values()).select_related("list__system")
    entry_of = {entry.list.system_id: entry for entry in entries}
    shown = lines(
        player, {row.system.key: histories.of_player(row.system, player, last=LAST) for row in found}
    )
    return [
        StreamStanding(
            current=row,
            strength=live_strength(row, moment),
            edition=edition_of(row.system, moment.date()),
            entry=entry_of.get(row.system_id),
            course=histories.course(row.system, player),
            lines=shown[row.system.key],
        )
        for row in found
    ]
