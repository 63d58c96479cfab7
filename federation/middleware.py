"""What is asked of every request before a view sees it."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

from federation import shown

# Where people work who know players by name; everything else is public, whoever reads it.
OFFICE = ("/desk/", "/upload/", "/review/", "/register/", "/journal/", "/jobs/", "/admin/")


def without_nul(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse an address with the sign NUL (400): PostgreSQL cannot even be asked for such a text."""

    def answer(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("NUL in the address")
        return get_response(request)

    return answer


def shown_as_chosen(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let public pages show players as they have chosen."""

    def answer(request: HttpRequest) -> HttpResponse:
        with shown.public(shown=not request.path_info.startswith(OFFICE)):
            return get_response(request)

    return answer
