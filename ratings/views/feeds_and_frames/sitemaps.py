"""Files for search engines: robots.txt, the index of site maps, its parts of 10,000 numbers, which stay."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from xml.sax.saxutils import escape

from django.core.cache import cache
from django.db.models import Count, F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse

from federation.api.public_api import FRESH
from federation.models import Player
from federation.models.display_name import PUBLIC
from federation.web.middleware import OFFICE
from federation.web.public_pages import public_pages
from ratings.lists.queries import systems
from ratings.models import PublishedList
from tournaments.models import Tournament
from tournaments.models.stages import Stage

PART = 10_000
KEPT_SECONDS = 3600
KINDS = ("players", "tournaments", "lists")

_NAMES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
# The same rows in another order or reading say nothing new; two players beside each other are endless.
_ENDLESS = ("/*?*sort=", "/*?*from=", "/*?*q=", "/players/*/against/", "/api/", "/embed/", "/account/",
            "/follow/", "/players/*/follow/", "/lists/*/follow/", "/public-data/files/")  # fmt: skip


def robots(request: HttpRequest) -> HttpResponse:
    """Return what a search engine need not read, and where the site map is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in (*OFFICE, *_ENDLESS))]
    lines += ["", f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def favicon(_request: HttpRequest) -> HttpResponse:
    """Redirect the old address of the icon to the new one."""
    return redirect(static("img/favicon.ico"), permanent=True)


def index(request: HttpRequest) -> HttpResponse:
    """Name the parts of the site map."""
    named = [("pages", 0), *((kind, number) for kind in KINDS for number in parts(kind))]
    addresses = [request.build_absolute_uri(reverse("sitemap-part", args=[kind, n])) for kind, n in named]
    lines = "".join(f"<sitemap><loc>{escape(address)}</loc></sitemap>\n" for address in addresses)
    return _xml(f"<sitemapindex {_NAMES}>\n{lines}</sitemapindex>\n")


def part(request: HttpRequest, kind: str, part: int) -> HttpResponse:
    """Name the pages of a part; Http404 where there are none."""
    if kind not in ("pages", *KINDS) or (kind == "pages" and part):
        raise Http404(kind)
    entries = pages() if kind == "pages" else part_of_map(kind, part)
    if not entries:
        raise Http404(f"{kind} {part}")
    return _xml(f"<urlset {_NAMES}>\n{''.join(_lines(request, entries))}</urlset>\n")


@dataclass(frozen=True, slots=True)
class Page:
    """A page with the moment it was made, where it never changes afterwards."""

    path: str
    changed: datetime | None = None


def pages() -> list[Page]:
    """Return the pages there is one of each."""
    names = [page.name for page in public_pages().values() if page.in_site_map]
    return [Page(reverse(name)) for name in names] + [Page(row.get_absolute_url()) for row in systems()]


def parts(kind: str) -> list[int]:
    """Name the parts of a kind that have pages; one query, cached for an hour."""
    key = f"sitemap-{kind}"
    known: list[int] | None = cache.get(key)
    if known is None:
        rows, number = _rows(kind)
        # whole numbers: both databases divide without remainder
        numbered = rows.order_by().annotate(part=F(number) / PART).values_list("part")
        known = sorted(int(part) for part, _count in numbered.annotate(n=Count("pk")))
        cache.set(key, known, KEPT_SECONDS)
    return known


def part_of_map(kind: str, number: int) -> Sequence[Page]:
    """Return the pages of a part; one query. Empty where there are none."""
    rows, name = _rows(kind)
    span = {f"{name}__gte": number * PART, f"{name}__lt": (number + 1) * PART}
    part_rows = rows.filter(**span).order_by(name)
    if kind == "lists":
        return [Page(row.get_absolute_url(), row.published) for row in part_rows.select_related("system")]
    root = reverse(kind)  # asked once: ten thousand times it takes three quarters of the part's time
    return [Page(f"{root}{value}/") for value in part_rows.values_list(name, flat=True)]


def _rows(kind: str) -> tuple[QuerySet[Any], str]:
    """Return the rows of a kind and the name of their number; who is not shown by name is not offered."""
    if kind == "players":
        return Player.objects.filter(merged_into=None, privacy=PUBLIC), "pk"
    if kind == "tournaments":
        return Tournament.objects.filter(stage=Stage.APPROVED), "number"
    return PublishedList.objects.filter(ready=True, system__active=True), "pk"


def _lines(request: HttpRequest, entries: Iterable[Page]) -> Iterable[str]:
    site = request.build_absolute_uri("/").rstrip("/")
    for page in entries:
        changed = f"<lastmod>{page.changed.isoformat(timespec='seconds')}</lastmod>" if page.changed else ""
        yield f"<url><loc>{escape(site + page.path)}</loc>{changed}</url>\n"


def _xml(body: str) -> HttpResponse:
    answer = HttpResponse(
        f'<?xml version="1.0" encoding="UTF-8"?>\n{body}', content_type="application/xml; charset=utf-8"
    )
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    return answer
