"""The search of everything: one page in sections, and suggestions for the field that is being typed into."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ratings.site import site_search
from ratings.views.lists.filter_words import category_named

_TYPED = 120  # characters that are looked for


def search(request: HttpRequest) -> HttpResponse:
    """Find players, tournaments, clubs and towns by `?q=`; `?found=1`: the first few, for a field."""
    text = request.GET.get("q", "").strip()[:_TYPED]
    is_typing = "found" in request.GET
    limits = site_search.TYPING if is_typing else site_search.PAGE
    results = site_search.look_for(text, limits) if text else None
    if is_typing:
        return render(request, "ratings/parts/found.html", {"text": text, "results": results})
    groups = [(category_named(sex, age), address) for sex, age, address in results.groups] if results else []
    context = {"search_text": text, "results": results, "groups": groups}
    return render(request, "ratings/search.html", context)
