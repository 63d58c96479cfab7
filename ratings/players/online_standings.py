"""Queries of one player in the systems whose ratings move game by game: live, as listed, what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ratings.cadence.by_game import histories
from ratings.cadence.by_game.histories import Point
from ratings.cadence.by_game.pages import live_strength
from ratings.cadence.shared.edition_in_force import edition_of
from ratings.models import CurrentRating, ListEntry
from ratings.players.header import Head
from ratings.players.online_games import Line
from ratings.players.people_met import PeopleMet
from ratings.rulebook.editions import Edition
from ratings.rulebook.expected_score import Strength


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
        """Return whether the system computes how certain a rating is."""
        return self.edition is not None and self.edition.has_deviation

    @property
    def needed(self) -> float:
        """The deviation, or the games, from which on a player is established."""
        return self.edition.established_from if self.edition else 0.0

    @property
    def is_established(self) -> bool:
        """Return whether the player would be among the established now."""
        if self.has_deviation:
            return self.strength.deviation <= self.needed
        return self.current.games >= self.needed


def standings(head: Head, company: PeopleMet, moment: datetime) -> list[StreamStanding]:
    """Arrange a player's streams in the order of the site, from what their page has read."""
    return [
        StreamStanding(
            current=row,
            strength=live_strength(row, moment),
            edition=edition_of(row.system, moment.date()),
            entry=head.entries.get(row.system.key),
            course=histories.points(company.histories[row.system.key]),
            lines=company.lines[row.system.key],
        )
        for row in head.current
        if row.system.key in company.histories
    ]
