"""A site of which every page but the probes waits until somebody opens the pipe named by HELD.

gunicorn reads its settings here as well: what the site itself does when a process begins.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from federation.web.gunicorn_settings import post_worker_init as post_worker_init


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer a probe at once, another request when the pipe is opened for reading."""
    if environ["PATH_INFO"] not in ("/healthz", "/readyz"):
        with Path(os.environ["HELD"]).open("wb", buffering=0) as pipe:
            pipe.write(b"x")
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
    return [b"ok"]
