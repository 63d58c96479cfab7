"""Reads of a club for its page: its years as published, tournaments in its town and of its players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Avg, Count, OuterRef, QuerySet, Subquery

from federation.models import Club
from ratings.models import ListEntry, PublishedList
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage

SHOWN = 5  # tournaments of each kind


@dataclass(frozen=True, slots=True)
class Year:
    """The active players of a club on the last list of a year, and the mean of their ratings as published."""

    system: str
    day: date
    players: int
    mean: int


@dataclass(frozen=True, slots=True)
class Tournaments:
    """The newest tournaments in a club's town and those of its players, who are counted."""

    held: Sequence[Tournament]
    played: Sequence[Tournament]


def years(club: Club) -> list[Year]:
    """Return the years of a club by system, in the order of the site, the newest first; three queries.

    What was published with the code of a club that is part of it now counts with it.
    """
    ready = PublishedList.objects.filter(ready=True, system__active=True)
    rows = ready.order_by("system__position", "system__key", "-date", "-revision")
    last: dict[tuple[str, int], tuple[int, date]] = {}
    for pk, system, day in rows.values_list("pk", "system__key", "date"):
        last.setdefault((system, day.year), (pk, day))
    codes = [club.code, *club.merged.values_list("code", flat=True)]
    entries = ListEntry.objects.filter(
        list__in=[pk for pk, _day in last.values()], club__in=codes, active_position__isnull=False
    )
    counted = entries.order_by().values_list("list").annotate(Count("pk"), Avg("rating"))
    figures = {pk: (players, mean) for pk, players, mean in counted}
    return [
        Year(system, day, figures[pk][0], round(figures[pk][1]))
        for (system, _year), (pk, day) in last.items()
        if pk in figures
    ]


def tournaments(club: Club) -> Tournaments:
    """Return the newest approved tournaments of a club; two queries at most.

    `entrants` of those its players took part in says how many did; one more than is shown tells of others.
    """
    approved = Tournament.objects.filter(stage=Stage.APPROVED).order_by("-start", "-number")
    in_town = approved.filter(place__iexact=club.town, online=False) if club.town else approved.none()
    own = Entry.objects.filter(player__club=club, player__club_hidden=False)
    count = own.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(n=Count("pk"))
    played: QuerySet[Tournament] = approved.filter(pk__in=own.values("tournament"))
    return Tournaments(
        list(in_town[: SHOWN + 1]), list(played.annotate(entrants=Subquery(count.values("n")))[: SHOWN + 1])
    )
