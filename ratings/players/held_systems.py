"""State of a player in each system, a row per system, arranged without a query.

In those whose ratings move game by game: live, as listed, and what an established rating lacks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from ratings.cadence.by_game import histories
from ratings.cadence.by_game.histories import Point
from ratings.cadence.by_game.pages import live_strength
from ratings.cadence.pages import pages_of
from ratings.cadence.traits import traits_of
from ratings.models import CurrentRating, ListEntry
from ratings.players.header import Head, Standing
from ratings.players.histories import Event, History
from ratings.players.list_history import Line, top_percent
from ratings.players.online_games import Line as GameLine
from ratings.players.people_met import PeopleMet
from ratings.rulebook.active_span import ActiveSpan
from ratings.rulebook.editions import Edition
from ratings.rulebook.expected_score import Strength
from ratings.rulebook.systems import edition_of


@dataclass(frozen=True, slots=True)
class Live:
    """A rating between lists; `deviation`: None where the system has none."""

    rating: float
    deviation: float | None = None


@dataclass(frozen=True, slots=True)
class HeldSystem:
    """Where a player stands in one system: on the newest list, else on the last that had them, and now."""

    key: str
    entry: ListEntry | None  # on the newest list
    current: CurrentRating | None
    lines: Sequence[Line]  # on every list, newest first
    live: Live | None  # shown beside what is published, where it differs

    @property
    def newest(self) -> Line | None:
        """The player's line on the last list that has one."""
        return self.lines[0] if self.lines else None

    @property
    def moves_by_game(self) -> bool:
        """Return whether games move the rating one by one."""
        return traits_of(self.key).takes_single_games

    @property
    def moves_by_list(self) -> bool:
        """Return whether the rating moves once a list."""
        return not traits_of(self.key).moves_between_lists

    @property
    def adds_up(self) -> bool:
        """Return whether a list's change is the sum of what single events moved."""
        return not (self.moves_by_list or self.moves_by_game)

    @property
    def rank(self) -> int | None:
        """The rank among the active on the newest list; None: not on it, or not ranked."""
        return self.entry.active_rank if self.entry else None

    @property
    def top(self) -> int | None:
        """The best so many percent of the active; None for the lower half and for who is not active."""
        if self.entry is None:
            return None
        own = self.entry
        return top_percent(own.active_rank, own.active_position, own.list.active_players)

    @property
    def games(self) -> int | None:
        """Rated games; None where they are not counted."""
        if self.current is not None:
            return self.current.games
        return self.entry.games if self.entry and self.entry.games else None

    @property
    def standing(self) -> Standing | None:
        """The same as a system that moves event by event has it."""
        return Standing(self.current, self.entry) if self.current else None

    def active_span(self) -> ActiveSpan | None:
        """Return until or since when the newest list calls the player active; None: they are not on it."""
        if self.entry is None:
            return None
        played = self.current.last_played if self.current else None
        return pages_of(self.key).active_span(self.entry, played)

    def before(self) -> date | None:
        """Return the day of the list the change of the newest is against; None for no change."""
        if self.entry is None or self.entry.change is None or len(self.lines) < 2:
            return None
        return self.lines[1].day


def held_systems(head: Head, lines: Mapping[str, Sequence[Line]], moment: datetime) -> list[HeldSystem]:
    """Arrange the systems that know a player, in the order of the site."""
    current = {row.system.key: row for row in head.current}
    systems = []
    for key in head.order:
        own, now = lines.get(key, ()), current.get(key)
        if own or (now is not None and traits_of(key).moves_between_lists):
            entry = head.entries.get(key)
            systems.append(HeldSystem(key, entry, now, own, _live(now, entry, moment)))
    return systems


def _live(current: CurrentRating | None, entry: ListEntry | None, moment: datetime) -> Live | None:
    """Return what is shown beside the list: nothing without a licence, nor what equals the list."""
    if current is None or not traits_of(current.system.key).moves_between_lists:
        return None
    now = pages_of(current.system.key).standing_now(entry, current, moment)
    if now is not None and now.day is None:  # of this moment, on no list
        return Live(current.rating, None if current.deviation is None else now.strength.deviation)
    standing = Standing(current, entry)
    is_shown = entry is None or (standing.has_moved and standing.is_exact)
    return Live(current.rating) if is_shown else None


def moved_by(held: HeldSystem, history: History) -> Sequence[Event]:
    """Return the events between the two newest lists, oldest first, in a system that moves event by event."""
    before = held.before()
    if before is None or held.entry is None:
        return ()
    return history.between(held.key, before, held.entry.list.date)


@dataclass(frozen=True, slots=True)
class StreamStanding:
    """Where a player stands in one system: live, and as last listed."""

    current: CurrentRating
    strength: Strength  # live, the deviation as it has grown since the last game
    edition: Edition | None
    entry: ListEntry | None
    course: Sequence[Point]
    lines: Sequence[GameLine]  # the last games, newest first

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
