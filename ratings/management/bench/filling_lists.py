"""Fills the tables with invented FIDE lists, one a month, to measure how their pages are read."""

from collections.abc import Callable
from datetime import date
from time import perf_counter

import numpy as np
from django.db import connection, transaction
from django.utils import timezone

from federation.database import bulk
from federation.models import Player
from federation.player_lists.readers.fide_columns import Levels, Longs, Persons
from federation.register import register
from federation.search.search import many_names
from federation.vocabulary.names import key_of
from ratings.exports.fide_listed import FidePlayer, Standing
from ratings.lists import import_published
from ratings.management.bench.fide_people import invented
from ratings.models import PublishedList, RatingSystem

FIRST_YEAR = 2024
_MOVED, _BY = 0.2, 15.0  # share of the players whose rating moves from list to list, and how far


def fill_lists(
    *,
    lists: int,
    entries: int,
    seed: int = 1,
    first_year: int = FIRST_YEAR,
    took: Callable[[float], object] = lambda _seconds: None,
) -> PublishedList:
    """Enrol players, publish that many monthly lists of all of them and return the newest.

    `took` is called with the seconds of each list.
    """
    people = list(invented(entries, seed=seed))
    persons = _persons(people)
    players = np.array(_enrol_players(people, persons), np.int64)
    ratings = np.array([(one.standings[0] or Standing(1400, 0, None)).rating for one in people], np.int64)
    chance = np.random.default_rng(seed)
    system = RatingSystem.objects.get(key="fide-standard")
    for month in range(lists):
        day = date(first_year + month // 12, month % 12 + 1, 1)
        levels = _levels(people, players, ratings)
        begun = perf_counter()
        newest = import_published.keep(system, levels, persons, day=day, account=None)
        took(perf_counter() - begun)
        moved = chance.random(entries) < _MOVED
        step = np.rint(chance.normal(0.0, _BY, entries)).astype(np.int64)
        ratings = np.maximum(1400, ratings + np.where(moved, step, 0))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return newest


def _persons(people: list[FidePlayer]) -> Persons:
    return Persons(
        surname=[one.surname for one in people],
        given_name=[one.given_name for one in people],
        search_key=[key_of(one.surname, one.given_name) for one in people],
        federation=[one.federation for one in people],
        sex=[one.sex for one in people],
        title=[one.title for one in people],
        women_title=[one.women_title for one in people],
        other_titles=[one.other_titles for one in people],
        fide=[one.number for one in people],
    )


def _enrol_players(people: list[FidePlayer], persons: Persons) -> list[int]:
    """Write the players into the register as columns; give their keys."""
    count = len(people)
    codes = {code: register.federation_for(code).pk for code in sorted(set(persons.federation))}
    columns = {
        name: list(getattr(persons, name))
        for name in ("surname", "given_name", "search_key", "sex", "title", "women_title", "other_titles")
    }
    with transaction.atomic(), many_names():
        keys = bulk.reserve_ids(Player._meta.db_table, count)
        bulk.write_columns(
            Player._meta.db_table,
            {
                "id": keys,
                **columns,
                "birth_year": [one.birth_year for one in people],
                "federation_id": [codes[code] for code in persons.federation],
                "grade": [""] * count,
                "enrolled": [timezone.now()] * count,
            },
        )
    return keys


def _levels(people: list[FidePlayer], players: Longs, ratings: Longs) -> Levels:
    return Levels(
        player=players,
        rating=ratings,
        games=np.full(players.size, 9, np.int64),
        k=np.full(players.size, 20, np.int64),
        birth_year=np.array([one.birth_year for one in people], np.int64),
        inactive=np.array([not one.active for one in people], np.bool_),
    )
