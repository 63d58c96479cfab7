"""Tournaments on their way into the lists, and the dates of the next lists.

Of those without approval only the number is shown here; `handed_in` names them, where the office lets it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ratings.cadence.by_game.stale import Arrived
from ratings.cadence.facts import FACTS
from ratings.cadence.lists import lists_of
from ratings.cadence.pages import pages_of
from ratings.cadence.traits import by_cadence
from ratings.models import PublishedList, RatingSystem
from ratings.rulebook.systems import played, takes
from ratings.site.home_lists import Board
from tournaments.models import Entry, Tournament
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
    approved = list(_approved_tournaments(boards))
    recent = sorted(approved, key=lambda row: (row.start, row.number), reverse=True)[:RECENT]
    candidates = (waiting_for(tournament, boards) for tournament in approved)
    open_stages = Tournament.objects.aggregate(
        checked=Count("pk", filter=Q(stage=Stage.SUBMITTED)),
        returned=Count("pk", filter=Q(stage=Stage.RETURNED)),
    )
    waiting = [tournament for tournament in candidates if tournament]
    systems = {board.system.key: board.system for board in boards}
    arrived = [
        arrival
        for cadence, keys in by_cadence(systems).items()
        for arrival in FACTS[cadence].arrived([systems[key] for key in keys])
    ]
    return UnderWay(open_stages["checked"], open_stages["returned"], waiting, arrived), recent


def coming(boards: Iterable[Board], today: date) -> list[Coming]:
    """Return when the next lists come, clock by clock, in the order of the boards."""
    return [
        Coming(cadence, keys, lists_of(keys[0]).next_list_day(today))
        for cadence, keys in by_cadence(board.system.key for board in boards).items()
    ]


def _approved_tournaments(boards: Sequence[Board]) -> QuerySet[Tournament]:
    """Select the tournaments played last, and those that may be on no list yet."""
    approved = Tournament.objects.filter(stage=Stage.APPROVED)
    lists = [board.list for board in boards if board.list and board.list.established is None]
    later = Q(pk__in=approved.order_by("-start", "-number").values("pk")[:RECENT])
    if lists:
        later |= Q(end__gt=min(newest.date for newest in lists))
        published = [newest.published for newest in lists if newest.published]
        later |= Q(decided__gt=min(published)) if published else Q()
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    entrants = Coalesce(Subquery(entries.values(n=Count("pk")), output_field=IntegerField()), 0)
    rows = approved.filter(later) if lists else approved
    return rows.annotate(entrants=entrants).order_by("-start", "-number")[:_MOST]


def waiting_for(tournament: Tournament, boards: Sequence[Board]) -> Waiting | None:
    """Return for which lists a tournament waits; None where it is on all, or counts for none."""
    dues = (
        (board, pages_of(board.system.key).due(board.system, tournament))
        for board in _asked(tournament, boards)
    )
    waits = [
        (board.system, due.list)
        for board, due in dues
        if due.since is not None and not _is_listed(board.list, tournament, due.since)
    ]
    if not waits:
        return None
    return Waiting(
        tournament,
        [system.key for system, _day in waits],
        all(_is_rated(system, tournament) for system, _day in waits),
        min((day for _system, day in waits if day), default=None),
    )


def counts_for_lists(tournament: Tournament, boards: Sequence[Board]) -> bool:
    """Return whether there is a list a tournament can come on."""
    return bool(_asked(tournament, boards))


def _asked(tournament: Tournament, boards: Sequence[Board]) -> list[Board]:
    """Return the systems that take a tournament; those without a list only where no system has one."""
    facts, published = played(tournament), any(board.list for board in boards)
    return [board for board in boards if (board.list or not published) and takes(board.system, facts)]


def _is_listed(newest: PublishedList | None, tournament: Tournament, since: date) -> bool:
    """Return whether the newest list has the tournament; an archive may not know when it was approved."""
    if newest is None or newest.date < since:
        return False
    return not (tournament.decided and newest.published and newest.published < tournament.decided)


def _is_rated(system: RatingSystem, tournament: Tournament) -> bool:
    return system.stale_from is None or system.stale_from > tournament.start
