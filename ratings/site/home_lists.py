"""Lists of the first page: of every system the newest, its first players, by what is played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F, OuterRef, Q, Subquery

from federation.vocabulary.disciplines.catalogue import DISCIPLINES, Discipline
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.traits import traits_of
from ratings.models import ListEntry, PublishedList, RatingSystem
from tournaments.models import Stream

TOP, FIRST, RECENT = 10, 5, 6
ONLINE = "online"  # what is played in games that come one by one
GAMES = (*DISCIPLINES, ONLINE)
# Boards side by side on a desk, by how many a game has: no row of them is left with a hole of two.
_ACROSS = {1: 1, 2: 2, 4: 2}
_FULL = 3  # of more boards of one game the first places are shown, the others open


@dataclass(frozen=True, slots=True)
class Board:
    """A system on the first page: its newest list, the list's first players."""

    system: RatingSystem
    list: PublishedList | None
    top: Sequence[ListEntry]

    @property
    def first(self) -> Sequence[ListEntry]:
        """The places that are always shown."""
        return self.top[:FIRST]

    @property
    def others(self) -> Sequence[ListEntry]:
        """The places behind them."""
        return self.top[FIRST:]


@dataclass(frozen=True, slots=True)
class Game:
    """The boards of what is played: Go, chess, or games that come one by one from servers."""

    name: str
    boards: Sequence[Board]

    @property
    def discipline(self) -> Discipline | None:
        """Return the discipline, None of games that come one by one."""
        return DISCIPLINES.get(self.name)

    @property
    def across(self) -> int:
        """How many boards stand side by side."""
        return _ACROSS.get(len(self.boards), 3)

    @property
    def is_full(self) -> bool:
        """Return whether there is room for every place of every board."""
        return len(self.boards) <= _FULL


def systems() -> list[RatingSystem]:
    """Read the systems of the office with the key of their newest list (`newest`).

    `arrived` and `rated` are the last game that came in and the last one rated, of streams; one query.
    """
    lists = PublishedList.objects.filter(system=OuterRef("pk")).newest()
    streams = Stream.objects.filter(system=OuterRef("key"))
    rows = RatingSystem.objects.filter(active=True).annotate(
        newest=Subquery(lists.values("pk")[:1]),
        arrived=Subquery(streams.values("last_key")[:1]),
        rated=F("stream_ledger__last_key"),
        moved_from=F("stream_ledger__moved_from"),
    )
    return list(rows)


def boards(systems: Iterable[RatingSystem]) -> tuple[list[Board], list[PublishedList]]:
    """Read the boards of `systems()`, and what was published last; two queries."""
    office_systems = list(systems)
    newest = [key for key in (_newest(system) for system in office_systems) if key]
    ready = PublishedList.objects.filter(ready=True, system__active=True)
    # A stream has a list every day: its newest is news, the others are in the archive.
    news = ready.filter(Q(established=None) | Q(pk__in=newest)).order_by("-published", "-pk")
    recent = news.values("pk")[:RECENT]
    rows = ready.filter(Q(pk__in=newest) | Q(pk__in=recent)).select_related("system")
    lists = {published.pk: published for published in rows.order_by("-published", "-pk")}
    news_lists = [
        published for published in lists.values() if published.established is None or published.pk in newest
    ]
    tops = _tops(newest)
    home_boards = [
        Board(system, lists.get(_newest(system)), tops.get(_newest(system), [])) for system in office_systems
    ]
    return home_boards, news_lists[:RECENT]


def games(boards: Iterable[Board]) -> list[Game]:
    """Sort boards by what is played: Go, chess, then what is played on servers, in the order of the site.

    Those that have no list yet come last of their game.
    """
    ordered = sorted(boards, key=lambda board: (GAMES.index(game_of(board.system.key)), board.list is None))
    return [
        Game(name, list(rows)) for name, rows in groupby(ordered, key=lambda board: game_of(board.system.key))
    ]


def game_of(key: str) -> str:
    """Return what is played in a system as the first page sorts it."""
    return ONLINE if traits_of(key).takes_single_games else CATALOGUE[key].game


def _newest(system: RatingSystem) -> int:
    return getattr(system, "newest", None) or 0


def _tops(lists: Sequence[int]) -> dict[int, list[ListEntry]]:
    """Read the first players of lists; the index of active positions leaves all others alone."""
    tops: dict[int, list[ListEntry]] = {}
    rows = ListEntry.objects.filter(list__in=lists, active_position__lte=TOP).order_by("active_position")
    for row in rows:
        tops.setdefault(row.list_id, []).append(row)
    return tops
