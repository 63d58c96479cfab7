"""Reads: what is on its way into the lists and when the next ones come.

Of what no officer has approved only a number is told: names and results are not public yet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from federation.vocabulary.rating_systems import Cadence
from ratings.cadence.by_period.counting import list_days
from ratings.models import PublishedList, RatingSystem
from ratings.rulebook.fide_periods import list_date, month_of
from ratings.rulebook.systems import SYSTEMS, played, takes
from ratings.site.home_lists import Board
from tournaments.models import Entry, TableGame, Tournament
from tournaments.models.stages import Stage

RECENT, SHOWN = 8, 6
_MOST = 60  # tournaments looked at; an archive taken over in a day is not news


@dataclass(frozen=True, slots=True)
class Waiting:
    """An approved tournament that is on no list yet of some system it counts in."""

    tournament: Tournament
    systems: Sequence[str]
    is_rated: bool
    due: date | None  # the list it counts for, where the rules say so


@dataclass(frozen=True, slots=True)
class Arrived:
    """Games of a stream that are not rated yet; `again`: older ones are being computed anew."""

    system: str
    games: int
    again: bool


@dataclass(frozen=True, slots=True)
class Coming:
    """The next lists of the systems of one clock; `day` where the rules name it."""

    clock: str
    systems: Sequence[str]
    day: date | None


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Everything between a tournament's end and its list."""

    checked: int  # handed in, an officer looks at them
    returned: int  # their organisers have to mend something
    waiting: Sequence[Waiting]
    arrived: Sequence[Arrived]

    @property
    def is_anything(self) -> bool:
        """Return whether anything is on its way."""
        return bool(self.checked or self.returned or self.waiting or self.arrived)

    @property
    def shown(self) -> Sequence[Waiting]:
        """The tournaments that are named."""
        return self.waiting[:SHOWN]

    @property
    def more(self) -> int:
        """How many wait beside them."""
        return len(self.waiting) - len(self.shown)


def under_way(boards: Sequence[Board]) -> tuple[UnderWay, list[Tournament]]:
    """Return what is on its way, and the tournaments played last; two queries, three while games wait."""
    approved = list(_approved(boards))
    recent = sorted(approved, key=lambda one: (one.start, one.number), reverse=True)[:RECENT]
    found = (_waiting(one, boards) for one in approved)
    open_stages = Tournament.objects.aggregate(
        checked=Count("pk", filter=Q(stage=Stage.SUBMITTED)),
        returned=Count("pk", filter=Q(stage=Stage.RETURNED)),
    )
    waiting = [one for one in found if one]
    return UnderWay(open_stages["checked"], open_stages["returned"], waiting, _arrived(boards)), recent


def coming(boards: Iterable[Board], today: date) -> list[Coming]:
    """Return when the next lists come, clock by clock, in the order of the boards."""
    made: dict[Cadence, list[str]] = {}
    for board in boards:
        made.setdefault(SYSTEMS[board.system.key].cadence, []).append(board.system.key)
    first = list_date(month_of(today) + 1)
    return [
        Coming(clock.value, keys, first if clock is Cadence.BY_PERIOD else None)
        for clock, keys in made.items()
    ]


def _approved(boards: Sequence[Board]) -> QuerySet[Tournament]:
    """Select the tournaments played last, and those that may be on no list yet."""
    approved = Tournament.objects.filter(stage=Stage.APPROVED)
    lists = [board.list for board in boards if board.list and board.list.established is None]
    later = Q(pk__in=approved.order_by("-start", "-number").values("pk")[:RECENT])
    if lists:
        later |= Q(end__gt=min(one.date for one in lists))
        published = [one.published for one in lists if one.published]
        later |= Q(decided__gt=min(published)) if published else Q()
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    entrants = Coalesce(Subquery(entries.values(n=Count("pk")), output_field=IntegerField()), 0)
    rows = approved.filter(later) if lists else approved
    return rows.annotate(entrants=entrants).order_by("-start", "-number")[:_MOST]


def _waiting(tournament: Tournament, boards: Sequence[Board]) -> Waiting | None:
    """Return for which lists a tournament waits; None where it is on all.

    Systems without a list are asked only where no system has one.
    """
    facts, published = played(tournament), any(board.list for board in boards)
    asked = [board for board in boards if (board.list or not published) and takes(board.system.key, facts)]
    dues = {board.system.key: _due(board.system, tournament) for board in asked}
    open_ = [board for board in asked if not _is_listed(board.list, tournament, dues[board.system.key])]
    counted = [board for board in open_ if dues[board.system.key] is not None]
    if not counted:
        return None
    periods = [dues[board.system.key] for board in counted if _is_period(board.system)]
    return Waiting(
        tournament,
        [board.system.key for board in counted],
        all(_is_rated(board.system, tournament) for board in counted),
        min((day for day in periods if day), default=None),
    )


def _is_period(system: RatingSystem) -> bool:
    return SYSTEMS[system.key].cadence is Cadence.BY_PERIOD


def _due(system: RatingSystem, tournament: Tournament) -> date | None:
    """Return the day from which a list has the tournament; None where it counts for none."""
    if _is_period(system):
        return max(list_days(system, tournament), default=None)
    return tournament.start


def _is_listed(newest: PublishedList | None, tournament: Tournament, due: date | None) -> bool:
    """Return whether the newest list has the tournament; an archive may not know when it was approved."""
    if newest is None or due is None or newest.date < due:
        return False
    return not (tournament.decided and newest.published and newest.published < tournament.decided)


def _is_rated(system: RatingSystem, tournament: Tournament) -> bool:
    return system.stale_from is None or system.stale_from > tournament.start


def _arrived(boards: Sequence[Board]) -> list[Arrived]:
    """Count the games of streams behind the last one rated; asked only where there are some."""
    found = [board.system for board in boards if SYSTEMS[board.system.key].cadence is Cadence.BY_GAME]
    keys: Mapping[str, int] = {
        one.key: getattr(one, "rated", None) or 0
        for one in found
        if (getattr(one, "arrived", None) or 0) > (getattr(one, "rated", None) or 0)
    }
    games: dict[str, int] = {}
    if keys:
        behind = Q()
        for key, last in keys.items():
            behind |= Q(system=key, pk__gt=last)
        rows = TableGame.objects.filter(behind, withdrawn=None).order_by().values_list("system")
        games = dict(rows.annotate(n=Count("pk")))
    made = [
        Arrived(one.key, games.get(one.key, 0), getattr(one, "moved_from", None) is not None) for one in found
    ]
    return [one for one in made if one.games or one.again]
