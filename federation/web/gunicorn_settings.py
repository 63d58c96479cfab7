"""gunicorn settings beyond its command line: metrics, JSON logs, no request or probe lost.

gunicorn reads it by `--config python:federation.web.gunicorn_settings`. Metrics are of all processes. SIGHUP
renews processes, SIGUSR2 starts the code that is installed now beside them, which takes over once it is
loaded.
"""

import os
import shutil
import tempfile
from typing import Any

from federation.logs import json_lines
from federation.web import listening, warming

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

if os.environ.get("LOG_FORMAT") == "json":
    _log = json_lines.settings("INFO", as_json=True)
    # The library's loggers have handlers of their own, unless an empty list is set here.
    logconfig_dict = {**_log, "loggers": {"gunicorn.error": {"handlers": [], "propagate": True}}}


def on_starting(server: Any) -> None:
    """Open the sockets, and make a new folder: what the last start counted is not counted again."""
    warming.pause_while_loading()
    listening.name_program(server)
    listening.open_sockets(server)
    os.environ[_FOLDER] = tempfile.mkdtemp(prefix="palmares-figures-")


def when_ready(server: Any) -> None:
    """Load the site once, before there are processes: each answers from its first moment.

    gunicorn's `preload_app` would load it before the folder above is made.
    """
    warming.ask_once(server.app.wsgi())
    warming.freeze_what_stays()
    listening.take_over(server)


def pre_fork(server: Any, worker: Any) -> None:
    """Name the sockets that a process will answer at."""
    listening.choose_sockets(server, worker)


def post_worker_init(worker: Any) -> None:
    """Keep threads for probes, which no slow request holds; let no connection hold up others."""
    listening.reserve_probe_threads(worker)
    listening.watch_closing(worker)


def on_exit(_server: Any) -> None:
    """Remove the folder of this start."""
    shutil.rmtree(os.environ.get(_FOLDER, ""), ignore_errors=True)


def child_exit(_server: Any, worker: Any) -> None:
    """Take what only a living process has out of the figures."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)
