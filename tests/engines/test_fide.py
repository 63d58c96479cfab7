"""The FIDE engine: tables, the 400 rule in its four phases, K, rounding, lists."""

import dataclasses
from datetime import date
from decimal import Decimal
from statistics import NormalDist

import numpy as np
import pytest

from ratings.engines import fide_rules
from ratings.engines.fide import engine
from ratings.engines.fide_contract import GAME
from ratings.engines.fide_tables import LOGISTIC, TABLE, curves, distance_of, distances, percent_of
from ratings.rulebook.editions import Edition, UnfitParameterError, with_parameters
from ratings.rulebook.fide import EXPECTATIONS, FideEdition, pack_rules
from tests.declared import RAPID_AND_BLITZ, STANDARD
from tests.engines.fide_building import (
    Event,
    Period,
    against,
    edition,
    facts_of,
    rate,
    rules_of,
    standing_of,
)


def change_of(
    own: int, opponents: list[int], scores: list[int], *, rules: str | FideEdition, k: int
) -> Decimal:
    """K times the sum of one player's event, unrounded."""
    others, games = against(opponents, scores)
    changes, _ = rate(
        standing_of([own, *others], k=[k] + [10] * len(others)), [Event(games)], rules_of(rules)
    )
    return Decimal(int(changes.k[0]) * int(changes.sum[0])).scaleb(-6)


def test_expectations_of_the_rule_book_are_rows_of_the_curves() -> None:
    assert EXPECTATIONS == {"table": TABLE, "logistic": LOGISTIC}


def test_places_in_a_row_are_the_fields_of_the_edition() -> None:
    names = [
        field.name.upper() for field in dataclasses.fields(FideEdition)[len(dataclasses.fields(Edition)) :]
    ]

    assert [getattr(fide_rules, name) for name in names] == list(range(fide_rules.WIDTH))
    assert {len(pack_rules(one)) for one in STANDARD + RAPID_AND_BLITZ} == {fide_rules.WIDTH}


@pytest.mark.parametrize("percent", range(101))
def test_dp_is_antisymmetric_and_lies_in_the_band_of_its_p(percent: int) -> None:
    assert (distance_of(percent), int(distances()[percent])) == (-distance_of(100 - percent),) * 2
    assert percent_of(distance_of(percent)) == percent


# The encyclopaedia's table, points of 100, 99, ... 50 percent; those of less have the other sign.
PRINTED = """
800 677 589 538 501 470 444 422 401 383 366 351 336 322 309 296 284 273 262 251 240 230 220 211 202
193 184 175 166 158 149 141 133 125 117 110 102 95 87 80 72 65 57 50 43 36 29 21 14 7 0
"""


def test_every_entry_of_the_table_of_points_is_the_printed_one() -> None:
    printed = [int(points) for points in PRINTED.split()]

    assert [distance_of(percent) for percent in range(100, 49, -1)] == printed
    assert [distance_of(percent) for percent in range(51)] == [-points for points in printed]


def test_pd_is_antisymmetric_and_never_falls() -> None:
    found = [percent_of(difference) for difference in range(1, 1000)]

    assert [100 - percent_of(-difference) for difference in range(1, 1000)] == found
    assert (found, found[0], found[735 - 1], found[736 - 1]) == (sorted(found), 50, 99, 100)


def test_bands_are_those_of_a_normal_law_but_for_six_differences() -> None:
    law = NormalDist(0, 2000 / 7)

    others = [gap for gap in range(4001) if percent_of(gap) != round(100 * law.cdf(gap))]

    assert others == [54, 343, 344, 358, 392, 620]


def test_stored_curve_is_the_printed_table() -> None:
    assert curves()[TABLE].tolist() == [percent_of(one) * GAME // 100 for one in range(4001)]


def test_logistic_curve_is_the_formula_to_millionths() -> None:
    formula = [1 / (1 + 10 ** (-one / 400)) for one in range(4001)]

    assert np.abs(curves()[LOGISTIC] / GAME - formula).max() <= 0.5001 / GAME
    distance = np.abs(curves()[LOGISTIC] - curves()[TABLE]) / GAME
    assert (int(distance[:401].argmax()), round(float(distance[392]), 3)) == (392, 0.015)


# Worked examples E1 and E2 of the encyclopaedia.
@pytest.mark.parametrize(("half_points", "change"), [(1, "5.2"), (2, "15.2"), (0, "-4.8")])
def test_game_between_1800_and_2005_changes_as_printed(half_points: int, change: str) -> None:
    assert change_of(1800, [2005], [half_points], rules="2017", k=20) == Decimal(change)


@pytest.mark.parametrize(("half_points", "change"), [(1, "5.3"), (2, "15.3")])
def test_game_between_1800_and_2005_changes_as_the_logistic_curve_says(half_points: int, change: str) -> None:
    rules = with_parameters(edition("2017"), {"expectation": "logistic"})

    found = change_of(1800, [2005], [half_points], rules=rules, k=20)

    assert found.quantize(Decimal("0.1")) == Decimal(change)


@pytest.mark.parametrize(("half_points", "change"), [(1, "-5.2"), (0, "-15.2")])
def test_player_of_2005_loses_what_the_other_gains(half_points: int, change: str) -> None:
    assert change_of(2005, [1800], [half_points], rules="2017", k=20) == Decimal(change)


def test_2600_beating_2700_publishes_2606() -> None:
    changes, _ = rate(standing_of([2600, 2700], k=[10, 10]), [Event([(0, 1, 2)])], rules_of("2017"))

    assert (changes.sum[0] * changes.k[0], changes.after[0]) == (6.4 * GAME, 2606)


def test_worked_example_of_the_arbiters_manual() -> None:
    opponents = [1926, 2011, 2318, 2067, 2219, 2585, 2659, 2464, 2652]
    others, games = against(opponents, [2, 2, 0, 1, 1, 0, 2, 1, 1])
    standing = standing_of([2212, *others], k=[40] + [10] * 9)
    facts = facts_of(standing, [Event(games)])

    (tournament,) = engine.explain(facts, standing, rules_of("2014"), 0)

    printed = ["0.16", "0.24", "-0.36", "-0.19", "0.01", "-0.10", "0.92", "0.31", "0.42"]
    assert [side.change for side in tournament.sides] == [Decimal(one) for one in printed]
    assert (tournament.change, tournament.k_change, tournament.rating) == (
        Decimal("1.41"),
        Decimal("56.4"),
        2212,
    )
    assert engine.rate(facts, standing, rules_of("2014"))[0].after[0] == 2268


def test_three_games_of_june_2017_give_the_printed_change() -> None:
    assert change_of(1922, [1798, 1801, 1897], [2, 0, 2], rules="2014", k=40) == Decimal("5.60")


@pytest.mark.parametrize(
    ("rules", "change"), [("2014", "4.0"), ("2017", "4.0"), ("2022", "2.0"), ("2024", "4.0"), ("2025", "1.5")]
)
def test_five_wins_against_much_weaker_count_by_the_phase(rules: str, change: str) -> None:
    assert change_of(2750, [2200] * 5, [2] * 5, rules=rules, k=10) == Decimal(change)


@pytest.mark.parametrize(("own", "change"), [(2649, "0.8"), (2650, "0.3")])
def test_true_difference_counts_from_2650(own: int, change: str) -> None:
    assert change_of(own, [own - 550], [2], rules="2025", k=10) == Decimal(change)


def test_two_sides_of_one_game_are_capped_each_for_himself() -> None:
    standing = standing_of([2813, 2400], k=[10, 10])

    changes, _ = rate(standing, [Event([(0, 1, 2)])], rules_of("2025"))

    assert changes.side_expected.tolist() == [[930_000, 80_000]]
    assert (changes.side_opponent.tolist(), changes.side_capped.tolist()) == ([[2400, 2800]], [[0, 1]])


def test_only_the_largest_difference_is_capped_in_2022() -> None:
    others, games = against([2200, 2100, 2150], [2, 2, 2])

    changes, _ = rate(standing_of([2650, *others]), [Event(games)], rules_of("2022"))

    assert (changes.side_capped[:, 0].tolist(), changes.side_expected[:, 0].tolist()) == (
        [0, 1, 0], [940_000, 920_000, 960_000],
    )  # fmt: skip


def test_lower_rated_player_of_2022_is_capped_once_or_always() -> None:
    others, games = against([2500, 2600], [0, 0])
    always = with_parameters(edition("2022"), {"cap_once_lower": False})

    found = [
        rate(standing_of([2000, *others]), [Event(games)], rules_of(rules))[0].side_capped[:, 0].tolist()
        for rules in (edition("2022"), always)
    ]

    assert found == [[0, 1], [1, 1]]


def test_difference_of_735_is_the_table_s_last_in_rapid_before_2022() -> None:
    rules = edition("2017", fast=True)

    found = [change_of(2800, [2800 - one], [2], rules=rules, k=20) for one in (400, 735, 736)]

    assert found == [Decimal("1.6"), Decimal("0.2"), Decimal(0)]


@pytest.mark.parametrize(
    ("ratings", "games"),
    [((2601, 2001), 0), ((2601, 2002), 1), ((2600, 1900), 1), ((2000, 2700), 0)],
)
def test_gap_of_600_is_not_rated_in_rapid_since_december_2024(ratings: tuple[int, int], games: int) -> None:
    rules = rules_of(edition("2024", fast=True, on=date(2024, 12, 1)))

    changes, _ = rate(standing_of(ratings), [Event([(0, 1, 1)])], rules)

    assert changes.games.tolist() == [games, games]


def test_wide_gap_was_rated_in_rapid_until_november_2024() -> None:
    rules = rules_of(edition("2024", fast=True, on=date(2024, 11, 30)))

    changes, _ = rate(standing_of([2700, 2000]), [Event([(0, 1, 1)])], rules)

    assert (changes.games.tolist(), changes.side_capped.tolist()) == ([1, 1], [[1, 1]])


def test_events_of_a_period_are_rounded_together() -> None:
    # 0.3 and 0.3 points: nothing each for itself, one point together.
    standing = standing_of([2200, 1800, 1800], k=[10, 10, 10])
    half = with_parameters(edition("2025"), {"k_games_most": 8})  # K 4: each win brings 0.32
    events = [Event([(0, 1, 2)]), Event([(0, 2, 2)])]

    changes, _ = rate(standing, events, rules_of(half))

    assert (int(changes.k[0]), changes.entry_sum[[0, 2]].tolist(), changes.after[0]) == (
        4,
        [80_000] * 2,
        2201,
    )


def test_expectations_come_from_the_ratings_in_force_and_the_change_goes_to_the_base() -> None:
    standing = standing_of([2054, 2400], k=[20, 10])
    event = Event([(0, 1, 2)], ratings={0: 2395, 1: 2410})

    changes, new = rate(standing, [event], rules_of("2025"), Period(base=[2060, 0]))

    assert changes.side_expected.tolist() == [[480_000, 520_000]]
    assert (changes.before.tolist(), changes.corrected.tolist()) == ([2060, 2400], [True, False])
    assert new.rating.tolist() == [2070, 2395]


def test_newly_rated_player_is_rated_but_unrated_for_his_opponents() -> None:
    standing = standing_of([1700, 1800])
    event = Event([(0, 1, 2)], ratings={0: 0, 1: 1800})

    changes, _ = rate(standing, [event], rules_of("2025"))

    assert (changes.games.tolist(), changes.entry_own.tolist()) == ([1, 0], [1700, 1800])
    assert changes.after.tolist() == [1713, 1800]


def test_rapid_newcomer_enters_with_his_standard_rating_and_k_40() -> None:
    standing = standing_of([0, 2000])
    event = Event([(0, 1, 2)], ratings={0: 2000})

    changes, new = rate(standing, [event], rules_of(edition("2025", fast=True)))

    assert (changes.k.tolist(), changes.first.tolist()) == ([40, 20], [True, False])
    assert (new.rating.tolist(), new.games.tolist()) == ([2020, 1990], [1, 31])


@pytest.mark.parametrize(("listed", "k"), [(1, 1), (0, 20)])
def test_k_of_the_list_stands_however_small_and_is_found_only_where_it_says_none(listed: int, k: int) -> None:
    changes, _ = rate(standing_of([2000, 2000], k=[listed, 20]), [Event([(0, 1, 2)])], rules_of("2025"))

    assert changes.k.tolist() == [k, 20]


def test_player_who_is_not_rated_gains_nothing() -> None:
    changes, _ = rate(standing_of([0, 2000, 1900]), [Event([(0, 1, 2)])], rules_of("2025"))

    assert (changes.sum.tolist(), changes.k.tolist()) == ([0, 0, 0], [0, 0, 0])
    assert changes.after.tolist() == [0, 2000, 1900]


@pytest.mark.parametrize(
    "values",
    [{"expectation": "normal"}, {"pooling": "both"}, {"k": 12.5}, {"floor": -1}, {"half_point_value": 0.001}],
)
def test_constant_the_engine_cannot_use_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(UnfitParameterError):
        with_parameters(STANDARD[-1], values)


def test_explanation_of_a_newcomer_has_opponents_but_no_expectation() -> None:
    others, games = against([1900, 2000], [2, 1])
    standing = standing_of([0, *others])

    (tournament,) = engine.explain(facts_of(standing, [Event(games)]), standing, rules_of("2025"), 0)

    assert (tournament.average, tournament.rating, tournament.points, tournament.games) == (
        1950, 0, Decimal("1.5"), 2,
    )  # fmt: skip
    assert [side.opponent_rating for side in tournament.sides] == [1900, 2000]
    assert [(side.expected is None, side.k_change) for side in tournament.sides] == [(True, Decimal(0))] * 2


def test_explanation_adds_up_to_the_change_of_the_period() -> None:
    standing = standing_of([2054, 1654, 2406, 1861], k=[20, 20, 10, 20])
    facts = facts_of(standing, [Event([(0, 1, 2), (2, 0, 2)]), Event([(0, 3, 0)])])

    tournaments = engine.explain(facts, standing, rules_of("2025"), 0)
    changes, _ = engine.rate(facts, standing, rules_of("2025"))

    sides = [side for tournament in tournaments for side in tournament.sides]
    assert [(tournament.event, tournament.games) for tournament in tournaments] == [(0, 2), (1, 1)]
    assert [side.capped for side in sides] == [False, False, False]
    assert sum(side.k_change for side in sides) == sum(one.k_change for one in tournaments)
    assert int(changes.k[0]) * int(changes.sum[0]) == sum(one.k_change for one in tournaments) * GAME


def test_value_of_a_half_point_may_have_two_decimals() -> None:
    rules = with_parameters(STANDARD[0], {"half_point_value": 1.15})

    assert pack_rules(rules)[fide_rules.HALF_POINT_VALUE] == 115
