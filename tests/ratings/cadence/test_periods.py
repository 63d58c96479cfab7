"""The FIDE month, database side: what counts for which list, replays from anywhere, floor, K, pools."""

from datetime import date

import numpy as np
import pytest

from federation.models import Player
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import load, rate
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.models import CurrentRating, ManualEvent, RatingChange
from ratings.rulebook.fide_periods import month_of
from tests.ratings.chess_months import based, masters, opened, rows, swiss, system, year
from tests.ratings.histories import Played, recalculate, stale
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
JANUARY, FEBRUARY, MARCH = date(2025, 1, 1), date(2025, 2, 1), date(2025, 3, 1)


def on(day: date, player: Player, key: str = "fide-standard") -> RatingChange:
    return RatingChange.objects.get(system__key=key, player=player, sequence=sequence(day), manual_event=None)


def test_year_replayed_month_by_month_equals_one_replay_from_the_beginning() -> None:
    rated, players = system(), masters(14)
    events = year(rated, players)
    later = [event for event in events if event.start > date(2025, 1, 31)]
    Tournament.objects.filter(pk__in=[event.pk for event in later]).update(stage="submitted")
    recalculate(stale(rated, date(2024, 12, 1)))
    for month in range(2, 13):
        mine = Tournament.objects.filter(start__year=2025, start__month=month)
        mine.update(stage="approved")
        recalculate(stale(rated, date(2025, month, 3)))
    stepwise = rows(rated)

    run = recalculate(stale(rated, date(2025, 1, 1)), whole=True)

    assert (run.totals["new"], run.totals["moved"], run.totals["gone"]) == (0, 0, 0)
    assert rows(rated) == stepwise
    assert len({place for place, _ in stepwise}) > 12


@pytest.mark.parametrize(
    "since", [date(2024, 12, 1), date(2025, 3, 1), date(2025, 7, 20), date(2025, 12, 31)]
)
def test_replay_from_any_list_proposes_nothing_where_nothing_changed(since: date) -> None:
    rated, players = system(), masters(14)
    year(rated, players)
    recalculate(stale(rated, date(2024, 12, 1)), whole=True)

    run = recalculate(stale(rated, since))

    assert (run.totals["new"], run.totals["moved"], run.totals["gone"]) == (0, 0, 0)


def test_change_is_added_up_over_a_period_and_rounded_once() -> None:
    rated, (ann, bob, cid, *_) = system(), masters(3)
    for player, rating in ((ann, 2000), (bob, 2000), (cid, 2000)):
        based(rated, player, rating, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2)], number=1)
    opened(date(2025, 1, 18), [ann, cid], [Played(1, 0, 1, 1)], number=2)

    recalculate(stale(rated, date(2024, 12, 1)))

    row = on(FEBRUARY, ann)
    assert (row.before, row.after, row.games, row.hundredths, row.k, row.peak) == (
        2000,
        2010,
        2,
        50,
        20,
        2010,
    )
    assert (row.tournament, row.total_games, row.edition) == (None, 102, "2024")
    current = CurrentRating.objects.get(system=rated, player=bob)
    assert (current.rating, current.games, current.events) == (1990, 101, 1)


def test_ratings_of_the_first_day_are_used_although_a_newer_list_is_out() -> None:
    rated, (ann, bob, cid) = system(), masters(3)
    for player in (ann, bob, cid):
        based(rated, player, 2000, k=20, games=100)
    opened(date(2025, 1, 4), [bob, cid], [Played(1, 0, 1, 2)], number=1)
    # Ends two days before February's list, so it counts for March with the ratings of January.
    opened(date(2025, 1, 25), [ann, bob], [Played(1, 0, 1, 2)], number=2, end=date(2025, 1, 30))

    recalculate(stale(rated, date(2024, 12, 1)))

    assert on(FEBRUARY, bob).after == 2010
    assert (on(MARCH, bob).before, on(MARCH, bob).after, on(MARCH, ann).after) == (2010, 2000, 2010)


@pytest.mark.parametrize(
    ("official", "reported", "lists"),
    [
        (False, None, [MARCH]),  # ends two days before the list: the next
        (True, None, [FEBRUARY]),  # an official event may end the day before
        (False, date(2025, 3, 10), [date(2025, 4, 1)]),
        (False, date(2025, 3, 31), [date(2025, 4, 1)]),  # the third after the end: February, March, April
        (False, date(2025, 4, 1), []),
    ],
)
def test_report_counts_for_the_list_it_is_in_time_for(
    official: bool, reported: date | None, lists: list[date]
) -> None:
    rated, (ann, bob) = system(), masters(2)
    for player in (ann, bob):
        based(rated, player, 2000, k=20, games=100)
    opened(date(2025, 1, 25), [ann, bob], [Played(1, 0, 1, 2)], number=1, end=date(2025, 1, 30),
           official=official, reported=reported)  # fmt: skip

    recalculate(stale(rated, date(2024, 12, 1)))

    found = RatingChange.objects.filter(system=rated, player=ann, manual_event=None)
    assert [row.sequence for row in found] == [sequence(day) for day in lists]


def test_long_event_counts_month_by_month_with_the_list_of_each_month() -> None:
    rated, (ann, bob) = system(), masters(2)
    for player in (ann, bob):
        based(rated, player, 2000, k=20, games=100)
    days = ["2025-01-10", "2025-02-10", "2025-03-10"]
    games = [Played(number, 0, 1, 2) for number in (1, 2, 3)]
    opened(date(2025, 1, 10), [ann, bob], games, number=1, end=date(2025, 3, 10), round_dates=days)

    recalculate(stale(rated, date(2024, 12, 1)))

    steps = RatingChange.objects.filter(player=ann, manual_event=None).order_by("sequence")
    assert [(row.before, row.after, row.games) for row in steps] == [
        (2000, 2010, 1), (2010, 2019, 1), (2019, 2028, 1),
    ]  # fmt: skip


def test_unrated_player_pools_results_over_months_until_there_are_five() -> None:
    rated, (ann, *rest) = system(), masters(6)
    for player, rating in zip(rest, (1902, 1877, 1884, 2012, 1832), strict=True):
        based(rated, player, rating, k=20, games=100)
    first = [Played(1, 0, 1, 2), Played(2, 0, 2, 2), Played(3, 0, 3, 0)]
    opened(date(2025, 1, 4), [ann, *rest[:3]], first, number=1)
    opened(date(2025, 3, 4), [ann, *rest[3:]], [Played(1, 0, 1, 2), Played(2, 0, 2, 0)], number=2)

    recalculate(stale(rated, date(2024, 12, 1)))
    waiting, last = on(FEBRUARY, ann), on(date(2025, 4, 1), ann)

    assert (waiting.after, waiting.pooled, waiting.pooled_opponents, waiting.pooled_points) == (
        None, 3, 566_300, 4,
    )  # fmt: skip
    assert (last.before, last.after, last.total_games, last.k, last.pooled) == (None, 1922, 5, 40, None)


def test_pool_is_read_back_when_only_the_last_month_is_replayed() -> None:
    rated, (ann, *rest) = system(), masters(6)
    for player in rest:
        based(rated, player, 1900, k=20, games=100)
    opened(date(2025, 1, 4), [ann, rest[0]], [Played(1, 0, 1, 0)], number=1)  # disregarded: no half point
    opened(date(2025, 2, 4), [ann, *rest[:4]], [Played(r, 0, r, 1) for r in (1, 2, 3, 4)], number=2)
    recalculate(stale(rated, date(2024, 12, 1)))
    opened(date(2025, 3, 4), [ann, rest[4]], [Played(1, 0, 1, 1)], number=3)

    recalculate(stale(rated, date(2025, 3, 4)))

    stepwise = rows(rated)
    recalculate(stale(rated, JANUARY), whole=True)
    assert rows(rated) == stepwise
    assert on(FEBRUARY, ann).pooled == 0
    assert on(date(2025, 4, 1), ann).after == 1871  # (5 * 1900 + 3600) / 7, half the points


def test_results_wait_for_twenty_six_lists() -> None:
    rated, (ann, *rest) = system(), masters(6)
    for player in rest:
        based(rated, player, 1900, k=20, games=100, on=date(2022, 1, 1))
    games = [Played(number, 0, number, 1) for number in (1, 2, 3, 4)]
    opened(date(2022, 2, 4), [ann, *rest[:4]], games, number=1)
    opened(date(2024, 4, 4), [ann, rest[4]], [Played(1, 0, 1, 1)], number=2)

    recalculate(stale(rated, date(2022, 1, 1)))

    assert on(date(2024, 5, 1), ann).after is None


def test_rating_below_the_floor_is_none_and_the_count_of_games_stays() -> None:
    rated, (ann, bob) = system(), masters(2)
    based(rated, ann, 1405, k=40, games=12)
    based(rated, bob, 1405, k=40, games=12)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 0)], number=1)

    recalculate(stale(rated, date(2024, 12, 1)))

    row = on(FEBRUARY, ann)
    assert (row.before, row.after, row.total_games, row.k) == (1405, None, 13, None)
    assert not CurrentRating.objects.filter(system=rated, player=ann).exists()


def test_list_of_march_2024_lifts_everybody_below_2000() -> None:
    rated, players = system(), masters(4)
    for player, rating in zip(players, (1000, 1500, 1700, 2000), strict=True):
        based(rated, player, rating, k=20, games=100, on=date(2024, 1, 1))

    recalculate(stale(rated, date(2024, 1, 1)))

    found = CurrentRating.objects.filter(system=rated).order_by("player")
    assert [row.rating for row in found] == [1400, 1700, 1820, 2000]


def test_lifted_list_is_the_same_when_replayed_from_the_month_before() -> None:
    rated, players = system(), masters(4)
    for player, rating in zip(players, (1000, 1500, 1700, 2000), strict=True):
        based(rated, player, rating, k=20, games=100, on=date(2023, 10, 1))
    recalculate(stale(rated, date(2023, 10, 1)))
    whole = rows(rated)

    recalculate(stale(rated, date(2024, 2, 14)))

    assert rows(rated) == whole


def test_k_falls_with_games_age_and_rating() -> None:
    rated, (new, junior, strong, other) = system(), masters(4)
    for player, born in ((new, 1990), (junior, 2010), (strong, 1990), (other, 1990)):
        type(player).objects.filter(pk=player.pk).update(birth_year=born)
    based(rated, new, 1800, k=40, games=29)
    based(rated, junior, 2295, k=40, games=200)
    based(rated, strong, 2395, k=20, games=200)
    based(rated, other, 2395, k=20, games=200)
    opened(date(2025, 1, 4), [strong, other], [Played(1, 0, 1, 2)], number=1)
    opened(date(2025, 1, 5), [junior, new], [Played(1, 0, 1, 2)], number=2)

    recalculate(stale(rated, date(2024, 12, 1)))

    assert [on(FEBRUARY, player).k for player in (new, junior, strong, other)] == [20, 40, 10, 20]
    assert on(FEBRUARY, junior).after == 2298


def test_corrected_base_is_what_the_next_list_is_computed_from() -> None:
    rated, (ann, bob, cid) = system(), masters(3)
    for player in (ann, bob, cid):
        based(rated, player, 2000, k=20, games=100)
    for player in (ann, cid):
        ManualEvent.objects.create(system=rated, kind="correction", player=player, date=JANUARY, value=2003)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 1)], number=1)

    recalculate(stale(rated, date(2024, 12, 1)))

    assert (on(FEBRUARY, ann).before, on(FEBRUARY, ann).start, on(FEBRUARY, ann).after) == (2000, 2003, 2003)
    assert (on(FEBRUARY, cid).start, on(FEBRUARY, cid).after, on(FEBRUARY, cid).games) == (2003, 2003, 0)


def test_player_without_rapid_rating_enters_with_his_standard_rating() -> None:
    standard, rapid = system(), system("fide-rapid")
    ann, bob = masters(2)
    based(standard, ann, 2000, k=20, games=100)
    based(rapid, bob, 2000, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2)], number=1, rate="rapid")
    recalculate(stale(standard, date(2024, 12, 1)))

    recalculate(stale(rapid, date(2024, 12, 1)))

    row = on(FEBRUARY, ann, "fide-rapid")
    assert (row.before, row.start, row.after, row.k) == (None, 2000, 2020, 40)
    assert on(FEBRUARY, bob, "fide-rapid").after == 1990


def test_tournaments_of_another_game_or_rate_do_not_count() -> None:
    rated, (ann, bob) = system(), masters(2)
    for player in (ann, bob):
        based(rated, player, 2000, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2)], number=1, rate="blitz")
    opened(date(2025, 1, 5), [ann, bob], [Played(1, 0, 1, 2)], number=2, discipline="go")
    opened(date(2025, 1, 6), [ann, bob], [Played(1, 0, 1, 2)], number=3, rated_for=["ffg", "egf"])

    run = recalculate(stale(rated, date(2024, 12, 1)))
    go = recalculate(stale(system("ffg"), date(2024, 12, 1)))

    assert (run.totals["tournaments"], run.totals["rated_games"]) == (0, 0)
    assert (go.totals["tournaments"], go.totals["rated_games"]) == (0, 0)


def test_standing_of_one_player_is_computed_from_his_tournaments_alone() -> None:
    rated, players = system(), masters(14)
    year(rated, players)
    recalculate(stale(rated, date(2024, 12, 1)))
    player = players[5]
    row = RatingChange.objects.filter(player=player, games__gt=0).order_by("-sequence")[0]
    month = month_of(date.fromordinal(row.sequence >> 33))

    replay = load(rated, Window(standing=month - 1, last=month, player=player.pk))
    made = rate(replay)[0]

    assert made.hundredths is not None
    place = int(np.flatnonzero((made.player == player.pk) & (made.sequence == row.sequence))[0])
    assert (made.after[place], made.games[place], made.hundredths[place]) == (
        row.after,
        row.games,
        row.hundredths,
    )


def test_swiss_of_the_tests_meets_nobody_twice_in_a_round() -> None:
    games = swiss(8, 5, np.random.default_rng(1))

    assert all(len({side for game in games if game.round == r for side in (game.white, game.black)}) == 8
               for r in range(1, 6))  # fmt: skip
