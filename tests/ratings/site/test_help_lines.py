"""The help line: every page everybody reads says in a sentence what helps there."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern
from pytest_django.fixtures import Settings

from federation.web.public_pages import Help, public_pages
from ratings import urls
from ratings.templatetags.help_line import LINKS
from ratings.urls import feeds
from tests.markup import html_of
from tests.ratings import small_federation

ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
# What is no page of its own: files.
NO_PAGE = {"list-download", "list-file", "list-rows", "list-bundle", "row-proof-file"} | {
    *("list-bundle-signature", "simulation-player-file", "trial-file")
}
OWN = {"me", "me-privacy", "me-data", "me-error", "me-request"}  # pages of whoever is logged in


def help_lines() -> dict[str, Help]:
    return {page.name: page.help_line for page in public_pages().values() if page.help_line}


def test_every_page_everybody_reads_has_its_help_line() -> None:
    named = {one.name for one in urls.urlpatterns if isinstance(one, URLPattern)}
    programs = {one.name for one in feeds.urlpatterns if isinstance(one, URLPattern)} & {"programs"}

    assert (named | programs) - NO_PAGE - OWN - set(help_lines()) == set()


def test_every_help_line_leads_somewhere_and_is_short() -> None:
    assert {help_line.more for help_line in help_lines().values()} == set(LINKS)
    assert max(len(help_line.text) for help_line in help_lines().values()) <= 140


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "words", "leads"),
    [
        ("/", "The best active players on the latest lists", "/rules/lists/"),
        ("/lists/egf/", "Ranks count active players only", "/rules/egf/"),
        ("/lists/ffg/compare/", "Players on only one of the two lists", "/rules/lists/"),
        ("/players/?q=nobody", "A few letters of each word are enough", "/lists/"),
        ("/tournaments/1/", "A round shows the opponent’s place", "/glossary/"),
        ("/calculators/ffg/", "Nothing you enter is stored", "/rules/ffg/"),
        ("/programs/", "Programs can read everything public", "/rules/formats/"),
        ("/login/", "Accounts are for organisers and officers", "/rules/lists/"),
    ],
)
def test_help_line_is_that_of_the_page(
    client: Client, settings: Settings, path: str, words: str, leads: str
) -> None:
    settings.SIGN_UP = False
    small_federation.build(players=26, tournaments=1)

    shown = html_of(client.get(path, **ENGLISH))

    line = re.search(r'<aside class="help-line".*?</aside>', shown)
    assert line is not None
    assert words in line.group()
    assert re.findall(r'href="([^"]+)"', line.group()) == [leads]


@pytest.mark.django_db
@pytest.mark.parametrize("is_open", [True, False])
def test_log_in_page_says_who_may_have_an_account(client: Client, settings: Settings, is_open: bool) -> None:
    settings.SIGN_UP = is_open

    shown = html_of(client.get("/login/", **ENGLISH))

    assert ("Accounts are for organisers and officers, by invitation." in shown) is not is_open
    assert ("Players open an account themselves" in shown) is is_open
    assert ("For players, organisers" in shown) is is_open
    assert (">Open an account</a>" in shown) is is_open


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/nowhere/", "/players/999999/", "/tournaments/999999/"])
def test_page_that_is_not_there_has_no_help_line(client: Client, path: str) -> None:
    answer = client.get(path, **ENGLISH)

    assert answer.status_code == 404
    assert b"help-line" not in answer.content
