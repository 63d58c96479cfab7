"""The FFG engine against the worked examples of the ladder rules (2.1-2.5)."""

from functools import partial

import numpy as np
import pytest

from ratings.engines.contract import ADJUST, BASE, FIRST, SET, GameDetail
from ratings.engines.ffg import engine
from ratings.rulebook.editions import edition_named, pack_all, with_parameters
from tests import declared
from tests.engines.building import NAN, Event, facts_of, standing_of

LAST = declared.FFG[-1]
RULES = pack_all([LAST])


def one_game(
    white: float, black: float, score: int, handicap: int = 0, size: int = 19
) -> tuple[float, float]:
    """The two changes of a single game between known players."""
    facts = facts_of(Event([0, 1], [(1, 0, 1, score, handicap, size)]))
    details = engine.explain(facts, standing_of([white, black]), RULES, 0)
    return round(details[0].change, 3), round(details[1].change, 3)


@pytest.mark.parametrize(
    ("white", "black", "handicap", "white_wins", "black_wins"),
    [
        (-1350, -1450, 0, (41.271, -34.699), (-43.729, 55.301)),  # 2.1
        (150, -250, 0, (2.917, -4.512), (-18.083, 30.488)),  # 2.2, table points
        (137, -212, 0, (3.493, -5.132), (-17.897, 28.348)),  # 2.2, K between table points
        (50, -450, 4, (4.605, -7.993), (-5.877, 17.807)),  # 2.3
        (-250, -350, 1, (14.767, -14.699), (-15.060, 20.401)),  # 2.3, sen
        (-1450, -2150, 6, (16.521, -41.635), (-7.792, 74.365)),  # 2.4
        (-2100, -2400, 3, (63.717, -46.317), (-25.619, 69.683)),  # 2.4, both exempt
    ],
)
def test_one_game_of_the_rules_gives_the_printed_changes(
    white: float,
    black: float,
    handicap: int,
    white_wins: tuple[float, float],
    black_wins: tuple[float, float],
) -> None:
    assert one_game(white, black, 2, handicap) == white_wins
    assert one_game(white, black, 0, handicap) == black_wins


def test_draw_is_half_a_point_for_both() -> None:
    # 2.1: 85 (0.5 - 0.56445 + 0.05) and 90 (0.5 - 0.43555 + 0.05).
    assert one_game(-1350, -1450, 1) == (-1.229, 10.301)


def sides_of(
    white: float,
    black: float,
    score: int,
    *,
    handicap: int,
    size: int,
    weight: float,
    counts_all: bool = True,
) -> list[float | None]:
    """White's and Black's change in a single game between known players; None: it does not count for him."""
    facts = facts_of(Event([0, 1], [(1, 0, 1, score, handicap, size)], weight=weight))
    rules = pack_all([with_parameters(LAST, {"exempt_counts_all": counts_all, "passes_most": 1})])
    by_entry = {
        side.entry: round(side.change, 3)
        for side in engine.explain(facts, standing_of([white, black]), rules, 0)
    }
    changes, _ = engine.replay(facts, standing_of([white, black]), rules)
    assert [one > 0 for one in changes.games] == [entry in by_entry for entry in (0, 1)]
    return [by_entry.get(entry) for entry in (0, 1)]


# Levels, handicap, board, weight of the event; changes of one pass when White wins and loses. Each by hand:
# -1450 to -2150, 10 stones: fictive -1200, D 250, a 385.714, P(White) 0.34344, epsilon 0.10, K 90 and 116.
# -2100 to -2900, 10 stones: fictive -1950, D 150, a 478.571, P(White) 0.42229, epsilon 0.10, K 116 both.
# -1450 to -2150, even: D 700, a 485.714, P(White) 0.80864, epsilon 0.10, K 90 and 116.
# -2100 to -2400 with 3 stones: as in 2.4.
BELOW = [
    (-1450, -2150, 10, 19, 1.0, [None, -70.365], [None, 45.635]),
    (-2100, -2900, 10, 19, 1.0, [72.816, -61.216], [None, 54.784]),
    (-1450, -2150, 0, 19, 0.0, [None, -16.398], [None, 99.602]),
    (-2100, -2400, 3, 19, 0.0, [63.717, -46.317], [None, 69.683]),
    (-2100, -2900, 10, 9, 1.0, [72.816, -61.216], [-43.184, 54.784]),
    (-1450, -2150, 10, 9, 1.0, [None, -70.365], [None, 45.635]),
    (-2100, -2900, 10, 13, 0.0, [72.816, -61.216], [-43.184, 54.784]),
]


@pytest.mark.parametrize(("white", "black", "handicap", "size", "weight", "wins", "loses"), BELOW)
def test_below_minus_2000_counts_what_counts_for_nobody_else(
    white: float,
    black: float,
    handicap: int,
    size: int,
    weight: float,
    wins: list[float | None],
    loses: list[float | None],
) -> None:
    changes = partial(sides_of, white, black, handicap=handicap, size=size, weight=weight)

    assert changes(score=2) == wins
    assert changes(score=0) == loses
    assert changes(score=2, counts_all=False) == [None, None]


@pytest.mark.parametrize("level", [-2000.0, -1999.0, 100.0])
@pytest.mark.parametrize(("handicap", "size", "weight"), [(10, 19, 1.0), (0, 19, 0.0), (0, 9, 0.0)])
def test_from_minus_2000_on_it_does_not_count(level: float, handicap: int, size: int, weight: float) -> None:
    assert sides_of(level, level, 2, handicap=handicap, size=size, weight=weight) == [None, None]


def test_other_boards_count_for_nobody() -> None:
    assert sides_of(-2500, -2500, 2, handicap=0, size=7, weight=1.0) == [None, None]
    assert sides_of(-2500, -2500, 2, handicap=12, size=5, weight=0.0) == [None, None]


def test_edition_2013_does_not_except_them() -> None:
    rules = pack_all([edition_named(declared.FFG, "2013") or LAST])
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2, 10, 19)]))

    changes, _ = engine.replay(facts, standing_of([-2500, -2500]), rules)

    assert changes.games.tolist() == [0, 0]


def test_who_is_rated_in_a_fast_event_is_known_before_its_first_round() -> None:
    # 0 begins below -2000 and rises above it; 1 begins above and falls below it; 2 is a newcomer of 25 kyu.
    games = [(1, 0, 1, 2), (2, 0, 1, 2), (3, 0, 1, 2), (4, 2, 1, 2)]
    facts = facts_of(Event([0, 1, 2], games, values=[NAN, NAN, -2450.0], weight=0.0))
    start = standing_of([-2001, -1999, NAN])
    rules = pack_all([with_parameters(LAST, {"passes_most": 1})])

    changes, after = engine.replay(facts, start, rules)
    details = engine.explain(facts, start, rules, 0)

    assert changes.games.tolist() == [3, 0, 1]
    assert after.games.tolist() == [4, 1, 1]
    assert np.isnan(changes.after[1]) or changes.after[1] == -1999.0
    assert after.rating[1] == -1999.0
    assert [side.before > -2000 for side in details if side.entry == 0] == [False, True, True]
    assert {side.weight for side in details} == {1.0}
    assert abs(after.rating[0] - (-2001 + sum(side.change for side in details if side.entry == 0))) < 1e-9


def test_opponent_in_such_a_game_is_met_on_his_own_level_and_keeps_it() -> None:
    fast = Event([0, 1], [(1, 0, 1, 2)], weight=0.0)
    facts = facts_of(fast)

    details = engine.explain(facts, standing_of([-2100, -300]), RULES, 0)
    _, after = engine.replay(facts, standing_of([-2100, -300]), RULES)

    assert [(side.entry, side.opponent_before) for side in details] == [(0, -300.0)]
    assert after.rating[1] == -300.0


def test_guard_rail_does_not_look_at_games_that_do_not_count_for_the_player() -> None:
    # 0 wins everything against equals; a lost game of 11 stones against 25 kyu counts for Black alone.
    equals = [(number, 0, number, 2) for number in (1, 2, 3, 4)]
    rules = pack_all([with_parameters(LAST, {"guard_rail": True})])
    levels = standing_of([-1000, -1000, -1000, -1000, -1000, -2450])

    for score in (0, 2):
        with_it, _ = engine.replay(
            facts_of(Event(range(6), [*equals, (5, 0, 5, score, 11, 19)])), levels, rules
        )
        without, _ = engine.replay(facts_of(Event(range(6), equals)), levels, rules)
        assert with_it.start[0] == without.start[0]
        assert with_it.after[0] == without.after[0]


def test_divisor_six_gives_the_changes_observed() -> None:
    rules = pack_all([with_parameters(LAST, {"divisor": 6})])
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)]))

    details = engine.explain(facts, standing_of([-1350, -1450]), rules, 0)

    assert [round(side.change, 3) for side in details] == [42.047, -35.520]


# The page of 6 October 2022, each limit and just below it.
@pytest.mark.parametrize(
    ("stronger", "epsilon"),
    [
        (850, 0),
        (400, 0),
        (399.99, 0.01),
        (0, 0.01),
        (-0.01, 0.05),
        (-1000, 0.05),
        (-1000.01, 0.10),
        (-2000, 0.10),
        (-2000.01, 0.15),
        (-2650, 0.15),
    ],
)
def test_epsilon_is_the_printed_one_of_the_stronger_level(stronger: float, epsilon: float) -> None:
    facts, weaker = facts_of(Event([0, 1], [(1, 0, 1, 2)])), stronger - 300

    for levels in ([stronger, weaker], [weaker, stronger]):
        sides = engine.explain(facts, standing_of(levels), RULES, 0)
        assert [side.epsilon for side in sides] == [epsilon, epsilon]


# The page of 6 October 2022: K of every level printed, 650, 550, ... -1950, and flat outside.
PRINTED_K = """
10 11 13 15 18 21 24 27 31 35 39 43 47 51 55 60 65 70 75 80 85 90 95 100 105 110 116
"""


def test_k_of_every_printed_level_is_the_printed_one_and_lies_between_them_elsewhere() -> None:
    printed = [float(k) for k in PRINTED_K.split()]
    levels = [*range(650, -2050, -100), 850, 600, -1900, -2950]
    count = len(levels)
    facts = facts_of(*[Event([row, row + count], [(1, 0, 1, 1)]) for row in range(count)])

    k = [engine.explain(facts, standing_of(levels * 2), RULES, row)[0].k for row in range(count)]

    assert k == pytest.approx([*printed, 10, 10.5, 113, 116])


# 2.5: A, B known, C enters as 20k, D known; first named White; six rounds.
SMALL = Event(
    [0, 1, 2, 3],
    [
        (1, 0, 1, 0), (1, 2, 3, 0), (2, 0, 2, 0), (2, 1, 3, 0), (3, 0, 3, 2), (3, 1, 2, 0),
        (4, 1, 0, 0), (4, 3, 2, 0), (5, 2, 0, 2), (5, 3, 1, 0), (6, 3, 0, 0), (6, 2, 1, 2),
    ],
    values=[NAN, NAN, -1950.0, NAN],
)  # fmt: skip
SMALL_START = standing_of([-1720, -1815, NAN, -1990])
C_PER_PASS = """
 1 -1950.000 -1683.487 |  2 -1723.487 -1539.811 |  3 -1577.223 -1441.848
 4 -1477.588 -1371.539 |  5 -1406.140 -1319.139 |  6 -1352.923 -1278.983
 7 -1312.159 -1247.559 |  8 -1280.269 -1222.570 |  9 -1254.916 -1202.448
10 -1234.504 -1186.085 | 11 -1217.908 -1172.673 | 12 -1204.306 -1161.610
13 -1193.087 -1152.436 | 14 -1183.786 -1144.798 | 15 -1176.041 -1138.414
16 -1169.569 -1133.065 | 17 -1164.146 -1128.571 | 18 -1159.589 -1124.787
19 -1155.754 -1121.597 | 20 -1152.520 -1118.903 | 21 -1149.789 -1116.626
22 -1147.481 -1114.699 | 23 -1145.527 -1113.066 | 24 -1143.872 -1111.682
25 -1142.469 -1110.509 | 26 -1141.280 -1109.513 | 27 -1140.270 -1108.667
28 -1139.413 -1107.949 | 29 -1138.685 -1107.339 | 30 -1138.067 -1106.821
31 -1137.541 -1106.380 | 32 -1137.095 -1106.006 | 33 -1136.715 -1105.687
34 -1136.392 -1105.416 | 35 -1136.118 -1105.186 | 36 -1135.884 -1104.990
37 -1135.686 -1104.823 | 38 -1135.517 -1104.682 | 39 -1135.373 -1104.561
40 -1135.251 -1104.459 | 41 -1135.147 -1104.371
"""


def test_small_tournament_with_an_unknown_player_takes_the_printed_passes() -> None:
    printed = [
        tuple(map(float, cell.split())) for cell in C_PER_PASS.replace("\n", "|").split("|") if cell.strip()
    ]

    reached = []
    for passes in range(1, 42):
        rules = pack_all([with_parameters(LAST, {"passes_most": passes})])
        changes, _ = engine.replay(facts_of(SMALL), SMALL_START, rules)
        reached.append((int(changes.event_passes[0]), round(changes.start[2], 3), round(changes.after[2], 3)))

    assert reached == printed


def test_small_tournament_stops_by_itself_at_the_printed_levels() -> None:
    changes, standing = engine.replay(facts_of(SMALL), SMALL_START, RULES)

    assert changes.event_passes.tolist() == [41]
    assert standing.rating.round(3).tolist() == [-1652.797, -1816.284, -1104.371, -1961.386]
    assert changes.start.round(3).tolist() == [-1720.0, -1815.0, -1135.147, -1990.0]
    assert np.isnan(changes.before[2])
    assert standing.games.tolist() == [7, 7, 6, 7]


def test_small_tournament_with_divisor_six_stops_at_the_printed_levels() -> None:
    rules = pack_all([with_parameters(LAST, {"divisor": 6})])

    changes, standing = engine.replay(facts_of(SMALL), SMALL_START, rules)

    assert changes.event_passes.tolist() == [48]
    assert standing.rating.round(3).tolist() == [-1649.287, -1817.330, -1006.855, -1966.033]
    assert round(changes.start[2], 3) == -1036.514


def test_last_pass_of_the_small_tournament_gives_the_printed_variations() -> None:
    details = engine.explain(facts_of(SMALL), SMALL_START, RULES, 0)

    by_entry = [[round(side.change, 3) for side in details if side.entry == entry] for entry in range(4)]
    assert by_entry == [
        [-52.167, -16.792, 57.290, 52.029, -16.867, 43.710],
        [65.386, -55.061, -15.224, -43.384, 60.243, -13.244],
        [-60.428, 19.957, 18.407, 16.598, 19.840, 16.401],
        [105.997, 69.967, -47.141, -13.308, -49.462, -37.439],
    ]


def test_changes_of_an_entry_add_up_to_what_the_event_did() -> None:
    changes, _ = engine.replay(facts_of(SMALL), SMALL_START, RULES)
    details = engine.explain(facts_of(SMALL), SMALL_START, RULES, 0)

    sums = [sum(side.change for side in details if side.entry == entry) for entry in range(4)]

    assert np.abs(changes.after - changes.start - sums).max() < 1e-9


def test_explained_game_recomputes_from_its_own_numbers() -> None:
    for side in engine.explain(facts_of(SMALL), SMALL_START, RULES, 0):
        again = side.k * (side.score - side.expected + side.epsilon / 2) * side.weight
        assert abs(again - side.change) < 1e-9


@pytest.mark.parametrize(
    ("level", "known", "unknown"),
    [
        (700, 20, 10),
        (675, 20, 10),
        (0, 35.428571, 17.714286),  # 6200/175 and 6200/350
        (-650, 50.285714, 25.142857),  # 8800/175
        (-1950, 80, 40),
        (-1951, 80, 40),
        (-2500, 80, 40),
    ],
)
def test_threshold_of_a_level_is_the_printed_one_and_half_for_the_unknown(
    level: float, known: float, unknown: float
) -> None:
    # 40 games against equals, won from below and lost from above; the second pass shows the excess.
    score = 0 if level > 0 else 2
    facts = facts_of(Event(range(41), [(number, 0, number, score) for number in range(1, 41)]))
    once, twice = (pack_all([with_parameters(LAST, {"passes_most": passes})]) for passes in (1, 2))

    for games, threshold in ((1, known), (0, unknown)):
        standing = standing_of([level] * 41, games=[games, *[1] * 40])
        moved = abs(engine.replay(facts, standing, once)[0].after[0] - level)
        corrected = abs(engine.replay(facts, standing, twice)[0].start[0] - level)
        assert moved - corrected == pytest.approx(threshold, abs=1e-6)


def entered(level: float, wins: int, *, known: bool = False, **parameters: float) -> list[float]:
    """Levels after five games of player 0 against five known players of 5 kyu, of which he won the first."""
    games = [(number, 0, number, 2 if number <= wins else 0) for number in range(1, 6)]
    values = [NAN if known else level, *[NAN] * 5]
    start = standing_of([level if known else NAN, *[-450.0] * 5])
    rules = pack_all([with_parameters(LAST, parameters)])
    after = engine.replay(facts_of(Event(range(6), games, values=values)), start, rules)[1].rating
    return [round(float(level), 1) for level in after]


@pytest.mark.parametrize("entered_as", [-950.0, -1450.0, -1950.0])
def test_level_of_a_newcomer_depends_on_the_results_and_not_on_the_grade_entered(entered_as: float) -> None:
    assert entered(entered_as, 2)[0] == -656.3


def test_opponents_are_not_punished_for_the_level_somebody_entered_with() -> None:
    # One of 7 kyu who has become 4 kyu wins four of five: the 5 kyu lose 17, not 28.
    with_it, without = (entered(-650.0, 4, known=True, passes_most=passes) for passes in (100, 1))

    assert with_it == [-336.9, -467.4, -466.6, -465.9, -465.2, -421.6]
    assert without == [-539.0, -478.0, -476.9, -475.7, -474.5, -430.4]


def test_edition_2013_never_adjusts() -> None:
    rules = pack_all([edition_named(declared.FFG, "2013") or LAST])

    changes, _ = engine.replay(facts_of(SMALL), SMALL_START, rules)

    assert changes.event_passes.tolist() == [1]
    assert changes.start.tolist() == [-1720.0, -1815.0, -1950.0, -1990.0]


@pytest.mark.parametrize(("size", "weight"), [(19, 1.0), (13, 0.2), (9, 0.1)])
def test_board_size_weighs_the_game(size: int, weight: float) -> None:
    full, small = one_game(150, 120, 2), one_game(150, 120, 2, 0, size)

    assert small == pytest.approx([weight * full[0], weight * full[1]], abs=1e-3)


def test_white_losing_on_a_small_board_keeps_the_plain_coefficient() -> None:
    details = engine.explain(facts_of(Event([0, 1], [(1, 0, 1, 0, 3, 9)])), standing_of([150, -50]), RULES, 0)

    assert [side.weight for side in details] == pytest.approx([0.07, 0.07])


@pytest.mark.parametrize("game", [(1, 0, 1, 2, 0, 7), (1, 0, 1, 2, 10, 19), (1, 0, 1, 3, 0, 19)])
def test_game_that_does_not_count_leaves_no_trace(game: tuple[int, int, int, int, int, int]) -> None:
    facts = facts_of(Event([0, 1], [game], values=[50, 50]))

    changes, standing = engine.replay(facts, standing_of([150, NAN]), RULES)

    assert standing.rating.tolist() == pytest.approx([150, NAN], nan_ok=True)
    assert changes.games.tolist() == [0, 0]
    assert standing.games.tolist() == [1, 0]


def test_opponent_without_level_or_grade_makes_the_game_unrated_for_both() -> None:
    facts = facts_of(Event([0, 1, 2], [(1, 0, 1, 2), (2, 0, 2, 2)]))

    changes, standing = engine.replay(facts, standing_of([150, NAN, 150]), RULES)

    assert changes.games.tolist() == [1, 0, 1]
    assert np.isnan(standing.rating[1])


def test_event_without_weight_leaves_no_trace() -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)], weight=0.0))

    assert engine.replay(facts, standing_of([150, 150]), RULES)[1].rating.tolist() == [150, 150]


def test_seed_from_the_other_ladder_comes_before_the_grade() -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)], values=[50, NAN], seeds=[72.5, NAN], weight=0.25))

    changes, _ = engine.replay(facts, standing_of([NAN, 150]), RULES)

    assert changes.start.tolist() == [72.5, 150.0]


def test_levels_stay_between_floor_and_ceiling() -> None:
    facts = facts_of(Event([0, 1], [(1, 0, 1, 2)]), Event([2, 3], [(1, 0, 1, 0)]))

    after = engine.replay(facts, standing_of([849.9, 840, -2949, -2900]), RULES)[1].rating

    assert (after[0], after[2]) == (850.0, -2950.0)


def test_manual_events_set_adjust_and_start_levels() -> None:
    facts = facts_of(
        Event([0, 1], kind=SET, values=[-350, 9999]),
        Event([0, 1, 2], kind=ADJUST, factor=0.9, offset=50),
        Event([0, 2], kind=FIRST, values=[77, 88]),
    )

    changes, standing = engine.replay(facts, standing_of([10, 20, NAN]), RULES)

    assert standing.rating.tolist() == [-265.0, 815.0, 88.0]
    assert changes.event_passes.tolist() == [0, 0, 0]
    assert standing.games.tolist() == [1, 1, 0]


def test_base_level_makes_a_known_player_and_an_initial_level_does_not() -> None:
    facts = facts_of(
        Event([0, 1], kind=BASE, values=[-350, 400]),
        Event([2], kind=FIRST, values=[-350]),
    )

    changes, standing = engine.replay(facts, standing_of([NAN, 20, NAN]), RULES)

    assert standing.rating.tolist() == [-350.0, 20.0, -350.0]
    assert standing.games.tolist() == [1, 1, 0]
    assert changes.total_games.tolist() == [1, 1, 0]


def test_explanation_of_a_later_event_names_rows_of_the_whole_history() -> None:
    facts = facts_of(SMALL, Event([1, 0], [(1, 0, 1, 1)]))
    changes, _ = engine.replay(facts, SMALL_START, RULES)

    details: list[GameDetail] = engine.explain(facts, SMALL_START, RULES, 1)

    assert [(side.game, side.entry, side.opponent) for side in details] == [(12, 4, 5), (12, 5, 4)]
    assert [side.before for side in details] == changes.start[4:].tolist()


def test_explanation_of_a_manual_event_is_empty() -> None:
    facts = facts_of(Event([0], kind=SET, values=[-350]))

    assert engine.explain(facts, standing_of([10]), RULES, 0) == []


def test_guard_rail_never_lifts_a_start_above_the_best_opponent_beaten() -> None:
    rules = pack_all([with_parameters(LAST, {"guard_rail": True})])

    changes, _ = engine.replay(facts_of(SMALL), SMALL_START, rules)

    # C is unknown and beat A, who starts at -1720: at most 100 above.
    assert changes.start[2] == -1620.0


@pytest.mark.parametrize("is_white", [True, False])
def test_guard_rail_never_drops_a_start_below_the_weakest_opponent_lost_to(is_white: bool) -> None:
    rules = pack_all([with_parameters(LAST, {"guard_rail": True})])
    games = [(number, 0, number, 0) if is_white else (number, number, 0, 2) for number in range(1, 6)]
    facts = facts_of(Event([0, 1, 2, 3, 4, 5], games))

    changes, _ = engine.replay(facts, standing_of([-1250, -1240, -1240, -1300, -1240, -1240]), rules)

    assert changes.start[0] == -1300.0
