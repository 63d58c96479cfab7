"""Declaration of public pages: address, help line, description, caching and site map in one entry."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from django.urls import URLPattern, path

# Names of pages that help lines lead to. RULES_OF_SYSTEM: the rules of the system in the address.
GLOSSARY, MADE, RULES_OF_SYSTEM, RULES = "rules-glossary", "rules-lists", "rules-system", "rules"


class Cached(Enum):
    """How long the response to an anonymous request is cached."""

    NO = "no"
    WITH_LISTS = "until a list is published"  # pages that no recalculation changes
    WITH_EVERYTHING = "until anything public changes"


@dataclass(frozen=True, slots=True)
class Help:
    """The sentence at the foot of a page, and the name of the page with more."""

    text: str
    more: str


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A page that needs no account. Texts are message ids; `public_page` describes the fields."""

    name: str
    route: str
    help_line: Help | None
    description: str
    cached: Cached
    parameters: Collection[str] | None
    in_site_map: bool

    @property
    def segment(self) -> str:
        """The first part of the address; "" for the home page."""
        return self.route.partition("/")[0]


_PAGES: dict[str, PublicPage] = {}


def public_page(
    route: str,
    view: Callable[..., HttpResponseBase],
    kwargs: dict[str, Any] | None = None,
    *,
    name: str,
    help_line: Help | None = None,
    description: str = "",
    cached: Cached = Cached.NO,
    parameters: Collection[str] | None = (),
    in_site_map: bool = True,
) -> URLPattern:
    """Declare a public page and return its URL pattern.

    `description` is for search engines: %(system)s is the name of the system in the address, %(federation)s
    ours. `parameters` are those that links to a cached page have: the response to any other query is not
    cached. None: the view reads its query itself and reports what it cannot read. Only pages whose address
    has no variable part are in the site map by themselves.
    """
    _PAGES[name] = PublicPage(
        name, route, help_line, description, cached, parameters, in_site_map and "<" not in route
    )
    return path(route, view, kwargs, name=name)


def public_pages() -> Mapping[str, PublicPage]:
    """Return every public page by its name, in the order of the URL configuration."""
    _load()
    return _PAGES


@cache
def _load() -> None:
    import_module(settings.ROOT_URLCONF)  # declares the pages
