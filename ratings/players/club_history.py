"""Queries of a club for its page: published years, tournaments in its town and of its players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Avg, Count, OuterRef, QuerySet, Subquery

from federation.models import Club
from ratings.cadence.shared.record import month_of
from ratings.models import ListEntry, PublishedList
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage

SHOWN, MONTHS = 5, 12  # tournaments of each kind; months shown one by one


@dataclass(frozen=True, slots=True)
class ListMean:
    """The active players of a club on the last list of a month or year, and the mean of their ratings."""

    system: str
    day: date
    players: int
    mean: int


@dataclass(frozen=True, slots=True)
class Tournaments:
    """The newest tournaments in a club's town and those of its players, who are counted."""

    held: Sequence[Tournament]
    played: Sequence[Tournament]


def means(club: Club) -> tuple[list[ListMean], list[ListMean]]:
    """Return the last twelve months of a club and its years, by system, the newest first; three queries.

    What was published with the code of a club that is part of it now counts with it.
    """
    ready = PublishedList.objects.filter(ready=True, system__active=True)
    rows = ready.order_by("system__position", "system__key", "-date", "-revision")
    lists = list(rows.values_list("pk", "system__key", "date"))
    newest = max((month_of(day) for _pk, _system, day in lists), default=0)
    months: dict[tuple[str, int], tuple[int, date]] = {}
    years: dict[tuple[str, int], tuple[int, date]] = {}
    for pk, system, day in lists:
        years.setdefault((system, day.year), (pk, day))
        if month_of(day) > newest - MONTHS:
            months.setdefault((system, month_of(day)), (pk, day))
    codes = [club.code, *club.merged.values_list("code", flat=True)]
    entries = ListEntry.objects.filter(
        list__in={pk for pk, _day in (*months.values(), *years.values())},
        club__in=codes,
        active_position__isnull=False,
    )
    counted = entries.order_by().values_list("list").annotate(Count("pk"), Avg("rating"))
    figures = {pk: (players, mean) for pk, players, mean in counted}

    def listed(last: Mapping[tuple[str, int], tuple[int, date]]) -> list[ListMean]:
        return [
            ListMean(system, day, figures[pk][0], round(figures[pk][1]))
            for (system, _period), (pk, day) in last.items()
            if pk in figures
        ]

    return listed(months), listed(years)


def tournaments(club: Club) -> Tournaments:
    """Return the newest approved tournaments of a club; two queries at most.

    `entrants` is how many of its players took part; one tournament more than shown: there are others.
    """
    approved = Tournament.objects.filter(stage=Stage.APPROVED).order_by("-start", "-number")
    in_town = approved.filter(place__iexact=club.town, online=False) if club.town else approved.none()
    own = Entry.objects.filter(player__club=club, player__club_hidden=False)
    count = own.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(n=Count("pk"))
    played: QuerySet[Tournament] = approved.filter(pk__in=own.values("tournament"))
    return Tournaments(
        list(in_town[: SHOWN + 1]), list(played.annotate(entrants=Subquery(count.values("n")))[: SHOWN + 1])
    )
