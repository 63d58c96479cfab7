"""What a player's page asks of the database: the same few statements, however much there is of him."""

from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Player
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.lists import build, publication
from ratings.models import PublishedList, RatingSystem
from ratings.players import histories
from tests.ratings import small_federation
from tests.ratings.chess_months import system
from tests.ratings.fide_pages import Listed, archived
from tests.ratings.histories import people
from tests.ratings.stream_pages import LIST_DAY
from tests.ratings.streams import HOUR, NOON, Told, World, world

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 13)


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    cache.clear()


def go(tournaments: int) -> Player:
    """Return a player of Go whose ranks in scopes the newest lists have counted."""
    small = small_federation.build(players=26, tournaments=tournaments)
    for key in ("ffg", "egf"):
        made = PublishedList.objects.create(system=RatingSystem.objects.get(key=key), date=DAY)
        build.write_entries(made.pk)
        PublishedList.objects.filter(pk=made.pk).update(ready=True)
    return small.players[0]


def chess(player: Player, lists: int) -> None:
    """Keep lists of every rate of play he is on."""
    person = Listed(player.surname, player.given_name, "FR", 2000, games=3)
    for key in ("fide-standard", "fide-rapid", "fide-blitz"):
        for month in range(lists):
            archived((person,), day=date(2026, 1 + month, 1), key=key)


def streams(player: Player, games: int) -> None:
    """Let him play games of two against changing opponents, and at tables of four; publish both lists."""
    duels = world("fics-blitz", players=6)
    tables = World(system("ladder"), duels.players, duels.server)
    duels.players[0] = player
    several = range(1, games + 1)
    duels.arrive(*(Told(NOON + n * HOUR, (0, 1 + n % 5)) for n in several))
    tables.arrive(*(Told(NOON + n * HOUR, (0, 1, 2, 3), None, (1, 2, 3, 4), code=f"t{n}") for n in several))
    for made in (duels, tables):
        rate_pending(made.system.key)
        publication.publish(made.system, LIST_DAY, account=None)


def ask(client: Client, player: Player, query: str = "") -> str:
    answer = client.get(f"/players/{player.pk}/{query}", headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("tournaments", [1, 3])
def test_player_of_go_costs_five_statements(
    client: Client, tournaments: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = go(tournaments)

    with django_assert_num_queries(5):
        shown = ask(client, player)

    assert "In the federation" in shown


@pytest.mark.parametrize("lists", [1, 6])
def test_player_of_chess_costs_four_statements(
    client: Client, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    (player,) = people(1)
    chess(player, lists)

    with django_assert_num_queries(4):
        shown = ask(client, player)

    assert (shown.count("<tr data-system="), shown.count('<section class="course"')) == (3, 1)


@pytest.mark.parametrize("games", [1, 40])
def test_player_of_streams_costs_seven_statements(
    client: Client, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    (player,) = people(1)
    streams(player, games)

    with django_assert_num_queries(7):
        shown = ask(client, player)

    assert (shown.count("<tr data-system="), shown.count('<details class="last-games"')) == (2, 1)


@pytest.mark.parametrize(("system", "statements"), [("ffg", 5), ("fide-rapid", 5), ("ladder", 7)])
def test_player_of_everything_costs_what_the_system_looked_at_does(
    client: Client, system: str, statements: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = go(3)
    chess(player, 3)
    streams(player, 30)

    with django_assert_num_queries(statements):
        shown = ask(client, player, f"?system={system}")

    assert (shown.count("<tr data-system="), 'id="events"' in shown) == (7, True)


def test_list_that_has_not_counted_its_ranks_costs_two_statements_more(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = go(1)
    PublishedList.objects.update(scoped=False)

    with django_assert_num_queries(7):
        ask(client, player)


@pytest.mark.parametrize(("most", "made"), [(None, 3), (3, 3), (2, 2), (0, 0)])
def test_history_makes_only_the_events_asked_for_and_knows_the_whole_course(
    most: int | None, made: int
) -> None:
    player = small_federation.build(players=26, tournaments=3).players[0]
    every = histories.events(player)

    found = histories.history(player, most=most)

    assert (found.events, found.count) == (every[:made], 3)
    assert {key: list(course) for key, course in found.courses.items()} == {
        key: [
            (event.day.toordinal(), move.after, event.name, player.grade)
            for event in reversed(every)
            for move in event.moves
            if move.system == key
        ]
        for key in ("ffg", "egf")
    }
