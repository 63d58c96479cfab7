"""Tournaments of Go drawn with known constants: every result from the ratings those rules hold before it."""

from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from ratings.cadence.shared.expectation import ffg_white, gor_white
from ratings.engines.contract import Facts, Standing
from ratings.engines.table import engine_named, excerpt
from ratings.laboratory.figures.by_event import EventGround
from ratings.laboratory.figures.rules import Rules

BEGIN = date(2023, 1, 7)
MIDDLE = {"ffg": -700.0, "gor": 1500.0}
FIELD, ROUNDS, PLAYERS = 16, 5, 120


def planted_events(engine: str, truth: Rules, base: Rules, seed: int, *, events: int) -> EventGround:
    """Draw tournaments, one a week, of an edition with known constants; `base`: the rules in force."""
    chance = np.random.default_rng(seed)
    facts = _schedule(chance, events)
    first = Standing(
        rating=MIDDLE[engine] + 400.0 * chance.standard_normal(PLAYERS),
        games=np.full(PLAYERS, 50, np.int32),
        highest=np.full(PLAYERS, np.nan),
    )
    curve, kernel, standing = ffg_white if engine == "ffg" else gor_white, engine_named(engine), first
    for event in range(events):
        part = excerpt(facts, event, event + 1)
        brought, stones = standing.rating[part.entry_player], part.game_handicap
        expected = curve(brought[part.game_white], brought[part.game_black], stones, truth.parameters[:1])
        scores = (2 * (chance.random(expected.size) < expected)).astype(np.int8)
        facts.game_score[event * scores.size : (event + 1) * scores.size] = scores
        standing = kernel.replay(replace(part, game_score=scores), standing, truth.parameters)[1]
    days = [(BEGIN + timedelta(days=7 * event)).toordinal() for event in range(events)]
    nobody = np.zeros(PLAYERS, np.int64)
    return EventGround(
        engine, facts, first, np.array(days, np.int64), np.arange(1, PLAYERS + 1), nobody, base
    )


def _schedule(chance: np.random.Generator, events: int) -> Facts:
    """Pair fields of players at random, a round after the other, nobody scored yet."""
    boards = FIELD // 2
    entries, games = events * FIELD, events * ROUNDS * boards
    order = np.concatenate(
        [event * FIELD + chance.permutation(FIELD) for event in range(events) for _ in range(ROUNDS)]
    )
    whose = np.concatenate([np.sort(chance.choice(PLAYERS, FIELD, replace=False)) for _ in range(events)])
    one, nothing = np.ones(events), np.full(entries, np.nan)
    return Facts(
        event_kind=np.zeros(events, np.int8),
        event_edition=np.zeros(events, np.int8),
        event_weight=one,
        event_factor=one,
        event_offset=one * 0.0,
        entry_start=np.arange(0, entries + 1, FIELD, dtype=np.int32),
        game_start=np.arange(0, games + 1, ROUNDS * boards, dtype=np.int32),
        entry_player=whose.astype(np.int32),
        entry_value=nothing,
        entry_seed=nothing,
        game_round=np.tile(np.repeat(np.arange(1, ROUNDS + 1), boards), events).astype(np.int32),
        game_white=order[0::2].astype(np.int32),
        game_black=order[1::2].astype(np.int32),
        game_score=np.zeros(games, np.int8),
        game_handicap=np.zeros(games, np.int8),
        game_size=np.full(games, 19, np.int8),
    )
