import csv
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from federation.models import Club
from tests.markup import html_of
from tests.ratings import small_federation
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


def navigation(response: Any) -> list[str]:
    nav = re.search(r'<nav class="site-nav".*?</nav>', html_of(response), re.DOTALL)
    assert nav is not None
    return re.findall(r'href="([^"]+)"', nav.group())


@pytest.mark.parametrize(
    ("role", "more"),
    [("stranger", []), ("organiser", ["/desk/"]), ("officer", ["/desk/", "/review/"])],
)
def test_navigation_leads_each_role_to_its_desk(
    log_in: Callable[[str], Client], role: str, more: list[str]
) -> None:
    assert navigation(log_in(role).get("/")) == [
        "/lists/",
        "/tournaments/",
        "/clubs/",
        "/statistics/",
        "/calculators/",
        "/rules/",
        *more,
    ]


def test_navigation_of_a_reader_leads_to_what_is_public(client: Client) -> None:
    assert navigation(client.get("/")) == [
        "/lists/",
        "/tournaments/",
        "/clubs/",
        "/statistics/",
        "/calculators/",
        "/rules/",
    ]


@pytest.mark.parametrize(
    ("path", "here"),
    [
        ("/lists/", "/lists/"),
        ("/players/", "/lists/"),
        ("/players/1/egf/1/", "/lists/"),  # why a rating moved; of nobody here
        ("/rules/", "/rules/"),
        ("/calculators/egf/", "/calculators/"),
    ],
)
def test_navigation_says_where_the_page_is(client: Client, path: str, here: str) -> None:
    content = html_of(client.get(path))

    assert re.findall(r'<a href="([^"]+)" aria-current="page"', content) == [here]


def test_address_of_nothing_shows_the_way_back(client: Client) -> None:
    response = client.get("/nowhere/", **ENGLISH)

    assert (response.status_code, b"There is no page at this address" in response.content) == (404, True)


@pytest.mark.parametrize(
    ("template", "words"),
    [("500.html", "Something went wrong on our side"), ("400.html", "Invalid request")],
)
def test_error_page_needs_nothing_that_may_be_broken(template: str, words: str) -> None:
    with translation.override("en"):
        page = render_to_string(template)

    assert (f"<h1>{words}</h1>" in page, page.count("{%"), 'href="/"' in page) == (True, 0, True)


def test_address_that_cannot_be_asked_is_answered_in_the_words_of_the_reader(client: Client) -> None:
    client.get("/rules/lists/", HTTP_ACCEPT_LANGUAGE="ru")

    response = client.get("/players/?q=%00", **ENGLISH)

    assert (response.status_code, b"Invalid request" in response.content) == (400, True)


def test_form_sent_without_its_token_says_why_and_what_to_do() -> None:
    response = Client(enforce_csrf_checks=True).post("/login/", {}, **ENGLISH)

    assert (response.status_code, b"The form has expired" in response.content) == (403, True)


def test_policy_allows_our_own_files_only(client: Client) -> None:
    policy = client.get("/")["Content-Security-Policy"]

    assert (policy.count("unsafe"), "default-src 'self'" in policy) == (0, True)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/lists/ffg/",
        "/players/?q=a",
        "/tournaments/1/",
        "/clubs/75Xa/",
        "/rules/",
        "/calculators/egf/?who=1600&o1=5k",
    ],
)
def test_page_has_nothing_the_policy_forbids(client: Client, path: str) -> None:
    cache.clear()
    small_federation.build(players=26, tournaments=1)

    content = html_of(client.get(path))

    # A block of data is no script: browsers let it pass.
    content = re.sub(r'<script type="application/ld\+json">[^<]*</script>', "", content)
    # Nor does a link of the head load anything that names the page itself.
    content = re.sub(r'<link rel="(?:canonical|alternate)"[^>]*>', "", content)
    found = re.findall(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)|(?:src|href)=\"https?:", content)
    assert found == []


def test_table_of_clubs_is_exported_without_formulas(client: Client) -> None:
    small_federation.build(players=6, tournaments=0, systems=())
    Club.objects.filter(code="75Xa").update(name="=1+1")

    response = client.get("/clubs/?format=csv&sort=-code", **ENGLISH)

    table = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert table == [
        ["Code", "Club", "Town", "Region", "Federation", "Members"],
        ["75Xa", "'=1+1", "Paris", "", "FR", "2"],
        ["69Zc", "Atari Croix", "Lyon", "Ligue des Alpes", "FR", "2"],
        ["38Yb", "Les Deux Yeux", "Grenoble", "Ligue des Alpes", "FR", "2"],
    ]


def test_table_of_tournaments_is_exported_whole(client: Client) -> None:
    small_federation.build(players=26, tournaments=2, systems=())

    response = client.get("/tournaments/?format=csv", **ENGLISH)

    table = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    winners = Entry.objects.filter(place=1).order_by("-tournament__start").select_related("player")
    first = [str(one.player) for one in winners]
    assert table[1:] == [
        ["2023-10-28", "Open des Deux Rives 2023", "Saint-Étienne-du-Bois, FR", first[0], "3", "8"],
        ["2023-06-03", "Open des Deux Rives 2023", "Saint-Étienne-du-Bois, FR", first[1], "3", "24"],
    ]
