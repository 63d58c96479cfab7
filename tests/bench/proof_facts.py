"""Invented bundles of any size to measure the verifier with; the seed decides everything."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

import numpy as np

from federation.vocabulary.grades import Scale, grade_name
from ratings.engines.contract import Facts
from ratings.exact_math import EXACT
from ratings.list_proof import go, rules, table_files
from ratings.list_proof.computed import Computed, expected_places
from ratings.list_proof.fide import compute as compute_fide
from ratings.list_proof.package import RULES, Head, kind_of, pack
from ratings.list_proof.streams import compute as compute_stream
from ratings.list_proof.table_files import Columns, Rows
from ratings.list_proof.tables import FIDE, GO, LIST, STREAMS, TABLES
from tests.bench.facts import synthetic_facts
from tests.bench.stream_games import invented

FIRST, LAST = date(2014, 1, 4), date(2024, 12, 28)  # first days of tournaments
LISTED, LISTED_STREAM = date(2025, 2, 1), date(2026, 2, 1)
GAMES_OF_EVENT = 100
DRAWS = 0.3  # of FIDE's games
_COMPUTERS = {GO: go.compute, FIDE: compute_fide, STREAMS: compute_stream}
_STREAM_SERVER = 1


def bundle_of(key: str, games: int) -> bytes:
    """Invent the bundle of a list: one player for fifty games, its rows as the engines compute them."""
    kind, players = kind_of(key), max(200, games // 50)
    chosen = rules.Rules(numeric=EXACT)
    head = Head(key, LISTED_STREAM if kind == STREAMS else LISTED, 1, None)
    facts = dict(_stream(games, players) if kind == STREAMS else _events(kind, games, players))
    files = {RULES: rules.write(key, chosen, head.date)}
    for table in TABLES[kind]:
        if table is not LIST:
            files[table.file] = table_files.write(table, facts.get(table.name, []))
    columns = {
        table.name: table_files.read(table, files[table.file]) for table in TABLES[kind] if table is not LIST
    }
    files[LIST.file] = table_files.write(LIST, _listed(_COMPUTERS[kind](head, columns, chosen)))
    return pack(head, files)


def _listed(computed: Computed) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a list: the established first, the highest first, equals by number."""
    ranked = sorted(computed.rows.items(), key=lambda item: (item[1][6], -item[1][0], item[0]))
    listed: Columns = {"number": [number for number, _ in ranked]}
    for (number, row), place in zip(ranked, expected_places(computed, listed), strict=True):
        yield (number, *place, *row[:5], None, *row[5:])


def _events(kind: str, games: int, players: int) -> Iterator[tuple[str, Rows]]:
    """Yield the tables of a history of tournaments of Go or chess."""
    events = max(4, games // GAMES_OF_EVENT)
    facts, _ = synthetic_facts(games, events, players, 1)
    step = (LAST - FIRST) / events
    starts = [FIRST + step * event for event in range(events)]
    days = [(event + 1, day, day + timedelta(days=1)) for event, day in enumerate(starts)]
    order = _order(facts)
    if kind == FIDE:
        yield "events", [(*day, False, None, None) for day in days]
        yield "games", _chess_games(order)
        yield "players", [(number, 1980) for number in range(1, players + 1)]
        yield "base_levels", _base_levels(players)
        return
    yield "events", [(*day, "A", 60.0, False, 19) for day in days]
    yield "entrants", _entrants(facts)
    yield "games", _go_games(order)
    yield "players", [(number, None, "L") for number in range(1, players + 1)]


def _order(facts: Facts) -> Mapping[str, Any]:
    """Return games as bundles have them: by tournament, round, places of White and Black."""
    event = np.repeat(np.arange(facts.game_start.size - 1), np.diff(facts.game_start))
    order = np.lexsort((facts.game_black, facts.game_white, facts.game_round, event))
    return {
        "event": event[order] + 1,
        "round": facts.game_round[order],
        "white": facts.entry_player[facts.game_white[order]] + 1,
        "black": facts.entry_player[facts.game_black[order]] + 1,
        "score": facts.game_score[order],
        "handicap": facts.game_handicap[order],
    }


def _entrants(facts: Facts) -> Rows:
    event = np.repeat(np.arange(facts.entry_start.size - 1), np.diff(facts.entry_start))
    place = np.arange(event.size) - facts.entry_start[event] + 1
    grades = {value: grade_name(value, Scale.FFG) for value in np.unique(facts.entry_value).tolist()}
    columns = (event + 1, place, facts.entry_player + 1)
    declared = [grades[value] for value in facts.entry_value.tolist()]
    return list(zip(*(column.tolist() for column in columns), declared, strict=True))


def _go_games(order: Mapping[str, Any]) -> Rows:
    return list(zip(*(column.tolist() for column in order.values()), strict=True))


def _chess_games(order: Mapping[str, Any]) -> Rows:
    """Return games of chess in the order of a bundle: of equal rounds by the numbers of the players."""
    drawn = np.random.default_rng(2).random(order["score"].size) < DRAWS
    score = np.where(drawn, 1, order["score"])
    names = ("event", "round", "white", "black")
    place = np.lexsort(tuple(order[name] for name in reversed(names)))
    columns = [*(order[name][place].tolist() for name in names), score[place].tolist()]
    return [(*row, False) for row in zip(*columns, strict=True)]


def _base_levels(players: int) -> Rows:
    """Return a rating of everybody on the list before the first tournament."""
    ratings = np.clip(np.random.default_rng(3).normal(1800, 250, players), 1400, 2700).astype(int).tolist()
    day = date(2014, 1, 1)
    return [
        (number, "base", day, number, rating, 20, 40, rating, True)
        for number, rating in enumerate(ratings, start=1)
    ]


def _stream(games: int, players: int) -> Iterator[tuple[str, Rows]]:
    """Yield the games of a server."""
    duels = invented(games, players)
    columns = (duels.ended, duels.white + 1, duels.black + 1, duels.score)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    yield (
        "games",
        [
            (number, ended, _STREAM_SERVER, white, black, score, None)
            for number, (ended, white, black, score) in enumerate(rows, start=1)
        ],
    )
