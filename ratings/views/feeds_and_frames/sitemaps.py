"""Files for search engines: robots.txt, the index of site maps and its parts."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse

from federation.api.public_api import FRESH
from federation.web.middleware import OFFICE
from ratings.site.sitemaps import KINDS, Page, pages, parts
from ratings.site.sitemaps import part as part_of

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
    entries = pages() if kind == "pages" else part_of(kind, part)
    if not entries:
        raise Http404(f"{kind} {part}")
    return _xml(f"<urlset {_NAMES}>\n{''.join(_lines(request, entries))}</urlset>\n")


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
