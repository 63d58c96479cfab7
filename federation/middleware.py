"""What is asked of every request before a view sees it."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from federation import shown
from federation.permissions import lacks_second_factor, to_second_factor

# Where people work who know players by name; everything else is public, whoever reads it.
PROGRAMS = "/api/"
OFFICE = ("/desk/", "/upload/", "/review/", "/register/", "/journal/", "/jobs/", "/admin/")


def without_nul(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse an address with the sign NUL (400): PostgreSQL cannot even be asked for such a text.

    Programs are told as the interface tells everything else (422).
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            if request.path_info.startswith(PROGRAMS):
                return JsonResponse({"code": "invalid", "message": "NUL in the address."}, status=422)
            raise BadRequest("NUL in the address")
        return get_response(request)

    return answer


def second_factor_first(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Lead whoever must have a second factor and has none to where he sets one up.

    Where views ask for a role they ask for it themselves: here it is the admin, and tokens, which would
    let a program in with all he may do.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        asked = request.path.startswith((reverse("admin:index"), reverse("tokens")))
        if asked and request.path != reverse("admin:logout") and lacks_second_factor(request.user):
            return to_second_factor(request)
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
