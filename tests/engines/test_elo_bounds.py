"""What the generic Elo refuses before anything is computed: tables, facts and standings out of bounds."""

import math
from dataclasses import replace

import numpy as np
import pytest

from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import (
    Bonus,
    EloEdition,
    Expectation,
    First,
    Floor,
    KRow,
    OutOfBoundsError,
    Scale,
    WeightRow,
    packed,
)
from ratings.engines.elo import engine
from ratings.engines.elo_contract import EloFacts, EloStanding, newcomers
from tests.engines.elo_jobs import facts_of, standing_of
from tests.engines.elo_oracle import Player
from tests.engines.test_elo import PLAIN, event


@pytest.mark.parametrize(
    ("edition", "problem"),
    [
        (EloEdition(k=()), "k has no row"),
        (EloEdition(k=(KRow(math.nan),)), "k must be from 0 to 10000"),
        (EloEdition(k=(KRow(-1.0),)), "k must be"),
        (EloEdition(k=(KRow(20.0, level=200),)), "k.level"),
        (replace(PLAIN, expected=Expectation(divisor=0.0)), "divisor"),
        (replace(PLAIN, expected=Expectation(cap=math.inf)), "cap"),
        (replace(PLAIN, expected=Expectation(tables.TABLE)), "bands"),
        (replace(PLAIN, expected=Expectation(tables.TABLE, bands=((3.0, 0.6),))), "bands"),
        (replace(PLAIN, expected=Expectation(tables.TABLE, bands=((3.0, 0.5), (2.0, 0.6)))), "bands"),
        (replace(PLAIN, expected=Expectation(tables.TABLE, bands=((3.0, 0.5), (9.0, 0.55555)))), "bands"),
        (replace(PLAIN, weights=(WeightRow(11.0),)), "weight"),
        (replace(PLAIN, bonus=Bonus(rows=((0.0, 99.0),))), "bonus.factor"),
        (replace(PLAIN, first=First(measure=tables.DISTANCES)), "distances"),
        (replace(PLAIN, first=First(distances=(1.0, 2.0))), "distances"),
        (replace(PLAIN, first=First(games_needed=0)), "games_needed"),
        (replace(PLAIN, floor=Floor(1e9)), "floor.rating"),
        (replace(PLAIN, scale=Scale(decimals=7)), "decimals"),
        (replace(PLAIN, scale=Scale(when=tables.LIST, of_change=True)), "of_change"),
    ],
)
def test_table_with_a_number_out_of_bounds_is_refused(edition: EloEdition, problem: str) -> None:
    with pytest.raises(OutOfBoundsError, match=problem):
        packed([edition])


def test_rating_may_have_six_decimals() -> None:
    assert packed([replace(PLAIN, scale=Scale(decimals=6))]).constants[0, tables.STEPS] == 1e6


def test_every_problem_of_the_tables_is_named_at_once() -> None:
    bad = EloEdition(k=(KRow(-1.0),), floor=Floor(1e9), scale=Scale(decimals=20))

    with pytest.raises(OutOfBoundsError) as refused:
        packed([PLAIN, bad])

    assert [line.split(" must")[0] for line in str(refused.value).splitlines()] == [
        "edition 1: k",
        "edition 1: floor.rating",
        "edition 1: scale.decimals",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("span_edition", 1),
        ("span_edition", -1),
        ("entry_player", 2),
        ("entry_player", -1),
        ("entry_age", 1e9),
        ("entry_grade", 101),
        ("event_online", 2),
        ("event_class", -2),
        ("game_score", 3),
        ("game_size", -1),
        ("game_white", 7),
        ("game_black", 0),  # against oneself
        ("entry_player", 1),  # twice in the event
        ("game_start", 5),
        ("span_start", 1),
    ],
)
def test_fact_out_of_bounds_reaches_no_kernel(
    name: str, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = facts_of([(0, [event((0, 1, 2))])])
    column = getattr(facts, name).copy()
    column[0] = value
    monkeypatch.setattr("ratings.engines.elo.replay", None)

    with pytest.raises(OutOfBoundsError):
        engine.replay(replace(facts, **{name: column}), standing_of([Player(1500.0)] * 2), packed([PLAIN]))


@pytest.mark.parametrize("name", ["rating", "games", "peak", "pool_games", "pool_opponents"])
@pytest.mark.parametrize("value", [math.inf, -1e12])
def test_standing_out_of_bounds_reaches_no_kernel(name: str, value: float) -> None:
    standing: EloStanding = replace(newcomers(2), **{name: np.array([value, 0.0])})
    facts: EloFacts = facts_of([(0, [event((0, 1, 2))])])

    with pytest.raises(OutOfBoundsError, match=name):
        engine.replay(facts, standing, packed([PLAIN]))


def test_kinds_of_matches_are_refused_where_there_are_none() -> None:
    rules = packed([replace(PLAIN, expected=Expectation(tables.FIBS))])

    with pytest.raises(OutOfBoundsError, match="games one by one"):
        engine.replay(facts_of([(0, [event((0, 1, 2))])]), standing_of([Player(1500.0)] * 2), rules)
