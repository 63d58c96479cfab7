"""What moved players, asked of each cadence in the same words."""

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from ratings.cadence.ledger import run_ledger_of
from ratings.cadence.pages import PAGES, pages_of
from ratings.cadence.traits import by_cadence
from ratings.models import CurrentRating, GameHistory, ListEntry, RatingSystem
from ratings.rulebook.systems import SYSTEMS
from tests.ratings import small_federation
from tests.ratings.chess_months import masters, system
from tests.ratings.stream_pages import played

LIST_DAY = date(2024, 12, 1)


def test_every_system_belongs_to_one_cadence_and_none_is_asked_twice() -> None:
    found = by_cadence(SYSTEMS)

    assert list(found) == [cadence for cadence in PAGES if cadence in found]
    assert sorted(key for keys in found.values() for key in keys) == sorted(SYSTEMS)


@pytest.mark.django_db
def test_events_of_two_players_in_two_systems_end_where_they_stand_and_cost_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    pair = small_federation.build(players=24, tournaments=2).players[:2]

    with django_assert_num_queries(1):
        found = pages_of("ffg").courses(["ffg", "egf"], pair)

    stands = CurrentRating.objects.filter(player__in=pair).select_related("system")
    assert {(row.system.key, row.player_id): row.rating for row in stands} == {
        who: steps[-1].after for who, steps in found.items()
    }
    assert {step.kind for steps in found.values() for step in steps} == {"tournament"}


@pytest.mark.django_db
def test_days_of_games_of_all_players_cost_one_query_and_give_the_rating_before_each(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    made = played("fics-blitz")
    pages = pages_of("fics-blitz")

    with django_assert_num_queries(1):
        found = pages.courses(["fics-blitz", "fics-wild"], made.players)
    with django_assert_num_queries(1):
        moves = list(pages.unnamed_moves(made.players[0]))

    assert len(found) == GameHistory.objects.values("player").distinct().count() == 6
    steps = found["fics-blitz", made.players[0].pk]
    assert [(move.before, move.after) for move in moves] == list(
        zip([None, *[step.after for step in steps]], [step.after for step in steps], strict=False)
    )


@pytest.mark.django_db
def test_list_corrected_by_a_revision_is_one_step_with_what_the_revision_says() -> None:
    rated, player = system(), masters(1)[0]
    small_list(rated, player.pk, rating=2000, change=None, day=LIST_DAY)
    small_list(rated, player.pk, rating=2010, change=10, day=date(2025, 1, 1))
    small_list(rated, player.pk, rating=2015, change=15, day=date(2025, 1, 1), revision=2)

    steps = pages_of(rated.key).courses([rated.key], [player])[rated.key, player.pk]
    moves = list(pages_of(rated.key).unnamed_moves(player))

    assert [(step.day, step.after, step.change) for step in steps] == [
        (LIST_DAY, 2000, None),
        (date(2025, 1, 1), 2015, 15),
    ]
    assert [(move.day, move.before, move.after) for move in moves] == [
        (date(2025, 1, 1), 2000.0, 2015.0),
        (LIST_DAY, None, 2000.0),
    ]


def small_list(
    rated: RatingSystem, player: int, *, rating: int, change: int | None, day: date, revision: int = 1
) -> None:
    """Publish a list of one player."""
    published = rated.lists.create(date=day, revision=revision, ready=True, players=1)
    ListEntry.objects.create(
        list=published, player_id=player, surname="Master", given_name="", rating=rating, exact=rating,
        change=change, games=0, events=0, position=0, rank=1, active=True,
    )  # fmt: skip


@pytest.mark.django_db
def test_month_is_asked_for_when_it_is_over_and_events_as_soon_as_they_moved() -> None:
    months = system()
    both = RatingSystem.objects.filter(key__in=("ffg", months.key))
    both.update(stale_from=date(2025, 1, 10))

    def due(today: date) -> list[str]:
        return [
            one.key
            for key in ("ffg", months.key)
            for one in run_ledger_of(key).due_runs(both.filter(key=key), today)
        ]

    assert due(date(2025, 1, 31)) == ["ffg"]
    assert due(date(2025, 2, 1)) == ["ffg", months.key]
