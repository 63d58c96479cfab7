"""Lists of systems that move with every event: a list is a snapshot of a day.

Its people, and its entries as columns: ranks, activity, moves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import numpy as np
from django.db.models import Q

from federation.models import DeclaredGrade, Licence, Player
from federation.vocabulary.grades import grade_at
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.shared.by_runs import RunLists
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.hypothetical_facts import day_of, sequence
from ratings.cadence.shared.list_columns import (
    DECLARED,
    PreviousList,
    Rows,
    moves,
    place_columns,
    places,
    register_columns,
)
from ratings.cadence.shared.standings import LedgerStandings, stood
from ratings.models import PublishedList, RatingSystem
from ratings.rulebook.activity import About, listed
from ratings.rulebook.systems import SYSTEMS, edition_in_force

NUMBER = (1 << 32) - 1  # the bits of a place that hold a tournament's number


@dataclass(frozen=True, slots=True)
class People:
    """Register data of the same players on that day."""

    fields: dict[str, list[Any]]  # column of ListEntry -> values in the order of the players
    declared: list[str]
    licence: list[str]


_RATED = "SELECT player_id FROM ratings_currentrating WHERE system_id = %s"


def people(system: RatingSystem, players: Longs, day: date) -> People:
    """Read names, clubs, numbers, declared grades and the season's licences of players with a rating."""
    numbers = CATALOGUE[system.key].numbers.listed
    fields = register_columns(players, (_RATED, [system.pk]), numbers=numbers, more=DECLARED)
    now, listed = fields.pop("declared_grade"), players.tolist()
    licences, grades = _licences(system, day), _grades(system, day)
    return People(
        fields=fields,
        declared=[grades.get(player, grade) for player, grade in zip(listed, now, strict=True)],
        licence=[licences.get(player, "-") for player in listed],
    )


def _licences(system: RatingSystem, day: date) -> dict[int, str]:
    rated = Player.objects.filter(current_ratings__system=system).values("pk")
    licences = Licence.objects.filter(player__in=rated, season=day.year)
    return dict(licences.values_list("player_id", "status"))


def _grades(system: RatingSystem, day: date) -> dict[int, str]:
    """Return the grade each player had declared last on a day."""
    rated = Player.objects.filter(current_ratings__system=system).values("pk")
    declared = DeclaredGrade.objects.filter(player__in=rated, since__lte=day).order_by("since")
    return dict(declared.values_list("player_id", "grade"))


def list_columns(
    published: PublishedList, standings: LedgerStandings, people: People, before: PreviousList
) -> Rows:
    """Arrange the entries as columns of ListEntry, in the order of the page."""
    scale = SYSTEMS[published.system.key].scale
    exact, players = standings.rating.tolist(), standings.player.tolist()
    last = [day_of(place) if place >= 0 else None for place in standings.last.tolist()]
    edition = edition_in_force(published.system, published.date)
    about = About(people.declared, people.licence, last)
    shown, active = listed(edition, standings.rating, about, published.date)
    keys = list(zip(people.fields["search_key"], players, strict=True))
    place = places(shown, keys, active=active)
    rows: Rows = {
        **people.fields,
        "list_id": [published.pk] * len(players),
        "player_id": players,
        **place_columns(place),
        "declared_grade": people.declared,
        "grade": [str(grade_at(rating, scale)) if scale else "" for rating in exact],
        "rating": shown.tolist(),
        "exact": exact,
        "games": standings.games.tolist(),
        "events": standings.events.tolist(),
        "last_played": last,
        "last_event": [str(place & NUMBER) if place >= 0 else "" for place in standings.last.tolist()],
        "active": active.tolist(),
        "licence": people.licence,
    }
    rows |= moves(rows, before)
    order = np.argsort(place.position)
    return {name: [values[row] for row in order] for name, values in rows.items()}


class ListsByEvent(RunLists):
    """Lists of systems that move with every event: `ratings.cadence.lists.Lists`."""

    def usual_list_day(self, today: date) -> date:
        """Return today."""
        return today

    def why_no_list_on(self, day: date) -> str:  # noqa: ARG002 - any day will do
        """Return "": a list can be of any day."""
        return ""

    def list_rows(self, published: PublishedList, before: PreviousList, copied: Callable[[], None]) -> Rows:
        """Copy every player's rating at the end of the list's day."""
        day_standings = stood(published.system, published.date)
        those = people(published.system, day_standings.player, published.date)
        copied()
        return list_columns(published, day_standings, those, before)

    def record_basis(self, published: PublishedList, _rows: Rows) -> None:
        """Note by which functions the ratings of the list were computed, and what imported ones replaced."""
        published.report["numeric"] = published.system.numeric
        published.report["imported_replace"] = published.system.imported_replace

    def next_list_day(self, _today: date) -> date | None:
        """Return None: a list comes when the office has one."""
        return None

    def rows_between(self, newer: PublishedList, older: PublishedList | None) -> Q | None:
        """Return the tournaments that began after the older list, up to the newer."""
        if older is None:
            return None
        since, until = (sequence(published.date + timedelta(days=1)) for published in (older, newer))
        return Q(system=newer.system_id, tournament__isnull=False, sequence__gte=since, sequence__lt=until)
