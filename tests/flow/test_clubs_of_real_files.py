"""Clubs and federations of real files: enrolled and imported, in both orders and twice, they are the same."""

import gzip
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TypeVar

import pytest
from django.conf import settings
from django.db import transaction

from federation.models import Club, Federation, Player
from federation.player_lists.import_list import Wish, import_list
from federation.player_lists.readers import any_list
from federation.player_lists.readers.row import PlayerList, PlayerRow
from federation.register import club_taking, register
from federation.register.register import Newcomer
from federation.vocabulary.countries import COUNTRIES, club_code, country_code
from tests import seeds
from tournaments.formats import table

pytestmark = pytest.mark.django_db
T = TypeVar("T")
CONGRESSES = ("2011-07-24_EGC_2011_Main_Tournament.xml", "2013-07-31_TeamEGC2013.xml")
STEP = 8 if seeds.number() else 32  # of so many rows of a list one: the same clubs and slips, in less time


def entrants(folder: Path, names: list[str]) -> list[Newcomer]:
    """Return everybody in some files as the register takes new players."""
    home = settings.FEDERATION_CODE
    found = []
    for name in names:
        report = table.read((folder / "opengotha" / name).read_bytes(), filename=name)
        country = country_code(report.country or home)
        found += [
            Newcomer(
                one.surname, one.given_name, country_code(one.country) if one.country else country, one.club
            )
            for one in report.entrants
            if one.surname.strip()
        ]
    return found


def codes(people: list[Newcomer]) -> set[str]:
    """Return the clubs that were made of these people when every name in a file was one."""
    found = {club_code(one.club, country_code(one.country), home="FR") for one in people}
    return found - {""}


def test_congresses_make_no_club_and_keep_every_name(real_data: Path) -> None:
    people = entrants(real_data, list(CONGRESSES))
    before = codes(people)

    register.insert(people)

    assert len(before) > 300
    assert Club.objects.count() == 0
    assert {one.code for one in club_taking.names()} == before
    assert set(Federation.objects.values_list("code", flat=True)) <= set(COUNTRIES) - {"ENG", "SCO", "WLS"}


def test_every_file_enrolled_in_both_orders_names_the_same_clubs(real_data: Path) -> None:
    names = sorted(path.name for path in (real_data / "opengotha").glob("*.xml"))

    def shown() -> tuple[int, list[tuple[str, int]], set[str]]:
        named = [(one.code, one.players) for one in club_taking.names()]
        texts = set(Player.objects.values_list("country_text", flat=True))
        return Club.objects.count(), named, texts

    def enrolled(order: list[str]) -> tuple[int, list[tuple[str, int]], set[str]]:
        register.insert(entrants(real_data, order))
        return shown()

    first = in_a_world_of_its_own(lambda: enrolled(names))
    second = in_a_world_of_its_own(lambda: enrolled(names[::-1]))

    assert first == second
    assert first[0] == 0
    assert {"EU", "UR", "CB"} <= first[2]  # what organisers wrote and no country is


def in_a_world_of_its_own(act: Callable[[], T]) -> T:
    """Do something, and undo it before the next."""
    with transaction.atomic():
        found = act()
        transaction.set_rollback(True)
    return found


List = tuple[PlayerList, list[PlayerRow]]


def read(path: Path) -> List:
    """Read a list, and a share of the rows of whoever is of France or Germany."""
    with gzip.open(path) as packed:
        listed = any_list.read(BytesIO(packed.read()))
    assert isinstance(listed, PlayerList)
    people = [row for row in listed.rows if isinstance(row, PlayerRow) and row.country in ("FR", "DE")]
    return listed, people[::STEP]


def test_lists_in_both_orders_and_twice_make_the_clubs_of_the_ladder(real_data: Path) -> None:
    ladder = read(real_data / "ffg" / "ech_ffg_V3_2019-11-05.txt.gz")
    world = read(real_data / "egf" / "allworld_2018-12-27.txt.gz")

    def clubs(*lists: List) -> tuple[set[str], list[int]]:
        outcomes = [import_list(listed, rows, Wish()) for listed, rows in (*lists, *lists)]
        found = set(Club.objects.values_list("code", flat=True))
        return found, [one.created for one in outcomes[len(lists) :]]

    one = in_a_world_of_its_own(lambda: clubs(ladder, world))
    other = in_a_world_of_its_own(lambda: clubs(world, ladder))

    assert one == other == ({row.club for row in ladder[1] if row.club}, [0, 0])
