"""The GoR engine against the worked examples of the EGF rules (2, 3.1)."""

import numpy as np
import pytest

from ratings.engines.contract import ADJUST, SET
from ratings.engines.gor import engine
from ratings.rulebook.editions import edition_named, pack_all, with_parameters
from tests import declared
from tests.engines.building import NAN, Event, facts_of, standing_of


def rules_of(name: str, **parameters: float) -> np.ndarray:
    """The packed parameter table of one named edition."""
    edition = edition_named(declared.EGF, name)
    assert edition is not None
    return pack_all([with_parameters(edition, parameters)])


def pair(edition: str, white: float, black: float, score: int, handicap: int = 0) -> list[float]:
    """Both ratings after one game."""
    facts = facts_of(Event([0, 1], [(1, 0, 1, score, handicap)]))
    after = engine.replay(facts, standing_of([white, black]), rules_of(edition))[1].rating
    return [round(float(rating), 3) for rating in after]


@pytest.mark.parametrize(
    ("white", "black", "score", "handicap", "brief", "since_2021"),
    [
        (2400, 2400, 2, 0, [2407.5, 2392.5], [2405.598, 2394.503]),
        (320, 400, 2, 0, [382.844, 339.573], [366.204, 365.254]),
        (2400, 1850, 0, 5, [2388.715, 1874.827], [2392.545, 1867.224]),
    ],
)
def test_worked_examples_three_to_five_give_the_printed_ratings(
    white: float, black: float, score: int, handicap: int, brief: list[float], since_2021: list[float]
) -> None:
    assert pair("brief", white, black, score, handicap) == brief
    assert pair("2021", white, black, score, handicap) == since_2021


@pytest.mark.parametrize(
    ("white", "black", "score", "after"), [(2100, 2100, 2, 2109.306), (1914, 2103, 2, 1931.266)]
)
def test_edition_2021_gives_the_published_single_games(
    white: float, black: float, score: int, after: float
) -> None:
    assert pair("2021", white, black, score)[0] == after


def test_edition_2021_explains_its_con_bonus_and_expectation() -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 0)]))

    white = engine.explain(facts, standing_of([2674.564, 2611.051]), rules_of("2021"), 0)[0]

    numbers = [round(value, 6) for value in (white.expected, white.k, white.bonus)]
    assert numbers == [0.663075, 6.197901, 0.001843]
    assert round(white.before + white.change, 4) == 2670.4562


def test_expectations_of_the_brief_table_hold_for_a_115() -> None:
    weaker = 1800.0  # a = 205 - 1800/20 = 115
    printed = [0.457, 0.414, 0.372, 0.333, 0.295, 0.260, 0.228, 0.199, 0.173, 0.149, 0.069, 0.030]
    differences = [*range(20, 201, 20), 300, 400]

    found = []
    for difference in differences:
        facts = facts_of(Event([0, 1], [(1, 0, 1, 2)]))
        details = engine.explain(facts, standing_of([weaker, weaker + difference]), rules_of("brief"), 0)
        found.append(round(details[0].expected, 3))

    assert found == printed


# Table 2 of the description of 1998: con of 100, 200, ... 2700, and the percentage against 100 points more.
CON = """
116 110 105 100 95 90 85 80 75 70 65 60 55 51 47 43 39 35 31 27 24 21 18 15 13 11 10
"""
AGAINST_100_MORE = """
37.8 37.5 37.1 36.8 36.5 36.1 35.7 35.3 34.9 34.4 33.9 33.4 32.9 32.3 31.7 31.0 30.3 29.5 28.7 27.8
26.9 25.9 24.8 23.6 22.3 20.9 19.3
"""


def con_and_percentage(rating: float) -> tuple[float, float]:
    """con of a rating and the percentage expected against 100 points more, by the description of 1998."""
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)]))
    side = engine.explain(facts, standing_of([rating, rating + 100]), rules_of("brief"), 0)[0]
    return round(side.k, 6), 100 * side.expected


def test_every_row_of_table_2_is_the_printed_one() -> None:
    rows = [con_and_percentage(100.0 * number) for number in range(1, 28)]

    assert [con for con, _ in rows] == [float(con) for con in CON.split()]
    assert [f"{percentage:.1f}" for _, percentage in rows] == AGAINST_100_MORE.split()


@pytest.mark.parametrize(("rating", "con", "a"), [(2750, 9.5, 67.5), (2800, 9, 65), (2900, 8, 60)])
def test_both_columns_of_table_2_go_on_in_a_straight_line_above_2700(
    rating: float, con: float, a: float
) -> None:
    assert con_and_percentage(rating) == pytest.approx((con, 100 / (np.exp(100 / a) + 1)))


def test_draw_of_formula_3_is_half_a_point_for_both() -> None:
    # a 85, SE(100) 0.23569: 15 (0.5 - 0.23569) and 13 (0.5 - 0.76431).
    assert pair("brief", 2400, 2500, 1) == [2403.965, 2496.564]


@pytest.mark.parametrize(
    ("handicap", "white", "black"),
    [
        (1, 0.61423, 0.38577),  # D 50, a(1950) 107.5
        (3, 0.19332, 0.80668),  # 1900 raised to 2150 is the stronger: D 150, a(2000) 105
    ],
)
def test_handicap_is_taken_off_the_difference_and_may_turn_the_sides(
    handicap: int, white: float, black: float
) -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2, handicap)]))

    sides = engine.explain(facts, standing_of([2000, 1900]), rules_of("brief"), 0)

    assert [round(side.expected, 5) for side in sides] == [white, black]


def equals_at(rating: float) -> tuple[float, float]:
    """con and bonus of a rating, as a game between equals shows them."""
    facts = facts_of(Event([0, 1], [(1, 0, 1, 1)]))
    white = engine.explain(facts, standing_of([rating, rating]), rules_of("2021"), 0)[0]
    return round(white.k, 3), round(white.bonus, 4)


def test_con_since_2021_is_the_printed_one() -> None:
    printed = {-900: 130.482, 100: 84.449, 1000: 49.787, 2000: 19.983, 2100: 17.581, 2700: 5.800, 3000: 1.913}

    assert {rating: equals_at(rating)[0] for rating in printed} == printed


def test_bonus_since_2021_is_the_printed_one() -> None:
    printed = {-900: 8.000, 100: 5.500, 1000: 3.250, 2000: 0.7546, 2300: 0.1386, 2700: 0.0013}

    assert {rating: equals_at(rating)[1] for rating in printed} == printed


# 3.1: the H9 example; players 1 to 6 stand at 0 to 5; default game and free rounds left out.
CONGRESS = Event(
    [0, 1, 2, 3, 4, 5],
    [
        (1, 1, 0, 0), (1, 2, 3, 0, 2), (1, 4, 5, 2, 6),
        (2, 0, 2, 2, 1), (2, 1, 3, 1, 3),
        (3, 2, 1, 2), (3, 3, 5, 0, 9),
    ],
    values=[2300, 2200, 2100, 1800, 1300, 600],
)  # fmt: skip
CONGRESS_START = standing_of([2296, 2171, 2104, 1788, 1322, 600])
CONGRESS_END = {
    "brief": ({}, [2303.310, 2145.614, 2095.652, 1794.363, 1334.857, 662.107]),
    "e 0.014 in halves": ({"e": 0.014}, [2303.563, 2146.073, 2096.153, 1795.108, 1335.236, 663.367]),
    "2011": ({}, [2303.599, 2146.138, 2096.225, 1795.214, 1335.290, 663.547]),
    "2021": ({}, [2304.075, 2154.686, 2098.574, 1794.244, 1338.451, 637.201]),
}


@pytest.mark.parametrize("name", CONGRESS_END)
def test_h9_example_ends_at_the_printed_ratings(name: str) -> None:
    parameters, end = CONGRESS_END[name]
    rules = rules_of(name if not parameters else "2011", **parameters)

    standing = engine.replay(facts_of(CONGRESS), CONGRESS_START, rules)[1]

    assert standing.rating.round(3).tolist() == end


@pytest.mark.parametrize(
    ("edition", "steps"),
    [
        ("2011", [(0.1692, 29.478), (0.0644, 84.207), (0.7761, -6.039)]),
        ("2021", [(0.2870, 19.423), (0.1959, 55.994), (0.6856, -2.601)]),
    ],
)
def test_single_steps_of_the_h9_example_are_the_printed_ones(
    edition: str, steps: list[tuple[float, float]]
) -> None:
    details = engine.explain(facts_of(CONGRESS), CONGRESS_START, rules_of(edition), 0)
    found = {
        (side.entry, side.opponent): (round(side.expected, 4), round(side.change, 3)) for side in details
    }

    assert [found[3, 2], found[5, 3], found[1, 3]] == steps


@pytest.mark.parametrize(("weight", "after"), [(1.0, 800.0), (0.75, 825.0)])
def test_event_costs_at_most_one_hundred_before_its_class_weight(weight: float, after: float) -> None:
    games = [(number, 0, number, 0) for number in range(1, 6)]
    facts = facts_of(Event(range(6), games, weight=weight))

    changes, standing = engine.replay(facts, standing_of([900, *[700] * 5]), rules_of("2011"))
    lost = sum(side.change for side in engine.explain(facts, standing_of([900, *[700] * 5]), rules_of("2011"),
    0)            if side.entry == 0)  # fmt: skip

    assert standing.rating[0] == after
    assert round(lost / weight, 1) == -283.6
    assert changes.event_passes.tolist() == [1]


def test_expectation_of_a_hopeless_side_is_never_below_zero() -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 0)]))
    details = engine.explain(facts, standing_of([1000, 2500]), rules_of("2011"), 0)

    assert [round(side.expected, 5) for side in details] == [0.0, 0.99194]


def test_edition_1998_puts_all_of_e_on_the_stronger_side() -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)]))
    plain = engine.explain(facts, standing_of([2000, 2100]), rules_of("brief"), 0)
    details = engine.explain(facts, standing_of([2000, 2100]), rules_of("1998"), 0)

    assert details[0].expected == plain[0].expected
    assert details[1].expected == pytest.approx(plain[1].expected - 0.014, abs=1e-12)


def test_equal_players_share_e_in_edition_1998() -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)]))
    details = engine.explain(facts, standing_of([2000, 2000]), rules_of("1998"), 0)

    assert [side.expected for side in details] == pytest.approx([0.493, 0.493])


@pytest.mark.parametrize(
    ("declared", "highest", "start"),
    [
        (2100.0, 1900.0, 2100.0),  # two grades above the highest ever
        (2100.0, 2000.0, 1950.0),  # only one
        (2100.0, NAN, 1950.0),  # nothing known before
        (1900.0, 1700.0, 1950.0),  # never down
    ],
)
def test_declared_grade_lifts_a_rating_only_two_grades_above_the_highest(
    declared: float, highest: float, start: float
) -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)], values=[declared, 2000]))
    before = standing_of([1950, 2000], highest=[highest, 2000])

    changes, after = engine.replay(facts, before, rules_of("2011"))

    assert (changes.before[0], changes.start[0]) == (1950.0, start)
    assert after.highest[0] == np.nanmax([declared, highest])


def test_newcomer_starts_at_his_grade_and_not_below_the_floor() -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)], values=[600.0, -400.0]))

    changes, _ = engine.replay(facts, standing_of([NAN, NAN]), rules_of("2011"))

    assert changes.start.tolist() == [600.0, 100.0]


def test_floor_holds_after_the_event() -> None:
    assert pair("2011", 110, 300, 0)[0] == 100.0


@pytest.mark.parametrize("size", [9, 13])
def test_small_boards_are_not_rated(size: int) -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2, 0, size)]))

    changes, standing = engine.replay(facts, standing_of([2000, 2000]), rules_of("2021"))

    assert standing.rating.tolist() == [2000.0, 2000.0]
    assert changes.games.tolist() == [0, 0]


def test_handicap_never_lifts_black_to_perfect_play() -> None:
    after = pair("2021", 3200, 3100, 2, 9)

    assert np.isfinite(after).all()


def test_manual_events_set_and_adjust() -> None:
    facts = facts_of(
        Event([0], kind=SET, values=[2222.0]), Event([0, 1], kind=ADJUST, factor=0.5, offset=1.0)
    )

    changes, standing = engine.replay(facts, standing_of([10, NAN]), rules_of("2021"))

    assert standing.rating.tolist() == pytest.approx([1112.0, NAN], nan_ok=True)
    assert changes.event_passes.tolist() == [0, 0]
