"""What pages read of a stream: a player's games, his course, the seats of a game and the sum behind them."""

from datetime import date, timedelta

import numpy as np
import pytest
from pytest_django import DjangoAssertNumQueries

from ratings.cadence.by_game import explain, histories, packing
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.models import CurrentRating, GameHistory
from tests.ratings.streams import DAY, HOUR, MINUTE, NOON, Told, World, chance_games, world

pytestmark = pytest.mark.django_db
SYSTEMS = ("fics-blitz", "fics-bughouse", "ladder")


def played(key: str = "fics-blitz", *, games: int = 80) -> World:
    made = world(key)
    made.arrive(*chance_games(key, np.random.default_rng(7), games))
    rate_pending(key)
    return made


def test_last_rows_are_the_end_of_all_rows_and_cost_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    made = world()
    made.arrive(*(Told(NOON + number * MINUTE, (0, 1), number % 3) for number in range(150)))
    rate_pending("fics-blitz")

    everything = histories.of_player(made.system, made.players[0])
    with django_assert_num_queries(1):
        last = histories.of_player(made.system, made.players[0].pk, last=40)

    assert (everything.size, last.size) == (150, 40)
    assert last.tobytes() == everything[-40:].tobytes()
    assert histories.of_player(made.system, made.players[0], last=1000).size == 150
    assert histories.of_player(made.system, made.players[3], last=5).size == 0


def test_rows_join_one_behind_the_other_and_end_where_the_player_stands() -> None:
    made = played()

    for player in made.players:
        rows = histories.of_player(made.system, player)
        now = CurrentRating.objects.get(player=player)
        assert rows["before"][1:].tolist() == rows["after"][:-1].tolist()
        assert rows["games"].tolist() == list(range(1, rows.size + 1))
        assert (rows["after"][-1], rows["deviation"][-1]) == (now.rating, now.deviation)


def test_course_is_the_last_of_each_day_and_thinned_keeps_both_ends() -> None:
    made = world()
    made.arrive(
        *(Told(NOON + day * DAY + hour * HOUR, (0, 1), hour % 3) for day in range(60) for hour in range(3))
    )
    rate_pending("fics-blitz")

    rows = histories.of_player(made.system, made.players[0])
    whole, thin = histories.points(rows), histories.points(rows, most=10)

    assert [point.day for point in whole] == [date(2023, 11, 15) + timedelta(days=n) for n in range(60)]
    assert [point.rating for point in whole] == rows["after"][2::3].tolist()
    assert (len(thin), thin[0], thin[-1]) == (10, whole[0], whole[-1])
    assert histories.points(histories.of_player(made.system, made.players[2])) == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_game_shows_every_seat_as_told_with_what_it_did(key: str) -> None:
    made = played(key)

    for game in made.games:
        seats = explain.seats_of(made.system, game)
        told = (
            [game.white_id, game.black_id]
            if game.white_id
            else list(game.seats.order_by("number").values_list("player_id", flat=True))
        )
        assert [seat.player for seat in seats] == told
        for seat in seats:
            (row,) = histories.of_player(made.system, seat.player)[
                histories.of_player(made.system, seat.player)["key"] == game.pk
            ]
            assert (seat.before, seat.after, seat.games) == (row["before"], row["after"], row["games"])
            assert seat.change == row["after"] - row["before"]


@pytest.mark.parametrize("key", SYSTEMS)
def test_sums_of_every_game_add_up_to_what_is_stored(key: str) -> None:
    made = played(key)

    for game in made.games:
        found = explain.explain(made.system, game)
        assert found is not None
        stored = {seat.player: seat for seat in explain.seats_of(made.system, game)}
        for seat, player in enumerate(found.player):
            sums = [detail.change for detail in found.details if detail.seat == seat]
            change = sum(sums) / len(sums)
            tolerance = 1e-9 if key == "ladder" else 0.5
            assert stored[player].change == pytest.approx(change, abs=tolerance)


def test_game_that_is_not_rated_yet_has_no_seats_and_no_sum() -> None:
    made = world()
    (game,) = made.arrive(Told(NOON, (0, 1)))

    assert explain.seats_of(made.system, game) == []
    assert explain.explain(made.system, game) is None


def test_game_on_the_edge_of_a_part_finds_the_row_before_it() -> None:
    made = world()
    games = made.arrive(
        *(Told(NOON + number * MINUTE, (0, 1), number % 3) for number in range(packing.MOST + 1))
    )
    rate_pending("fics-blitz")

    found = explain.explain(made.system, games[packing.MOST])

    assert GameHistory.objects.filter(player=made.players[0]).count() == 2
    assert found is not None
    rows = histories.of_player(made.system, made.players[0])
    assert found.details[0].rating == rows["after"][-2]


def test_history_of_another_layout_is_refused() -> None:
    made = played(games=4)
    part = GameHistory.objects.filter(system=made.system).earliest("pk")
    GameHistory.objects.filter(pk=part.pk).update(data=b"\x02" + bytes(part.data)[1:])

    with pytest.raises(packing.UnreadableHistoryError):
        histories.of_player(made.system, part.player_id)
