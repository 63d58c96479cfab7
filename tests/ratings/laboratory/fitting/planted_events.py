"""Tournaments drawn with known constants: every result from the ratings that rules with those constants hold."""

from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from ratings.cadence.shared.expectation import ffg_white, gor_white
from ratings.engines.contract import Facts, Standing
from ratings.engines.table import engine_named, excerpt
from ratings.laboratory.figures.simulation import Ground
from ratings.laboratory.figures.variant import Rules, rules_in_force
from ratings.rulebook.policy import editions_of

BEGIN = date(2023, 1, 7)
EDITION = {"ffg": "2022-10", "egf": "2021"}
MIDDLE = {"ffg": -700.0, "egf": 1500.0}
ENGINE = {"ffg": "ffg", "egf": "gor"}


def schedule(chance: np.random.Generator, *, players: int, events: int, field: int, rounds: int) -> Facts:
    """Pair fields of players at random, a round after the other, nobody scored yet."""
    boards = field // 2
    entries, games = events * field, events * rounds * boards
    order = np.concatenate(
        [event * field + chance.permutation(field) for event in range(events) for _ in range(rounds)]
    )
    whose = np.concatenate([np.sort(chance.choice(players, field, replace=False)) for _ in range(events)])
    one, nothing = np.ones(events), np.full(entries, np.nan)
    return Facts(
        event_kind=np.zeros(events, np.int8),
        event_edition=np.zeros(events, np.int8),
        event_weight=one,
        event_factor=one,
        event_offset=one * 0.0,
        entry_start=np.arange(0, entries + 1, field, dtype=np.int32),
        game_start=np.arange(0, games + 1, rounds * boards, dtype=np.int32),
        entry_player=whose.astype(np.int32),
        entry_value=nothing,
        entry_seed=nothing,
        game_round=np.tile(np.repeat(np.arange(1, rounds + 1), boards), events).astype(np.int32),
        game_white=order[0::2].astype(np.int32),
        game_black=order[1::2].astype(np.int32),
        game_score=np.zeros(games, np.int8),
        game_handicap=np.zeros(games, np.int8),
        game_size=np.full(games, 19, np.int8),
    )


def planted_events(key: str, truth: Rules, seed: int, *, events: int = 150) -> Ground:
    """Draw a history of a system from rules; the rules in force of what is returned are the rule book's."""
    chance = np.random.default_rng(seed)
    players, field, rounds = 120, 16, 5
    facts = schedule(chance, players=players, events=events, field=field, rounds=rounds)
    first = Standing(
        rating=MIDDLE[key] + 400.0 * chance.standard_normal(players),
        games=np.full(players, 50, np.int32),
        highest=np.full(players, np.nan),
    )
    curve, engine, standing = ffg_white if key == "ffg" else gor_white, engine_named(ENGINE[key]), first
    for event in range(events):
        part = excerpt(facts, event, event + 1)
        brought = standing.rating[part.entry_player]
        expected = curve(
            brought[part.game_white], brought[part.game_black], part.game_handicap, truth.parameters[:1]
        )
        scores = (2 * (chance.random(expected.size) < expected)).astype(np.int8)
        facts.game_score[event * scores.size : (event + 1) * scores.size] = scores
        standing = engine.replay(replace(part, game_score=scores), standing, truth.parameters)[1]
    return Ground(
        engine=ENGINE[key],
        facts=facts,
        standing=first,
        days=np.array([(BEGIN + timedelta(days=7 * event)).toordinal() for event in range(events)], np.int64),
        players=np.arange(1, players + 1),
        birth_year=np.zeros(players, np.int64),
        base=rules_in_force(editions_of(key, edition=EDITION[key], parameters={})),
    )
