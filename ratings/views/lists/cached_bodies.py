"""The bodies of list pages, kept for the pages most people read."""

from urllib.parse import quote

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from federation.web.caches import pages as cache
from ratings.lists.selection import Selection, address

KEPT_SECONDS = 3600


def key_of(state: tuple[int, ...], selection: Selection, *, asked: str) -> str:
    """Name a page worth keeping; "" for a filtered one, or an address written another way than ours.

    `state` tells the list and those it links to; a list itself never changes. As many pages are kept as a
    list has pages and orders.
    """
    if not selection.is_whole or f"?{asked}" != address(selection, page=selection.page):
        return ""
    return f"list-body-{settings.VERSION}-{'-'.join(map(str, state))}-{get_language()}-{quote(asked)}"


def kept(key: str) -> SafeString | None:
    """Return a kept page, None where there is none."""
    body: SafeString | None = cache.get(key) if key else None
    return body


def keep(key: str, page: SafeString) -> SafeString:
    """Keep a page under its key."""
    if key:
        cache.set(key, page, KEPT_SECONDS)
    return page
