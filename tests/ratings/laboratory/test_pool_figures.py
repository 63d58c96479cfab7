"""Residuals of groups, false discoveries, ties and circles, over pools drawn with a known truth."""

import math
from typing import Any, NamedTuple

import numpy as np
import pytest

from ratings.laboratory.figures.pool_residuals import (
    Games,
    Grouping,
    benjamini_hochberg,
    per_point,
    residuals,
)
from ratings.laboratory.figures.pool_ties import circles, ties

CLUBS, OF_CLUB = 12, 50
SLOPE = math.log(10.0) / 400.0


class Months(NamedTuple):
    """Games of a pool month by month, and the club of everybody."""

    month: np.ndarray
    games: Games
    club: np.ndarray


def pool(seed: int, *, months: int = 12, injected: float = 0.0, a_month: int = 4) -> Months:
    """Draw a pool of clubs rated by Elo with K 20 for some months, after two years in which it settled.

    `injected` points are added to the ratings of the first club before the first month.
    """
    chance = np.random.default_rng(seed)
    count = CLUBS * OF_CLUB
    strength = chance.normal(0.0, 250.0, count)
    rating = strength + chance.normal(0.0, 40.0, count)
    club = np.arange(count) // OF_CLUB
    rows = []
    for turn in range(-24 * a_month, months * a_month):
        if turn == 0:
            rating[club == 0] += injected
        pairs = chance.permutation(count).reshape(2, -1)
        lead = rating[pairs[0]] - rating[pairs[1]]
        expected = 1.0 / (1.0 + np.exp(-SLOPE * lead))
        truth = 1.0 / (1.0 + np.exp(-SLOPE * (strength[pairs[0]] - strength[pairs[1]])))
        score = (chance.random(truth.size) < truth).astype(np.float64)
        if turn >= 0:
            middle = (rating[pairs[0]] + rating[pairs[1]]) / 2.0
            rows.append((np.full(lead.size, turn // a_month), *pairs, score, expected, lead, middle))
        rating[pairs[0]] += 20.0 * (score - expected)
        rating[pairs[1]] -= 20.0 * (score - expected)
    month, first, other, score, expected, lead, middle = (
        np.concatenate(one) for one in zip(*rows, strict=True)
    )
    event, even = 1 + month, np.ones(month.size, np.bool_)
    return Months(month, Games(first, other, event, score, expected, lead, middle, even), club)


def until(found: Months, month: int) -> Games:
    """Return the games up to a month."""
    kept = found.month <= month
    return picked(found.games, np.flatnonzero(kept))


def picked(games: Games, rows: np.ndarray) -> Games:
    """Return some of the games."""
    columns: dict[str, Any] = {name: column[rows] for name, column in games._asdict().items()}
    return Games(**columns)


def by_club(games: Games, club: np.ndarray) -> list[Grouping]:
    """Group by club, by federation (a quarter of the clubs), by sex and by age."""
    player = np.arange(club.size)
    codes = {"club": club, "federation": club // 3, "sex": player % 2, "age": player % 7}
    return [
        Grouping(
            name, code[games.first], code[games.other], [f"{name} {at}" for at in range(code.max() + 1)], True
        )
        for name, code in codes.items()
    ]


# --- residuals


def test_residual_is_scored_less_expected_against_others_alone() -> None:
    # 40 of a club, one game each against strangers, expected a half: 30 won, so a quarter beyond.
    mine, theirs = np.arange(240) % 40, 100 + np.arange(240)
    score = (np.arange(240) % 4 > 0).astype(np.float64)
    half, none = np.full(240, 0.5), np.zeros(240)
    games = Games(mine, theirs, np.ones(240, np.int64), score, half, none, none, np.ones(240, np.bool_))
    groups = [Grouping("club", np.zeros(240, np.int64), np.ones(240, np.int64), ["A", "B"], True)]

    found = {one["label"]: one for one in residuals(games, groups)}

    assert (found["A"]["mean"], found["A"]["games"], found["A"]["players"]) == (0.25, 240, 40)
    assert found["B"]["mean"] == -0.25
    assert found["A"]["events"] == [1]
    assert residuals(games, [Grouping("club", groups[0].first, groups[0].first, ["A"], True)]) == []


def test_small_groups_are_not_shown() -> None:
    drawn = pool(1, months=2)
    alone = np.where(drawn.club == 0, 0, -1)
    few_players = np.where((drawn.club == 0) & (np.arange(drawn.club.size) < 29), 0, -1)
    first = picked(drawn.games, np.arange(1000))

    def shown(games: Games, code: np.ndarray) -> int:
        return len(residuals(games, [Grouping("club", code[games.first], code[games.other], ["A"], True)]))

    assert shown(drawn.games, alone) == 1
    assert shown(drawn.games, few_players) == 0
    assert shown(first, alone) == 0  # too few games


def test_slope_is_that_of_the_curve() -> None:
    games = pool(3, months=1).games

    assert per_point(games).tolist() == pytest.approx(
        (SLOPE * games.expected * (1.0 - games.expected)).tolist(), rel=1e-6, abs=1e-5
    )


def test_points_are_what_was_injected() -> None:
    # Each of the six rounds takes K 20 times the slope of what is left, so that 56 are left on average.
    points = []
    for seed in range(30):
        drawn = pool(400 + seed, injected=60.0, months=1, a_month=6)
        rows = residuals(drawn.games, by_club(drawn.games, drawn.club))
        points += [one["points"] for one in rows if one["label"] == "club 0"]

    assert len(points) == 30
    assert np.mean(points) == pytest.approx(-54.0, abs=10.0)


def test_benjamini_hochberg_by_hand() -> None:
    # The example of the paper of 1995: 15 p-values, of which the first four are rejected at 0.05.
    chances = np.array(
        [
            0.0001,
            0.0004,
            0.0019,
            0.0095,
            0.0201,
            0.0278,
            0.0298,
            0.0344,
            0.0459,
            0.3240,
            0.4262,
            0.5719,
            0.6528,
            0.7590,
            1.0000,
        ]
    )

    assert benjamini_hochberg(chances, 0.05).tolist() == [True] * 4 + [False] * 11
    assert benjamini_hochberg(np.zeros(0), 0.05).size == 0


@pytest.mark.parametrize("seed", range(5))
def test_sixty_points_in_a_club_of_fifty_are_found_within_twelve_lists(seed: int) -> None:
    drawn = pool(100 + seed, injected=60.0)

    found = []
    for month in range(12):
        games = until(drawn, month)
        alerts = [one for one in residuals(games, by_club(games, drawn.club)) if one["alert"]]
        found += [month for one in alerts if (one["label"], one["verdict"]) == ("club 0", "below")]

    assert found


def test_clean_histories_raise_few_alerts() -> None:
    alerts = 0
    for seed in range(20):
        drawn = pool(1000 + seed)
        alerts += sum(one["alert"] for one in residuals(drawn.games, by_club(drawn.games, drawn.club)))

    assert alerts <= 1


# --- ties


def apart(seed: int, *, bridge: int) -> tuple[Games, np.ndarray]:
    """Draw four clubs, of which two and two hardly meet: `bridge` games of 2000."""
    chance = np.random.default_rng(seed)
    club = np.arange(160) // 40
    side = chance.integers(2, size=2000)
    one, other = (80 * side + chance.integers(80, size=2000) for _ in range(2))
    other[:bridge] = (other[:bridge] + 80) % 160
    other = np.where(one == other, (other + 1) % 80 + 80 * (other // 80), other)
    nothing = np.zeros(2000)
    ones = np.ones(2000, np.bool_)
    return Games(one, other, np.ones(2000, np.int64), nothing, nothing + 0.5, nothing, nothing, ones), club


def test_weakest_cut_is_between_the_parts_that_hardly_meet() -> None:
    games, club = apart(1, bridge=20)
    by = Grouping("club", club[games.first], club[games.other], ["A", "B", "C", "D"], True)

    (found,) = ties(games, [by])

    cut = found["cut"]
    assert cut["labels"] in (["A", "B"], ["C", "D"])
    across = club[games.first] // 2 != club[games.other] // 2
    assert cut["games"] == across.sum()
    assert cut["share"] < 0.02
    assert found["share"] == pytest.approx((club[games.first] != club[games.other]).mean())


def test_one_group_has_no_ties() -> None:
    games, club = apart(2, bridge=5)
    alone = np.zeros(club.size, np.int64)

    assert ties(games, [Grouping("federation", alone[games.first], alone[games.other], ["FR"], True)]) == []


# --- circles


def test_circle_of_three_is_found_with_what_it_gained() -> None:
    # Three who meet each other twenty times, and sixty who meet everybody.
    chance = np.random.default_rng(7)
    first = np.concatenate([np.tile([0, 1, 2], 20), 3 + chance.integers(60, size=900)])
    other = np.concatenate([np.tile([1, 2, 0], 20), 3 + chance.integers(60, size=900)])
    other = np.where(first == other, (other - 2) % 60 + 3, other)
    size = first.size
    rise = np.where(first < 3, np.arange(size) / 2.0, 0.0)
    nothing = np.zeros(size)
    games = Games(
        first, other, np.ones(size, np.int64), nothing, nothing + 0.5, nothing, nothing, nothing == 0
    )

    (found,) = circles(games, np.stack([rise, rise]))

    assert found["players"] == [0, 1, 2]
    assert (found["games"], found["share"]) == (120, 1.0)
    assert found["gain"] == pytest.approx(sum(found["gains"]))
    assert found["gain"] > 80.0


def test_pool_in_which_everybody_meets_everybody_has_no_circle() -> None:
    drawn = pool(8, months=6)

    assert circles(drawn.games, np.stack([drawn.games.middle, drawn.games.middle])) == []
