"""Interface of a cadence to runs, lists and pages; `table.cadence_of` finds a system's.

A fourth cadence is a fourth folder with a class like these and one line in `table.CADENCES`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol

from django.db.models import Q, QuerySet

from federation.models import Account, Player
from ratings.cadence.shared.alternatives import Alternatives
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.comparison import Rows as LedgerRows
from ratings.cadence.shared.hypothetical_facts import Span
from ratings.cadence.shared.known import ListedPlayer
from ratings.cadence.shared.previous_list import PreviousList, Rows
from ratings.cadence.shared.record import Record
from ratings.cadence.shared.standings import Ratings
from ratings.cadence.shared.steps import CameWith, Courses, ListCount, StandingNow, UnnamedMove
from ratings.engines.contract import Standing
from ratings.models import (
    CurrentRating,
    ListEntry,
    ManualEvent,
    Proposal,
    PublishedList,
    RatingRun,
    RatingSystem,
)
from ratings.rulebook.active_span import ActiveSpan
from ratings.rulebook.systems import Choice
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A list recomputed from the facts: by column of ListEntry, player -> value.

    `moved`: facts behind the list have changed since it was published, so that it may rightly differ.
    """

    moved: bool
    columns: Mapping[str, dict[int, float]]


@dataclass(frozen=True, slots=True)
class Due:
    """From which day on a list has a tournament, None: none will; and that list, where the rules name it."""

    since: date | None = None
    list: date | None = None


@dataclass(frozen=True, slots=True)
class Arrived:
    """Games of a stream that are not rated yet; `again`: older ones are being recomputed."""

    system: str
    games: int
    again: bool


class RatingCadence(Protocol):
    """When and how the ratings of a system move, and what pages read of that."""

    # Whether games come one by one, in no tournament, and every one moves the ratings.
    takes_single_games: bool
    # Whether there is a list every day: followers hear of the newest of a week, pages show those that moved.
    lists_daily: bool
    # Whether ratings move between two lists, so that one is shown live; else each holds to the next list.
    moves_between_lists: bool
    # Whether figures of games are recomputed with a list only, because every game moves the state.
    figures_by_list: bool
    # Whether ratings depend on years of birth.
    reads_birth_years: bool
    # Which decisions the office can enter.
    manual_kinds: Sequence[ManualEvent.Kind]
    # Whether the bundle of a list is made with it, while the facts are those of the list; else on demand.
    has_list_bundle: bool
    # The sentence on facts of a %(system)s that change from a %(date)s on, for the person who changes them.
    changes_notice: str

    def mark_stale(self, system: RatingSystem, since: date) -> None:
        """Note that facts from a day on have changed."""

    def mark_stale_since(self, system: RatingSystem, moment: int, /) -> None:
        """Note that single games from a moment on (ms since 1970, UTC) have changed."""

    def enqueue_rating(self, system_key: str, account: Account | None, /) -> bool:
        """Enqueue the rating of what is stale after the commit; False where an officer or the clock asks."""

    def waits(self, system: RatingSystem) -> bool:
        """Return whether facts wait to be rated."""

    def rate_at_once(self, system_key: str, /, *, whole: bool) -> Mapping[str, float] | None:
        """Rate what waits and count what was done, by name; None where a run has to be computed.

        `whole` replays everything first. Raises what the rulebook raises for rules it does not have.
        """

    def level_fields(self, system_key: str, /) -> Collection[str]:
        """Return the fields of a decision about a player's level besides the player and the level."""

    def first_day(self, system: RatingSystem) -> date:
        """Return the first day of the facts of a system, from which a change of its rules has to be rated."""

    def last_day(self, system: RatingSystem) -> date | None:
        """Return the day of the last tournament, list or rated game; None without any.

        Read from what decides where tournaments count alone, no game and no kernel: a form asks for it.
        """

    def check_rules(self, system_key: str, *, edition: str, parameters: Mapping[str, object]) -> None:
        """Raise what the rulebook raises for an edition or a constant the system does not have."""

    def usual_list_day(self, today: date) -> date:
        """Return the day a list is usually published of."""

    def why_no_list_on(self, day: date) -> str:
        """Return the code of the reason why there can be no list of a day, "" where there can."""

    def why_not_ready(self, system: RatingSystem, day: date) -> str:
        """Return the code of what a list of a day has to wait for, "" for nothing."""

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Return the entries of a list as columns; `copied` is called once the standings are read."""

    def record_basis(self, published: PublishedList, rows: Rows) -> None:
        """Note in a list what it was made from, where its system needs it to find out what moved."""

    def late_players(self, published: PublishedList, since: datetime | None, /) -> set[int]:
        """Return who sat in a game by itself that came after a list, or was withdrawn since a moment."""

    def is_fresh(self, prepared: PublishedList) -> bool:
        """Return whether the ratings a list was prepared from still stand."""

    def ratings_with(self, system: RatingSystem, decision: ManualEvent | None) -> Ratings:
        """Return where everybody would stand were what waits rated and a decision entered; write nothing."""

    def has_moved(self, published: PublishedList, system: RatingSystem, /) -> bool:
        """Return whether facts behind a list have changed since it was made."""

    def recompute(self, published: PublishedList, system: RatingSystem) -> Recomputed:
        """Compute the ratings of a list from the facts, from the beginning to its day."""

    def next_list_day(self, today: date, /) -> date | None:
        """Return the day of the next list where the rules name it."""

    def due(self, system: RatingSystem, tournament: Tournament, /) -> Due:
        """Return which lists a tournament is on that counts in a system; no query."""

    def arrived(self, systems: Sequence[RatingSystem], /) -> Sequence[Arrived]:
        """Return which single games wait to be rated."""

    def rows_between(self, newer: PublishedList, older: PublishedList | None, /) -> Q | None:
        """Return which rows of the ledger lead from one list to the next; None: no rows known."""

    def record(self, system: RatingSystem) -> Record:
        """Read the rated games of a system, as far as it is rated; LookupError for an unknown edition."""

    def record_pieces(self, system: RatingSystem) -> Iterator[Record]:
        """Read the same in pieces that together are the record, in the order of the months."""

    def alternatives(self, system: RatingSystem) -> Alternatives | None:
        """Return what would have been forecast under other settings; None where there are none to compare."""

    def games_since(self, players: Longs, now: Longs, before: Longs, lists: Sequence[int], /) -> Longs:
        """Return the games of players between two lists.

        `now` and `before`: games as these lists count them; `lists`: keys of those behind the older one.
        """

    def courses(self, keys: Sequence[str], players: Collection[Player]) -> Courses:
        """Read what moved players in some systems of the cadence; one query."""

    def unnamed_moves(self, player: Player, /) -> Iterable[UnnamedMove]:
        """Return what moved a player besides events; one query at most."""

    def came_with(self, players: Collection[int], tournaments: Collection[Tournament], /) -> CameWith:
        """Read what players (their keys) came to tournaments with, in every active system of the cadence."""

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


class RunCadence(RatingCadence, Protocol):
    """A cadence whose ratings move by runs: facts are replayed, an officer reviews the difference."""

    # Whether a run is asked for once a month is over; else as soon as facts have moved.
    runs_monthly: bool

    def load(self, system: RatingSystem, span: Span) -> Any:
        """Read the facts of a span and the standings before it; LookupError for an unknown edition."""

    def rate(self, replayed: Any) -> tuple[LedgerRows, Standing]:
        """Replay the facts; return the rows of the ledger and the standings after."""

    def standing_rows(self, system: RatingSystem, span: Span, replay: Any) -> tuple[LedgerRows, Longs]:
        """Read the ledger that stands from the beginning of a span on, and the keys of its rows."""

    def due_runs(self, active: QuerySet[RatingSystem], today: date, /) -> QuerySet[RatingSystem]:
        """Select the systems of the cadence that need a run and have none requested."""

    def lists_moved_by(self, tournament: Tournament, /) -> Sequence[ListCount]:
        """Return the lists of active systems a tournament counts for, with what each did to its entrants.

        Nothing where ratings move with the tournament itself.
        """

    def list_date(self, row: Proposal, /) -> date | None:
        """Return the day of the list a row of a difference belongs to; None: it is of an event."""

    def explain_proposed(self, run: RatingRun, row: Proposal) -> object | None:
        """Return the sum behind a row of a difference, by replaying what the run replayed."""
