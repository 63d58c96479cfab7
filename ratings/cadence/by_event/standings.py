# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Everything a list of a day copies: standings, people, clubs, numbers, licences, the list before."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import numpy as np

from federation.database import bulk
from federation.models import DeclaredGrade, Identifier, Licence, Player
from ratings.cadence.by_event.assemble import Longs
from ratings.cadence.by_event.facts import sequence
from ratings.engines.contract import Floats, Ints
from ratings.models import ListEntry, PublishedList, RatingSystem

I4, I8, F8, TEXT = np.dtype("i4"), np.dtype("i8"), np.dtype("f8"), np.dtype("O")
NUMBER = (1 << 32) - 1  # the bits of a place that hold a tournament's number


@dataclass(frozen=True, slots=True)
class Stood:
    """Where everybody with a rating stood at the end of a day, by rising player key."""

    player: Longs
    rating: Floats
    games: Ints
    events: Ints
    last: Longs  # place of the last tournament with a rated game, -1: none


@dataclass(frozen=True, slots=True)
class People:
    """What the register says of the same players on that day."""

    fields: dict[str, list[Any]]  # column of ListEntry -> values in the order of the players
    declared: list[str]
    licence: list[str]


@dataclass(frozen=True, slots=True)
class Listed:
    """What the list before said, by player: rating as shown, exact, licence, rank among the active."""

    by_player: dict[int, tuple[int, float, str, int | None]]


def stood(system: RatingSystem, day: date) -> Stood:
    """Read where everybody stood after the last event that began on or before a day."""
    until = sequence(day + timedelta(days=1))
    columns = bulk.read_columns(
        'SELECT c.player_id, c."after", c.total_games, a.events, a.last FROM (SELECT player_id,'
        " MAX(sequence) AS sequence, COUNT(CASE WHEN games > 0 THEN 1 END) AS events,"
        " MAX(CASE WHEN games > 0 THEN sequence END) AS last FROM ratings_ratingchange"
        " WHERE system_id = %s AND sequence < %s GROUP BY player_id) a JOIN ratings_ratingchange c"
        " ON c.player_id = a.player_id AND c.sequence = a.sequence"
        ' WHERE c.system_id = %s AND c."after" IS NOT NULL',
        [system.pk, until, system.pk],
        [I8, F8, I4, I4, I8],
    )
    order = np.argsort(columns[0])
    return Stood(*(column[order] for column in columns))


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
    """Give the grade each player had declared last on a day."""
    rated = Player.objects.filter(current_ratings__system=system).values("pk")
    declared = DeclaredGrade.objects.filter(player__in=rated, since__lte=day).order_by("since")
    return dict(declared.values_list("player_id", "grade"))


def listed(before: PublishedList | None) -> Listed:
    """Read what the list before said of everybody."""
    rows = ListEntry.objects.filter(list=before) if before else ListEntry.objects.none()
    values = rows.values_list("player_id", "rating", "exact", "licence", "active_rank")
    return Listed({row[0]: row[1:] for row in values})
