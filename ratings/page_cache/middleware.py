"""What stands before the public pages: answers that are kept, given without touching session or tables."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from ratings.page_cache import responses


def kept(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return whoever is not logged in the answer that is kept, else have it made and keep it."""

    def answer(request: HttpRequest) -> HttpResponse:
        asked = responses.question(request) if settings.PAGES_KEPT else None
        if asked is None:
            return responses.label_private(request, get_response(request))
        found = responses.find(asked)
        given = responses.answer(request, found, asked) if found else None
        return given or responses.keep(request, get_response(request), asked)

    return answer
