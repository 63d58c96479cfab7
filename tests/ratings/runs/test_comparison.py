import numpy as np
import pytest

from ratings.cadence.shared.comparison import (
    GONE,
    MOVED,
    NEW,
    Rows,
    Standings,
    alarms,
    buckets,
    differ,
    movers,
    standings,
    totals,
)
from ratings.cadence.shared.list_columns import places
from ratings.charts.histogram import histogram

NAN = float("nan")


def rows(*lines: tuple[int, int, float], tournament: int = 1, passes: int = 1) -> Rows:
    """Make rows of the ledger from (sequence, player, after)."""
    sequence, player, after = (
        (np.array(column) for column in zip(*lines, strict=True)) if lines else [np.zeros(0)] * 3
    )
    whole, real = np.zeros(len(lines), np.int64), np.zeros(len(lines))
    small = np.zeros(len(lines), np.int32)
    return Rows(
        sequence=sequence.astype(np.int64),
        player=player.astype(np.int64),
        tournament=whole + tournament,
        manual=whole,
        before=real + NAN,
        start=real,
        after=after.astype(float),
        games=small + np.int32(1),
        total_games=small + np.int32(1),
        highest=real + NAN,
        passes=small + np.int32(passes),
        edition=small,
    )


def test_rows_are_new_moved_or_gone_by_event_and_player_and_equal_ones_are_silent() -> None:
    standing = rows((1, 10, 100.0), (1, 11, 50.0), (2, 10, 110.0))
    proposed = rows((1, 10, 100.0), (2, 10, 111.0), (3, 10, 120.0))

    found = differ(standing, np.array([71, 72, 73]), proposed)

    lines = zip(
        found.kind.tolist(), found.change.tolist(), found.rows.sequence.tolist(), found.rows.player.tolist(),
        found.rows.after.tolist(), strict=True,
    )  # fmt: skip
    assert sorted(lines) == [(NEW, 0, 3, 10, 120.0), (MOVED, 73, 2, 10, 111.0), (GONE, 72, 1, 11, 50.0)]


@pytest.mark.parametrize(
    ("old", "new", "moved"), [(1.0, np.nextafter(1.0, 2.0), 1), (NAN, NAN, 0), (NAN, 1.0, 1)]
)
def test_the_last_bit_counts_and_no_rating_equals_no_rating(old: float, new: float, moved: int) -> None:
    found = differ(rows((1, 1, old)), np.array([7]), rows((1, 1, new)))

    assert found.kind.tolist() == [MOVED] * moved


def test_a_new_revision_of_the_same_numbers_is_a_move() -> None:
    found = differ(rows((1, 1, 5.0)), np.array([7]), rows((1, 1, 5.0), tournament=2))

    assert found.kind.tolist() == [MOVED]


@pytest.mark.parametrize("empty", ["standing", "proposed", "both"])
def test_nothing_on_one_side_is_all_new_or_all_gone(empty: str) -> None:
    full = rows((1, 1, 5.0))
    standing = rows() if empty != "proposed" else full
    proposed = rows() if empty != "standing" else full

    found = differ(standing, np.arange(standing.sequence.size) + 7, proposed)

    assert found.kind.tolist() == {"standing": [NEW], "proposed": [GONE], "both": []}[empty]


def test_standings_take_the_last_row_or_what_was_carried_in() -> None:
    standing, proposed = rows((1, 10, 100.0), (2, 10, 110.0), (1, 12, 7.0)), rows((1, 10, 90.0), (1, 11, 5.0))

    found = standings(standing, proposed, players=np.array([10, 11]), before=np.array([1.0, NAN]))

    assert found.player.tolist() == [10, 11, 12]
    np.testing.assert_array_equal(found.old, [110.0, NAN, 7.0])
    np.testing.assert_array_equal(found.new, [90.0, 5.0, NAN])


def result(*moves: tuple[float, float]) -> Standings:
    old, new = (np.array(column) for column in zip(*moves, strict=True))
    return Standings(np.arange(1, len(moves) + 1), old, new)


def test_moves_are_counted_by_tens_of_points_and_the_farthest_named_first() -> None:
    moved = result((0.0, 9.9), (0.0, 10.0), (0.0, -0.1), (5.0, 5.0), (NAN, 3.0))

    assert buckets(moved) == [[-10, 1], [0, 1], [10, 1]]
    assert movers(moved) == [[2, 0.0, 10.0], [1, 0.0, 9.9], [3, 0.0, -0.1]]


def test_totals_count_who_enters_and_who_leaves() -> None:
    moved = result((NAN, 3.0), (4.0, NAN), (1.0, 2.5), (1.0, 1.0))
    difference = differ(rows(), np.zeros(0, np.int64), rows((1, 1, 3.0), (1, 3, 2.5)))

    found = totals(difference, moved)

    assert found == {
        "new": 2, "moved": 0, "gone": 0, "players": 2,
        "standings": 1, "entering": 1, "leaving": 1, "sum": 1.5,
    }  # fmt: skip


def test_alarms_name_what_lies_beyond_the_bounds() -> None:
    moved = result((0.0, 500.0), (4.0, NAN), *[(0.0, 1.0)] * 100)
    difference = differ(rows(), np.zeros(0, np.int64), rows((1, 1, 3.0), tournament=9, passes=100))

    found = alarms(difference, moved, whole=False)

    assert [(alarm.code, alarm.found, alarm.subjects) for alarm in found[:3]] == [
        ("large-move", 500.0, (1,)),
        ("leaving", 1, (2,)),
        ("restless", 1, (9,)),
    ]
    assert [alarm.code for alarm in found[3:]] == ["many-moved"]
    assert [alarm.code for alarm in alarms(difference, moved, whole=True)] == [
        "large-move", "leaving", "restless",
    ]  # fmt: skip


def test_alarm_of_a_large_move_says_the_move_as_it_is_shown() -> None:
    moved = result((100.4, -382.2), (0.4, 400.6))  # 100 to -382, and 0 to 401: by more than is moved exactly
    difference = differ(rows(), np.zeros(0, np.int64), rows((1, 1, 3.0)))

    found = [one for one in alarms(difference, moved, whole=False) if one.code == "large-move"]

    assert [(alarm.found, alarm.subjects) for alarm in found] == [(482.0, (1, 2))]


def test_ties_share_a_rank_and_the_inactive_have_none_among_the_active() -> None:
    found = places(
        np.array([5, 9, 9, 7]),
        [("d", 1), ("b", 2), ("a", 3), ("c", 4)],
        active=np.array([True, True, False, True]),
    )

    assert found.position.tolist() == [4, 2, 1, 3]
    assert found.rank.tolist() == [4, 1, 1, 3]
    assert found.active_position.tolist() == [3, 1, 0, 2]
    assert found.active_rank.tolist() == [3, 1, 0, 2]


def test_histogram_gathers_far_moves_at_its_ends_and_is_none_for_nothing() -> None:
    drawn = histogram([[-5000, 1], [-2990, 2], [0, 6], [10, 3]])

    assert drawn is not None
    assert [(bar.low, bar.players) for bar in drawn.bars] == [(-300, 3), (0, 6), (10, 3)]
    assert drawn.bars[1].height == 2 * drawn.bars[0].height
    assert histogram([]) is None


@pytest.mark.parametrize(
    ("most", "counts"), [(1, [1]), (2, [1, 2]), (9, [2, 4, 6, 8]), (19, [5, 10, 15]), (1234, [500, 1000])]
)
def test_histogram_counts_at_round_numbers(most: int, counts: list[int]) -> None:
    drawn = histogram([[0, most], [10, 1]])

    assert drawn is not None
    assert [line.players for line in drawn.lines] == counts
    assert [round(drawn.base - line.y) for line in drawn.lines] == [
        round(drawn.bars[0].height * count / most) for count in counts
    ]
