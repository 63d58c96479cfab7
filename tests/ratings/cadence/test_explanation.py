from datetime import date, timedelta

import numpy as np
import pytest
from pytest_django import DjangoAssertNumQueries

from ratings.cadence.by_event.explain import explain, explain_event
from ratings.models import RatingChange, RatingSystem
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)


@pytest.mark.parametrize("key", ["ffg", "egf", "ffg-hybrid"])
def test_sums_of_an_event_add_up_to_the_stored_changes(key: str) -> None:
    system, players = RatingSystem.objects.get(key=key), people(6)
    chance = np.random.default_rng(5)
    for number in (1, 2, 3):
        last = hold(DAY + timedelta(days=number), players, round_robin(6, chance=chance), number=number)
    recalculate(stale(system, DAY))

    found = explain_event(system, last)

    changes = RatingChange.objects.filter(system=system, tournament=last)
    stored = {row.player_id: (row.before, row.start, row.after, row.passes, row.games) for row in changes}
    assert stored == {
        player: (one.before, one.start, one.after, one.passes, len(one.games))
        for player, one in found.items()
    }
    assert [one.remainder for one in found.values()] == pytest.approx([0.0] * 6, abs=1e-9)
    assert [(one.before or 0.0) + one.adjustment + one.sum for one in found.values()] == pytest.approx(
        [one.after for one in found.values()], abs=1e-9
    )


def test_game_row_says_who_met_whom_from_which_side() -> None:
    system, players = RatingSystem.objects.get(key="ffg"), people(2)
    tournament = hold(DAY, players, [Played(3, 0, 1, 0, handicap=2)], number=1)
    recalculate(stale(system, DAY))

    found = explain_event(system, tournament)

    white, black = (found[player.pk].games[0] for player in players)
    assert (white.opponent, white.round, white.colour, white.handicap, white.score) == (
        players[1].pk, 3, "w", 2, 0.0,
    )  # fmt: skip
    assert (black.opponent, black.colour, black.score) == (players[0].pk, "b", 1.0)
    assert (white.expected + black.expected, white.weight) == pytest.approx((1.0, 0.64))


def test_explaining_reads_a_constant_number_of_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    system, players = RatingSystem.objects.get(key="egf"), people(5)
    for number in range(1, 6):
        last = hold(DAY + timedelta(days=number), players, round_robin(5), number=number)
    recalculate(stale(system, DAY))
    change = RatingChange.objects.select_related("tournament", "system").get(
        system=system, tournament=last, player=players[0]
    )

    with django_assert_num_queries(5):
        found = explain(change)

    assert found is not None
    assert found.after == change.after


def test_tournament_that_does_not_count_has_nothing_to_explain() -> None:
    system = RatingSystem.objects.get(key="ffg")
    online = hold(DAY, people(2), round_robin(2), number=1, online=True)

    assert explain_event(system, online) == {}
