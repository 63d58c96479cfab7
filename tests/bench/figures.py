"""Figures and marks of a measured step, and the tools every step measures with."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import connection
from django.test import Client, override_settings

_STATIC = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
Sent = list[tuple[str, Any]]  # statements and their values


@dataclass(frozen=True, slots=True)
class Figure:
    """One number and the mark it must meet; None: for information only."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def holds(self) -> bool | None:
        """Return whether the mark holds."""
        if self.most is None and self.least is None:
            return None
        return (self.most is None or self.value < self.most) and (
            self.least is None or self.value >= self.least
        )


@dataclass(frozen=True, slots=True)
class Size:
    """How large a history is measured; `share`: of the players and games of the FIDE steps."""

    games: int = 1_000_000
    tournaments: int = 20_000
    players: int = 20_000
    share: float = 1.0


@contextmanager
def statements() -> Iterator[Sent]:
    """Note what goes to the database, COPY aside."""
    sent: Sent = []

    def note(execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
        sent.append((sql, params))
        return execute(sql, params, *rest)

    with connection.execute_wrapper(note):
        yield sent


@contextmanager
def reader() -> Iterator[Client]:
    """Yield a reader of the site: plain static files, a cache of its own, English."""
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": f"reader {uuid4()}"}
    caches = {**settings.CACHES, "default": memory, "pages": memory}
    with override_settings(
        STORAGES=_STATIC, CACHES=caches, WHITENOISE_AUTOREFRESH=True, PAGE_CACHE_ENABLED=False
    ):
        yield Client(SERVER_NAME="localhost", headers={"accept-language": "en"})


def environment_of_installed(folder: str) -> dict[str, str]:
    """Return the environment in which modules are compiled once, as on any installation, into a folder."""
    without = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**without, "PYTHONPYCACHEPREFIX": folder}


def first_call_seconds(program: str) -> float:
    """Run a program that prints seconds in processes of its own, one for its bytecode; give the least."""
    command = [sys.executable, "-c", program]
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_of_installed(folder)
        printed = [
            subprocess.run(command, env=environment, check=True, capture_output=True).stdout for _ in range(4)
        ]
    return min(float(seconds) for seconds in printed[1:])


def peak_megabytes() -> float:
    """Return the most memory this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
