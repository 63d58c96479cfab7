"""The ladder against its worked examples and every numeric statement about it (2.1 to 2.4)."""

from dataclasses import replace

import numpy as np
import pytest

from ratings.engines.ladder import engine
from ratings.engines.stream_contract import (
    AGAINST_PROVISIONAL,
    BOTH_PROVISIONAL,
    ESTABLISHED,
    PROVISIONAL,
    StreamChanges,
)
from tests.engines.stream_building import (
    DAY,
    NAN,
    START,
    Table,
    bughouse,
    decided,
    duel,
    ladder_rules,
    ladder_standing,
    placed,
    stream,
)

NEW = (NAN, 0)
SETTLED = (1500.0, 20)


def play(*tables: Table, people: tuple[tuple[float, int], ...], **parameters: object) -> StreamChanges:
    """The changes of a stream."""
    rules = ladder_rules(**parameters)
    return engine.replay(stream(*tables), ladder_standing(*people), rules)[0]


@pytest.mark.parametrize(
    ("own", "other", "score", "after"),
    [  # 2.4
        ((1500, 0), (1500, 0), 0.5, 1500),
        ((1500, 0), (1500, 100), 1, 1700),
        ((1550, 5), (1620, 12), 1, 1572.5),
        ((1620, 12), (1550, 5), 0, 1609.6154),
        ((1550, 19), (1620, 40), 1, 1563.5),
        ((1620, 40), (1550, 19), 0, 1601.7783),
        ((1400, 50), (1800, 50), 1, 1429.0909),
        ((1800, 50), (1400, 50), 1, 1802.9091),
        # 2.3: the first game of all
        (NEW, NEW, 1, 1600),
        (NEW, NEW, 0, 1400),
        (NEW, SETTLED, 1, 1700),
        # equals: 16; 400 apart: 29 at stake, at most 32
        (SETTLED, SETTLED, 1, 1516),
        (SETTLED, (1500, 0), 0, 1500),
        (SETTLED, (1500, 10), 0, 1492),
        (SETTLED, (1500, 19), 0, 1484.8),
        ((-9000, 20), (9000, 20), 1, -8968),
        # steps shrink: +5 between provisional equals at n = 19, +10 against an established one
        ((1500, 19), (1500, 19), 1, 1505),
        ((1500, 19), SETTLED, 1, 1510),
        # draws: s1 is 0, s2 a half
        ((1500, 10), (1600, 10), 0.5, 1504.5455),
        ((1500, 30), (1600, 30), 0.5, 1504.4821),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_worked_duel_is_reproduced_on_either_seat(
    own: tuple[float, int], other: tuple[float, int], score: float, after: float, seat: int
) -> None:
    people = (own, other) if seat == 0 else (other, own)

    changes = play(duel(0, 1, score if seat == 0 else 1.0 - score), people=people)

    assert changes.after[seat] == pytest.approx(after, abs=5.1e-5)


def test_gang_of_four_is_reproduced() -> None:
    changes = play(placed(0, 1, 2, 3), people=((1500, 0), (1700, 200), (1600, 10), (1400, 60)))

    assert changes.after.tolist() == pytest.approx([1716.6667, 1703.5301, 1592.4242, 1397.1082], abs=5.1e-5)


def test_four_new_players_are_reproduced() -> None:
    changes = play(placed(0, 1, 2, 3), people=(NEW,) * 4)

    assert changes.after.tolist() == pytest.approx([1600, 1533.3333, 1466.6667, 1400], abs=5.1e-5)


@pytest.mark.parametrize(
    "moves", [(4, -4), (8, 0, -8), (12, 4, -4, -12), (16, 8, 0, -8, -16)], ids=lambda moves: f"{len(moves)}"
)
def test_ticket_to_ride_is_reproduced(moves: tuple[int, ...]) -> None:
    count = len(moves)
    changes = play(placed(*range(count), points=8.0 * (count - 1)), people=(SETTLED,) * count)

    assert (changes.after - 1500).tolist() == pytest.approx(list(moves), abs=1e-9)


@pytest.mark.parametrize(("count", "most"), [(2, 8), (3, 16), (4, 24), (5, 32)])
def test_ticket_to_ride_moves_nobody_by_more_than_its_points(count: int, most: float) -> None:
    weak, strong = (-9000.0, 20), (9000.0, 20)
    others = count - 1

    for people, seat, moved in (
        ([weak, *[strong] * others], 0, most),
        ([*[weak] * others, strong], -1, -most),
    ):
        changes = play(placed(*range(count), points=most), people=tuple(people))
        moves = changes.after - changes.before
        assert moves[seat] == pytest.approx(moved)
        assert np.abs(moves).max() == pytest.approx(most)


@pytest.mark.parametrize(("score", "moves"), [(1.0, [7.6881, -7.6881]), (0.0, [-24.3119, 24.3119])])
def test_established_players_200_apart_move_little_by_the_expected_result_and_much_by_the_other(
    score: float, moves: list[float]
) -> None:
    changes = play(duel(0, 1, score), people=((1700, 30), (1500, 30)))

    assert (changes.after - changes.before).tolist() == pytest.approx(moves, abs=5.1e-5)


def test_established_four_of_different_strength_are_reproduced() -> None:
    people = tuple((float(rating), 30) for rating in (1400, 1600, 1500, 1700))

    changes = play(placed(0, 1, 2, 3, points=24), people=people)

    assert changes.after.tolist() == pytest.approx([1417.9907, 1601.9220, 1498.0780, 1682.0093], abs=5.1e-5)


def test_second_of_four_equals_still_gains_a_little() -> None:
    changes = play(placed(0, 1, 2, 3), people=(SETTLED,) * 4)

    assert (changes.after - 1500).tolist() == pytest.approx([16, 5.3333, -5.3333, -16], abs=5.1e-5)


def test_who_ties_draws() -> None:
    changes = play(placed(0, 1, 2, 3, places=(1, 2, 2, 3)), people=(SETTLED,) * 4)

    assert (changes.after - 1500).tolist() == pytest.approx([16, 0, 0, -16], abs=1e-9)


def test_places_of_two_are_a_duel() -> None:
    people = ((1550.0, 5), (1620.0, 40))

    assert play(placed(1, 0), people=people).after.tolist() == play(duel(1, 0), people=people).after.tolist()


def test_last_provisional_game_is_the_twentieth() -> None:
    changes = play(duel(0, 1), duel(0, 1), people=((1500, 19), (1500, 20)))

    assert (changes.after[0], changes.games.tolist()) == (1510, [20, 21, 21, 22])
    lead = changes.after[0] - changes.before[3]
    assert changes.after[2] - 1510 == pytest.approx(32 * (1 - 1 / (1 + 10 ** (-lead / 400))))


def test_game_of_several_counts_as_one() -> None:
    changes, after = engine.replay(
        stream(placed(0, 1, 2)), ladder_standing(NEW, NEW, NEW, NEW), ladder_rules()
    )

    assert (changes.games.tolist(), after.games.tolist()) == ([1, 1, 1], [1, 1, 1, 0])
    assert (after.moment.tolist(), np.isnan(after.rating[3])) == ([START, START, START, -1], True)


def test_ladder_knows_no_deviation() -> None:
    changes = play(duel(0, 1), people=(NEW, NEW))

    assert np.isnan([*changes.aged, *changes.deviation]).all()
    assert np.isnan(engine.aged(np.array([NAN]), np.array([START]), START, ladder_rules())).all()


@pytest.mark.parametrize(
    ("own", "other", "rule", "k", "computed", "step"),
    [
        ((1500, 3), (1500, 4), BOTH_PROVISIONAL, NAN, NAN, 100),
        ((1500, 3), (1500, 40), PROVISIONAL, NAN, NAN, 200),
        ((1500, 30), (1500, 5), AGAINST_PROVISIONAL, 8, 32, NAN),
        ((1500, 30), (1500, 40), ESTABLISHED, 32, 32, NAN),
    ],
)
def test_explanation_names_its_formula(
    own: tuple[float, int], other: tuple[float, int], rule: str, k: float, computed: float, step: float
) -> None:
    side = engine.explain(stream(duel(0, 1)), ladder_standing(own, other), ladder_rules(), 0)[0]

    assert (side.rule, side.games, side.opponent_games, side.score) == (rule, own[1], other[1], 1.0)
    assert (side.k, side.computed_k, side.step) == pytest.approx((k, computed, step), nan_ok=True)
    assert side.expected == pytest.approx(0.5 if own[1] >= 20 else NAN, nan_ok=True)


def test_explanation_has_a_row_for_every_duel_and_adds_up() -> None:
    facts, standing = (
        stream(placed(3, 1, 0, 2)),
        ladder_standing((1500, 0), (1700, 200), (1600, 10), (1400, 60)),
    )

    rows = engine.explain(facts, standing, ladder_rules(), 0)
    changes = engine.replay(facts, standing, ladder_rules())[0]

    assert [(row.seat, row.opponent) for row in rows] == [
        (one, two) for one in range(4) for two in range(4) if one != two
    ]
    for seat in range(4):
        mean = sum(row.change for row in rows if row.seat == seat) / 3
        assert changes.before[seat] + mean == pytest.approx(changes.after[seat], abs=1e-9)


def test_expectations_of_both_sides_add_up_to_one() -> None:
    rows = engine.explain(stream(duel(0, 1)), ladder_standing((1400, 50), (1800, 50)), ladder_rules(), 0)

    assert [row.expected for row in rows] == pytest.approx([1 / 11, 10 / 11])
    assert rows[0].change == -rows[1].change


def test_normal_law_is_an_option() -> None:
    # 2.3: 29.48 at stake where 400 lie between, against 29.09.
    changes = play(duel(0, 1), people=((1400, 50), (1800, 50)), curve="normal")

    assert changes.after.tolist() == pytest.approx([1429.48, 1770.52], abs=5.1e-3)


@pytest.mark.parametrize(("scaled", "after"), [(False, [1600, 1400]), (True, [1525, 1475])])
def test_steps_may_follow_the_points_at_stake(*, scaled: bool, after: list[float]) -> None:
    assert play(duel(0, 1, points=8), people=(NEW, NEW), scale_steps=scaled).after.tolist() == after


def test_established_step_follows_the_points_too() -> None:
    changes = play(duel(0, 1, points=8), people=(NEW, SETTLED), scale_steps=True)

    assert changes.after.tolist() == [1550, 1500]


def test_decision_of_the_office_holds_from_its_moment() -> None:
    later = START + DAY
    tables = decided(0, 1900, games=25), duel(0, 1, at=later)

    changes, after = engine.replay(stream(*tables), ladder_standing(NEW, (1900, 20)), ladder_rules())

    assert (changes.before[0], changes.after.tolist()) == (1500, [1900, 1916, 1884])
    assert (after.games.tolist(), after.moment.tolist()) == ([26, 21], [later, later])


def test_decision_without_level_keeps_the_rating_and_explains_nothing() -> None:
    facts, standing = stream(decided(0, NAN, games=40)), ladder_standing((1555.5, 3))

    changes = engine.replay(facts, standing, ladder_rules())[0]

    assert (changes.after[0], changes.games[0]) == (1555.5, 40)
    assert engine.explain(facts, standing, ladder_rules(), 0) == []


def test_game_the_rules_do_not_know_is_refused() -> None:
    alone = replace(placed(0), places=(1,))
    for table, words in ((bughouse(), "game 0 of 4 seats .teams."), (alone, "game 0 of 1 seats .places.")):
        with pytest.raises(ValueError, match=words):
            play(table, people=(NEW,) * 4)


@pytest.mark.parametrize("curve", ["logistic", "normal"])
@pytest.mark.parametrize("lead", [0.0, 33.3, 417.0, 1234.5])
def test_changes_of_a_duel_are_opposite_to_the_bit_on_either_seat(curve: str, lead: float) -> None:
    rules, standing = ladder_rules(curve=curve), ladder_standing((1500 + lead, 30), (1500, 30))
    for score in (1.0, 0.5, 0.0):
        one, two = engine.explain(stream(duel(0, 1, score)), standing, rules, 0)
        turned = engine.explain(stream(duel(1, 0, 1.0 - score)), standing, rules, 0)

        assert one.change == -two.change
        assert [side.change for side in turned] == [two.change, one.change]
