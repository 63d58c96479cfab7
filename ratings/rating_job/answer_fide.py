"""The rating job of the FIDE systems, computed: players, events and games as the answer wants them."""

from typing import Any

import numpy as np

from ratings.engines.fide_contract import GAME, NOT_RATED
from ratings.engines.fide_explaining import rounded_mean
from ratings.rating_job.fide import FideJob
from ratings.rating_job.periods import Period, compute_periods
from ratings.rulebook.fide_periods import written

Answer = dict[str, Any]


def compute(job: FideJob) -> Answer:
    """Compute a job; `sum` and `change` are exact decimals written as doubles, ratings are as published."""
    periods = compute_periods(job)
    events: dict[str, Answer] = {}
    games: dict[str, list[Answer]] = {}
    for period in periods:
        for place, event in enumerate(period.events):
            events[event.id] = _event_row(job, period, place)
            games[event.id] = _game_rows(job, period, place)
    return {
        "system": job.system.key,
        "players": [_player_row(job, periods, place) for place in range(len(job.players))],
        "events": [events[event.id] for event in job.events],
        "games": [row for event in job.events for row in games[event.id]],
    }


def _player_row(job: FideJob, periods: list[Period], place: int) -> Answer:
    """Sum a player's periods up; K is that of the last one they were rated in."""
    player = job.players[place]
    after = int(periods[-1].changes.after[place]) if periods else player.rating
    applied = [int(period.changes.k[place]) for period in periods if period.changes.k[place] > 0]
    row: Answer = {
        "id": player.id,
        "before": _rating(player.rating),
        "after": _rating(after),
        "change": after - player.rating if after and player.rating else None,
        "rated_games": sum(int(period.changes.games[place]) for period in periods),
        "k": applied[-1] if applied else None,
        "sum": sum(int(period.changes.sum[place]) for period in periods) / GAME,
    }
    if any(bool(period.changes.first[place]) for period in periods):
        row["first_rating"] = True
    return row


def _event_row(job: FideJob, period: Period, place: int) -> Answer:
    """Describe an event: `before` is the base, `start` the rating in force, `after` the list's."""
    facts, changes, event = period.facts, period.changes, period.events[place]
    players = []
    for entry in range(int(facts.entry_start[place]), int(facts.entry_start[place + 1])):
        player, games = int(facts.entry_player[entry]), int(changes.entry_games[entry])
        row: Answer = {
            "id": job.players[player].id,
            "before": _rating(changes.before[player]),
            "start": _rating(changes.entry_own[entry]),
            "after": _rating(changes.after[player]),
            "rated_games": games,
            "k": _rating(changes.k[player]),
            "sum": int(changes.entry_sum[entry]) / GAME,
            "rc": rounded_mean(int(changes.entry_opponents[entry]), games) if games else None,
        }
        players.append(row)
    return {
        "id": event.id,
        "edition": event.edition.name,
        "periods": [written(period.month)],
        "players": players,
    }


def _game_rows(job: FideJob, period: Period, place: int) -> list[Answer]:
    facts, event = period.facts, period.events[place]
    first = int(facts.game_start[place])
    played = [game for game in event.games if game.played]
    return [
        {"event": event.id, "round": game.round} | _side_row(job, period, row=first + number, side=side)
        for number, game in enumerate(played)
        for side in (0, 1)
        if period.changes.side_expected[first + number, side] != NOT_RATED
    ]


def _side_row(job: FideJob, period: Period, *, row: int, side: int) -> Answer:
    """Describe one rated side; `opponent_rating` is as used, `capped` marks what the 400 rule moved."""
    facts, changes = period.facts, period.changes
    seats = (int(facts.game_white[row]), int(facts.game_black[row]))
    entry, player, opponent = seats[side], *(int(facts.entry_player[seat]) for seat in seats)
    if side:
        player, opponent = opponent, player
    half_points = 2 - int(facts.game_score[row]) if side else int(facts.game_score[row])
    expected, k = int(changes.side_expected[row, side]), int(changes.k[player])
    return {
        "player": job.players[player].id,
        "opponent": job.players[opponent].id,
        "before": int(changes.entry_own[entry]),
        "opponent_rating": int(changes.side_opponent[row, side]),
        "capped": bool(changes.side_capped[row, side]),
        "expected": expected / GAME,
        "score": half_points / 2,
        "k": k,
        "weight": 1.0,
        "change": k * (half_points * (GAME // 2) - expected) / GAME,
    }


def _rating(value: int | np.integer) -> int | None:
    """Return a rating or a K as JSON writes it; None for none."""
    return int(value) or None
