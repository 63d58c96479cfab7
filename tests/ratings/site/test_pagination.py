"""The links from page to page: which numbers, and that each keeps what else is asked."""

import re

import pytest
from django.core.paginator import Paginator
from django.template import engines
from django.test import RequestFactory
from django.utils import translation

from tests.markup import compact


def _links(address: str, page: int, *, many: int = 2000, field: str = "") -> str:
    """Format the links under a page of a table of `many` lines, ten a page."""
    template = engines["django"].from_string('{% include "parts/pagination.html" %}')
    pages = Paginator(range(many), 10).page(page)
    return compact(template.render({"pages": pages, "page_field": field}, RequestFactory().get(address)))


@pytest.mark.parametrize(
    ("page", "numbers"),
    [
        (1, "[1] 2 3 … 200"),
        (100, "1 … 98 99 [100] 101 102 … 200"),
        (200, "1 … 198 199 [200]"),
    ],
)
def test_page_leads_to_its_neighbours_and_to_both_ends(page: int, numbers: str) -> None:
    shown = re.sub(r'<span aria-current="page">(\d+)</span>', r"[\1]", _links("/lists/", page))

    assert " ".join(re.sub(r"<[^>]+>", "", one) for one in re.findall(r"<li>.*?</li>", shown)) == numbers


@pytest.mark.parametrize(
    ("address", "field", "leads"),
    [
        ("/lists/", "", "?page=2"),
        ("/lists/?all=1&page=7&sort=name", "", "?all=1&amp;page=2&amp;sort=name"),
        ("/lists/?page=1&club=75&club=%22%3C", "", "?page=2&amp;club=75&amp;club=%22%3C"),
        ("/lists/?page=3&gone-page=1", "gone-page", "?page=3&amp;gone-page=2"),
    ],
)
def test_another_page_keeps_what_else_is_asked(address: str, field: str, leads: str) -> None:
    assert re.findall(r'href="([^"]+)">2<', _links(address, 1, field=field)) == [leads]


@pytest.mark.parametrize(
    ("language", "where"),
    [("en", "11–20 of 20,000"), ("fr", "11–20 sur 20\xa0000"), ("ru", "11–20 из 20\u202f000")],
)
def test_place_is_told_in_the_readers_language(language: str, where: str) -> None:
    with translation.override(language):
        assert f"<span>{where}</span>" in _links("/lists/", 2, many=20_000)


def test_what_has_one_page_has_no_links() -> None:
    assert _links("/lists/", 1, many=10).strip() == ""
