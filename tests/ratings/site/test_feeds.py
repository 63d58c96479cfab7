"""What machines read beside the pages: feeds, site maps, records of schema.org, lists in other sites."""

import json
import re
from dataclasses import replace
from datetime import date
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Player
from federation.privacy import privacy
from ratings.charts import figures
from ratings.models import RatingChange, RatingSystem
from ratings.views.feeds_and_frames import sitemaps
from ratings.views.feeds_and_frames.reference import STRONGEST
from tests.markup import html_of
from tests.ratings import fide_pages, small_federation, stream_pages
from tests.ratings.small_federation import Small
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=24, tournaments=3)


def entries(answer: Any) -> list[tuple[str, str, str]]:
    """Return title, text and address of every entry."""
    root = ElementTree.fromstring(answer.content)
    return [
        (
            one.findtext(f"{ATOM}title", ""),
            one.findtext(f"{ATOM}summary", ""),
            one.find(f"{ATOM}link").get("href", "").removeprefix("http://testserver"),  # type: ignore[union-attr]  # every entry has a link
        )
        for one in root.findall(f"{ATOM}entry")
    ]


def addresses(answer: Any) -> list[str]:
    root = ElementTree.fromstring(answer.content)
    return [one.text.removeprefix("http://testserver") for one in root.iter(f"{MAP}loc") if one.text]


def record(answer: Any) -> Any:
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html_of(answer))
    return [json.loads(one) for one in found]


def test_feed_of_lists_tells_each_publication(client: Client, small: Small) -> None:
    answer = client.get("/feeds/lists.atom", **ENGLISH)

    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert entries(answer)[:2] == [
        ("EGF rating, list of 6\xa0November 2026", "21 active players", "/lists/egf/2026-11-06/?revision=1"),
        (
            "FFG ladder, list of 6\xa0November 2026",
            "21 licensed players",
            "/lists/ffg/2026-11-06/?revision=1",
        ),
    ]
    assert len(entries(answer)) == 6


def test_feed_of_lists_of_one_system_in_the_language_asked_for(client: Client, small: Small) -> None:
    answer = client.get("/feeds/lists.atom?system=ffg&language=fr", **ENGLISH)

    assert [link for _, _, link in entries(answer)] == [
        f"/lists/ffg/{day}/?revision=1" for day in ("2026-11-06", "2026-09-04", "2026-06-05")
    ]
    assert "novembre" in entries(answer)[0][0]
    assert answer["Content-Language"] == "fr"


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_feed_of_a_system_that_is_none_is_refused_by_name(client: Client, language: str) -> None:
    answer = client.get(f"/feeds/lists.atom?system=nope&language={language}", **ENGLISH)

    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert (answer["Cache-Control"], answer["Content-Language"]) == ("no-store", language)
    sentence = html_of(answer)
    assert all(word in sentence for word in ("system", "nope", "ffg", "fide-standard"))
    if language == "en":
        assert sentence.startswith("“system” cannot be “nope”. Allowed values: ")


def test_correction_of_a_list_is_an_entry_of_its_own(client: Client, small: Small) -> None:
    small_federation.publish(small.lists[2].system, small_federation.DAYS[-1], small.players, revision=2)

    told = entries(client.get("/feeds/lists.atom?system=ffg", **ENGLISH))

    assert [title for title, _, _ in told[:2]] == [
        "FFG ladder, list of 6\xa0November 2026, revision 2",
        "FFG ladder, list of 6\xa0November 2026",
    ]


def test_daily_lists_crowd_nothing_out(client: Client) -> None:
    made = stream_pages.played()
    fide_pages.archived()

    told = entries(client.get("/feeds/lists.atom", **ENGLISH))

    assert sum(f"/{made.system.key}/" in link for _, _, link in told) == 1
    assert any("/fide-standard/" in link for _, _, link in told)


def test_feed_of_tournaments(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=3).update(name="Coupe <b>\x0b&", stage="approved")
    Tournament.objects.filter(number=1).update(stage="submitted")

    told = entries(client.get("/feeds/tournaments.atom", **ENGLISH))

    assert [(title, link) for title, _, link in told] == [
        ("Coupe <b>&", "/tournaments/3/"),
        ("Open des Deux Rives 2023", "/tournaments/2/"),
    ]
    assert told[1][1] == "28\xa0October 2023. Saint-Étienne-du-Bois, FR"


def test_feed_of_a_player_tells_what_moved_him(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = small.players[0]
    with django_assert_num_queries(5):
        answer = client.get(f"/feeds/players/{player.pk}.atom", **ENGLISH)

    told = entries(answer)
    assert [link for _, _, link in told] == ["/tournaments/3/", "/tournaments/2/", "/tournaments/1/"]
    change = RatingChange.objects.filter(player=player, system__key="ffg").latest("sequence")
    assert change.before is not None
    assert change.after is not None
    moved = figures.signed(change.after - change.before)
    said = (
        f"FFG ladder: {figures.plain(change.before)} → {figures.plain(change.after)} ({moved}); EGF rating: "
    )
    assert told[0][1].startswith(said)
    assert "first rating" in told[2][1]


def test_feed_of_a_player_on_lists_of_a_period(client: Client) -> None:
    fide_pages.archived(day=date(2026, 10, 1))
    fide_pages.archived((replace(fide_pages.ANNA, rating=2510),))
    anna = Player.objects.get(given_name="Anna")

    told = entries(client.get(f"/feeds/players/{anna.pk}.atom", **ENGLISH))

    assert [(title, text) for title, text, _ in told] == [
        ("List of 1\xa0November 2026", "FIDE standard: 2500 → 2510 (+10)"),
        ("List of 1\xa0October 2026", "FIDE standard: first rating 2500"),
    ]


def test_feed_of_a_player_of_single_games(client: Client) -> None:
    made = stream_pages.played()

    told = entries(client.get(f"/feeds/players/{made.players[2].pk}.atom", **ENGLISH))

    assert [title for title, _, _ in told] == ["Games of 15\xa0November 2023"]


def test_feed_of_nobody_and_of_a_merged_number(client: Client, small: Small) -> None:
    kept, gone = small.players[:2]
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)

    merged = client.get(f"/feeds/players/{gone.pk}.atom")

    assert (merged.status_code, merged["Location"]) == (302, f"/feeds/players/{kept.pk}.atom")
    assert client.get("/feeds/players/999999.atom").status_code == 404


def test_feed_somebody_has_is_not_sent_again(client: Client, small: Small) -> None:
    etag = client.get("/feeds/lists.atom", **ENGLISH)["ETag"]

    same = client.get("/feeds/lists.atom", HTTP_IF_NONE_MATCH=etag, **ENGLISH)
    other = client.get("/feeds/lists.atom", HTTP_IF_NONE_MATCH=etag, HTTP_ACCEPT_LANGUAGE="fr")

    assert (same.status_code, same.content, other.status_code) == (304, b"", 200)


def test_player_in_feeds_is_shown_as_he_chose(client: Client, small: Small) -> None:
    player = small.players[0]
    privacy.choose(player, "anonymous", account=None)

    content = html_of(client.get(f"/feeds/players/{player.pk}.atom", **ENGLISH))

    assert (f"NN {player.pk}" in content, "Abelard" in content) == (True, False)


def test_pages_name_their_feeds(client: Client, small: Small) -> None:
    page = html_of(client.get(f"/players/{small.players[0].pk}/", **ENGLISH))

    links = re.findall(
        r'<link rel="alternate" type="application/atom\+xml" title="[^"]*" href="([^"]*)"', page
    )
    assert links == [
        "/feeds/lists.atom",
        "/feeds/tournaments.atom",
        f"/feeds/players/{small.players[0].pk}.atom",
    ]
    assert all(client.get(link).status_code == 200 for link in links)


def test_site_map_leads_to_every_page_once(client: Client, small: Small) -> None:
    found = addresses(client.get("/sitemap.xml"))
    pages = [address for path in found for address in addresses(client.get(path))]

    # keys go on rising from test to test, so that a part is not always the first
    players = sorted({one.pk // sitemaps.PART for one in small.players})
    lists = sorted({one.pk // sitemaps.PART for one in small.lists})
    assert found == [
        "/sitemap-pages-0.xml",
        *(f"/sitemap-players-{number}.xml" for number in players),
        "/sitemap-tournaments-0.xml",
        *(f"/sitemap-lists-{number}.xml" for number in lists),
    ]
    assert len(pages) == len(set(pages))
    for kind in (small.players, small.tournaments, small.lists):
        assert {one.get_absolute_url() for one in kind} <= set(pages)
    assert {client.get(path).status_code for path in pages} == {200}


def test_site_map_is_cut_into_parts_of_numbers(
    client: Client,
    small: Small,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    monkeypatch.setattr(sitemaps, "PART", 10)
    first = small.players[0].pk
    with django_assert_num_queries(3):
        found = addresses(client.get("/sitemap.xml"))
    with django_assert_num_queries(0):
        client.get("/sitemap.xml")

    numbers = sorted({player.pk // 10 for player in small.players})
    assert [path for path in found if "players" in path] == [f"/sitemap-players-{n}.xml" for n in numbers]
    with django_assert_num_queries(1):
        part = addresses(client.get(f"/sitemap-players-{first // 10}.xml"))
    assert part == [f"/players/{n}/" for n in range(first, first // 10 * 10 + 10)]


@pytest.mark.parametrize("path", ["players-9", "pages-1", "nosuch-0"])
def test_part_of_the_site_map_that_is_none(client: Client, small: Small, path: str) -> None:
    assert client.get(f"/sitemap-{path}.xml").status_code == 404


def test_site_map_offers_nobody_who_is_not_shown_by_name(client: Client, small: Small) -> None:
    Player.objects.filter(pk=small.players[0].pk).update(privacy="initials")
    Player.objects.filter(pk=small.players[1].pk).update(merged_into=small.players[2])

    parts = sorted({player.pk // sitemaps.PART for player in small.players})
    found = [path for part in parts for path in addresses(client.get(f"/sitemap-players-{part}.xml"))]

    assert found == [f"/players/{player.pk}/" for player in small.players[2:]]


def test_robots_learn_what_is_endless_and_where_the_map_is(client: Client, small: Small) -> None:
    lines = html_of(client.get("/robots.txt")).splitlines()

    assert lines[0] == "User-agent: *"
    assert {
        "Disallow: /desk/",
        "Disallow: /players/*/against/",
        "Sitemap: http://testserver/sitemap.xml",
    } <= {*lines}


def test_player_is_a_person(client: Client, small: Small) -> None:
    player = small.players[0]

    told = record(client.get(f"/players/{player.pk}/", **ENGLISH))

    assert [(one["@type"], one["name"], one["url"], one["memberOf"]["name"]) for one in told] == [
        ("Person", "Adèle Abelard", f"http://testserver/players/{player.pk}/", "Cercle du Pont")
    ]


def test_player_not_shown_by_name_is_nobody(client: Client, small: Small) -> None:
    privacy.choose(small.players[0], "initials", account=None)

    assert record(client.get(f"/players/{small.players[0].pk}/", **ENGLISH)) == []


def test_tournament_is_an_event_whatever_it_is_called(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=2).update(name="</script><b>&")

    told = record(client.get("/tournaments/2/", **ENGLISH))

    assert [(one["@type"], one["name"], one["startDate"], one["location"]["name"]) for one in told] == [
        ("SportsEvent", "</script><b>&", "2023-10-28", "Saint-Étienne-du-Bois")
    ]


def test_list_is_a_set_of_data_that_can_be_fetched(client: Client, small: Small) -> None:
    told = record(client.get("/lists/ffg/", **ENGLISH))[0]

    assert (told["@type"], told["name"], told["version"]) == ("Dataset", "FFG ladder, 2026-11-06", "1")
    paths = [one["contentUrl"].removeprefix("http://testserver") for one in told["distribution"]]
    assert [client.get(path).status_code for path in paths] == [200, 200]


def test_top_of_a_list_in_another_page(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        answer = client.get("/embed/lists/ffg/?top=5&theme=dark&language=fr", **ENGLISH)

    page = html_of(answer)
    assert len(re.findall(r'<a class="name" href="/players/\d+/"', page)) == 5
    assert ('<html lang="fr" data-theme="dark">' in page, "novembre" in page) == (True, True)
    assert "<script" not in page


def test_only_the_list_may_stand_in_other_pages(client: Client, small: Small) -> None:
    widget, page = client.get("/embed/lists/ffg/"), client.get("/lists/ffg/")

    assert "frame-ancestors *" in widget["Content-Security-Policy"]
    assert not widget.has_header("X-Frame-Options")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_list_in_another_page_is_kept_until_the_next(client: Client, small: Small) -> None:
    etag = client.get("/embed/lists/ffg/", **ENGLISH)["ETag"]
    same = client.get("/embed/lists/ffg/", HTTP_IF_NONE_MATCH=etag, **ENGLISH)
    small_federation.publish(small.lists[2].system, small_federation.DAYS[-1], small.players, revision=2)
    later = client.get("/embed/lists/ffg/", HTTP_IF_NONE_MATCH=etag, **ENGLISH)

    assert (same.status_code, later.status_code) == (304, 200)
    assert "frame-ancestors *" in same["Content-Security-Policy"]


def test_system_without_a_list_says_so(client: Client, small: Small) -> None:
    RatingSystem.objects.filter(key="ladder").update(active=True)
    answer = client.get("/embed/lists/ladder/", **ENGLISH)

    assert (answer.status_code, b"No list has been published yet." in answer.content) == (200, True)
    assert client.get("/embed/lists/nosuch/").status_code == 404


@pytest.mark.parametrize("systems", [("fide-standard",), ()])
def test_page_for_programs_is_shown_where_nothing_is_published(
    client: Client, systems: tuple[str, ...]
) -> None:
    RatingSystem.objects.exclude(key__in=systems).update(active=False)

    page = html_of(client.get("/programs/", **ENGLISH))

    assert "entries?sex=f&amp;min=0&quot;" in page or 'entries?sex=f&amp;min=0"' in page


def test_page_for_programs_shows_calls_that_work(client: Client, small: Small) -> None:
    page = html_of(client.get("/programs/", **ENGLISH))

    calls = re.findall(
        r'curl (?:--compressed -O -J )?(?:&quot;|")?http://testserver(/\S+?)(?:&quot;|")?(?:\n|<)', page
    )
    shown = [call.replace("&amp;", "&") for call in calls]
    assert len(shown) == 9
    wanted = [path.replace("/players/1/", f"/players/{small.players[0].pk}/") for path in shown]
    assert [client.get(path).status_code for path in wanted[:7] + wanted[8:]] == [200] * 8
    (filtered,) = [path for path in wanted if "sex=f" in path]
    assert client.get(filtered).json()["count"] >= min(len(small.players) // 4, STRONGEST)
    assert 'href="/programs/"' in html_of(client.get("/", **ENGLISH))
