"""Pages about players and tournaments: what moved whom, where players stand, who is active."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from federation.models import Player
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from ratings.cadence.by_event.pages import PagesByEvent
from ratings.cadence.by_game.pages import PagesByGame
from ratings.cadence.by_period.pages import PagesByPeriod
from ratings.cadence.shared.known import ListedPlayer
from ratings.cadence.shared.steps import CameWith, Courses, Due, ListCount, StandingNow, UnnamedMove
from ratings.models import CurrentRating, ListEntry, RatingSystem
from ratings.rulebook.active_span import ActiveSpan
from ratings.rulebook.systems import Choice
from tournaments.models import Tournament


class Pages(Protocol):
    """What pages ask of a system."""

    def courses(self, keys: Sequence[str], players: Collection[Player]) -> Courses:
        """Read what moved players in some systems of the cadence; one query."""

    def unnamed_moves(self, player: Player, /) -> Iterable[UnnamedMove]:
        """Return what moved a player besides events; one query at most."""

    def came_with(self, players: Collection[int], tournaments: Collection[Tournament], /) -> CameWith:
        """Read what players (their keys) came to tournaments with, in every active system of the cadence."""

    def due(self, system: RatingSystem, tournament: Tournament, /) -> Due:
        """Return which lists a tournament is on that counts in a system; no query."""

    def lists_moved_by(self, tournament: Tournament, /) -> Sequence[ListCount]:
        """Return the lists of active systems a tournament counts for, with what each did to its entrants.

        Nothing where ratings move with the tournament itself.
        """

    def standing_now(
        self, entry: ListEntry | None, current: CurrentRating | None, moment: datetime, /
    ) -> StandingNow | None:
        """Return where a player stands, from their entry on the newest list and their live rating."""

    def active_span(self, entry: ListEntry, played: date | None, /) -> ActiveSpan:
        """Return whether a list calls a player active, until or since when, and what changes that; no query.

        The entry's list and system must be loaded; `played`: the last day of play known, which may be later.
        """

    def known(self, system_key: str, players: Iterable[Player]) -> dict[int, ListedPlayer]:
        """Read what a calculator may take from players with a rating; one query."""

    def has_lapsed(self, choice: Choice, rating: float, declared: str, /, *, since: int, until: int) -> bool:
        """Return whether no line of a chart joins two points (proleptic ordinals); `declared`: grade then.

        By the rules as an office chose them (`choice`); no query.
        """


PAGES: Mapping[Cadence, Pages] = {
    Cadence.BY_EVENT: PagesByEvent(),
    Cadence.BY_PERIOD: PagesByPeriod(),
    Cadence.BY_GAME: PagesByGame(),
}


def pages_of(system_key: str) -> Pages:
    """Return what pages read of a system."""
    return PAGES[CATALOGUE[system_key].cadence]


def lists_moved_by(tournament: Tournament) -> list[ListCount]:
    """Return the lists a tournament counts for in active systems whose ratings move once a list."""
    return [moved for pages in PAGES.values() for moved in pages.lists_moved_by(tournament)]
