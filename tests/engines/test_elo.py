"""The generic Elo by hand: each table in a small case, and what is refused before anything is computed."""

import hashlib
import math
from dataclasses import replace
from pathlib import Path

import pytest

from ratings.engines import contract, table
from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import (
    Bonus,
    EloEdition,
    Expectation,
    First,
    Floor,
    KRow,
    Scale,
    WeightRow,
    packed,
)
from ratings.engines.elo import engine
from tests.engines.elo_jobs import Job, Maker, facts_of, standing_of
from tests.engines.elo_oracle import Entry, Player, Tournament
from tests.engines.test_portability import fresh

ANYBODY = Entry(0)
UNROUNDED = Scale(when=tables.LIST)
PLAIN = EloEdition(k=(KRow(20.0),), scale=UNROUNDED)
DIGEST = """
import hashlib
from tests.engines.test_elo import digest
print(digest())
"""
# of the jobs of `digest`, on every machine
BITS = "8f613dda8f8d2ab426b569c86377ffc72a37676da303b517895a53c07146ff15"


def event(*games: tuple[int, int, int], players: int = 2, like: Entry = ANYBODY) -> Tournament:
    """An event of players 0, 1, ...; games are pairs with the first one's half points."""
    entries = [replace(like, player=player) for player in range(players)]
    return Tournament(entries, [(*game, 19) for game in games])


def after(edition: EloEdition, *people: Player, events: tuple[Tournament, ...] = ()) -> list[float]:
    """Ratings after one span of these events, by default a win of the first over the second."""
    span = (0, events or (event((0, 1, 2)),))
    standing = engine.replay(facts_of([span]), standing_of(people), packed([edition]))[1]
    return list(map(float, standing.rating))


def digest() -> str:
    """The hash of what the engine makes of some jobs."""
    made = hashlib.sha256()
    for seed in range(60):
        job: Job = Maker(seed).job()
        changes, standing = engine.replay(facts_of(job.spans), standing_of(job.people), packed(job.editions))
        for column in (changes.start, changes.after, changes.expected, changes.bonus, standing.rating):
            made.update(column.tobytes())
    return made.hexdigest()


def test_same_bits_on_every_machine_and_in_plain_python() -> None:
    assert digest() == BITS
    assert fresh(DIGEST, NUMBA_DISABLE_JIT="1") == BITS


def test_win_over_an_equal_is_worth_half_of_k() -> None:
    assert after(PLAIN, Player(1500.0), Player(1500.0)) == [1510.0, 1490.0]


@pytest.mark.parametrize(
    ("law", "expected"),
    [
        (Expectation(), 1 / 11),
        (Expectation(divisor=800.0), 1 / (1 + 10**0.5)),
        (Expectation(tables.NORMAL), 0.5 * math.erfc(1.0)),
        (Expectation(tables.TABLE, bands=((3.0, 0.5), (399.0, 0.9), (400.0, 0.92))), 0.08),
        (Expectation(tables.TABLE, bands=((3.0, 0.5), (399.0, 0.9)), beyond=0.95), 0.05),
        (Expectation(cap=200.0), 1 / (1 + 10**0.5)),
        (Expectation(cap=200.0, exempt_from=1400.0), 1 / 11),
    ],
    ids=["logistic", "divisor", "normal", "table", "beyond", "cap", "exempt"],
)
def test_expectation_follows_its_law(law: Expectation, expected: float) -> None:
    rating = after(replace(PLAIN, expected=law), Player(1500.0), Player(1900.0))[0]

    assert rating == pytest.approx(1500 + 20 * (1 - expected), abs=1e-9)


def test_exemption_from_the_cap_is_for_one_side_alone() -> None:
    law = Expectation(cap=100.0, exempt_from=2650.0)
    ratings = after(replace(PLAIN, expected=law), Player(2700.0), Player(1900.0))

    assert ratings[0] - 2700 == pytest.approx(20 / (1 + 10**2))
    assert ratings[1] - 1900 == pytest.approx(-20 / (1 + 10**0.25))


def test_cap_once_is_for_the_widest_difference_of_an_event() -> None:
    law = Expectation(cap=400.0, cap_once=True)
    games = event((0, 1, 2), (0, 2, 2), players=3)
    people = Player(2400.0), Player(1900.0), Player(1800.0)

    rating = after(replace(PLAIN, expected=law), *people, events=(games,))[0]

    assert rating - 2400 == pytest.approx(20 / (1 + 10**1.25) + 20 / 11)


@pytest.mark.parametrize(
    ("player", "like", "k"),
    [
        (Player(1500.0, 50), Entry(0, 15.0), 40),
        (Player(2350.0, 50), Entry(0, 15.0), 20),
        (Player(1500.0, 29), Entry(0), 30),
        (Player(1500.0, 30), Entry(0), 20),
        (Player(2300.0, 50, 2401.0), Entry(0), 10),
        (Player(1500.0, 50), Entry(0, level=3), 50),
    ],
    ids=["young", "young and strong", "few games", "usual", "once strong", "level"],
)
def test_first_row_of_k_that_fits_decides(player: Player, like: Entry, k: float) -> None:
    rows = (
        KRow(50.0, level=3),
        KRow(10.0, reached=2400.0),
        KRow(40.0, age_below=18.0, rating_below=2300.0),
        KRow(30.0, games_below=30),
        KRow(20.0),
    )
    rating = player.rating or 0.0

    new = after(replace(PLAIN, k=rows), player, Player(rating), events=(event((0, 1, 2), like=like),))[0]

    assert new == pytest.approx(rating + k / 2)


def test_k_of_a_class_of_events_and_the_limit_of_k_times_games() -> None:
    rows = (KRow(30.0, event_class=1), KRow(20.0))
    games = ((0, 1, 2), (1, 0, 0), (0, 1, 2))
    important = replace(event(*games), event_class=1)
    people = Player(1500.0), Player(1500.0)

    assert after(replace(PLAIN, k=rows), *people, events=(important,))[0] == 1545
    assert (
        after(replace(PLAIN, k=rows, k_games_most=70.0), *people, events=(important,))[0] == 1500 + 1.5 * 23
    )


def test_weights_multiply_and_a_weight_of_nothing_is_no_game() -> None:
    rows = (WeightRow(0.5, online=True), WeightRow(1.0, size=19))
    people = Player(1500.0), Player(1500.0)
    edition = replace(PLAIN, weights=rows)
    small = Tournament([Entry(0), Entry(1)], [(0, 1, 2, 9)])

    assert after(edition, *people)[0] == 1510
    assert after(edition, *people, events=(replace(event((0, 1, 2)), online=True),))[0] == 1505
    standing = engine.replay(facts_of([(0, [small])]), standing_of(people), packed([edition]))[1]
    assert (standing.rating.tolist(), standing.games.tolist()) == ([1500, 1500], [0, 0])


@pytest.mark.parametrize(
    ("bonus", "points"),
    [
        (Bonus(tables.BONUS_ABOVE_THRESHOLD, 10.0, 2.0, 2, rows=((0.0, 1.0),)), 18),
        (Bonus(tables.BONUS_ABOVE_THRESHOLD, 10.0, 2.0, 2, rows=((30.0, 9.0), (20.0, 0.5))), 9),
        (Bonus(tables.BONUS_ABOVE_THRESHOLD, 10.0, 2.0, 4, rows=((0.0, 1.0),)), 0),
        (Bonus(tables.BONUS_ABOVE_THRESHOLD, 0.0, 0.0, 1, most=5.0, rows=((0.0, 1.0),)), 5),
        (Bonus(tables.BONUS_ABOVE_THRESHOLD, 0.0, 0.0, 1, below=1533.0, rows=((0.0, 1.0),)), 3),
        (Bonus(tables.BONUS_OF_PERFORMANCE, 300.0, 0.0, 1, rows=((0.0, 0.25),)), 25),
        (Bonus(tables.BONUS_OF_PERFORMANCE, 0.0, 0.0, 1, to_performance=True, rows=((0.0, 1.0),)), 370),
    ],
    ids=["threshold", "factor by K", "few games", "most", "below", "performance", "to performance"],
)
def test_bonus_is_for_a_result_well_above_expectation(bonus: Bonus, points: float) -> None:
    games = event((0, 1, 2), (0, 1, 2), (0, 1, 2))
    edition = replace(PLAIN, bonus=bonus, scale=Scale())
    # three wins over an equal are a change of 30 and a performance of 1900
    changes = engine.replay(
        facts_of([(0, [games])]), standing_of([Player(1500.0), Player(1500.0)]), packed([edition])
    )[0]

    assert changes.bonus.tolist() == [points, 0]


def starting(first: First) -> EloEdition:
    """An edition with a rule for newcomers."""
    return EloEdition(k=(KRow(20.0),), first=first)


def test_newcomer_starts_from_a_constant_a_grade_or_an_age() -> None:
    people, ages = (Player(), Player(1500.0)), ((12.0, 900.0), (math.inf, 1500.0))
    grades = ((0.0, 1100.0), (1.0, 1500.0))

    assert after(starting(First(tables.CONSTANT, rating=1500.0)), *people)[0] == 1510
    assert (
        after(
            starting(First(tables.BY_GRADE, starts=grades)),
            *people,
            events=(event((0, 1, 2), like=Entry(0, grade=1)),),
        )[0]
        == 1510
    )
    assert (
        after(
            starting(First(tables.BY_AGE, starts=ages)),
            *people,
            events=(event((0, 1, 2), like=Entry(0, 30.0)),),
        )[0]
        == 1510
    )
    unknown = after(
        starting(First(tables.BY_GRADE, starts=grades)),
        *people,
        events=(event((0, 1, 2), like=Entry(0, grade=2)),),
    )
    assert unknown[1] == 1500
    assert math.isnan(unknown[0])


def test_results_of_a_newcomer_are_pooled_until_they_are_enough() -> None:
    edition = starting(First(tables.PERFORMANCE, games_needed=4, points_needed=1.0))
    twice = event((0, 1, 2), (0, 1, 1))
    rules, facts = packed([edition]), facts_of([(0, [twice])])
    standing = standing_of([Player(), Player(1600.0)])

    changes, between = engine.replay(facts, standing, rules)
    final = engine.replay(facts, between, rules)[1]

    assert math.isnan(changes.after[0])
    assert (between.pool_games[0], between.pool_half_points[0], between.pool_opponents[0]) == (2, 3, 3200)
    assert final.rating.tolist() == [1800, 1600]
    assert (final.games.tolist(), final.pool_games.tolist()) == ([4, 0], [0, 0])


def test_newcomers_are_estimated_from_each_other() -> None:
    edition = starting(First(tables.ITERATED, rating=1500.0, passes=50, settled=1e-6))
    games = event((0, 2, 1), (0, 1, 2), (1, 2, 0), players=3)

    ratings = after(edition, Player(), Player(), Player(1600.0), events=(games,))

    # a = 1600/2 + b/2 + 200, b = 1600/2 + a/2 - 400
    assert ratings[:2] == [1600, 1200]


@pytest.mark.parametrize(
    ("floor", "rating"),
    [
        (Floor(1495.0), 1495),
        (Floor(1495.0, lose_below=True), math.nan),
        (Floor(below_peak=100.0), 1492),
    ],
    ids=["floor", "lost", "peak"],
)
def test_floor_holds_or_loses_a_rating(floor: Floor, rating: float) -> None:
    loser = after(replace(PLAIN, floor=floor), Player(1500.0), Player(1500.0, 9, 1592.0))[1]

    assert loser == pytest.approx(rating, nan_ok=True)


@pytest.mark.parametrize(
    ("scale", "points"),
    [
        (Scale(), (1502, 1498)),  # 1501.5 and 1498.5, halves away from zero
        (Scale(rounding=tables.HALF_EVEN), (1502, 1498)),
        (Scale(rounding=tables.DOWN), (1501, 1498)),
        (Scale(of_change=True), (1502, 1498)),
        (Scale(decimals=1), (1501.5, 1498.5)),
        (Scale(when=tables.GAME), (1502, 1498)),
    ],
    ids=["away", "even", "down", "change", "decimals", "game"],
)
def test_rounding_is_that_of_the_scale(scale: Scale, points: tuple[float, float]) -> None:
    edition = replace(PLAIN, k=(KRow(3.0),), scale=scale)
    expected = list(points)
    if scale == Scale():
        expected[1] = 1499

    assert after(edition, Player(1500.0), Player(1500.0)) == expected


def test_events_of_a_period_are_rated_from_the_list_before_it() -> None:
    win, loss = event((0, 1, 2)), event((0, 1, 0))
    people = Player(1500.0), Player(1500.0)
    by_period = EloEdition(k=(KRow(15.0),), by_period=True)

    assert after(by_period, *people, events=(win, loss)) == [1500, 1500]
    each = engine.replay(
        facts_of([(0, [win]), (0, [loss])]),
        standing_of(people),
        packed([replace(by_period, by_period=False)]),
    )[1]
    assert each.rating.tolist() == [1500, 1501]
    rounded = replace(by_period, scale=Scale(when=tables.LIST))
    assert after(rounded, *people, events=(win, win)) == [1515, 1485]
    assert after(by_period, *people, events=(win, win)) == [1516, 1484]


def test_replay_leaves_the_standing_given_as_it_is() -> None:
    standing = standing_of([Player(1500.0), Player(1500.0)])

    engine.replay(facts_of([(0, [event((0, 1, 2))])]), standing, packed([PLAIN]))

    assert standing.rating.tolist() == [1500, 1500]


def test_no_engine_has_files_that_begin_with_another_s_name() -> None:
    folder = Path(contract.__file__).parent
    known = {**table.MODULES, **table.PERIOD_MODULES, **table.STREAM_MODULES}
    names = {"elo", "online_elo", *(module.rpartition(".")[2] for module in known.values())}

    owners = {
        file.stem: [name for name in names if file.stem.startswith(name)] for file in folder.glob("*.py")
    }
    assert {stem for stem, found in owners.items() if len(found) > 1} == set()
