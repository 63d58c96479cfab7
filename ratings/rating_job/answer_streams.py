"""The rating job of the streams, computed: game by game, through the engines the site uses."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

import numpy as np

from ratings.engines.contract import Floats
from ratings.engines.stream_contract import (
    TEAMS,
    DuelDetail,
    StreamChanges,
    StreamEngine,
    StreamFacts,
    StreamStanding,
)
from ratings.engines.stream_table import games_between, seats_alone
from ratings.engines.table import stream_engine_named
from ratings.rating_job.document import check_columns, check_rows
from ratings.rating_job.streams import MATES, StreamEvent, StreamGame, StreamJob
from ratings.rulebook.editions import Edition, pack_all

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Rules:
    """The engine of a job and the editions of its events, packed."""

    engine: StreamEngine
    parameters: Floats
    editions: Sequence[Edition]


@dataclass(frozen=True, slots=True)
class _Rated:
    """An event computed: its rated games, what they changed, everybody before and after it."""

    event: StreamEvent
    games: tuple[StreamGame, ...]
    facts: StreamFacts
    changes: StreamChanges
    before: StreamStanding
    after: StreamStanding


@dataclass(frozen=True, slots=True)
class Side:
    """One rated side of a game or duel as the engine explains it, and what the whole game gave."""

    round: int
    player: str
    opponent: str
    detail: DuelDetail
    before: float
    after: float
    deviation: float  # RD after the game; NaN: the system has none


def compute(job: StreamJob) -> Answer:
    """Compute a job: players, events and games in the form of the job's output, numbers unrounded.

    Raises NoRatingsError for an event that gives no finite ratings.
    """
    rules = _rules(job)
    standing = first = _standing(job)
    events: list[Answer] = []
    games: list[Answer] = []
    for event in job.events:
        rated = _rate_event(event, standing, rules)
        standing = rated.after
        events.append(_event_row(job, rated))
        rows = _game_rows(job, rated, rules)
        check_rows(event.path, rows)
        games.extend(rows)
    players = [_player_row(job, first, standing, place) for place in range(len(job.players))]
    return {"system": job.system.key, "players": players, "events": events, "games": games}


def sides(job: StreamJob) -> list[Side]:
    """Return every rated side of a job's games with every number of its sum, in order of play."""
    rules, standing = _rules(job), _standing(job)
    found: list[Side] = []
    for event in job.events:
        rated = _rate_event(event, standing, rules)
        standing = rated.after
        for game, first, detail in _details(rated, rules):
            names = [job.players[seat.player].id for seat in game.seats]
            pair, row = (names[detail.seat], names[detail.opponent]), first + detail.seat
            numbers = (rated.changes.before[row], rated.changes.after[row], rated.changes.deviation[row])
            found.append(Side(game.round, *pair, detail, *map(float, numbers)))
    return found


def _rules(job: StreamJob) -> _Rules:
    editions = list({event.edition.name: event.edition for event in job.events}.values()) or [
        job.system.editions[-1]
    ]
    return _Rules(stream_engine_named(job.system.engine), pack_all(editions), editions)


def _standing(job: StreamJob) -> StreamStanding:
    return StreamStanding(
        rating=_floats([player.rating for player in job.players]),
        deviation=_floats([player.deviation for player in job.players]),
        games=np.array([player.games for player in job.players], np.int32),
        moment=np.array([player.last_game for player in job.players], np.int64),
    )


def _rate_event(event: StreamEvent, standing: StreamStanding, rules: _Rules) -> _Rated:
    games = tuple(game for game in event.games if game.played)
    edition = [known.name for known in rules.editions].index(event.edition.name)
    facts = _facts(event, games, edition)
    changes, after = rules.engine.replay(facts, standing, rules.parameters)
    check_columns(event.path, changes.after)
    return _Rated(event, games, facts, changes, standing, after)


def _facts(event: StreamEvent, games: Sequence[StreamGame], edition: int) -> StreamFacts:
    """Arrange an event as columns; a game without a time of its own is played when the event starts."""
    count = len(games)
    midnight = datetime.combine(event.start, time(), UTC)
    start = max(int(midnight.timestamp()) * 1000, 0)
    seats = [seat for game in games for seat in game.seats]
    return StreamFacts(
        kind=np.array([game.kind for game in games], np.int8),
        edition=np.full(count, edition, np.int8),
        moment=np.array([start if game.ended is None else game.ended for game in games], np.int64),
        points=_floats([game.points for game in games]),
        level=np.full(count, np.nan),
        deviation=np.full(count, np.nan),
        seat_start=np.cumsum([0, *(len(game.seats) for game in games)]).astype(np.int32),
        seat_player=np.array([seat.player for seat in seats], np.int32),
        seat_place=np.array([seat.place for seat in seats], np.int8),
        seat_games=np.zeros(len(seats), np.int32),
    )


def _player_row(job: StreamJob, first: StreamStanding, last: StreamStanding, place: int) -> Answer:
    row: Answer = {
        "id": job.players[place].id,
        "before": _number(first.rating[place]),
        "after": _number(last.rating[place]),
        "change": _number(last.rating[place] - first.rating[place]),
        "rated_games": int(last.games[place] - first.games[place]),
    }
    return row | _deviation(job, last.deviation[place])


def _event_row(job: StreamJob, rated: _Rated) -> Answer:
    """Describe an event: `start` is what a player entered their first game with, also a newcomer."""
    entered: dict[int, float] = {}
    for row, player in enumerate(rated.facts.seat_player.tolist()):
        entered.setdefault(player, float(rated.changes.before[row]))
    named = sorted({seat.player for game in rated.event.games for seat in game.seats})
    players = [
        {
            "id": job.players[player].id,
            "before": _number(rated.before.rating[player]),
            "start": _number(entered.get(player, rated.before.rating[player])),
            "after": _number(rated.after.rating[player]),
        }
        | _deviation(job, rated.after.deviation[player])
        for player in named
    ]
    edition = rated.event.edition.name
    return {"id": rated.event.id, "edition": edition, "passes": 1, "players": players}


def _game_rows(job: StreamJob, rated: _Rated, rules: _Rules) -> list[Answer]:
    return [
        {"event": rated.event.id, "round": game.round} | _side_row(job, rated, game, detail, first=first)
        for game, first, detail in _details(rated, rules)
    ]


def _details(rated: _Rated, rules: _Rules) -> Iterator[tuple[StreamGame, int, DuelDetail]]:
    """Explain every side of every game, each from the standing just before it, with its game's first seat."""
    now = StreamStanding(
        rated.before.rating.copy(),
        rated.before.deviation.copy(),
        rated.before.games.copy(),
        rated.before.moment.copy(),
    )
    for place, game in enumerate(rated.games):
        first, end = rated.facts.seat_start[place : place + 2].tolist()
        alone = games_between(rated.facts, place, place + 1)
        for detail in rules.engine.explain(*seats_alone(alone, now), rules.parameters, 0):
            yield game, first, detail
        _advance(now, rated, slice(first, end), moment=int(rated.facts.moment[place]))


def _advance(now: StreamStanding, rated: _Rated, seats: slice, *, moment: int) -> None:
    players = rated.facts.seat_player[seats]
    now.rating[players] = rated.changes.after[seats]
    now.deviation[players] = rated.changes.deviation[seats]
    now.games[players] = rated.changes.games[seats]
    now.moment[players] = moment


def _side_row(job: StreamJob, rated: _Rated, game: StreamGame, side: DuelDetail, *, first: int) -> Answer:
    """Describe a side: `change` is unrounded and of this duel alone, `after` what the whole game gave."""
    seats = [job.players[seat.player].id for seat in game.seats]
    row = first + side.seat
    found: Answer = {
        "player": seats[side.seat],
        "opponent": seats[side.opponent],
        "before": float(rated.changes.before[row]),
        "expected": _number(side.expected),
        "score": side.score,
        "k": _number(side.k),
        "weight": 1.0,
        "change": side.change + 0.0,  # nothing lost is 0, not -0
        "after": float(rated.changes.after[row]),
        "rule": side.rule,
    }
    if game.kind == TEAMS:
        teams = seats[:MATES], seats[MATES:]
        own = int(side.seat >= MATES)
        found["partner"] = next(name for name in teams[own] if name != seats[side.seat])
        found["opponents"] = teams[1 - own]
    if not job.system.editions[-1].has_deviation:
        return found
    return found | {
        "computed_k": side.computed_k,
        "f": side.f,
        "aged_deviation": side.deviation,
        "opponent_deviation": side.opponent_deviation,
        "deviation": float(rated.changes.deviation[row]),
    }


def _deviation(job: StreamJob, value: float) -> Answer:
    return {"deviation": _number(value)} if job.system.editions[-1].has_deviation else {}


def _floats(values: Sequence[float | None]) -> Floats:
    return np.array([math.nan if value is None else value for value in values], np.float64)


def _number(value: float) -> float | None:
    """Return a number as JSON writes it; None for none."""
    return None if math.isnan(value) else float(value)
