"""What gunicorn does besides its command line: figures of all its processes, its log as JSON, short pauses.

gunicorn is told to read it by `--config python:federation.web.gunicorn_settings`.
"""

import os
import shutil
import tempfile
from typing import Any

from federation.logs import json_lines
from federation.web import collector

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

if os.environ.get("LOG_FORMAT") == "json":
    _log = json_lines.settings("INFO", as_json=True)
    # The library's loggers have handlers of their own, unless they are told here that they have none.
    logconfig_dict = {**_log, "loggers": {"gunicorn.error": {"handlers": [], "propagate": True}}}


def on_starting(_server: Any) -> None:
    """Make a new folder: what the processes of the last start counted is not counted again."""
    os.environ[_FOLDER] = tempfile.mkdtemp(prefix="palmares-figures-")


def on_exit(_server: Any) -> None:
    """Remove the folder of this start."""
    shutil.rmtree(os.environ.get(_FOLDER, ""), ignore_errors=True)


def post_worker_init(_worker: Any) -> None:
    """Spare a process the long pauses of its collector."""
    collector.freeze_what_stays()


def child_exit(_server: Any, worker: Any) -> None:
    """Take what only a living process has out of the figures."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)
