"""Everything a list of a day copies: standings, people, clubs, numbers, licences, the list before."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.models import DeclaredGrade, Licence, Player
from federation.vocabulary.systems.catalogue import CATALOGUE
from ratings.cadence.shared import people as register
from ratings.cadence.shared.columns import Longs
from ratings.models import RatingSystem

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
    fields = register.people(players, (_RATED, [system.pk]), numbers=numbers, more=register.DECLARED)
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
