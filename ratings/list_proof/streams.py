"""A list of games that come one by one (FICS, ladder), from the facts of its bundle: order, replay, rows."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np

from ratings.cadence.by_game.assemble import NOBODY, Games, Levels, Seats, assemble
from ratings.engines.stream_contract import LEVEL, StreamStanding
from ratings.engines.table import stream_engine_named
from ratings.list_proof import computed
from ratings.list_proof.computed import Computed, Contradiction, check_known, check_order
from ratings.list_proof.package import Head
from ratings.list_proof.rules import Rules
from ratings.list_proof.table_files import Columns
from ratings.rulebook.editions import rounded
from ratings.rulebook.policy import policy_of
from ratings.rulebook.streams import is_active, is_established, stream_edition
from ratings.rulebook.systems import SYSTEMS, Chosen

MS_A_DAY = 86_400_000  # milliseconds
_NEVER = -1
_KINDS = ("initial", "base")
_MOST = 1 << 53  # of a moment in milliseconds
_LARGEST = 1e9  # a rating is smaller, either way


def moment_of(day: date) -> int:
    """Return 00:00 UTC of a day in milliseconds since 1970."""
    return (day - date(1970, 1, 1)).days * MS_A_DAY


def compute(head: Head, tables: Mapping[str, Columns], rules: Rules) -> Computed:
    """Replay the facts and return the rows of the list; Contradiction for facts it cannot be made of."""
    policy = policy_of(head.system, edition=rules.edition, parameters=rules.parameters, numeric=rules.numeric)
    end = moment_of(head.date) + MS_A_DAY
    games, levels = _games(tables["games"], end), _levels(tables, end)
    seats = _seats(tables["seats"], tables["games"])
    assembly = assemble(
        games,
        seats,
        levels,
        effective=np.array([moment_of(day) for day in policy.effective], np.int64),
        also=np.zeros(0, np.int64),
    )
    facts, players = assembly.facts, assembly.players
    nothing = StreamStanding(
        rating=np.full(players.size, np.nan),
        deviation=np.full(players.size, np.nan),
        games=np.zeros(players.size, np.int32),
        moment=np.full(players.size, _NEVER, np.int64),
    )
    engine = stream_engine_named(SYSTEMS[head.system].engine)
    try:
        standing = engine.replay(facts, nothing, policy.parameters)[1]
    except ValueError as problem:
        raise Contradiction(f"games.csv: {problem}") from None
    if not (np.abs(standing.rating) < _LARGEST).all():
        raise Contradiction("games.csv: the games lead to a rating no list can have.")
    deviation = engine.aged(standing.deviation, standing.moment, end, policy.parameters)
    edition = stream_edition(Chosen(head.system, rules.edition, rules.parameters), head.date)
    established = is_established(edition, games=standing.games, deviation=deviation)
    last = np.array(_last_days(facts, players.size), np.int64)
    active = is_active(edition, last_game=last, moment=moment_of(head.date))
    shown = rounded(standing.rating, edition.rounding)
    columns = (shown, standing.rating, deviation, standing.games, active, established)
    rows = {}
    for number, shown, exact, rd, count, plays, settled in zip(
        players.tolist(), *(column.tolist() for column in columns), strict=True
    ):
        rows[number] = (shown, exact, rd if rd == rd else None, count, None, plays, not settled)
    counts = {"games": len(tables["games"]["number"]), "decisions": int(levels.key.size)}
    return Computed(rows, counts, by_tables=True)


def _games(table: Columns, end: int) -> Games:
    check_order("games", table["ended"], table["server"])
    lines = () if _are_duels(table, end) else enumerate(zip(*table.values(), strict=True), start=2)
    for line, row in lines:
        number, ended, server, white, black, score, points = row
        alone = (white is None) == (black is None) and (
            white is None or (white != black and score is not None)
        )
        if number != line - 1 or not -_MOST < ended < end or not 0 < server < _MOST or not alone:
            raise Contradiction(f"games.csv, line {line}: game {number} is none there is, or of a later day.")
        sides = all(player is None or 0 < player < _MOST for player in (white, black))
        if not sides or score not in (None, 0, 1, 2) or (points is not None and not points > 0.0):
            raise Contradiction(f"games.csv, line {line}: a seat, score or points of game {number} is none.")
    size = len(table["number"])
    return Games(
        key=np.array(table["number"], np.int64),
        server=np.array(table["server"], np.int64),
        moment=np.array(table["ended"], np.int64),
        white=np.array([NOBODY if player is None else player for player in table["white"]], np.int64),
        black=np.array([NOBODY if player is None else player for player in table["black"]], np.int64),
        score=np.array([0 if score is None else score for score in table["score"]], np.int8),
        points=np.array([np.nan if points is None else points for points in table["points"]], np.float64),
        tie=np.arange(size),
    )


def _are_duels(table: Columns, end: int) -> bool:
    """Return whether many games are all duels that can be, at no stake; else each has to be looked at."""
    names = ("number", "ended", "server", "white", "black", "score")
    columns = [computed.whole_numbers(table[name]) for name in names]
    if any(column is None for column in columns) or any(points is not None for points in table["points"]):
        return False
    number, ended, server, white, black, score = (np.asarray(column) for column in columns)
    places = bool((number == np.arange(1, number.size + 1)).all()) and bool((white != black).all())
    bounds = (
        (ended, 1 - _MOST, end),
        (server, 1, _MOST),
        (white, 1, _MOST),
        (black, 1, _MOST),
        (score, 0, 3),
    )
    return places and all(
        low <= int(column.min()) <= int(column.max()) < most for column, low, most in bounds
    )


def _seats(table: Columns, games: Columns) -> Seats:
    tables = {number for number, white in zip(games["number"], games["white"], strict=True) if white is None}
    check_known("seats", "game of several", table["game"], tables)
    check_order("seats", table["game"], table["team"], table["seat"])
    for line, row in enumerate(zip(*table.values(), strict=True), start=2):
        _game, seat, player, place, team = row
        if not 0 <= seat < 1000 or not 0 < player < _MOST or not 0 < place < 100 or team not in (0, 1, 2):
            raise Contradiction(f"seats.csv, line {line}: no seat of a game.")
    if missing := tables.difference(table["game"]):
        raise Contradiction(f"games.csv, line {min(missing) + 1}: the game has no seats.")
    return Seats(
        game=np.array(table["game"], np.int64),
        number=np.array(table["seat"], np.int32),
        player=np.array(table["player"], np.int64),
        place=np.array(table["place"], np.int8),
        team=np.array(table["team"], np.int8),
    )


def _levels(tables: Mapping[str, Columns], end: int) -> Levels:
    rows: list[tuple[Any, ...]] = []
    for name in ("decisions", "base_levels"):
        table = tables[name]
        check_order(name, table["date"], table["number"])
        for line, row in enumerate(zip(*table.values(), strict=True), start=2):
            number, kind, day, player, rating, deviation, games = row
            fits = kind in _KINDS and (kind == "base") == (name == "base_levels") and moment_of(day) < end
            if not fits or not 0 < player < _MOST or not 0 < number < _MOST or not 0 <= games < 1 << 31:
                raise Contradiction(f"{name}.csv, line {line}: decision {number} is none there is.")
            level, rd = (np.nan if value is None else value for value in (rating, deviation))
            rows.append((number, moment_of(day), player, level, rd, games))
    columns = list(zip(*rows, strict=True)) or [()] * 6
    types = (np.int64, np.int64, np.int64, np.float64, np.float64, np.int32)
    return Levels(*(np.array(column, kind) for column, kind in zip(columns, types, strict=True)))


def _last_days(facts: Any, players: int) -> list[int]:
    """Return 00:00 UTC of the day of each player's last game; decisions are none."""
    last = [_NEVER] * players
    starts, seats = facts.seat_start.tolist(), facts.seat_player.tolist()
    for game, (kind, moment) in enumerate(zip(facts.kind.tolist(), facts.moment.tolist(), strict=True)):
        if kind != LEVEL:
            day = moment // MS_A_DAY * MS_A_DAY
            for seat in range(starts[game], starts[game + 1]):
                last[seats[seat]] = day
    return last
