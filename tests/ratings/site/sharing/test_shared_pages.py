"""What networks are told of a page, and its picture: who is hidden, who has it already, who asks often."""

import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from federation.models import Player
from federation.models.display_name import public_view
from federation.privacy import privacy
from ratings.models import PublishedList, RatingSystem
from ratings.page_cache import version
from ratings.views.feeds_and_frames import share
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db


@pytest.fixture
def small(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Small:
    """Believe what is known of the state of everything public until a test forgets it."""
    answers = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "answers"}
    settings.CACHES = {**settings.CACHES, "answers": answers}
    for name in settings.CACHES:
        caches[name].clear()
    monkeypatch.setattr(version, "_known", version._Known())
    monkeypatch.setattr(version, "SECONDS", float("inf"))
    return small_federation.build(players=10, tournaments=2)


@pytest.fixture
def client() -> Client:
    return Client(headers={"accept-language": "en"})


def told(client: Client, path: str) -> dict[str, str]:
    """Return what a page tells networks."""
    html = client.get(path).content.decode()
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', html))


def pages(small: Small) -> dict[str, str]:
    """Return the pages that are shared, and their pictures."""
    one, two = (player.pk for player in small.players[:2])
    return {
        f"/players/{one}/": f"/share/players/{one}.png",
        "/lists/ffg/": "/share/lists/ffg/2026-11-06.png",
        "/tournaments/1/": "/share/tournaments/1.png",
        f"/players/{one}/against/{two}/": f"/share/players/{one}-{two}.png",
    }


def test_every_shared_page_names_its_picture_with_whole_addresses(client: Client, small: Small) -> None:
    for path, picture in pages(small).items():
        found = told(client, path)
        assert found["og:image"] == f"http://testserver{picture}?language=en"
        assert found["og:url"] == f"http://testserver{path}?language=en"  # opens as it was seen
        assert (found["og:locale"], found["twitter:card"]) == ("en_GB", "summary_large_image")
        assert found["og:title"]
        drawn = client.get(picture)
        assert (drawn.status_code, drawn.headers["Content-Type"]) == (200, "image/png")
        assert drawn.content.startswith(b"\x89PNG")


def test_picture_speaks_the_language_its_address_asks_for(client: Client, small: Small) -> None:
    path = f"/share/players/{small.players[0].pk}.png?language="
    answers = [client.get(path + language) for language in ("en", "fr", "ru", "xx")]

    assert [one.headers["Content-Language"] for one in answers] == ["en", "fr", "ru", "en"]
    assert len({one.content for one in answers}) == 3


def test_player_is_shown_on_the_newest_list_with_the_course_of_all(small: Small) -> None:
    player = small.players[0]
    with translation.override("en"):
        card = share.of_player(player)

    assert card.figure is not None
    assert (card.system, card.over, card.name) == ("ffg", "FFG ladder", str(player))
    assert [date.fromordinal(int(day)) for day, _ in card.course] == list(small_federation.DAYS)
    assert card.facts[1] == "List of 6\xa0November 2026"


def test_list_shows_its_first_five_tournament_its_winner(small: Small) -> None:
    with translation.override("en"):
        listed = share.of_list(small.lists[2])
        event = share.of_tournament(small.tournaments[1])

    assert [place.rank for place in listed.places] == ["1", "2", "3", "4", "5"]
    assert listed.title == "List of 6\xa0November 2026"
    assert event.winners in {str(player) for player in small.players} | {
        f"{player.surname} {player.given_name}" for player in small.players
    }
    assert list(event.facts) == ["8 players", "3 rounds"]
    start, end = small.tournaments[1].start, small.tournaments[1].end
    assert event.lead == f"{start.day} \N{EN DASH} {end.day}\xa0{end:%B %Y}. Saint-Étienne-du-Bois, FR"


def test_pair_shows_the_score_of_the_games_between_them(small: Small) -> None:
    with translation.override("en"):
        card = share.of_pair((small.players[0], small.players[1]), timezone.now())

    halves = [float(score.replace("½", ".5") if score != "½" else 0.5) for score in card.score]
    assert card.names == (str(small.players[0]), str(small.players[1]))
    assert sum(halves) == float(card.facts[0].split()[0])
    expected = [float(one) for one in card.facts[1].removeprefix("expected score ").split(" : ")]
    assert sum(expected) == pytest.approx(1.0, abs=0.02)


def test_hidden_player_is_not_named_in_any_picture(small: Small) -> None:
    player = small.players[0]
    privacy.choose(player, Player.Privacy.ANONYMOUS, account=None)
    hidden = Player.objects.get(pk=player.pk)
    with public_view(), translation.override("en"):
        cards = [
            share.of_player(hidden),
            share.of_list(PublishedList.objects.get(pk=small.lists[2].pk)),
            share.of_tournament(small.tournaments[0]),
            share.of_pair((hidden, small.players[1]), timezone.now()),
        ]

    assert player.surname
    assert [player.surname in repr(card) for card in cards] == [False] * 4
    assert f"NN {player.pk}" in repr(cards[0])


def test_whoever_has_a_picture_is_told_so_without_reading_tables(
    client: Client, small: Small, settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.PAGE_CACHE_ENABLED = True
    for path in pages(small).values():
        first = client.get(path)
        with django_assert_num_queries(0):
            again = client.get(path, headers={"if-none-match": first.headers["ETag"]})
            kept = client.get(path)
        assert (again.status_code, again.content) == (304, b"")
        assert kept.content == first.content
        assert "Content-Encoding" not in kept.headers
        assert "public" in first.headers["Cache-Control"]


def test_new_list_changes_the_picture(client: Client, small: Small, settings: Settings) -> None:
    settings.PAGE_CACHE_ENABLED = True
    path = f"/share/players/{small.players[0].pk}.png"
    before = client.get(path)
    small_federation.publish(RatingSystem.objects.get(key="ffg"), date(2026, 11, 13), small.players)
    version.forget()
    after = client.get(path, headers={"if-none-match": before.headers["ETag"]})

    assert after.status_code == 200
    assert after.content != before.content


def test_pictures_cost_few_queries(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    counts = {"players": 4, "lists": 2, "tournaments": 5}
    first, second, third, _against = pages(small).values()
    client.get(first)  # the state of everything public is known now
    for path, kind in ((first, "players"), (second, "lists"), (third, "tournaments")):
        with django_assert_num_queries(counts[kind]):
            assert client.get(path).status_code == 200


def test_one_place_has_only_so_many_drawn(client: Client, small: Small, settings: Settings) -> None:
    settings.API_RATE = 2
    path = f"/share/players/{small.players[0].pk}.png"
    answers: list[Any] = [client.get(path) for _ in range(3)]

    assert [one.status_code for one in answers] == [200, 200, 429]
    assert answers[2].headers["Retry-After"].isdigit()


@pytest.mark.parametrize(
    "path", ["/share/players/0.png", "/share/lists/ffg/never.png", "/share/lists/none/2026-11-06.png",
             "/share/tournaments/0.png", "/share/players/1-99999999999999999999.png"]
)  # fmt: skip
def test_what_is_not_there_has_no_picture(client: Client, small: Small, path: str) -> None:
    assert client.get(path).status_code == 404


def test_card_of_a_pair_rounds_as_the_page_does(client: Client, small: Small) -> None:
    some = small.players[:4]
    pairs = [(one, other) for one in some for other in some if one.pk < other.pk]
    for own, other in pairs:
        page = client.get(f"/players/{own.pk}/against/{other.pk}/", headers={"accept-language": "en"})
        with translation.override("en"):
            card = share.of_pair((own, other), timezone.now())

        known = [fact.removeprefix("expected score ") for fact in card.facts if "expected" in fact]
        assert re.findall(r"\d\.\d\d : \d\.\d\d", page.content.decode())[:1] == known
