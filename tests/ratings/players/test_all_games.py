"""Every game of a player in tournaments, and everybody met in them."""

import csv
import io
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Player
from federation.privacy import privacy
from ratings.models import RatingChange, RatingSystem
from ratings.players import all_games, results
from ratings.players.all_games import Wanted
from ratings.players.opponents import Tally
from tests.ratings.histories import Played, hold, people, recalculate
from tournaments.careers import stored_games

pytestmark = pytest.mark.django_db
FIRST, SECOND = date(2022, 5, 7), date(2024, 2, 3)


@pytest.fixture
def met() -> list[Player]:
    """Four players: the first won against the second twice, lost to the third, drew with the fourth."""
    players = people(4)
    hold(FIRST, players, [Played(1, 0, 1, 2), Played(2, 2, 0, 2)], number=7)
    hold(SECOND, players, [Played(1, 1, 0, 0), Played(2, 0, 3, 1)], number=8)
    stored_games.rebuild()
    return players


def test_games_are_seen_by_the_player_newest_first(met: list[Player]) -> None:
    found = all_games.games_of(met[0])

    assert [(one.number, one.round, one.opponent, one.colour, one.score) for one in found] == [
        (8, 2, met[3], "w", 0.5),
        (8, 1, met[1], "b", 1.0),
        (7, 2, met[2], "b", 0.0),
        (7, 1, met[1], "w", 1.0),
    ]


@pytest.mark.parametrize(
    ("wanted", "rounds"),
    [
        (Wanted(year=2022), [(7, 2), (7, 1)]),
        (Wanted(colour="w"), [(8, 2), (7, 1)]),
        (Wanted(result="drawn"), [(8, 2)]),
        (Wanted(result="won", colour="b"), [(8, 1)]),
        (Wanted(year=2023), []),
    ],
)
def test_games_are_filtered_by_year_colour_and_result(
    met: list[Player], wanted: Wanted, rounds: list[tuple[int, int]]
) -> None:
    assert [(one.number, one.round) for one in all_games.games_of(met[0]) if wanted.fits(one)] == rounds


@pytest.mark.parametrize(
    ("sort", "order"), [("games", [1, 3, 2]), ("score", [1, 3, 2]), ("last", [1, 3, 2]), ("name", [1, 2, 3])]
)
def test_opponents_stand_in_the_order_asked_for(met: list[Player], sort: str, order: list[int]) -> None:
    for place, name in zip((1, 2, 3), ("Adam", "Bela", "Cleo"), strict=True):
        Player.objects.filter(pk=met[place].pk).update(surname=name)
    found = all_games.opponents_of(met[0], sort)

    assert met.index(found[0].player) == order[0]
    assert sorted(met.index(one.player) for one in found) == [1, 2, 3]
    if sort in ("score", "name"):
        assert [met.index(one.player) for one in found] == order


def test_opponent_tells_score_and_last_day(met: list[Player]) -> None:
    first = all_games.opponents_of(met[0], "score")[0]

    assert (first.player, first.tally.won, first.tally.games, first.score, first.last) == (
        met[1], 2, 2, 1.0, SECOND,
    )  # fmt: skip


def test_pages_say_how_many_and_lead_on() -> None:
    players = people(2)
    hold(FIRST, players, [Played(1, 0, 1, 2)], number=7)
    stored_games.rebuild()
    client = Client(headers={"accept-language": "en"})
    one, two = players[0].pk, players[1].pk
    games = client.get(f"/players/{one}/games/").content.decode()
    opponents = client.get(f"/players/{one}/opponents/").content.decode()

    assert "1 game in tournaments" in games
    assert f'href="/players/{one}/against/{two}/"' in games
    assert 'href="/tournaments/7/"' in games
    assert f'href="/players/{one}/games/?opponent={two}"' in opponents
    assert ">100%<" in opponents.replace("\u202f", "").replace("\xa0", "")
    page = client.get(f"/players/{one}/").content.decode()
    assert f'href="/players/{one}/games/"' in page
    assert f'href="/players/{one}/opponents/"' in page


def test_value_that_is_none_is_told_and_every_game_shown(met: list[Player]) -> None:
    client = Client(headers={"accept-language": "en"})
    page = client.get(f"/players/{met[0].pk}/games/?year=last&colour=green").content.decode()
    order = client.get(f"/players/{met[0].pk}/opponents/?sort=age").content.decode()

    assert "Year: Enter a whole number." in page
    assert "4 games in tournaments" in page
    assert "There is no order “age”." in order


@pytest.mark.parametrize("of", [(1, "number"), (1, "word"), (1, "words")])
def test_games_against_somebody_are_found_by_number_and_by_name(
    met: list[Player], client: Client, of: tuple[int, str]
) -> None:
    other, by = met[of[0]], of[1]
    Player.objects.filter(pk=other.pk).update(surname="Courtois-Élan", given_name="Zoé")
    typed = {"number": str(other.pk), "word": "elan", "words": "zoe COURT"}[by]
    page = client.get(f"/players/{met[0].pk}/games/", {"opponent": typed, "format": "csv"})
    rows = list(csv.DictReader(io.StringIO(page.content.decode("utf-8-sig"))))

    assert [(row["opponent"], row["opponent_name"]) for row in rows] == [
        (str(other.pk), "Courtois-Élan Zoé")
    ] * 2


@pytest.mark.parametrize("typed", ["court xyz", "-", "0"])
def test_opponent_nobody_is_called_has_no_games(met: list[Player], client: Client, typed: str) -> None:
    Player.objects.filter(pk=met[1].pk).update(surname="Courtois")
    page = client.get(f"/players/{met[0].pk}/games/", {"opponent": typed, "format": "csv"})

    assert len(page.content.decode("utf-8-sig").splitlines()) == 1


def test_games_and_opponents_are_given_as_files_of_what_is_seen(met: list[Player], client: Client) -> None:
    games = client.get(f"/players/{met[0].pk}/games/?format=csv&year=2022").content.decode("utf-8-sig")
    opponents = client.get(f"/players/{met[0].pk}/opponents/?format=csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(games)))

    assert [(row["tournament"], row["round"], row["colour"], row["score"]) for row in rows] == [
        ("7", "2", "b", "0.0"),
        ("7", "1", "w", "1.0"),
    ]
    assert len(list(csv.DictReader(io.StringIO(opponents)))) == 3


def test_hidden_opponent_is_named_as_chosen(met: list[Player], client: Client) -> None:
    surname = met[1].surname
    privacy.choose(met[1], Player.Privacy.ANONYMOUS, account=None)

    for page in ("games", "opponents"):
        for form in ("", "?format=csv"):
            assert surname not in client.get(f"/players/{met[0].pk}/{page}/{form}").content.decode()


def test_merged_player_leads_to_whom_the_record_belongs(met: list[Player], client: Client) -> None:
    Player.objects.filter(pk=met[1].pk).update(merged_into=met[0])

    assert client.get(f"/players/{met[1].pk}/games/")["Location"] == f"/players/{met[0].pk}/games/"
    assert client.get(f"/players/{met[1].pk}/opponents/")["Location"] == f"/players/{met[0].pk}/opponents/"
    assert client.get("/players/999999/games/").status_code == 404


@pytest.mark.parametrize(("part", "queries"), [("games", 7), ("opponents", 3)])
def test_page_asks_as_many_queries_however_much_was_played(
    met: list[Player], client: Client, part: str, queries: int
) -> None:
    address = f"/players/{met[0].pk}/{part}/"
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        client.get(address)

    assert len(asked) == queries, [one["sql"] for one in asked]


def test_results_are_counted_by_year_and_by_colour(met: list[Player]) -> None:
    games = all_games.games_of(met[0])

    years = [(line.of, line.tally, line.score) for line in results.by_year(games)]
    colours = [(line.of, line.tally) for line in results.by_colour(games)]

    assert years == [(2024, Tally(1, 1, 0), 0.75), (2022, Tally(1, 0, 1), 0.5)]
    assert colours == [("w", Tally(1, 1, 0)), ("b", Tally(1, 0, 1))]


def test_results_by_strength_take_what_both_came_with_in_even_games() -> None:
    players = people(4)
    games = [Played(1, 0, 1, 2), Played(2, 0, 2, 0), Played(3, 3, 0, 1), Played(4, 0, 1, 2, handicap=3)]
    held = hold(FIRST, players, games, number=7)
    stored_games.rebuild()
    recalculate(RatingSystem.objects.get(key="egf"))
    came = RatingChange.objects.filter(tournament=held, system__key="egf")
    for player, rating in zip(players, (2000.4, 2099.4, 2100.4, 1700.0), strict=True):
        came.filter(player=player).update(start=rating, before=rating)

    found = results.by_strength(players[0], all_games.games_of(players[0]))

    # 99 more is within 99, 100 more is stronger, 300 less is the weakest; the handicap game is left out
    assert [(line.of, line.tally) for line in found] == [
        (1, Tally(0, 0, 1)), (2, Tally(1, 0, 0)), (4, Tally(0, 1, 0)),
    ]  # fmt: skip
    page = Client(headers={"accept-language": "en"}).get(f"/players/{players[0].pk}/games/")
    said = " ".join(page.content.decode().split())
    assert "100–199 stronger" in said
    assert "200+ stronger" not in said


def test_no_rating_is_no_strength(met: list[Player]) -> None:
    assert results.by_strength(met[0], all_games.games_of(met[0])) == []
    page = Client(headers={"accept-language": "en"}).get(f"/players/{met[0].pk}/games/")
    assert "No even game between two players with a rating." in page.content.decode()


def test_year_without_games_says_so(client: Client, met: list[Player]) -> None:
    address = f"/players/{met[0].pk}/games/?year=1999"
    year, more = (
        client.get(f"{address}{query}", headers={"accept-language": "en"}).content.decode()
        for query in ("", "&colour=w")
    )

    assert "No games in tournaments in 1999." in year
    assert "No game matches." in more
