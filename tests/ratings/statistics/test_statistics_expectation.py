"""Expectations over columns against the engines and the curves that know one game at a time."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from ratings.cadence.by_game.record import record_of
from ratings.cadence.shared.expectation import ffg_white, fide_white, gor_white, ladder_first
from ratings.engines.stream_contract import StreamFacts, StreamStanding
from ratings.engines.table import engine_named, stream_engine_named
from ratings.rulebook.editions import pack_all
from ratings.rulebook.expected_score import Strength, expected_score
from ratings.rulebook.fide import FideEdition, pack_rules
from ratings.rulebook.policy import policy_of
from ratings.rulebook.systems import SYSTEMS
from tests import declared
from tests.declared import RAPID_AND_BLITZ, STANDARD
from tests.engines.building import Event, facts_of, standing_of
from tests.engines.stream_building import (
    DAY,
    NAN,
    START,
    bughouse,
    decided,
    duel,
    fics_rules,
    glicko_standing,
    ladder_rules,
    ladder_standing,
    placed,
    stream,
)

Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


def meetings(
    key: str, *, low: float, high: float
) -> tuple[Floats, Floats, np.ndarray[tuple[int], np.dtype[np.int8]]]:
    chance = np.random.default_rng(len(key))
    white, black = (chance.uniform(low, high, 60) for _ in range(2))
    black[:4] = white[:4]  # equals have no stronger side
    return white, black, chance.choice(np.array([0, 0, 1, 2, 5, 9], np.int8), 60)


@pytest.mark.parametrize(("key", "low", "high"), [("ffg", -2900.0, 800.0), ("egf", 100.0, 2890.0)])
def test_go_expectations_are_those_of_the_engine_in_every_edition(key: str, low: float, high: float) -> None:
    white, black, handicap = meetings(key, low=low, high=high)
    engine = engine_named(SYSTEMS[key].engine)
    for edition in SYSTEMS[key].editions:
        parameters = policy_of(key, edition=edition.name, parameters={}).parameters
        rules = np.repeat(parameters, white.size, axis=0)
        found = (gor_white if key == "egf" else ffg_white)(white, black, handicap, rules)
        compared = 0
        for row in range(white.size):
            standing = standing_of([white[row], black[row]], games=[500, 500])
            facts = facts_of(Event((0, 1), [(1, 0, 1, 2, int(handicap[row]))]))
            told = engine.explain(facts, standing, parameters, 0)
            # The FFG adjusts whom one game shows to be misplaced: then its game began elsewhere.
            if told and (told[0].before, told[0].opponent_before) == (white[row], black[row]):
                assert found[row] == pytest.approx(told[0].expected, abs=1e-12), (edition.name, row)
                compared += 1
        assert compared >= (60 if key == "egf" else 30)


@pytest.mark.parametrize(
    "edition", [*STANDARD, *RAPID_AND_BLITZ], ids=lambda one: f"{one.name}-{one.cap:.0f}"
)
def test_fide_expectations_are_those_of_the_table_with_its_limit(edition: FideEdition) -> None:
    chance = np.random.default_rng(5)
    white, black = (chance.integers(1000, 2900, 300).astype(np.float64) for _ in range(2))
    rules = np.array([pack_rules(edition)] * white.size, np.int64)

    found = fide_white(white, black, rules)

    for row, expected in enumerate(found.tolist()):
        apart = abs(white[row] - black[row])
        if math.isnan(expected):
            assert 0 < edition.gap <= apart
        elif not (edition.cap_once and apart > edition.cap):
            told = expected_score(edition, Strength(white[row]), Strength(black[row]))
            assert expected == pytest.approx(told, abs=1e-12)


def test_side_without_fide_rating_has_no_expectation() -> None:
    rules = np.array([pack_rules(STANDARD[-1])] * 3, np.int64)

    found = fide_white(np.array([NAN, 1500.0, 1600.0]), np.array([1500.0, NAN, 1500.0]), rules)

    assert np.isnan(found).tolist() == [True, True, False]
    assert found[2] == 0.64  # table 8.1.2: 99 to 106 points


def test_ladder_expectation_follows_the_curve_of_its_edition() -> None:
    normal = replace(declared.LADDER[-1], curve="normal")
    lead = np.array([0.0, 120.0, -333.0, 5000.0])
    for edition in (declared.LADDER[-1], normal):
        rules = np.repeat(pack_all([edition]), lead.size, axis=0)
        told = [expected_score(edition, Strength(1500 + one), Strength(1500)) for one in lead.tolist()]
        assert ladder_first(lead, rules).tolist() == pytest.approx(told)


# --- records of streams


def recorded(
    facts: StreamFacts, standing: StreamStanding, rules: Floats, *, engine: str
) -> tuple[list[float], list[float]]:
    """Return expected scores and leads of the pairs of a stream."""
    changes, _ = stream_engine_named(engine).replay(facts, standing, rules)
    players = np.arange(standing.rating.size) + 100
    found = record_of(facts, changes, players, rules, engine=engine)
    assert found.seat_player.size == facts.seat_player.size - int((facts.kind == 3).sum())
    return found.pairs.expected.tolist(), found.pairs.lead.tolist()


def told(
    facts: StreamFacts,
    standing: StreamStanding,
    rules: Floats,
    *,
    engine: str,
    sides: Sequence[tuple[int, int]],
) -> list[float]:
    """Return what the engine expected of the pairs (seat, opponent) of the only game."""
    details = stream_engine_named(engine).explain(facts, standing, rules, 0)
    return [one.expected for side in sides for one in details if (one.seat, one.opponent) == side]


def test_glicko_duel_has_the_expectation_of_the_engine_with_the_deviation_aged_to_the_game() -> None:
    facts = stream(duel(0, 1, 0.5, at=START + 200 * DAY))
    standing = glicko_standing((1810.0, 42.0), (1655.0, 120.0))
    rules = fics_rules()

    expected, lead = recorded(facts, standing, rules, engine="glicko")

    assert expected == pytest.approx(told(facts, standing, rules, engine="glicko", sides=[(0, 1)]))
    assert lead == [155.0]


def test_bughouse_is_one_forecast_of_the_first_team() -> None:
    facts, rules = stream(bughouse(score=0.0)), fics_rules()
    standing = glicko_standing((1800.0, 40.0), (1500.0, 90.0), (1650.0, 60.0), (1900.0, 200.0))

    expected, lead = recorded(facts, standing, rules, engine="glicko")

    assert expected == pytest.approx(told(facts, standing, rules, engine="glicko", sides=[(0, 2)]))
    assert lead == [-125.0]


def test_newcomers_are_not_forecast_and_a_level_of_the_office_is_no_game() -> None:
    facts = stream(
        duel(0, 1), duel(0, 1, at=START + DAY), decided(2, 1900.0, games=30), duel(0, 2, at=START + DAY)
    )
    standing = glicko_standing((NAN, NAN), (NAN, NAN), (NAN, NAN))

    expected, lead = recorded(facts, standing, fics_rules(), engine="glicko")

    assert [math.isnan(one) for one in expected] == [True, False, False]
    assert [math.isnan(one) for one in lead] == [True, False, False]


def test_team_with_a_newcomer_is_not_forecast() -> None:
    standing = glicko_standing((1800.0, 40.0), (NAN, NAN), (1650.0, 60.0), (1900.0, 200.0))

    expected, _ = recorded(stream(bughouse()), standing, fics_rules(), engine="glicko")

    assert np.isnan(expected).all()


def test_table_of_several_is_every_two_of_its_established_players() -> None:
    facts, rules = stream(placed(0, 1, 2, places=(2, 1, 2))), ladder_rules()
    standing = ladder_standing((1500.0, 40), (1700.0, 20), (1620.0, 19))

    expected, _ = recorded(facts, standing, rules, engine="ladder")

    assert expected[0] == pytest.approx(told(facts, standing, rules, engine="ladder", sides=[(0, 1)])[0])
    assert np.isnan(expected[1:]).tolist() == [True, True]
    changes, _after = stream_engine_named("ladder").replay(facts, standing, rules)
    scores = record_of(facts, changes, np.arange(3), rules, engine="ladder").pairs.score
    assert scores.tolist() == [0.0, 0.5, 1.0]
