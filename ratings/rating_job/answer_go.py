"""The rating job of the Go systems, computed: event by event, through the columns the site uses."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from federation.vocabulary.grades import Grade
from federation.vocabulary.systems.counting import Occasion
from ratings.engines.contract import Changes, Facts, Floats, Standing
from ratings.rating_job.document import check_columns, check_rows
from ratings.rating_job.go import GoEvent, GoJob
from ratings.replay.by_event import EventDataset, Side
from ratings.rulebook.editions import Edition, pack_all
from ratings.rulebook.systems import System, start_rating, weight_by

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NamedSide:
    """One rated side of a game with the names of both players."""

    player: str
    opponent: str
    side: Side


def compute(job: GoJob) -> Answer:
    """Compute a job: players, events and games as the job's output wants them, numbers unrounded.

    Raises NoRatingsError for an event that gives no finite ratings.
    """
    dataset = dataset_of(job)
    before, games_before = dataset.standing.rating, dataset.standing.games
    standing = dataset.standing
    event_rows: list[Answer] = []
    game_rows: list[Answer] = []
    for event, (part, changes, after) in zip(job.events, dataset.events(), strict=True):
        standing, rated = after, changes.games > 0
        check_columns(event.path, changes.start[rated], changes.after[rated])
        rows = [_game_row(job, event, side) for side in part.sides()]
        check_rows(event.path, rows)
        event_rows.append(_event_row(job, event, part.facts, changes))
        game_rows.extend(rows)
    players = [
        {
            "id": player.id,
            "before": _number(before[place]),
            "after": _number(standing.rating[place]),
            "change": _number(standing.rating[place] - before[place]),
            "rated_games": int(standing.games[place] - games_before[place]),
        }
        for place, player in enumerate(job.players)
    ]
    return {"system": job.system.key, "players": players, "events": event_rows, "games": game_rows}


def sides(job: GoJob) -> list[NamedSide]:
    """Return every rated side of a job's games with every number of its sum, event by event."""
    return [
        NamedSide(job.players[side.player].id, job.players[side.opponent].id, side)
        for part, _changes, _standing_after in dataset_of(job).events()
        for side in part.sides()
    ]


def dataset_of(job: GoJob) -> EventDataset:
    """Return the facts of a job with the editions its events name."""
    editions = _editions(job)
    return EventDataset(job.system.engine, _facts(job, editions), _standing(job), pack_all(editions))


def _editions(job: GoJob) -> list[Edition]:
    """List the editions the events use, each once."""
    return list({event.edition.name: event.edition for event in job.events}.values()) or [
        job.system.editions[-1]
    ]


def _standing(job: GoJob) -> Standing:
    return Standing(
        rating=np.array([math.nan if player.rating is None else player.rating for player in job.players]),
        games=np.array([player.games for player in job.players], np.int32),
        highest=_values(job.system, [player.highest_grade for player in job.players]),
    )


def _values(system: System, grades: Sequence[Grade | None]) -> Floats:
    return np.array([math.nan if grade is None else start_rating(system.key, grade) for grade in grades])


def _facts(job: GoJob, editions: Sequence[Edition]) -> Facts:
    """Arrange the job as columns; an event's entries are its players in the order of the job."""
    numbers = {edition.name: number for number, edition in enumerate(editions)}
    entries = [_players_of(event) for event in job.events]
    entry_start = np.cumsum([0, *map(len, entries)]).astype(np.int32)
    weights = [_weight(job.system, event) for event in job.events]  # None: none of its games is rated
    games: list[tuple[int, ...]] = []
    game_start = [0]
    for first, players, event in zip(entry_start, entries, job.events, strict=False):
        row = {player: int(first) + place for place, player in enumerate(players)}
        for game in event.games if weights[len(game_start) - 1] is not None else ():
            if game.played:
                size = game.board_size
                games.append(
                    (game.round, row[game.white], row[game.black], game.half_points, game.handicap, size)
                )
        game_start.append(len(games))
    columns = np.array(games, np.int32).reshape(-1, 6).T
    entry_player = np.array([player for players in entries for player in players], np.int32)
    values = _values(job.system, [player.grade for player in job.players])
    count = len(job.events)
    return Facts(
        event_kind=np.zeros(count, np.int8),
        event_edition=np.array([numbers[event.edition.name] for event in job.events], np.int8),
        event_weight=np.array([weight or 0.0 for weight in weights], np.float64),
        event_factor=np.ones(count),
        event_offset=np.zeros(count),
        entry_start=entry_start,
        game_start=np.array(game_start, np.int32),
        entry_player=entry_player,
        entry_value=values[entry_player],
        entry_seed=np.full(entry_player.size, np.nan),
        game_round=columns[0].copy(),
        game_white=columns[1].copy(),
        game_black=columns[2].copy(),
        game_score=columns[3].astype(np.int8),
        game_handicap=columns[4].astype(np.int8),
        game_size=columns[5].astype(np.int8),
    )


def _players_of(event: GoEvent) -> list[int]:
    return sorted({player for game in event.games for player in (game.white, game.black)})


def _weight(system: System, event: GoEvent) -> float | None:
    occasion = Occasion(event.start, time_class=event.time_class, adjusted_minutes=event.minutes)
    return weight_by(system, event.edition, occasion)


def _event_row(job: GoJob, event: GoEvent, part: Facts, changes: Changes) -> Answer:
    players = [
        {
            "id": job.players[int(player)].id,
            "before": _number(changes.before[entry]),
            "start": _number(changes.start[entry]),
            "after": _number(changes.after[entry]),
        }
        for entry, player in enumerate(part.entry_player)
    ]
    passes = int(changes.event_passes[0])
    return {"id": event.id, "edition": event.edition.name, "passes": passes, "players": players}


def _game_row(job: GoJob, event: GoEvent, side: Side) -> Answer:
    detail = side.detail
    return {
        "event": event.id,
        "round": side.round,
        "player": job.players[side.player].id,
        "opponent": job.players[side.opponent].id,
        "before": detail.before,
        "expected": detail.expected,
        "score": detail.score,
        "k": detail.k,
        "weight": detail.weight,
        "change": detail.change,
    }


def _number(value: float) -> float | None:
    """Return a number as JSON writes it; None where there is no rating."""
    return None if math.isnan(value) else float(value)
