"""K by peak, age and games; rounding; the floor; adjustments of whole lists."""

import dataclasses
from datetime import date

import numpy as np
import pytest

from ratings.engines.fide import engine
from ratings.engines.fide_contract import GAME, OneOff, month_number
from ratings.engines.fide_lists import adjusted, k_on_list, rounded
from tests.engines.fide_building import (
    Event,
    Period,
    against,
    edition,
    facts_of,
    ints,
    rate,
    rules_of,
    standing_of,
)


@pytest.mark.parametrize(
    ("player", "k"),
    [
        ({"rating": 2400}, 10),
        ({"rating": 2100, "peak": 2400}, 10),
        ({"rating": 2399, "peak": 2399}, 20),
        ({"rating": 1500, "birth_year": 2007}, 40),
        ({"rating": 1500, "birth_year": 2006}, 20),
        ({"rating": 2300, "birth_year": 2007}, 20),
        ({"rating": 2100, "peak": 2300, "birth_year": 2010}, 20),
        ({"rating": 2399, "games": 29}, 40),
        ({"rating": 2399, "games": 30}, 20),
        ({"rating": 2450, "games": 5, "birth_year": 2010}, 10),
    ],
)
def test_k_follows_peak_then_age_then_games(player: dict[str, int], k: int) -> None:
    columns = {name: [value] for name, value in player.items() if name != "rating"}
    standing = standing_of([player["rating"]], columns=columns)

    assert k_on_list(standing, month=12 * 2025, rule=rules_of("2025")[0]).tolist() == [k]


@pytest.mark.parametrize(("on", "k"), [(date(2022, 9, 30), [20, 20, 20]), (date(2022, 10, 1), [10, 40, 40])])
def test_k_of_rapid_is_20_for_all_until_september_2022(on: date, k: list[int]) -> None:
    standing = standing_of([2500, 1500, 1500], columns={"games": [30, 30, 3], "birth_year": [0, 2010, 0]})

    assert (
        k_on_list(standing, month=12 * 2022, rule=rules_of(edition("2022", fast=True, on=on))[0]).tolist()
        == k
    )


@pytest.mark.parametrize(
    ("k", "games", "applied"),
    [(40, 17, 40), (40, 18, 38), (20, 35, 20), (20, 39, 17), (10, 70, 10), (10, 71, 9)],
)
def test_k_times_games_is_at_most_700(k: int, games: int, applied: int) -> None:
    others, pairs = against([2000] * games, [1] * games)

    changes, _ = rate(standing_of([2000, *others], k=[k] + [20] * games), [Event(pairs)], rules_of("2025"))

    assert changes.k[0] == applied


# Worked values that catch wrong rounding, K 1: hundredths of the sum and the points they become.
@pytest.mark.parametrize(
    ("hundredths", "points"),
    [(-250, -3), (60, 1), (1700, 17), (9248, 92), (-5160, -52), (-540, -5), (250, 3), (49, 0), (-50, -1)],
)
def test_change_is_rounded_half_away_from_zero(hundredths: int, points: int) -> None:
    sums = np.array([hundredths * GAME // 100], np.int64)

    assert rounded(ints([1]), sums).tolist() == [points]


def test_rating_below_the_floor_is_none_and_the_games_stay_counted() -> None:
    others, games = against([1500] * 5, [0] * 5)

    changes, new = rate(standing_of([1405, *others]), [Event(games)], rules_of("2025"))

    assert (changes.before[0], changes.after[0], new.games[0], new.pool.player.size) == (1405, 0, 35, 0)


@pytest.mark.parametrize(("rules", "floor"), [("2014", 1000), ("2022", 1000), ("2024", 1400), ("2025", 1400)])
def test_rating_on_the_floor_stays_and_a_point_less_is_none(rules: str, floor: int) -> None:
    after = [
        rate(standing_of([rating] * 2, k=[20, 20]), [Event([(0, 1, 0)])], rules_of(rules))[0].after.tolist()
        for rating in (floor + 10, floor + 9)
    ]

    assert after == [[floor, floor + 20], [0, floor + 19]]


@pytest.mark.parametrize(
    ("before", "after"),
    [(1000, 1400), (1001, 1401), (1234, 1540), (1399, 1639), (1500, 1700), (1700, 1820), (1888, 1933),
     (1999, 1999), (2000, 2000), (2700, 2700), (0, 0)],
)  # fmt: skip
def test_compression_of_march_2024_lifts_by_two_fifths(before: int, after: int) -> None:
    assert adjusted(ints([before]), OneOff(lift_below=2000, lift_percent=40)).tolist() == [after]


def test_rapid_far_below_standard_rises_to_100_below() -> None:
    one_off = OneOff(standard_gap=100, standard=ints([2732, 2383, 0, 2500]))

    assert adjusted(ints([2283, 2283, 1500, 0]), one_off).tolist() == [2632, 2283, 1500, 0]


def test_compression_moves_those_who_did_not_play_and_comes_before_the_floor() -> None:
    standing = standing_of([1000, 1200, 1300], k=[20, 20, 20])
    one_off = OneOff(lift_below=2000, lift_percent=40)
    rules = rules_of("2022", "2024")
    facts = dataclasses.replace(
        facts_of(standing, [Event([(1, 2, 2)])], Period(month_number(2024, 3), one_off=one_off)),
        list_edition=1,
    )

    changes, _ = engine.rate(facts, standing, rules)

    assert changes.after.tolist() == [1400, 1528, 1572]  # 1212.8 and 1287.2 before
