"""Fills the tables with an invented FIDE month and the list before it, to measure how a month is closed."""

from datetime import date, timedelta
from typing import Any

import numpy as np
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Max, Model

from federation.database import bulk
from federation.models import Federation, Identifier, Player
from ratings.engines.contract import Ints
from ratings.engines.fide_contract import ListStanding, PeriodFacts
from ratings.models import ManualEvent, RatingSystem
from tests.bench.fide_facts import MonthSize, synthetic_month
from tournaments.careers import stored_games
from tournaments.models import Entry, Game, Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import places

BASE_DAY = date(2025, 11, 1)
FIRST_DAY = date(2025, 11, 2)
LIST_DAY = date(2025, 12, 1)
DAYS = 20  # the month's tournaments begin on
Keys = dict[type[Model], int]  # the first key of each table that is free
ROUNDS_TO = 32_000  # a small column counts them


def fill_list(size: MonthSize) -> int:
    """Write players and an imported list of those with a rating; give the first player's key."""
    _, standing = synthetic_month(size)
    first = _last(Player) + 1
    _players(standing, first)
    _levels(standing, first)
    _settle((Player,))
    return first


def fill_games(size: MonthSize, *, first: int) -> None:
    """Write a month of approved tournaments of these players."""
    facts, _ = synthetic_month(size)
    start: Keys = {model: _last(model) + 1 for model in (Tournament, Entry, Game)} | {Player: first}
    _tournaments(size, start[Tournament])
    _entries(facts, start)
    _games(facts, start)
    stored_games.rebuild()
    places.keep_all(Tournament.objects.order_by("pk").iterator())
    _settle((Tournament, Entry, Game))


def _settle(models: tuple[type[Model], ...]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)


def _last(model: type[Model]) -> int:
    return int(model._default_manager.aggregate(last=Max("pk"))["last"] or 0)


def _players(standing: ListStanding, first: int) -> None:
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    count = standing.rating.size
    keys = list(range(first, first + count))
    bulk.write_columns(
        Player._meta.db_table,
        {
            "id": keys,
            "surname": [f"Surname{key}" for key in keys],
            "given_name": ["Given"] * count,
            "search_key": [f"surname{key} given" for key in keys],
            "sex": ["f" if key % 9 == 0 else "m" for key in keys],
            "birth_year": standing.birth_year.tolist(),
            "federation_id": [home.pk] * count,
            "grade": [""] * count,
            "enrolled": ["2013-01-01 00:00:00+00:00"] * count,
        },
    )
    fide = Identifier.Scheme.FIDE.value
    bulk.write_columns(
        Identifier._meta.db_table,
        {"player_id": keys, "scheme": [fide] * count, "value": [str(key) for key in keys]},
    )


def _levels(standing: ListStanding, first: int) -> None:
    rated = np.flatnonzero(standing.rating)
    fixed: dict[str, Any] = {
        "system_id": RatingSystem.objects.get(key="fide-standard").pk,
        "date": BASE_DAY,
        "label": "",
        "kind": ManualEvent.Kind.BASE.value,
        "factor": 1.0,
        "offset": 0.0,
        "entered": "2025-11-01 00:00:00+00:00",
    }
    bulk.write_columns(
        ManualEvent._meta.db_table,
        {
            "player_id": (rated + first).tolist(),
            "value": standing.rating[rated].astype(np.float64).tolist(),
            "games": standing.games[rated].tolist(),
            "peak": standing.peak[rated].tolist(),
        }
        | {name: [value] * rated.size for name, value in fixed.items()},
    )


def _tournaments(size: MonthSize, first: int) -> None:
    count = size.tournaments
    days = [FIRST_DAY + timedelta(days=row * DAYS // count) for row in range(count)]
    fixed: dict[str, Any] = {
        "revision": 1, "stage": Stage.APPROVED.value, "name": "Tournament", "place": "", "country": "FR",
        "rounds": 9, "board_size": 8, "time_class": "", "online": False, "rated_for": '["fide"]',
        "reason": "", "discipline": "chess", "rate": "standard",
    }  # fmt: skip
    keys = list(range(first, first + count))
    bulk.write_columns(
        Tournament._meta.db_table,
        {
            "id": keys,
            "number": keys,
            "start": days,
            "end": [day + timedelta(days=4) for day in days],
            **{name: [value] * count for name, value in fixed.items()},
        },
    )


def _entries(facts: PeriodFacts, start: Keys) -> None:
    count, sizes = facts.entry_player.size, np.diff(facts.entry_start)
    fixed = {
        "surname": "Surname",
        "given_name": "Given",
        "country": "FRA",
        "club": "",
        "identifiers": "{}",
        "rank": "",
        "match": Entry.Match.CERTAIN.value,
        "suggestions": "[]",
        "grade": "",
    }
    bulk.write_columns(
        Entry._meta.db_table,
        {
            "id": np.arange(start[Entry], start[Entry] + count).tolist(),
            "tournament_id": np.repeat(np.arange(sizes.size) + start[Tournament], sizes).tolist(),
            "number": np.concatenate([np.arange(1, size + 1) for size in sizes]).tolist(),
            "player_id": (facts.entry_player.astype(np.int64) + start[Player]).tolist(),
        }
        | {name: [value] * count for name, value in fixed.items()},
    )


def _games(facts: PeriodFacts, start: Keys) -> None:
    count, sizes = facts.game_white.size, np.diff(facts.game_start)
    event = np.repeat(np.arange(sizes.size), sizes)
    # A round of its own for every game: no player sits at two boards at once.
    number: Ints = ((np.arange(count) - facts.game_start[event]) % ROUNDS_TO + 1).astype(np.int32)
    bulk.write_columns(
        Game._meta.db_table,
        {
            "id": np.arange(start[Game], start[Game] + count),
            "tournament_id": event + start[Tournament],
            "round": number,
            "white_id": facts.game_white.astype(np.int64) + start[Entry],
            "black_id": facts.game_black.astype(np.int64) + start[Entry],
            "outcome": facts.game_score,
            "by_default": np.zeros(count, np.bool_),
            "handicap": np.zeros(count, np.int16),
            "colour_known": np.ones(count, np.bool_),
        },
    )
