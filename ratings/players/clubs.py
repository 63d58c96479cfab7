"""Queries of clubs: the open ones by letters; years, tournaments and averages of the members of a club."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import fmean

from django.db.models import Avg, Count, OuterRef, Q, QuerySet, Subquery

from federation.models import Club
from federation.search.words import having_words
from ratings.cadence.shared.record import month_of
from ratings.models import ListEntry, PublishedList
from ratings.players.histories import Member
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


def club_means(club: Club) -> tuple[list[ListMean], list[ListMean]]:
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


def club_tournaments(club: Club) -> Tournaments:
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


@dataclass(frozen=True, slots=True)
class Average:
    """How many members of a club stand on the newest list of a system, and the mean of their ratings."""

    system: str
    players: int
    mean: float


def open_clubs(text: str = "") -> QuerySet[Club]:
    """Return the open clubs by code, by name, town, code or region where a few letters are given."""
    clubs = Club.objects.filter(closed=None).select_related("federation", "region")
    if text:
        named = Q(name__icontains=text) | Q(town__icontains=text) | Q(region__name__icontains=text)
        clubs = clubs.filter(named | Q(code__istartswith=text) | having_words(text))
    return clubs.annotate(members=Count("players", filter=Q(players__club_hidden=False))).order_by("code")


def averages(systems: Sequence[str], members: Sequence[Member]) -> list[Average]:
    """Return the mean of the listed ratings of some members, of each system that lists one of them."""
    means = []
    for at, system in enumerate(systems):
        ratings = [entry.rating for member in members if (entry := member.entries[at])]
        if ratings:
            means.append(Average(system, len(ratings), fmean(ratings)))
    return means
