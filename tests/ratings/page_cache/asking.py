"""Asks as a web server does, with Django behind, in front of it, or alone."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import brotli  # type: ignore[import-untyped]  # has no types
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory

LISTS = "/lists/ffg/"
BROWSER = {
    "HTTP_HOST": "localhost",
    "HTTP_ACCEPT_LANGUAGE": "en",
    "HTTP_ACCEPT_ENCODING": "gzip, deflate, br",
}


class Answer(NamedTuple):
    """What a server is given to send."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def tag(self) -> str:
        return dict(self.headers)["ETag"]


class Django:
    """The application behind, which counts what reaches it."""

    def __init__(self) -> None:
        self.handler, self.asked = WSGIHandler(), 0

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        self.asked += 1
        return self.handler(environ, start_response)


@contextmanager
def connection_left_alone() -> Iterator[None]:
    """Leave the connection alone at the begin and end of a request: the test's transaction is on it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask(application: Any, path: str, method: str = "GET", **said: Any) -> Answer:
    """Ask as a web server does; what is None is not said."""
    environ = RequestFactory().generic(method, path).environ
    environ.pop("HTTP_COOKIE", None)
    environ |= {**BROWSER, **said}
    environ = {name: value for name, value in environ.items() if value is not None}
    told: list[tuple[str, list[tuple[str, str]]]] = []
    answer = application(environ, lambda status, headers, *_: told.append((status, headers)))
    body = b"" if method == "HEAD" else b"".join(answer)  # which servers do not send
    getattr(answer, "close", lambda: None)()
    status, headers = told[0]
    # The number of a request is its own, and no part of what is kept.
    return Answer(status, [one for one in headers if one[0] != "X-Request-ID"], body)


def gunzip(answer: Answer) -> bytes:
    unpacked: bytes = brotli.decompress(answer.body)
    return unpacked
