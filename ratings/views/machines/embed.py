"""The top of a list to set into the page of a club: no head, no foot, nothing but the rows."""

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt

from federation.api.public_api import FRESH
from ratings.lists import queries
from ratings.models import ListEntry, RatingSystem
from ratings.views.lists.freshness import tag

LEAST, USUAL, MOST = 3, 10, 50
THEMES = ("auto", "light", "dark")


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # typed for views of one argument
def top(request: HttpRequest, system: str) -> HttpResponse:
    """Show the first players of the newest list; `?top=`, `?theme=` and `?language=` say how."""
    row = get_object_or_404(RatingSystem, key=system, active=True)
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE
    theme = request.GET.get("theme", "") if request.GET.get("theme") in THEMES else "auto"
    count = _count(request.GET.get("top", ""))
    found = queries.find_list(row.key)
    published = found.list if found else None
    etag = tag("embed", row.key, published.pk if published else 0, count, theme, language)
    known = get_conditional_response(request, etag=etag)
    if isinstance(known, HttpResponse):
        return _add_cache_headers(known, etag, language)
    rows = ListEntry.objects.filter(list=published, active_position__lte=count).order_by("active_position")
    with translation.override(language):
        context = {
            "system": row.key,
            "list": published,
            "entries": rows if published else (),
            "theme": theme,
            "language": language,
        }
        return _add_cache_headers(render(request, "ratings/embed.html", context), etag, language)


def _count(text: str) -> int:
    """Read how many players are wanted; what cannot be meant is the usual number."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        return USUAL
    return min(max(int(text), LEAST), MOST)


def _add_cache_headers(answer: HttpResponse, etag: str, language: str) -> HttpResponse:
    answer["ETag"] = etag
    answer["Cache-Control"] = f"public, max-age={FRESH}"
    answer["Content-Language"] = language
    return answer
