"""The performance of chess players in a tournament: the same figure on every page and for programs."""

import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Player
from ratings.cadence.by_period.event_games import performances
from ratings.cadence.by_period.explain import explain_period
from ratings.lists import publication
from ratings.models import RatingSystem
from tests.markup import html_of
from tests.ratings.chess_months import based, masters, opened, system, year
from tests.ratings.histories import Played, people, recalculate, stale
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LIST = date(2024, 12, 1)
MET = (
    (1150, 2),
    (1490, 0),
    (1260, 2),
    (1420, 2),
    (1510, 2),
    (1580, 1),
)  # the encyclopaedia's: rating, half points


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


def against(
    rated: RatingSystem, ratings: list[int], scores: list[int], *, own: int = 1500, **facts: Any
) -> list[Player]:
    """Hold a tournament in which the first player meets the others; 0: without a rating."""
    players = masters(len(ratings) + 1)
    for player, rating in zip(players, [own, *ratings], strict=True):
        if rating:
            based(rated, player, rating, on=LIST, k=20, games=100)
    games = [Played(place, 0, place, score) for place, score in enumerate(scores, start=1)]
    opened(date(2025, 1, 4), players, games, number=1, **facts)
    recalculate(stale(rated, LIST))
    return players


def performed(player: Player, **options: Any) -> tuple[int, int, float] | None:
    """Return average, performance and points of a player in the tournament; None: he has none."""
    tournament = Tournament.objects.get(number=1)
    made = performances([tournament], **options).whole.get((tournament.pk, player.pk))
    return None if made is None else (made.average, made.rating, made.half_points / 2)


def test_performance_is_the_worked_one() -> None:
    rated = system()
    players = against(rated, [rating for rating, _ in MET], [score for _, score in MET])

    assert performed(players[0]) == (1402, 1595, 4.5)
    assert performed(players[1]) == (1500, 700, 0.0)  # lost his one game: 800 below
    assert performed(players[2]) == (1500, 2300, 1.0)


def test_difference_of_more_than_400_counts_as_it_is() -> None:
    players = against(system(), [2200, 2200], [0, 2])

    assert performed(players[0]) == (2200, 2200, 1.0)


def test_only_opponents_with_a_rating_count() -> None:
    players = against(system(), [1400, 0, 1600], [2, 0, 1])

    assert performed(players[0]) == (1500, 1693, 1.5)
    assert performed(players[2]) == (1500, 2300, 1.0)  # a newcomer has one too


def test_player_without_a_rated_opponent_has_none() -> None:
    players = against(system(), [0, 0], [2, 2])

    assert performed(players[0]) is None


def test_game_that_was_not_played_does_not_count() -> None:
    rated = system()
    players = masters(3)
    for player in players:
        based(rated, player, 1500, on=LIST)
    games = [Played(1, 0, 1, 2), Played(2, 0, 2, 0, by_default=True)]
    opened(date(2025, 1, 4), players, games, number=1)
    recalculate(stale(rated, LIST))

    assert performed(players[0]) == (1500, 2300, 1.0)


def test_rating_counts_as_on_the_list_of_the_first_day() -> None:
    rated = system()
    players = masters(2)
    based(rated, players[0], 1500, on=LIST)
    based(rated, players[1], 1800, on=LIST)
    based(rated, players[1], 2000, on=date(2025, 2, 1))
    opened(date(2025, 1, 30), players, [Played(1, 0, 1, 1)], number=1, end=date(2025, 2, 2))
    recalculate(stale(rated, LIST))

    assert performed(players[0]) == (1800, 1800, 0.5)


def test_rating_below_the_floor_since_counts_no_more() -> None:
    rated = system()
    players = masters(2)
    based(rated, players[0], 1500, on=LIST)
    based(rated, players[1], 1800, on=date(2024, 6, 1))
    based(rated, players[1], 0, on=LIST)
    opened(date(2025, 1, 4), players, [Played(1, 0, 1, 1)], number=1)
    recalculate(stale(rated, date(2024, 6, 1)))

    assert performed(players[0]) is None


def test_each_month_of_a_long_tournament_counts_with_its_list() -> None:
    rated = system()
    players = masters(2)
    for player in players:
        based(rated, player, 1800, on=LIST)
    based(rated, players[1], 2000, on=date(2025, 2, 1))
    opened(
        date(2025, 1, 4),
        players,
        [Played(1, 0, 1, 2), Played(2, 1, 0, 2)],
        number=1,
        end=date(2025, 2, 10),
        round_dates=["2025-01-05", "2025-02-08"],
    )
    recalculate(stale(rated, LIST))

    assert performed(players[0]) == (1900, 1900, 1.0)
    found = performances(Tournament.objects.all(), players=[players[0].pk]).by_part
    assert sorted((month % 12 + 1, made.average, made.rating) for (_, month, _), made in found.items()) == [
        (1, 1800, 2600),
        (2, 2000, 1200),
    ]


def test_rapid_counts_the_standard_rating_of_who_has_no_other() -> None:
    standard, rapid = system(), system("fide-rapid")
    players = masters(3)
    based(rapid, players[0], 1500, on=LIST)
    based(standard, players[1], 1900, on=LIST)
    based(standard, players[2], 1900, on=LIST)
    based(rapid, players[2], 1700, on=LIST)
    recalculate(stale(standard, LIST))
    opened(date(2025, 1, 4), players, [Played(1, 0, 1, 1), Played(2, 0, 2, 1)], number=1, rate="rapid")
    recalculate(stale(rapid, LIST))

    assert performed(players[0]) == (1800, 1800, 1.0)


def test_tournament_that_counts_nowhere_has_none() -> None:
    rated = system()
    against(rated, [1500], [1], rated_for=["egf"])

    with CaptureQueriesContext(connection) as asked:
        assert not performances(Tournament.objects.all()).whole
    assert len(asked) == 2  # the tournaments, and the systems


def test_queries_do_not_grow_with_players_or_tournaments() -> None:
    rated = system()
    players = against(rated, [1500] * 12, [1] * 12)
    one = list(Tournament.objects.all())
    for number in range(2, 6):
        opened(date(2025, 1, number), players, [Played(1, 0, 1, 1)], number=number)
    counts = []
    for tournaments in (one, list(Tournament.objects.all())):
        with CaptureQueriesContext(connection) as asked:
            assert performances(tournaments).whole
        counts.append(len(asked))

    assert counts == [3, 3]


def test_opponents_count_with_the_ratings_the_list_was_computed_from() -> None:
    rated = system()
    players = people(24)
    year(rated, players)
    recalculate(stale(rated, LIST))
    compared = 0
    for player in players:
        for month in (6, 12):
            told = explain_period(rated, player, date(2025, month, 1))
            parts = Tournament.objects.filter(pk__in=[part.tournament for part in told.tournaments])
            found = performances(parts, players=[player.pk]).whole
            for part in told.tournaments:
                made = found[part.tournament, player.pk]
                assert (made.games, made.half_points / 2) == (part.games, float(part.points))
                if not any(side.capped for side in part.sides):
                    assert made.average == part.average
                    compared += 1

    assert compared > 20


def page(client: Client, path: str) -> str:
    response: Any = client.get(path, HTTP_ACCEPT_LANGUAGE="en")
    assert response.status_code == 200
    return html_of(response)


def test_crosstable_page_of_the_player_and_programs_show_the_same(client: Client) -> None:
    rated = system()
    players = against(rated, [rating for rating, _ in MET], [score for _, score in MET])
    first = players[0]
    publication.publish(rated, date(2025, 2, 1), account=None)

    crosstable = page(client, "/tournaments/1/")
    rows = re.findall(r'<tr id="e\d+">.*?</tr>', crosstable)
    (row,) = [one for one in rows if f'/players/{first.pk}/"' in one]
    assert re.findall(r'data-label="Rp" title="([^"]*)">(\d+)<', row) == [("1402 +193", "1595")]
    calculation = page(client, f"/players/{first.pk}/fide-standard/2025-02-01/")
    assert re.findall(r'data-label="Rp">(\d+)<', calculation) == ["1595"]
    games = page(client, f"/players/{first.pk}/games/")
    assert re.findall(r"performance (\d+)", games) == ["1595"]  # at the first game of the tournament alone
    table = client.get("/api/v1/tournaments/1/crosstable").json()["entrants"]
    (told,) = [one["performance"] for one in table if one["player"] == first.pk]
    assert told == {"rating": 1595, "average": 1402, "difference": 193, "games": 6, "points": 4.5}
    (own,) = client.get(f"/api/v1/players/{first.pk}/games?limit=1").json()["performances"]
    assert own == {"tournament": 1, **told}


def test_calculation_of_a_newcomer_names_fide_s_figure_apart(client: Client) -> None:
    rated = system()
    ratings, scores = [1902, 1877, 1884, 2012, 1832], [1, 1, 2, 0, 2]
    newcomer = against(rated, ratings, scores, own=0)[0]
    publication.publish(rated, date(2025, 2, 1), account=None)

    html = page(client, f"/players/{newcomer.pk}/fide-standard/2025-02-01/")

    assert re.findall(r'data-label="(Rp[^"]*)">(\d+)<', html) == [("Rp", "1973"), ("Rp 2022", "1921")]
    assert performed(newcomer) == (1901, 1973, 3.0)


def test_crosstable_where_nobody_is_rated_has_no_such_column(client: Client) -> None:
    against(system(), [0, 0], [2, 1], own=0)

    assert ">Rp<" not in page(client, "/tournaments/1/")
