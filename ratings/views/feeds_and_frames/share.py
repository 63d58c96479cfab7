"""Pictures for shared pages, cached and revalidated like the pages themselves."""

import time
from collections.abc import Callable
from datetime import date as day

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from federation.api.rate_limit import place_of, take
from federation.models import Player
from ratings.charts.share.cards import Card
from ratings.lists import queries
from ratings.page_cache import version
from ratings.site import share_cards
from ratings.views.lists.freshness import mark, tag, unchanged
from tournaments.revisions.public import public_revision


@require_safe
def player(request: HttpRequest, number: int) -> HttpResponse:
    """Draw a player."""

    def card() -> Card:
        return share_cards.of_player(get_object_or_404(Player, pk=number, merged_into=None))

    return _answer(request, card)


@require_safe
def player_list(request: HttpRequest, system: str, date: str) -> HttpResponse:
    """Draw the head of a list."""

    def card() -> Card:
        try:
            found = queries.find_list(system, on=day.fromisoformat(date))
        except ValueError:
            found = None
        if found is None:
            raise Http404(f"{system} {date}")
        return share_cards.of_list(found.list)

    return _answer(request, card)


@require_safe
def tournament(request: HttpRequest, number: int) -> HttpResponse:
    """Draw a tournament that was approved."""

    def card() -> Card:
        return share_cards.of_tournament(get_object_or_404(public_revision(number)))

    return _answer(request, card)


@require_safe
def against(request: HttpRequest, number: int, other: int) -> HttpResponse:
    """Draw two players against each other."""
    if number == other:
        return redirect("share-player", number)

    def card() -> Card:
        # one by one: a number too large for the column matches no player; in a list of numbers it is an error
        asked = Player.objects.filter(Q(pk=number) | Q(pk=other), merged_into=None)
        people = {player.pk: player for player in asked}
        if len(people) != 2:
            raise Http404(f"{number} {other}")
        return share_cards.of_pair((people[number], people[other]), timezone.now())

    return _answer(request, card)


def _answer(request: HttpRequest, card: Callable[[], Card]) -> HttpResponse:
    """Answer 304 where nothing public has changed, without reading what the picture shows; else draw it."""
    language = _language(request)
    etag = tag("share", version.of_everything(), request.get_full_path(), language)
    known = unchanged(request, etag)
    if known is not None:
        return known
    allowance = take(f"share {place_of(request)}", limit=settings.API_RATE, now=time.time())
    if allowance.is_spent:
        return HttpResponse(status=429, headers={**allowance.headers, "Cache-Control": "no-store"})
    from ratings.charts.share.drawing import picture  # here, because most processes never draw

    with translation.override(language):
        answer = HttpResponse(picture(card()), content_type="image/png")
    answer["Content-Language"] = language
    return mark(answer, etag)


def _language(request: HttpRequest) -> str:
    """Return the language the address asks for, else that of the reader."""
    code = request.GET.get("language", "")
    return code if code in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE
