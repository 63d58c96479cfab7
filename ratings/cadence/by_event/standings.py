# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Everything a list of a day copies: standings, people, clubs, numbers, licences, the list before."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from federation.database import bulk
from federation.models import DeclaredGrade, Identifier, Licence, Player
from ratings.cadence.shared.columns import I4, I8, TEXT, Longs
from ratings.models import RatingSystem

NUMBER = (1 << 32) - 1  # the bits of a place that hold a tournament's number


@dataclass(frozen=True, slots=True)
class People:
    """What the register says of the same players on that day."""

    fields: dict[str, list[Any]]  # column of ListEntry -> values in the order of the players
    declared: list[str]
    licence: list[str]


_PERSON = {
    "surname": "p.surname", "given_name": "p.given_name", "search_key": "p.search_key", "sex": "p.sex",
    "federation": "f.code", "club": "c.code", "club_name": "c.name", "region": "r.code",
}  # fmt: skip
_RATED = "SELECT player_id FROM ratings_currentrating WHERE system_id = %s"


def people(system: RatingSystem, players: Longs, day: date) -> People:
    """Read names, clubs, numbers, declared grades and the season's licences of players with a rating."""
    key, birth_year, grade, *texts = bulk.read_columns(
        f"SELECT p.id, p.birth_year, p.grade, {', '.join(_PERSON.values())} FROM federation_player p"
        " JOIN federation_federation f ON f.id = p.federation_id"
        f" LEFT JOIN federation_club c ON c.id = p.club_id"
        " LEFT JOIN federation_region r ON r.id = c.region_id"
        f" WHERE p.id IN ({_RATED})",
        [system.pk],
        [I8, I4, TEXT, *[TEXT] * len(_PERSON)],
    )
    order = np.argsort(key)
    place = order[np.searchsorted(key[order], players)]
    fields = {name: column[place].tolist() for name, column in zip(_PERSON, texts, strict=True)}
    fields["birth_year"] = [None if year < 0 else year for year in birth_year[place].tolist()]
    listed = players.tolist()
    for scheme in (Identifier.Scheme.FFG, Identifier.Scheme.EGD):
        numbers = _of_rated(system, Identifier, "value", scheme=scheme.value)
        fields[scheme.value] = [numbers.get(player, "") for player in listed]
    licences = _of_rated(system, Licence, "status", season=day.year)
    grades = _grades(system, day)
    return People(
        fields=fields,
        declared=[grades.get(player, now) for player, now in zip(listed, grade[place].tolist(), strict=True)],
        licence=[licences.get(player, "-") for player in listed],
    )


def _of_rated(
    system: RatingSystem, model: type[Identifier | Licence], value: str, **conditions: object
) -> dict[int, str]:
    rated = Player.objects.filter(current_ratings__system=system).values("pk")
    return dict(model.objects.filter(player__in=rated, **conditions).values_list("player_id", value))


def _grades(system: RatingSystem, day: date) -> dict[int, str]:
    """Return the grade each player had declared last on a day."""
    rated = Player.objects.filter(current_ratings__system=system).values("pk")
    declared = DeclaredGrade.objects.filter(player__in=rated, since__lte=day).order_by("since")
    return dict(declared.values_list("player_id", "grade"))
