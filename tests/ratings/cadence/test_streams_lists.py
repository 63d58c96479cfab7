"""Lists of a stream: two tables, frozen by the day (UTC), due when something was rated, checked."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from federation.register.merging import Choice, merge
from ratings.cadence.by_game import lists
from ratings.cadence.by_game.moments import moment_of
from ratings.cadence.by_game.stale import mark
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.lists import publication
from ratings.lists.publication import NotReadyError
from ratings.models import CurrentRating, ListEntry, ManualEvent, PublishedList, RatingSystem
from tests.ratings.streams import DAY, HOUR, MINUTE, NOON, Told, World, world
from tournaments.models import Handle

pytestmark = pytest.mark.django_db
FIRST = date(2023, 11, 15)  # the day of NOON


def steady(made: World, *places: int, deviation: float = 60.0, games: int = 100) -> None:
    """Make players established, a month before the games of these tests."""
    for place in places:
        ManualEvent.objects.create(
            system=made.system, kind="initial", player=made.players[place], date=date(2023, 10, 15),
            value=1500.0 + 100 * place, deviation=deviation, games=games,
        )  # fmt: skip
    mark(made.system, moment_of(date(2023, 10, 15)))


def publish(made: World, day: date = FIRST) -> PublishedList:
    rate_pending(made.system.key)
    return publication.publish(made.system, day, account=None)


def lines(published: PublishedList, *names: str) -> list[tuple[Any, ...]]:
    return list(ListEntry.objects.filter(list=published).order_by("position").values_list(*names))


def test_established_stand_before_provisional_and_ranks_count_inside_each_table() -> None:
    made = world()
    steady(made, 0, 1, 2)
    made.arrive(Told(NOON, (0, 1), 1), Told(NOON + HOUR, (3, 4)), Told(NOON + 2 * HOUR, (3, 5)))

    published = publish(made)

    keys = [player.pk for player in made.players]
    rows = lines(published, "player_id", "position", "rank", "active_position", "active_rank", "provisional",
                 "rating", "active")  # fmt: skip
    assert [row[:6] for row in rows] == [
        (keys[2], 1, 1, None, None, False),
        (keys[1], 2, 2, 1, 1, False),
        (keys[0], 3, 3, 2, 2, False),
        (keys[3], 4, 1, None, None, True),
        (keys[5], 5, 2, None, None, True),
        (keys[4], 6, 3, None, None, True),
    ]
    assert [row[6] for row in rows[:3]] == [1700, 1596, 1504]
    assert [row[7] for row in rows] == [False, True, True, True, True, True]
    assert (published.players, published.active_players, published.established) == (6, 2, 3)


def test_deviation_is_aged_to_the_end_of_the_day_in_utc() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))

    published = publish(made, FIRST + timedelta(days=2))

    (found,) = set(ListEntry.objects.filter(list=published).values_list("deviation", flat=True))
    now = CurrentRating.objects.filter(player=made.players[0]).get().deviation
    assert now is not None
    assert found is not None
    assert found == pytest.approx((now**2 + 0.034969 * 60 * (12 + 48)) ** 0.5, abs=1e-9)


def test_player_whose_deviation_grew_past_eighty_is_provisional_again() -> None:
    made = world()
    steady(made, 0, 1, deviation=79.0)
    made.arrive(Told(NOON - 25 * DAY, (0, 1), 1))

    soon, late = publish(made, date(2023, 10, 21)), publish(made, FIRST)

    assert [row[0] for row in lines(soon, "provisional")] == [False, False]
    assert [row[0] for row in lines(late, "provisional")] == [True, True]


def test_list_of_a_day_holds_the_games_that_ended_before_midnight_utc_and_no_other() -> None:
    made = world("ladder")
    midnight = moment_of(FIRST + timedelta(days=1))
    made.arrive(Told(midnight - 1, (0, 1)), Told(midnight, (0, 2)))

    published = publish(made)

    rows = lines(published, "player_id", "rating", "games", "last_played", "deviation")
    assert rows == [
        (made.players[0].pk, 1600, 1, FIRST, None),
        (made.players[1].pk, 1400, 1, FIRST, None),
    ]


def test_ratings_of_the_ladder_are_rounded_on_the_list_only() -> None:
    made = world("ladder")
    made.arrive(Told(NOON, (0, 1, 2, 3), None, places=(1, 2, 3, 4)))

    rows = lines(publish(made), "rating", "exact")

    assert [row[0] for row in rows] == [1600, 1533, 1467, 1400]
    assert rows[1][1] == pytest.approx(1533 + 1 / 3, abs=1e-9)


def test_second_list_says_what_moved_since_the_first() -> None:
    made = world()
    steady(made, 0, 1)
    made.arrive(Told(NOON, (0, 1), 1))
    publish(made)
    made.arrive(*(Told(NOON + DAY + number * HOUR, (0, 1)) for number in range(9)))

    second = publish(made, FIRST + timedelta(days=1))

    changes: dict[int, int] = dict(lines(second, "player_id", "change"))
    ranks: dict[int, int] = dict(lines(second, "player_id", "rank_change"))
    assert changes[made.players[0].pk] > 0 > changes[made.players[1].pk]
    assert ranks == {made.players[0].pk: 1, made.players[1].pk: -1}
    assert {name: second.report[name] for name in ("created", "changed", "unchanged", "gone")} == {
        "created": 0, "changed": 2, "unchanged": 0, "gone": 0,
    }  # fmt: skip


def test_day_that_is_not_over_has_no_list_and_waiting_games_hold_one_back() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))

    with pytest.raises(NotReadyError, match="has not been recalculated yet"):
        publication.publish(made.system, FIRST, account=None)
    with pytest.raises(NotReadyError, match="is not over"):
        publication.publish(made.system, datetime.now(UTC).date(), account=None)
    rate_pending("fics-blitz")
    made.arrive(Told(NOON + DAY, (0, 1)))  # of the day after: no reason to wait

    assert publication.publish(made.system, FIRST, account=None).players == 2


def test_list_verifies_from_the_games_alone() -> None:
    made = world()
    steady(made, 0, 1, 2)
    made.arrive(*(Told(NOON + number * 7 * MINUTE, (number % 5, 5), number % 3) for number in range(80)))
    published = publish(made)
    made.arrive(Told(NOON + 2 * DAY, (0, 1)))
    rate_pending("fics-blitz")

    found = publication.verify(published)

    assert (found.moved, found.differences) == (False, ())


def test_late_game_makes_a_list_differ_and_its_check_says_that_facts_moved() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    published = publish(made)
    made.arrive(Told(NOON - DAY, (0, 2)))
    rate_pending("fics-blitz")

    found = publication.verify(published)

    assert found.moved is True
    assert made.players[2].pk in {one.player for one in found.differences}
    assert lines(published, "rating") == [(1882,), (1558,)]


def test_touched_entry_is_named_though_no_fact_moved() -> None:
    made = world()
    made.arrive(Told(NOON, (0, 1)))
    published = publish(made)
    ListEntry.objects.filter(list=published, player=made.players[1]).update(exact=1559.0)

    found = publication.verify(published)

    assert found.moved is False
    assert [(one.player, one.listed, one.computed) for one in found.differences] == [
        (made.players[1].pk, 1559.0, 1558.0)
    ]


@pytest.mark.parametrize("move", ["withdrawn", "level", "rules", "merged", "later"])
def test_every_way_facts_move_is_noticed_and_later_ones_are_not(move: str) -> None:
    made = world()
    (game,) = made.arrive(Told(NOON, (0, 1)))
    published = publish(made)
    if move == "withdrawn":
        made.withdraw(game)
    elif move == "level":
        steady(made, 3)
    elif move == "merged":
        Handle.objects.create(server=made.server, player=made.players[1], name="x", key="x")
        merge(made.players[3], made.players[1], Choice(reason="one person"), account=None)
    elif move == "rules":
        RatingSystem.objects.filter(pk=made.system.pk).update(parameters={"k_minimum": 10.0})
    else:
        (later,) = made.arrive(Told(NOON + DAY, (0, 1)))
        rate_pending("fics-blitz")
        made.withdraw(later)
    rate_pending("fics-blitz")

    assert lists.has_moved(published, RatingSystem.objects.get(key="fics-blitz")) is (move != "later")
