"""The outermost middleware: answers monitoring programs, numbers every request and counts it.

The probes are answered here, before anything asks for a host name: they come to an address of the machine.
"""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from federation.logs import json_lines
from ratings.monitoring import instruments, readiness
from ratings.monitoring.figures import Office

Answer = Callable[[HttpRequest], HttpResponse]
_LOOPBACK = frozenset(("127.0.0.1", "::1"))
_OWN_NAMES = frozenset(("127.0.0.1", "localhost", "[::1]"))
_PASSED_ON = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
_office = Office()


def watched(get_response: Answer) -> Answer:
    """Answer a probe; count every other request and name it in the log."""

    def answer(request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        if probe is not None:
            return _uncached(probe(request))
        number = json_lines.request_id(request.META.get("HTTP_X_REQUEST_ID", ""))
        begun = time.perf_counter()
        with json_lines.of_request(number):
            response = get_response(request)
        instruments.observe(_route(request, response), response.status_code, time.perf_counter() - begun)
        response.headers["X-Request-ID"] = number
        return response

    return answer


def _route(request: HttpRequest, response: HttpResponse) -> str:
    """Return the name of the address, of which there are as many as the site has; never what was typed.

    `kept` is what came out of the cache before the address was looked up.
    """
    if request.resolver_match is not None:
        return request.resolver_match.view_name or "unnamed"
    if request.path_info.startswith(settings.STATIC_URL):
        return "static"
    return "kept" if response.status_code in (200, 304) else "none"


def _uncached(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    return response


def healthz(_request: HttpRequest) -> HttpResponse:
    """Report that the process answers; nothing else is asked."""
    return JsonResponse({"alive": True})


def readyz(_request: HttpRequest) -> HttpResponse:
    """Report whether the process can work, and which part fails (503); without a replica it can."""
    parts = readiness.parts()
    ready = all(state == readiness.OK for name, state in parts.items() if name not in settings.REPLICAS)
    return JsonResponse({"ready": ready, "parts": parts}, status=200 if ready else 503)


def metrics(request: HttpRequest) -> HttpResponse:
    """Return the figures in the form of Prometheus; 404 without permission to read them."""
    if not _may_read(request):
        return HttpResponseNotFound()
    office = CollectorRegistry()
    office.register(_office)
    text = generate_latest(instruments.registry()) + generate_latest(office)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    """Return whether a request shows METRICS_TOKEN, or if none is set comes from this machine.

    What a proxy passes on comes from it too: that has the name of the site or the header of another client.
    """
    if settings.METRICS_TOKEN:
        authorization = request.META.get("HTTP_AUTHORIZATION", "")
        return constant_time_compare(authorization, f"Bearer {settings.METRICS_TOKEN}")
    meta = request.META
    host = meta.get("HTTP_HOST", "").rpartition(":")[0] or meta.get("HTTP_HOST", "")
    passed_on = any(name in meta for name in _PASSED_ON)
    return meta.get("REMOTE_ADDR") in _LOOPBACK and host in _OWN_NAMES and not passed_on


PROBES: dict[str, Answer] = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}
