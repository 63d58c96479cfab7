"""Other sites let people log in here: allauth's views in our look, with PKCE for everybody, and limits."""

import time
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc import views
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from federation.accounts import login_provider
from federation.api.rate_limit import place_of, take

PER_PLACE = 600  # requests of a site in a minute: its server asks for all its visitors
View = Callable[..., HttpResponseBase]


def offered(view: View) -> View:
    """Wrap a view that is there once a key signs."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not login_provider.is_offered():
            raise Http404
        return view(request, *args, **kwargs)

    return answer


def limited(view: View) -> View:
    """Wrap a view that servers of other sites ask: so often a minute from one place, else 429."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        allowance = take(f"login {place_of(request)}", limit=PER_PLACE, now=time.time())
        if allowance.is_spent:
            return JsonResponse({"error": "temporarily_unavailable"}, status=429, headers=allowance.headers)
        return view(request, *args, **kwargs)

    return answer


@method_decorator(never_cache, name="dispatch")
@method_decorator(offered, name="dispatch")
@method_decorator(csrf_exempt, name="dispatch")
class Consent(views.AuthorizationView):  # type: ignore[misc]  # allauth has no types
    """Ask for consent to a site's request for data; the form is refused without its token."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the page; a request without PKCE (RFC 7636, S256) is refused."""
        query = request.GET
        if not query.get("code_challenge") or query.get("code_challenge_method") != "S256":
            return render(request, "idp/oidc/error.html", {"lacks_pkce": True}, status=400)
        answer: HttpResponse = super().get(request, *args, **kwargs)
        info = getattr(self, "_request_info", {})
        if answer.status_code == HTTPStatus.OK and "redirect_uri" not in info:
            answer.status_code = HTTPStatus.BAD_REQUEST  # what could not be answered to the site
        elif answer.status_code == HTTPStatus.OK:
            # Browsers ask the policy of a page where its form leads to in the end.
            vars(answer)["_csp_update"] = {"form-action": _origin(info["redirect_uri"])}
        return answer


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def none(_request: HttpRequest) -> HttpResponse:
    """Answer that logging in on a device without keyboard is not offered."""
    raise Http404
