"""The feed of a club: lists its players are on, tournaments they played."""

from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Club
from federation.models.display_name import public_name
from federation.privacy import privacy
from ratings.charts import figures
from ratings.models import ListEntry
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
ADDRESS = "/feeds/clubs/38Yb.atom"
ENGLISH: dict[str, Any] = {"headers": {"Accept-Language": "en"}}


@pytest.fixture
def small() -> Small:
    cache.clear()
    made = small_federation.build(players=24, tournaments=2, systems=("ffg",))
    Tournament.objects.update(decided=datetime(2026, 11, 1, tzinfo=UTC))
    return made


def told(client: Client, address: str = ADDRESS) -> list[tuple[str, str, str]]:
    """Return title, text and link of every entry."""
    answer: Any = client.get(address, **ENGLISH)
    root = ElementTree.fromstring(answer.content)
    return [
        (
            one.findtext(f"{ATOM}title", ""),
            one.findtext(f"{ATOM}summary", ""),
            (one.find(f"{ATOM}link").get("href") or "").removeprefix("http://testserver"),  # type: ignore[union-attr]  # every entry has a link
        )
        for one in root.findall(f"{ATOM}entry")
    ]


def test_list_tells_who_of_the_club_moved_and_leads_to_its_part(client: Client, small: Small) -> None:
    newest = small.lists[2]
    moved = ListEntry.objects.filter(list=newest, club="38Yb", active=True).exclude(change=0)
    first = moved.order_by("position")[0]

    title, text, link = told(client)[0]

    assert title == "FFG ladder, list of 6\xa0November 2026"
    assert link == "/lists/ffg/2026-11-06/?club=38Yb&revision=1"
    assert text.startswith(f"{first.surname} {first.given_name} {figures.plain(first.rating)}")
    assert text.count(";") == moved.count() - 1
    assert client.get(link, **ENGLISH).status_code == 200


def test_list_on_which_nobody_moved_says_how_many_it_has(client: Client, small: Small) -> None:
    ListEntry.objects.filter(list=small.lists[2]).update(change=0)
    count = ListEntry.objects.filter(list=small.lists[2], club="38Yb", active=True).count()

    assert told(client)[0][1] == f"{count} licensed players"


def test_tournament_names_the_players_of_the_club_alone(client: Client, small: Small) -> None:
    named = {link: text for _title, text, link in told(client)}

    entries = Entry.objects.filter(tournament__number=1, player__club__code="38Yb").order_by("number")
    expected = ", ".join(str(one.player) for one in entries.select_related("player"))
    assert named["/tournaments/1/"] == expected != ""


def test_players_are_named_as_they_chose(client: Client, small: Small) -> None:
    member = next(one for one in small.players if one.club and one.club.code == "38Yb")
    privacy.choose(member, "initials", account=None)

    texts = " ".join(text for _, text, _ in told(client))
    assert " ".join(public_name(member.pk, member.surname, member.given_name, "initials")) in texts
    assert str(member) not in texts


def test_anonymous_player_of_a_small_club_is_not_in_its_feed(client: Client, small: Small) -> None:
    member = next(one for one in small.players if one.club and one.club.code == "38Yb")
    privacy.choose(member, "anonymous", account=None)

    texts = " ".join(text for _, text, _ in told(client))
    assert f"NN {member.pk}" not in texts
    assert str(member) not in texts


def test_club_nobody_is_of_has_an_empty_feed_and_an_unknown_one_none(client: Client, small: Small) -> None:
    Club.objects.create(code="99Zz", label="99Zz", name="Empty", federation=small.players[0].federation)

    assert told(client, "/feeds/clubs/99Zz.atom") == []
    assert client.get("/feeds/clubs/nosuch.atom").status_code == 404


def test_page_of_the_club_leads_to_its_feed(client: Client, small: Small) -> None:
    page = client.get("/clubs/38Yb/", **ENGLISH).content.decode()

    assert page.count(f'href="{ADDRESS}"') == 2


def test_feed_costs_six_queries_however_many_play(
    client: Client, small: Small, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(6):
        told(client)
