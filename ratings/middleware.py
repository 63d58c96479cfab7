"""What stands before the public pages: answers that are kept, given without touching session or tables."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from ratings import kept_answers


def kept(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give whoever is not logged in the answer that is kept, else have it made and keep it."""

    def answer(request: HttpRequest) -> HttpResponse:
        asked = kept_answers.question(request) if settings.PAGES_KEPT else None
        if asked is None:
            return kept_answers.label_private(request, get_response(request))
        found = kept_answers.find(asked)
        given = kept_answers.answer(request, found, asked) if found else None
        return given or kept_answers.keep(request, get_response(request), asked)

    return answer
