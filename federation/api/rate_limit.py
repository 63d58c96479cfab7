"""Counting requests to the API by address or by token, so many a minute at most.

Limits of the API and of log-in are in the settings (API_RATE ...), those of other pages in their views.

A count is exact and holds for all processes (federation.web.counting).
"""

import hashlib
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

from federation.vocabulary.networks import network_of
from federation.web import counting

WINDOW = 60  # seconds


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a window: requests allowed, requests left, seconds until the next window."""

    limit: int
    remaining: int
    reset: int
    is_spent: bool

    @property
    def headers(self) -> dict[str, str]:
        """The headers that say so; Retry-After where there is nothing left."""
        headers = {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
        }
        return headers | ({"Retry-After": str(self.reset)} if self.is_spent else {})


def place_of(request: HttpRequest) -> str:
    """Return the network of a request: behind our own proxy, the last address the proxy added."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if forwarded and getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        return network_of(str(forwarded).rsplit(",", 1)[-1].strip())
    return network_of(str(request.META.get("REMOTE_ADDR", "")))


def take(who: str, *, limit: int, now: float, cost: int = 1, seconds: int = WINDOW) -> Allowance:
    """Count a request in the window of `seconds` that `now` (seconds since 1970) falls into."""
    window, passed = divmod(int(now), seconds)
    key = f"allowance-{window}-{hashlib.sha256(who.encode('utf-8', 'replace')).hexdigest()[:32]}"
    used = counting.count(key, by=cost, seconds=2 * seconds)
    return Allowance(limit, max(limit - used, 0), seconds - passed, is_spent=used > limit)
