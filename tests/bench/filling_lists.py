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
from ratings.exports.fide_files import FidePlayer, Standing
from ratings.lists import import_published
from ratings.models import PublishedList, RatingSystem
from tests.bench.fide_people import invented

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
    ratings = np.array(
        [(person.standings[0] or Standing(1400, 0, None)).rating for person in people], np.int64
    )
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
        surname=[person.surname for person in people],
        given_name=[person.given_name for person in people],
        search_key=[key_of(person.surname, person.given_name) for person in people],
        federation=[person.federation for person in people],
        sex=[person.sex for person in people],
        title=[person.title for person in people],
        women_title=[person.women_title for person in people],
        other_titles=[person.other_titles for person in people],
        fide=[person.number for person in people],
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
                "birth_year": [person.birth_year for person in people],
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
        birth_year=np.array([person.birth_year for person in people], np.int64),
        inactive=np.array([not person.active for person in people], np.bool_),
    )
