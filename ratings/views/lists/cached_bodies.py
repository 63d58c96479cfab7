"""Cache of the bodies of the most read list pages."""

from urllib.parse import quote

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from federation.web.caches import pages as cache
from ratings.lists.selection import Selection, address

KEPT_SECONDS = 3600


def key_of(state: tuple[int, ...], selection: Selection, *, asked: str) -> str:
    """Return the cache key of a page; "" for a filtered page or a non-canonical address.

    `state` identifies the list and those it links to; a list itself never changes. The cache has as many
    entries as a list has pages and orders.
    """
    if not selection.is_whole or f"?{asked}" != address(selection, page=selection.page):
        return ""
    return f"list-body-{settings.VERSION}-{'-'.join(map(str, state))}-{get_language()}-{quote(asked)}"


def kept(key: str) -> SafeString | None:
    """Return a cached page, None if missing."""
    body: SafeString | None = cache.get(key) if key else None
    return body


def keep(key: str, page: SafeString) -> SafeString:
    """Cache a page under its key."""
    if key:
        cache.set(key, page, KEPT_SECONDS)
    return page
