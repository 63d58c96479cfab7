"""Fills empty tables with an invented history of any size, to measure what reads and writes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import numpy as np
from django.core.management.color import no_style
from django.db import connection
from django.db.backends.utils import CursorWrapper

from federation.database import bulk
from federation.management.demo.places import HEADS, TAILS
from federation.models import Federation, Player
from federation.vocabulary.grades import Scale, grade_at
from federation.vocabulary.names import key_of
from federation.vocabulary.search_words import search_words
from federation.vocabulary.sounds import player_sounds
from ratings.engines.contract import Facts
from tests.bench.facts import synthetic_facts
from tournaments.careers import stored_games
from tournaments.models import Entry, Game, Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import places

FIRST_DAY = date(2013, 2, 1)
DAYS = 4600  # the history ends in the autumn of 2025
QUIET_SHARE = 0.05  # of the tournaments lie in the years of which little is known
SERIES = ("Tournoi de", "Open de", "Coupe de", "Championnat de ligue,", "Rencontre de")
I8 = np.dtype("i8")


@dataclass(frozen=True, slots=True)
class Years:
    """When a history is played: at even distances; of the first `quiet` days few tournaments are known."""

    first: date = FIRST_DAY
    days: int = DAYS
    quiet: int = 0

    def day(self, place: int, count: int) -> date:
        """Return the day of a tournament, from 0 to `count` - 1."""
        early = int(QUIET_SHARE * count) if self.quiet else 0
        if place < early:
            return self.first + timedelta(days=place * self.quiet // early)
        rest = self.days - self.quiet
        return self.first + timedelta(days=self.quiet + (place - early) * rest // (count - early))


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in the tables."""

    players: int
    tournaments: int
    entries: int
    games: int
    last_day: date


def fill(*, games: int, tournaments: int, players: int, seed: int = 1) -> Filled:
    """Write a history: players, approved tournaments on rising days, entries with grades, games.

    The tables must be empty: keys are counted from 1.
    """
    facts, _ = synthetic_facts(games, tournaments, players, seed)
    return write(facts, [(f"Surname{number}", "Given") for number in range(1, players + 1)], Years())


def write(facts: Facts, names: Sequence[tuple[str, str]], years: Years) -> Filled:
    """Write a history that was invented, with these players. The tables must be empty."""
    players, tournaments = len(names), facts.event_kind.size
    _players(names)
    days = _tournaments(facts, tournaments, years)
    _entries(facts, tournaments)
    _games(facts)
    stored_games.rebuild()
    places.keep_all(Tournament.objects.order_by("pk").iterator())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            _restart_keys(cursor)
    return Filled(players, tournaments, facts.entry_player.size, facts.game_white.size, days)


def _restart_keys(cursor: CursorWrapper) -> None:
    """Let new rows count on from the keys written here."""
    models = (Player, Tournament, Entry, Game)
    for statement in connection.ops.sequence_reset_sql(no_style(), models):
        cursor.execute(statement)


def one_more(*, players: int, rounds: int, start: date, number: int) -> Tournament:
    """Hold one more tournament at the end: neighbours meet, White wins every other game."""
    tournament = Tournament.objects.create(
        number=number,
        stage=Stage.APPROVED.value,
        name="One more",
        start=start,
        end=start,
        rounds=rounds,
        time_class="A",
        rated_for=["ffg", "egf"],
    )
    people = Player.objects.order_by("pk")[:players]
    rows = [
        Entry(tournament=tournament, number=place, player=player, surname=player.surname, grade="5k")
        for place, player in enumerate(people, start=1)
    ]
    entries = Entry.objects.bulk_create(rows)
    half = len(entries) // 2
    Game.objects.bulk_create(
        Game(
            tournament=tournament,
            round=round_,
            white=entries[board],
            black=entries[half + (board + round_) % half],
            outcome=2 * ((board + round_) % 2),
        )
        for round_ in range(1, rounds + 1)
        for board in range(half)
    )
    stored_games.refresh([tournament.pk])
    places.keep(tournament)
    return tournament


def _players(names: Sequence[tuple[str, str]]) -> None:
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    count = len(names)
    bulk.write_columns(
        Player._meta.db_table,
        {
            "id": list(range(1, count + 1)),
            "surname": [surname for surname, _ in names],
            "given_name": [given for _, given in names],
            "search_key": [key_of(*name) for name in names],
            "sound_key": [player_sounds(*name) for name in names],
            "sex": [""] * count,
            "federation_id": [home.pk] * count,
            "grade": ["5k"] * count,
            "enrolled": ["2013-01-01 00:00:00+00:00"] * count,
        },
    )


def _tournaments(facts: Facts, count: int, years: Years) -> date:
    days = [years.day(row, count) for row in range(count)]
    fixed = {
        "revision": 1,
        "stage": Stage.APPROVED.value,
        "country": "FR",
        "rounds": int(facts.game_round.max()),
        "board_size": 19,
        "time_class": "A",
        "online": False,
        "rated_for": '["ffg", "egf"]',
        "reason": "",
    }
    numbers = list(range(1, count + 1))
    named = [_name(row, day) for row, day in enumerate(days)]
    columns: dict[str, list[Any]] = {
        "id": numbers,
        "number": numbers,
        "start": days,
        "end": days,
        "name": [name for name, _ in named],
        "place": [place for _, place in named],
        "search_words": [search_words(*names) for names in named],
    }
    bulk.write_columns(
        Tournament._meta.db_table, columns | {name: [value] * count for name, value in fixed.items()}
    )
    return days[-1]


def _name(row: int, day: date) -> tuple[str, str]:
    """Return what a tournament is called and its town: each of 870 towns holds one in turn."""
    head, tail = HEADS[row % len(HEADS)], TAILS[row // len(HEADS) % len(TAILS)]
    return f"{SERIES[row % len(SERIES)]} {head}{tail} {day.year}", head + tail


def _entries(facts: Facts, tournaments: int) -> None:
    count = facts.entry_player.size
    sizes = np.diff(facts.entry_start)
    grades = np.array([str(grade_at(value, Scale.FFG)) for value in facts.entry_value.tolist()])
    fixed = {
        "surname": "Surname",
        "given_name": "Given",
        "country": "FR",
        "club": "",
        "identifiers": "{}",
        "rank": "",
        "match": Entry.Match.CERTAIN.value,
        "suggestions": "[]",
    }
    bulk.write_columns(
        Entry._meta.db_table,
        {
            "id": np.arange(1, count + 1).tolist(),
            "tournament_id": np.repeat(np.arange(1, tournaments + 1), sizes).tolist(),
            "number": np.concatenate([np.arange(1, size + 1) for size in sizes]).tolist(),
            "player_id": (facts.entry_player + 1).tolist(),
            "grade": grades.tolist(),
        }
        | {name: [value] * count for name, value in fixed.items()},
    )


def _games(facts: Facts) -> None:
    event = np.repeat(np.arange(facts.event_kind.size), np.diff(facts.game_start))
    count = facts.game_white.size
    bulk.write_columns(
        Game._meta.db_table,
        {
            "id": np.arange(1, count + 1),
            "tournament_id": event + 1,
            "round": facts.game_round,
            "white_id": facts.game_white.astype(I8) + 1,
            "black_id": facts.game_black.astype(I8) + 1,
            "outcome": facts.game_score,
            "by_default": np.zeros(count, np.bool_),
            "handicap": facts.game_handicap,
            "colour_known": np.ones(count, np.bool_),
        },
    )
