"""Queries of clubs: those that are open, by letters; what the members of one average."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from django.db.models import Count, Q, QuerySet

from federation.models import Club
from federation.search.words import having_words
from ratings.players.histories import Member


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
