"""The first requests of a web server, made by itself, so that no visitor waits for what is loaded once."""

import logging
from collections.abc import Callable
from wsgiref.types import WSGIApplication
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.db import connections

log = logging.getLogger(__name__)
PAGES = ("/", "/lists/", "/tournaments/", "/players/1/")


def ask_once(application: WSGIApplication) -> None:
    """Ask for a few pages in each language: addresses, templates and catalogues are in memory afterwards.

    What is answered does not matter, nor whether there is a database. Connections are closed again, for the
    processes that are forked must not share one.
    """
    try:
        for language, _ in settings.LANGUAGES:
            for path in PAGES:
                _ask(application, path, language)
    except Exception:
        log.exception("No page could be made before the start")
    finally:
        connections.close_all()


def _ask(application: WSGIApplication, path: str, language: str) -> None:
    host = settings.ALLOWED_HOSTS[0].lstrip(".").replace("*", "localhost")
    environment = {"PATH_INFO": path, "HTTP_HOST": host, "HTTP_ACCEPT_LANGUAGE": language}
    environment["REMOTE_ADDR"] = "127.0.0.1"
    setup_testing_defaults(environment)
    answer = application(environment, _start)
    for _ in answer:
        pass
    close = getattr(answer, "close", None)
    if close is not None:
        close()


def _start(_status: str, _headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], object]:
    return len
