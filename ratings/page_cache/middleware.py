"""Response cache for public pages; a hit reads neither session nor tables."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from federation.database.failures import UNREACHABLE
from federation.privacy import privacy
from federation.web import middleware
from ratings.monitoring import instruments
from ratings.page_cache import responses


def response_cache(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer visitors who are not logged in with the cached page, or make it and cache it.

    While the database cannot be asked, the last cached page is given, unless a player is known to have
    chosen to be shown otherwise since.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        try:
            cache_key = responses.cache_key_of(request) if settings.PAGE_CACHE_ENABLED else None
        except UNREACHABLE:
            return responses.last_answer(request) or middleware.unavailable(request)
        if cache_key is None:
            return responses.label_private(request, get_response(request))
        cached = responses.find(cache_key)
        response = responses.answer(request, cached, cache_key) if cached else None
        (instruments.CACHE_HIT if response else instruments.CACHE_MISS).inc()
        if response:
            return response
        last = responses.last_key(request, privacy.generation())  # before the page is made of it
        return responses.keep(request, get_response(request), cache_key, last=last)

    return answer
