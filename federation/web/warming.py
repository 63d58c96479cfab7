"""The start of a web server: first requests, made by itself; what it holds for good is not collected.

No visitor waits for what is loaded once.
"""

import gc
import logging
from collections.abc import Callable
from wsgiref.types import WSGIApplication
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.db import connections

log = logging.getLogger(__name__)
PAGES = ("/", "/lists/", "/tournaments/", "/players/1/")
TIMES = 4  # full collections after which templates, addresses and catalogues have been loaded


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


def pause_while_loading() -> None:
    """Stop collecting until `freeze_what_stays`: loading the site makes no garbage worth looking for.

    Loading takes 1.5 s of processor instead of 2.0: the collector read all modules again four or five times.
    """
    gc.disable()


def freeze_what_stays() -> None:
    """Freeze objects alive now or after the next TIMES full collections; collect from now on.

    A full collection reads 240,000 objects of modules, addresses and templates in 120 ms, in which no request
    is answered; with these frozen it takes 1 to 9 ms. Of twelve sittings of `bench site` on PostgreSQL
    without caches, paired, the worst had 99 of 100 pages of a player in 218 ms without this, in 78 ms with
    it. Frozen objects that become cycles of garbage later stay until the process ends: hence not for ever.
    """
    left = TIMES

    def freeze(phase: str, about: dict[str, int]) -> None:
        nonlocal left
        if left and phase == "stop" and about["generation"] == 2:
            left -= 1
            gc.freeze()

    gc.enable()
    gc.collect()
    gc.freeze()
    gc.callbacks.append(freeze)
