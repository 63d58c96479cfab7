"""What is asked of every request before a view sees it."""

from collections.abc import Callable
from functools import lru_cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import resolve_url
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from federation.accounts.permissions import lacks_second_factor, to_second_factor
from federation.models import display_name

# Where people work who know players by name; everything else is public, whoever reads it.
PROGRAMS = "/api/"
OFFICE = ("/desk/", "/upload/", "/review/", "/register/", "/journal/", "/jobs/", "/admin/")


# What a view may say about its own answer (csp.decorators), or ask for (a nonce).
_OWN_POLICY = frozenset((
    "_csp_exempt", "_csp_config", "_csp_update", "_csp_replace",
    "_csp_exempt_ro", "_csp_config_ro", "_csp_update_ro", "_csp_replace_ro",
))  # fmt: skip


def in_readers_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer in the language the reader chose, else in one his browser asks for, and say which it is.

    This is Django's LocaleMiddleware where the address does not choose: that one looks for the name of a
    language in every address, before and after, which took longer than the rest of what it does.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language()
        response = get_response(request)
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response

    return answer


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
        asked = request.path.startswith(_guarded(get_script_prefix()))
        if asked and request.path != reverse("admin:logout") and lacks_second_factor(request.user):
            return to_second_factor(request)
        return get_response(request)

    return answer


def part_without_log_in(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 401 where a script asks for a part of a page and would be led to log in.

    Scripts follow the way to the log-in page unseen, and would set what they find there into the page.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseRedirect) or "HX-Request" not in request.headers:
            return response
        leads_to_log_in = response.url.partition("?")[0] == resolve_url(settings.LOGIN_URL)
        return HttpResponse(status=401) if leads_to_log_in else response

    return answer


@lru_cache(8)
def _guarded(prefix: str) -> tuple[str, str]:  # noqa: ARG001 - what addresses begin with
    return reverse("admin:index"), reverse("tokens")


class ContentPolicy(CSPMiddleware):
    """Says what a page may load; the policy of the settings is written once, not for every answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self.policy = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set the policy, or that of the view where it has one of its own."""
        if settings.DEBUG or hasattr(request, "_csp_nonce") or not _OWN_POLICY.isdisjoint(vars(response)):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self.policy)
        return response


def shown_as_chosen(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let public pages show players as they have chosen."""

    def answer(request: HttpRequest) -> HttpResponse:
        with display_name.public(shown=not request.path_info.startswith(OFFICE)):
            return get_response(request)

    return answer
