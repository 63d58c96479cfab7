"""The pieces every page shares are kept for each language, and hold nothing of one visitor's page."""

from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import set_script_prefix
from django.utils import translation

from federation.web.caches import fragment_key
from tests.ratings.small_federation import build

pytestmark = pytest.mark.django_db
READINGS = (
    "",
    "?all=1",
    "?sort=name",
    "?all=1&sort=name",
    "?sex=f",
    "?min=-500",
    "?revision=1",
    "?revision=1&sex=f",
)


@pytest.fixture(autouse=True)
def _kept(settings: Any) -> None:
    settings.CACHES = {
        **settings.CACHES,
        "template_fragments": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "fragments of a test",
            "KEY_FUNCTION": "federation.web.caches.fragment_key",
        },
    }
    caches["template_fragments"].clear()


def test_page_of_kept_pieces_is_the_one_made_anew(client: Client) -> None:
    build(players=4, tournaments=1, systems=("ffg",))
    for language in ("en", "fr", "ru"):
        for path in ("/lists/ffg/", "/rules/", "/players/?q=abc"):
            anew, kept = (client.get(path, HTTP_ACCEPT_LANGUAGE=language).content for _ in range(2))
            caches["template_fragments"].clear()

            assert kept == anew
            assert f'<html lang="{language}">'.encode() in kept


def test_list_of_pieces_kept_of_its_other_readings_is_the_one_made_anew(client: Client) -> None:
    build(players=8, tournaments=0, systems=("ffg",))

    def read(query: str) -> str:
        caches["pages"].clear()  # whole bodies of lists
        return client.get(f"/lists/ffg/{query}", HTTP_ACCEPT_LANGUAGE="en").content.decode()

    anew = {}
    for query in READINGS:
        caches["template_fragments"].clear()
        anew[query] = read(query)

    assert {query: read(query) for query in READINGS} == anew
    assert len(set(anew.values())) == len(READINGS)


def test_who_is_logged_in_gets_no_piece_kept_for_visitors(client: Client, admin_client: Client) -> None:
    visitor, account = (
        one.get("/rules/", HTTP_ACCEPT_LANGUAGE="en").content for one in (client, admin_client)
    )

    assert [b"Log in" in page for page in (visitor, account)] == [True, False]
    assert [b"Log out" in page for page in (visitor, account)] == [False, True]


def test_pieces_hold_nothing_of_the_page_they_were_made_for(client: Client) -> None:
    client.get("/players/?q=visitor", HTTP_ACCEPT_LANGUAGE="en")

    page = client.get("/rules/", HTTP_ACCEPT_LANGUAGE="en").content.decode()

    assert "visitor" not in page
    assert 'href="/rules/" aria-current="page"' in page
    assert page.count("aria-current") == 1


def test_key_tells_languages_and_folders_of_a_site_apart() -> None:
    try:
        keys = set()
        for language in ("en", "fr"):
            for prefix in ("/", "/rating/"):
                set_script_prefix(prefix)
                with translation.override(language):
                    keys.add(fragment_key("header", "", 1))
    finally:
        set_script_prefix("/")

    assert len(keys) == 4
