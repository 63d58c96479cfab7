"""Which requests may be answered from a replica: what everybody reads, asked by nobody who is known."""

from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory

from federation.database import reading
from federation.web import replicas
from ratings.page_cache import middleware

REPLICA = "replica-1"


def read_from(monkeypatch: pytest.MonkeyPatch, method: str, path: str, **meta: Any) -> bool:
    """Return whether a request would have its connection chosen; nothing is asked here."""
    monkeypatch.setattr(settings, "REPLICAS", (REPLICA,))
    monkeypatch.setattr(replicas, "remember_write", lambda response: None)
    found = []

    def view(_request: Any) -> HttpResponse:
        found.append(reading._reader.get() is not None)
        return HttpResponse()

    request = RequestFactory().generic(method, path, **meta)
    request.COOKIES = meta.get("cookies", {})
    middleware.read_from_replicas(view)(request)
    return found == [True]


@pytest.mark.parametrize(
    "path",
    ["/", "/players/7/", "/lists/ffg/", "/search/", "/feeds/lists.atom", "/embed/players/7/", "/sitemap.xml",
     "/games/ladder/x/1/", "/api/v1/players/7", "/api/v1/lists/ffg"],
)  # fmt: skip
def test_what_everybody_reads_may_come_from_a_replica(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    assert read_from(monkeypatch, "GET", path)


@pytest.mark.parametrize(
    "path",
    ["/desk/", "/me/", "/login/", "/invitation/secret/", "/signup/token/", "/follow/confirm/token/",
     "/log/checkpoint", "/api/v1/changes", "/api/v1/webhooks", "/account/", "/register/", "/jobs/1/",
     "/identity/o/authorize"],
)  # fmt: skip
def test_addresses_of_somebody_read_the_primary(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    assert not read_from(monkeypatch, "GET", path)


@pytest.mark.parametrize(
    ("method", "more"),
    [
        ("POST", {}),
        ("GET", {"HTTP_AUTHORIZATION": "Bearer token"}),
        ("GET", {"cookies": {settings.SESSION_COOKIE_NAME: "somebody"}}),
        ("GET", {"cookies": {"messages": "one"}}),
    ],
    ids=["form", "token", "session", "message"],
)
def test_who_writes_or_is_known_reads_the_primary(
    monkeypatch: pytest.MonkeyPatch, method: str, more: dict[str, Any]
) -> None:
    assert not read_from(monkeypatch, method, "/players/7/", **more)
