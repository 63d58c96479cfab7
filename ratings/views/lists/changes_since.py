"""Players who joined, returned and left since the list before, in a line of a list's page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import ngettext, pgettext

from federation.language.wording import grouped
from ratings.lists.list_comparison import Pair, moved
from ratings.lists.queries import Found
from ratings.lists.selection import Selection
from ratings.models import PublishedList

# Larger lists are not counted while a reader waits: the comparison counts when it is opened.
COUNTED = 20_000


@dataclass(frozen=True, slots=True)
class Changes:
    """The day of the list before, and what changed in words with the address of its comparison."""

    day: date
    parts: Sequence[tuple[str, str]]


def changes_since(found: Found) -> Changes | None:
    """Return what changed since the list before; None for the first list and older revisions.

    One query the first time, none later: the counts are cached.
    """
    published = found.list
    if not found.earlier or published.revision != found.revisions[0].revision:
        return None
    before = found.earlier[0]
    words = _words(published, before.pk) if published.players <= COUNTED else _uncounted()
    compare = reverse("list-compare", args=[published.system.key])
    days = {"date": published.date.isoformat(), "with": before.date.isoformat()}
    return Changes(
        before.date, [(text, f"{compare}?{urlencode(days | {'who': who})}") for who, text in words]
    )


def _words(published: PublishedList, before: int) -> list[tuple[str, str]]:
    older = PublishedList(pk=before, system=published.system)
    counts = moved(Pair(published, older, Selection()))
    shown = {who: grouped(count) for who, count in counts.items()}
    joined, returned, left = counts["new"], counts["returned"], counts["gone"]
    return [
        ("new", ngettext("%(n)s joined", "%(n)s joined", joined) % {"n": shown["new"]}),
        ("returned", ngettext("%(n)s returned", "%(n)s returned", returned) % {"n": shown["returned"]}),
        ("gone", ngettext("%(n)s left", "%(n)s left", left) % {"n": shown["gone"]}),
    ]


def _uncounted() -> list[tuple[str, str]]:
    return [
        ("new", pgettext("players", "New")),
        ("returned", pgettext("players", "Returned")),
        ("gone", pgettext("players", "Left")),
    ]
