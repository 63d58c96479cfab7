"""Pages of a tournament of chess and of who played in it: what the tournament alone contributed."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from federation.models import Player
from ratings.lists import publication
from ratings.models import RatingSystem
from tests.federation.claims.claimants import held, vera
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, people, recalculate, round_robin, stale
from tournaments.careers import stored_games
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
LIST, NEXT = date(2024, 12, 1), date(2025, 2, 1)


@pytest.fixture
def rated() -> RatingSystem:
    cache.clear()
    return system()


def month(rated: RatingSystem, *, publish: bool = True) -> list[Player]:
    """Hold two tournaments of a month among four players, the last of whom is new; the second wins both."""
    players = masters(4)
    for place, player in enumerate(players[:3]):
        based(rated, player, 1900 - 100 * place, k=20, games=100, on=LIST)
    for number, day in ((1, 4), (2, 18)):
        games = [Played(1, 1, 0, 2), Played(2, 2, 0, 1), Played(3, 1, 2, 2), Played(1, 2, 3, 2)]
        opened(date(2025, 1, day), players, games, number=number)
    for entry in Entry.objects.filter(player__in=players[:3]):
        Entry.objects.filter(pk=entry.pk).update(rating_written=1900 - 100 * (entry.number - 1))
    publication.publish(rated, date(2025, 1, 1), account=None) if publish else None
    if publish:
        recalculate(stale(rated, LIST))
        publication.publish(rated, NEXT, account=None)
    return players


def page(client: Client, path: str) -> str:
    response: Any = client.get(path, HTTP_ACCEPT_LANGUAGE="en")
    assert response.status_code == 200
    return str(response.content.decode())


def events(html: str) -> list[str]:
    return [words(one) for one in re.findall(r'<details class="event">.*?</details>', html, re.DOTALL)]


def words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def row(html: str, player: Player) -> str:
    rows = re.findall(r'<tr id="e\d+">.*?</tr>', html, re.DOTALL)
    (found,) = [one for one in rows if f'/players/{player.pk}/"' in one]
    return str(found)


def test_crosstable_has_the_change_of_the_tournament_beside_that_of_the_list(
    client: Client, rated: RatingSystem
) -> None:
    players = month(rated)

    html = page(client, "/tournaments/1/")

    cells = [
        re.findall(r'<td class="number ties share"[^>]*>([^<]*)</td>', row(html, one)) for one in players
    ]
    assert cells == [["−18.00"], ["+20.00"], ["−2.00"], [""]]
    assert ["+40" in words(row(html, one)) for one in players] == [False, True, False, False]
    assert "Games 4 Average rating 1800 of 3" in words(html)
    assert "their first rating is calculated from all results together" in words(html)


def test_list_to_come_has_no_column(client: Client, rated: RatingSystem) -> None:
    month(rated, publish=False)

    html = page(client, "/tournaments/1/")

    assert "Feb. 2025" not in re.findall(r"<thead>.*?</thead>", html, re.DOTALL)[0]
    assert 'class="number moved"' not in html
    assert 'class="number ties share"' not in html


def calculations(client: Client, *paths: str) -> list[int]:
    """Return what the calculations answer that pages lead to."""
    links = {
        link for path in paths for link in re.findall(r'"(/players/\d+/fide-[^"]*)"', page(client, path))
    }
    return [client.get(link).status_code for link in sorted(links)]


def test_pages_lead_to_calculations_of_lists_that_are_out(client: Client, rated: RatingSystem) -> None:
    players = month(rated, publish=False)
    recalculate(stale(rated, LIST))
    paths = ["/tournaments/1/", *(f"/players/{one.pk}/" for one in players)]
    assert "+20.00" in page(client, "/tournaments/1/")

    assert calculations(client, *paths) == []

    publication.publish(rated, NEXT, account=None)
    assert calculations(client, *paths) == [200] * 4


def test_change_of_a_month_is_explained_by_its_calculation_alone(client: Client, rated: RatingSystem) -> None:
    players = masters(2)
    for player in players:
        based(rated, player, 1900, k=20, games=100, on=date(2024, 12, 1))
    recalculate(stale(rated, date(2024, 12, 1)))
    publication.publish(rated, date(2025, 1, 1), account=None)
    opened(date(2025, 1, 4), players, [Played(1, 0, 1, 2)], number=1)
    recalculate(stale(rated, date(2025, 1, 1)))
    publication.publish(rated, NEXT, account=None)

    html = page(client, f"/players/{players[0].pk}/")

    assert re.search(r'class="change \w+">\+10<', html)
    assert ('id="why"' in html, "Earlier tournaments calculated again" in html) == (False, False)


def test_player_none_of_whose_games_count_has_a_rating_and_no_calculation(
    client: Client, rated: RatingSystem
) -> None:
    veteran, newcomer = masters(2)
    based(rated, veteran, 1900, k=20, games=100, on=LIST)
    opened(date(2025, 1, 4), [veteran, newcomer], [Played(1, 0, 1, 2)], number=1)
    other = opened(date(2025, 1, 5), [veteran, newcomer], [Played(1, 0, 1, 2)], number=2)
    other.entries.filter(player=newcomer).update(player=None)
    stored_games.refresh([other.pk])
    recalculate(stale(rated, LIST))
    publication.publish(rated, NEXT, account=None)
    path = f"/players/{veteran.pk}/"

    assert words(page(client, path)).count("standard no game counted") == 2
    assert calculations(client, path) == []


def test_heads_open_explanations_that_the_legend_has_too(client: Client, rated: RatingSystem) -> None:
    month(rated)

    html = page(client, "/tournaments/1/")

    buttons = re.findall(r'<button type="button" aria-describedby="(cross-\w+)">([^<]*)</button>', html)
    assert [name for _, name in buttons] == ["BH", "BH-C1", "SB", "Rp", "Change"]
    assert all(html.count(f'id="{key}"') == 1 for key, _ in buttons)


def test_files_are_those_of_the_game(client: Client, rated: RatingSystem) -> None:
    month(rated)

    offered = re.findall(r"/tournaments/1/export/([\w-]+)/", page(client, "/tournaments/1/"))

    assert offered == ["spreadsheet", "trf26", "trf16", "json"]


def test_each_round_has_its_biggest_upset(client: Client, rated: RatingSystem) -> None:
    month(rated)

    (found,) = re.findall(r'id="upsets">.*?</details>', page(client, "/tournaments/1/"), re.DOTALL)
    rows = [words(one) for one in re.findall(r"<tr>.*?</tr>", found.partition("<tbody>")[2], re.DOTALL)]

    assert rows == ["1 Surname1 1800 Surname0 1900 100"]  # none in the rounds of draws and favourites


def test_player_s_page_lists_tournaments_with_score_performance_and_change(
    client: Client, rated: RatingSystem
) -> None:
    players = month(rated)

    assert events(page(client, f"/players/{players[0].pk}/")) == [
        f"{day} Jan. 2025 Tournament {number} ½ / 2 standard Rp 1557 −18.00"
        " View the tournament Why? FIDE standard"
        for number, day in ((2, 18), (1, 4))
    ]


def test_my_page_lists_the_tournaments_of_the_player_s_page(client: Client, rated: RatingSystem) -> None:
    players, person = month(rated), vera()
    for number in range(3, 9):
        opened(
            timezone.localdate() - timedelta(days=number), players[:2], [Played(1, 0, 1, 2)], number=number
        )
    held(players[0], person)
    public = events(page(client, f"/players/{players[0].pk}/"))
    client.force_login(person)

    mine = page(client, "/me/")

    assert (events(mine), len(public)) == (public[:5], 8)
    assert "All tournaments" in words(mine)
    assert "Tournaments without a rating change" not in words(mine)
    assert "css/sums.css" in mine  # of the calculations that open below the events


def test_newcomer_and_list_to_come_are_told_in_words(client: Client, rated: RatingSystem) -> None:
    players = month(rated)
    assert "no rating yet" in words(page(client, f"/players/{players[3].pk}/"))
    opened(date(2025, 2, 8), players[:2], [Played(1, 0, 1, 2)], number=3)

    told = words(page(client, f"/players/{players[0].pk}/"))

    assert "Tournament 3 1 / 1 standard Rp 2640 counts for the list of 1 March 2025" in told


def test_older_tournaments_are_behind_a_button(client: Client, rated: RatingSystem) -> None:
    players = month(rated)
    for number in range(3, 16):
        opened(date(2025, 2, number), players[:2], [Played(1, 0, 1, 2)], number=number)

    html = page(client, f"/players/{players[0].pk}/")

    assert html.count('<details class="event">') == 12
    assert "Show 3 earlier tournaments" in words(html)
    assert page(client, f"/players/{players[0].pk}/?events=all").count('<details class="event">') == 15


def queries(client: Client, path: str) -> int:
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        page(client, path)
    return len(asked)


def test_queries_grow_neither_with_tournaments_nor_with_players(client: Client, rated: RatingSystem) -> None:
    players = month(rated)
    person = vera()
    held(players[0], person)
    before = [queries(client, path) for path in (f"/players/{players[0].pk}/", "/tournaments/1/")]
    client.force_login(person)
    mine = queries(client, "/me/")
    client.logout()
    more = [*players, *people(6)]
    for number in range(3, 12):
        opened(date(2025, 2, number), more, round_robin(10), number=number)
    recalculate(stale(rated, LIST))
    publication.publish(rated, date(2025, 3, 1), account=None)

    after = [queries(client, path) for path in (f"/players/{players[0].pk}/", "/tournaments/3/")]

    assert before == after == [13, 18]
    client.force_login(person)
    assert (mine, queries(client, "/me/")) == (21, 22)  # one counts the tournaments that are not shown
