"""The invented register as rows, inserted as columns: clubs, players, numbers, licences, grades, accounts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

import numpy as np
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models import (
    BinaryField,
    BooleanField,
    DecimalField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
)

from federation.accounts import permissions
from federation.database import bulk
from federation.management.demo.chance import stream
from federation.management.demo.people import Person, licences
from federation.management.demo.places import ABROAD, HOME, REGIONS
from federation.models import Account, Club, DeclaredGrade, Federation, Identifier, Licence, Player, Region
from federation.models.search_keys import MadeText
from federation.register import register
from federation.vocabulary import names
from tournaments.management.demo.world import InventedTournament, World

PASSWORD = "palmares-demo"  # noqa: S105 - printed on purpose; the accounts exist in demonstrations only
ACCOUNTS = (
    ("organiser", "Camille", "Organise", (permissions.ORGANISER,)),
    ("officer", "Dominique", "Approuve", (permissions.OFFICER,)),
    ("registrar", "Alix", "Inscrit", (permissions.REGISTRAR,)),
    ("administrator", "Sacha", "Veille", ()),
)


@dataclass(frozen=True, slots=True)
class Office:
    """Who works here."""

    organiser: Account
    officer: Account
    registrar: Account
    administrator: Account


def noon(day: date) -> datetime:
    """Return a moment of a day."""
    return datetime.combine(day, time(12), UTC)


def open_office() -> Office:
    """Create the four accounts, NAME@demo.example, each with its role."""
    accounts: list[Account] = []
    for role, first, last, groups in ACCOUNTS:
        create = Account.objects.create_user if groups else Account.objects.create_superuser
        account = create(f"{role}@demo.example", PASSWORD, first_name=first, last_name=last)
        account.groups.set(Group.objects.filter(name__in=groups))
        accounts.append(account)
    return Office(*accounts)


def enrol(world: World, played: Sequence[InventedTournament]) -> list[Player]:
    """Write the register and return the players, side by side with the world's people."""
    by_code = {code: register.federation_for(code) for code in (HOME, *ABROAD)}
    home = by_code[HOME]
    regions = [Region(code=code, name=name, federation=home) for code, name in REGIONS]
    insert(regions)
    region_of = {region.code: region for region in regions}
    clubs = [
        Club(
            code=club.code,
            label=club.code,
            name=club.name,
            town=club.town,
            federation=home,
            region=region_of[club.region],
        )
        for club in world.clubs
    ]
    insert(clubs)
    club_of = {club.code: club for club in clubs}
    grades = _last_grades(played)
    players = [
        _player(
            person, grade=grades.get(index, ("", world.plan.today))[0], federation=by_code[person.country]
        )
        for index, person in enumerate(world.people)
    ]
    for player, person in zip(players, world.people, strict=True):
        player.club = club_of[person.club.code] if person.club else None
    insert(players)
    _write_numbers(world, players)
    _write_licences(world, players, played)
    insert(
        [
            DeclaredGrade(player=players[index], grade=grade, since=day, source="tournament")
            for index, (grade, day) in sorted(grades.items())
        ]
    )
    return players


def _player(person: Person, *, grade: str, federation: Federation) -> Player:
    return Player(
        surname=person.surname,
        given_name=person.given_name,
        search_key=names.key_of(person.surname, person.given_name),
        sex=person.sex,
        birth_year=person.birth_year,
        federation=federation,
        grade=grade,
        enrolled=noon(person.arrived),
    )


def _last_grades(played: Sequence[InventedTournament]) -> dict[int, tuple[str, date]]:
    """Return the grade everybody declared last, and the day he first declared it."""
    grades: dict[int, tuple[str, date]] = {}
    for tournament in played:
        for index, entrant in zip(tournament.people, tournament.report.entrants, strict=True):
            if grades.get(index, ("",))[0] != entrant.grade:
                grades[index] = (entrant.grade, tournament.event.start)
    return grades


def _write_numbers(world: World, players: Sequence[Player]) -> None:
    schemes = (Identifier.Scheme.FFG, Identifier.Scheme.EGD)
    insert(
        [
            Identifier(player=player, scheme=scheme.value, value=value)
            for player, person in zip(players, world.people, strict=True)
            for scheme, value in zip(schemes, (person.ffg, person.egd), strict=True)
            if value
        ]
    )


def _write_licences(world: World, players: Sequence[Player], played: Sequence[InventedTournament]) -> None:
    years: dict[int, set[int]] = defaultdict(set)
    for tournament in played:
        for index in tournament.people:
            years[index].add(tournament.event.start.year)
    chance = stream(world.plan.seed, "licences")
    seasons = range(world.plan.first_season, world.plan.today.year + 1)
    insert(
        [
            Licence(player=player, season=season, status=status, club=player.club)
            for index, (player, person) in enumerate(zip(players, world.people, strict=True))
            for season, status in licences(chance, person, played=years[index], seasons=seasons)
        ]
    )


def insert(rows: Sequence[Model]) -> int:
    """Number the rows, insert them as they are and return how many. Inside a transaction only.

    Fields that Django fills by itself (auto_now_add) are taken as they stand: the past can be written.
    """
    if not rows:
        return 0
    meta = rows[0]._meta
    for row, key in zip(rows, bulk.reserve_ids(meta.db_table, len(rows)), strict=True):
        row.pk = key
    columns = {str(field.column): _column(field, rows) for field in meta.concrete_fields}
    return bulk.write_columns(meta.db_table, columns)


def _column(field: "Field[Any, Any]", rows: Sequence[Model]) -> bulk.Column:
    """Return one field of every row; whole numbers and booleans as arrays, which are fastest."""
    if isinstance(field, MadeText):
        return [field.pre_save(row) for row in rows]
    values = [getattr(row, field.attname) for row in rows]
    whole = isinstance(field, ForeignKey | IntegerField | BooleanField)
    if whole and not field.null:
        return np.array(values)
    if isinstance(field, JSONField | DecimalField | BinaryField):
        return [field.get_db_prep_save(value, connection=connection) for value in values]
    return values
