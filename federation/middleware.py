"""What is asked of every request before a view sees it."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from federation.permissions import lacks_second_factor, to_second_factor


def without_nul(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse an address with the sign NUL (400): PostgreSQL cannot even be asked for such a text."""

    def answer(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("NUL in the address")
        return get_response(request)

    return answer


def second_factor_before_admin(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Lead whoever must have a second factor and has none from the admin to where he sets one up."""

    def answer(request: HttpRequest) -> HttpResponse:
        index, leave = reverse("admin:index"), reverse("admin:logout")
        inside = request.path.startswith(index) and request.path != leave
        if inside and lacks_second_factor(request.user):
            return to_second_factor(request)
        return get_response(request)

    return answer
