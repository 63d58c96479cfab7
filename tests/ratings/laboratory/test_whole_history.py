"""Whole-History Rating: the vector of the known ports, a dense reference, and what must hold of any pool."""

import math

import numpy as np
import pytest

from ratings.laboratory.figures import pool_ties
from ratings.laboratory.figures.whole_history import PER_ELO, Games, Pool

Row = tuple[int, int, float, int]
FIVE: list[Row] = [(0, 1, 1.0, 1), (0, 1, 0.0, 2), (0, 1, 0.0, 3), (0, 1, 0.0, 4), (0, 1, 0.0, 4)]


def games(rows: list[Row], advantage: list[float] | None = None) -> Games:
    first, other, score, day = zip(*rows, strict=True)
    given = np.zeros(len(rows)) if advantage is None else np.array(advantage)
    sides = (np.array(first, np.int64), np.array(other, np.int64))
    return Games(*sides, np.array(score, np.float64), np.array(day, np.int64), given)


def invented(seed: int = 5, *, players: int = 12, count: int = 150) -> Games:
    chance = np.random.default_rng(seed)
    first = chance.integers(players, size=count)
    other = (first + chance.integers(1, players, size=count)) % players
    score = np.array(chance.choice([0.0, 0.5, 1.0], size=count, p=[0.35, 0.2, 0.45]), np.float64)
    day = np.sort(chance.integers(0, 60, size=count)) * 9
    advantage = np.array(chance.choice([0.0, 0.8, -0.8], size=count), np.float64)
    return Games(first, other, score, day, advantage)


def dense(found: Games, players: int, drift: float) -> tuple[dict[tuple[int, int], int], np.ndarray]:
    """Maximise the same posterior by Newton's method on the full matrix; return nodes and ratings in Elo."""
    sides = [*zip(found.first.tolist(), found.day.tolist(), strict=True)]
    others = [*zip(found.other.tolist(), found.day.tolist(), strict=True)]
    place = {key: at for at, key in enumerate(sorted({*sides, *others}))}
    one, two = (np.array([place[key] for key in keys]) for keys in (sides, others))
    size, rating = len(place), np.zeros(len(place))
    for _ in range(15):
        slope, bend = np.zeros(size), np.zeros((size, size))
        win = 1.0 / (1.0 + np.exp(rating[two] - rating[one] - found.advantage))
        np.add.at(slope, one, found.score - win)
        np.add.at(slope, two, win - found.score)
        weight = win * (1.0 - win)
        for rows, columns, sign in ((one, one, 1), (two, two, 1), (one, two, -1), (two, one, -1)):
            np.add.at(bend, (rows, columns), sign * weight)
        for player in range(players):
            nodes = [at for (who, _day), at in place.items() if who == player]
            days = [day for who, day in place if who == player]
            if not nodes:
                continue
            level = 1.0 / (1.0 + math.exp(-rating[nodes[0]]))
            slope[nodes[0]] += 1.0 - 2.0 * level
            bend[nodes[0], nodes[0]] += 2.0 * level * (1.0 - level)
            for at in range(len(nodes) - 1):
                tie = 1.0 / (drift * PER_ELO**2 * (days[at + 1] - days[at]))
                low, high = nodes[at], nodes[at + 1]
                pull = tie * (rating[high] - rating[low])
                slope[low] += pull
                slope[high] -= pull
                bend[[low, high], [low, high]] += tie
                bend[[low, high], [high, low]] -= tie
        rating += np.linalg.solve(bend, slope)
    return place, rating / PER_ELO


def test_five_games_are_those_of_the_known_ports() -> None:
    # The ports print day, Elo and 100 times the natural variance, rounded; they damp the matrix by 0.001.
    pool = Pool(games(FIVE), 2, drift=300.0)
    pool.fit(precision=1e-6)

    printed = []
    for player in (0, 1):
        days, elo, deviation = pool.course(player, damping=0.001)
        square = 100.0 * (deviation * PER_ELO) ** 2
        printed.append([*zip(days.tolist(), np.rint(elo).tolist(), np.rint(square).tolist(), strict=True)])

    assert printed[0] == [(1, -92, 71), (2, -94, 71), (3, -95, 71), (4, -96, 72)]
    assert printed[1] == [(1, 92, 71), (2, 94, 71), (3, 95, 71), (4, 96, 72)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ratings_are_those_of_newton_on_the_whole_matrix(seed: int) -> None:
    found = invented(seed)
    pool = Pool(found, 12, drift=40.0)
    pool.fit(precision=1e-7)
    place, reference = dense(found, 12, 40.0)

    for player in range(12):
        days, elo, _deviation = pool.course(player)
        wanted = [reference[place[player, day]] for day in days.tolist()]
        assert elo.tolist() == pytest.approx(wanted, abs=1e-5)


def test_fit_says_how_far_it_is_from_the_most_likely_ratings() -> None:
    found = invented(7, players=40, count=900)
    rough = Pool(found, 40).fit(precision=0.1)
    fine = Pool(found, 40).fit(precision=1e-7)

    assert rough.converged
    assert np.abs(rough.rating - fine.rating).max() < 0.1


@pytest.mark.parametrize("seed", [2, 3, 8])
def test_halves_of_a_pool_that_hardly_met_are_within_the_precision_too(seed: int) -> None:
    half, count, met = 200, 20_000, 6
    chance = np.random.default_rng(seed)
    strength = chance.normal(0, 300, 2 * half)
    first = chance.integers(0, 2 * half, count)
    other = first // half * half + chance.integers(0, half, count)
    first, other = first[first != other], other[first != other]
    other[:met] = (first[:met] + half) % (2 * half)
    win = 1.0 / (1.0 + 10 ** ((strength[other] - strength[first]) / 400))
    score = (chance.random(first.size) < win).astype(np.float64)
    day = np.sort(chance.integers(0, 1000, first.size))
    found = Games(first, other, score, day, np.zeros(first.size))

    rough = Pool(found, 2 * half).fit(precision=0.1)
    fine = Pool(found, 2 * half).fit(precision=1e-6)

    assert rough.converged
    assert np.abs(rough.rating - fine.rating).max() < 0.05


def test_variance_is_the_diagonal_of_the_inverse() -> None:
    # Two players: with the other's days taken as known, the matrix of the first alone is inverted.
    pool = Pool(games(FIVE), 2, drift=300.0)
    pool.fit(precision=1e-7)
    days, elo, deviation = pool.course(0)
    _days, others, _deviation = pool.course(1)
    win = 1.0 / (1.0 + np.exp((others - elo) * PER_ELO))
    tie = 1.0 / (300.0 * PER_ELO**2)
    bend = np.diag(win * (1.0 - win) * [1, 1, 1, 2])
    level = 1.0 / (1.0 + math.exp(-elo[0] * PER_ELO))
    bend[0, 0] += 2.0 * level * (1.0 - level)
    for at in range(3):
        bend[[at, at + 1], [at, at + 1]] += tie
        bend[[at, at + 1], [at + 1, at]] -= tie

    wanted = np.sqrt(np.diag(np.linalg.inv(bend))) / PER_ELO

    assert days.size == 4
    assert deviation.tolist() == pytest.approx(wanted.tolist(), rel=1e-9)


def test_sides_may_change_places() -> None:
    found = invented(4)
    mirrored = Games(found.other, found.first, 1.0 - found.score, found.day, -found.advantage)

    one, two = (Pool(each, 12).fit(precision=1e-7) for each in (found, mirrored))

    assert one.rating.tolist() == pytest.approx(two.rating.tolist(), abs=1e-5)


def test_draws_leave_both_where_the_prior_is() -> None:
    fit = Pool(games([(0, 1, 0.5, 3), (0, 1, 0.5, 8)]), 2).fit()

    assert fit.rating.tolist() == [0.0, 0.0]


def test_player_without_games_has_no_rating() -> None:
    fit = Pool(games(FIVE), 3).fit()

    assert math.isnan(fit.rating[2])
    assert fit.last.tolist() == [4, 4, -1]


def test_handicap_that_explains_the_wins_leaves_both_equal() -> None:
    # Three of four won with odds of three to one: the two are equally strong.
    rows: list[Row] = [(0, 1, 1.0, 1), (0, 1, 1.0, 1), (0, 1, 1.0, 1), (0, 1, 0.0, 1)]

    fit = Pool(games(rows, [math.log(3.0)] * 4), 2).fit(precision=1e-7)

    assert fit.rating.tolist() == pytest.approx([0.0, 0.0], abs=1e-5)


def test_games_after_a_day_do_not_count_before_it() -> None:
    found = invented(9)
    early = found.day < 200
    cut = Games(*(getattr(found, name)[early] for name in ("first", "other", "score", "day", "advantage")))
    pool = Pool(found, 12)

    pool.fit(before=100)
    whole, alone = pool.fit(before=200, precision=1e-7), Pool(cut, 12).fit(before=200, precision=1e-7)

    assert whole.rating.tolist() == pytest.approx(alone.rating.tolist(), abs=1e-5)
    assert whole.deviation.tolist() == pytest.approx(alone.deviation.tolist(), abs=1e-5)
    later, fresh = (each.fit(precision=1e-7) for each in (pool, Pool(found, 12)))
    assert later.rating.tolist() == pytest.approx(fresh.rating.tolist(), abs=1e-5)


def test_uncertainty_grows_while_a_player_does_not_play() -> None:
    pool = Pool(games(FIVE), 2, drift=14.0)
    now, later = (pool.fit(before=day, precision=1e-7) for day in (5, 5 + 365))

    assert (later.deviation**2 - now.deviation**2).tolist() == pytest.approx([14.0 * 365] * 2)


def test_lopsided_games_still_converge() -> None:
    # The case that known ports give up on: equal results in even games and then with a large handicap.
    rows: list[Row] = [(0, 1, score, day) for day in (1, 180) for score in [1.0, 0.0] * 10]
    given = [0.0] * 20 + [600 * PER_ELO] * 20

    assert Pool(games(rows, given), 2, drift=300.0).fit().converged


def test_parts_of_the_pool_are_found() -> None:
    found = pool_ties.numbered(np.array([5, 1, 4]), np.array([4, 2, 2]), 7)

    assert found.tolist() == [0, 1, 1, 2, 1, 1, 3]
