"""Public pages: one declaration is enough for the help line, the description, the cache and the site map."""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.test import Client
from django.urls import include, path
from pytest_django.fixtures import Settings

from federation.web import public_pages
from federation.web.public_pages import MADE, Cached, Help, public_page
from ratings.page_cache import responses

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


def show(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


@pytest.fixture
def scratch(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """A site with one more page, declared in a module of its own."""
    urls = ModuleType("tests.scratch_urls")
    monkeypatch.setattr(public_pages, "_PAGES", dict(public_pages.public_pages()))
    page = public_page(
        "harbour/",
        show,
        name="harbour",
        help_line=Help("Ships are listed by length.", MADE),
        description="Ships of %(federation)s.",
        cached=Cached.WITH_EVERYTHING,
        parameters=("sort",),
    )
    urls.__dict__["urlpatterns"] = [page, path("", include("federation.urls"))]
    settings.ROOT_URLCONF, settings.FEDERATION_NAME = urls, "Lagoon"
    responses._segments.cache_clear()
    yield
    responses._segments.cache_clear()


@pytest.mark.usefixtures("scratch")
def test_declared_page_has_its_help_line_and_its_description(client: Client) -> None:
    html = client.get("/harbour/", **ENGLISH).content.decode()

    line = re.search(r'<aside class="help-line".*?</aside>', html, re.DOTALL)
    assert line is not None
    assert "Ships are listed by length." in line.group()
    assert 'href="/rules/lists/"' in line.group()
    assert '<meta name="description" content="Ships of Lagoon.">' in html


@pytest.mark.usefixtures("scratch")
@pytest.mark.parametrize(("query", "entries"), [("", 1), ("?sort=length", 1), ("?colour=red", 0)])
def test_declared_page_is_cached_for_its_parameters(
    client: Client, kept: list[str], query: str, entries: int
) -> None:
    answer = client.get(f"/harbour/{query}", **ENGLISH)

    assert (answer.status_code, len(kept)) == (200, entries)


@pytest.mark.usefixtures("scratch")
def test_declared_page_is_in_the_site_map(client: Client) -> None:
    assert "/harbour/</loc>" in client.get("/sitemap-pages-0.xml").content.decode()
