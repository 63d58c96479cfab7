"""Intervals of the clock's tasks; each app lists its own in its module `background`."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

MINUTE, HOUR = 60.0, 3600.0
LEAST_SECONDS = 5.0  # for which a start may be taken
Schedule = Mapping[str, Mapping[str, Any]]


def every(seconds: float, task: str) -> dict[str, Any]:
    """Return the entry of a task for Celery's clock.

    A start not taken in time is worth nothing; a busy worker would find hundreds of them. On a machine that
    is slow to take them, those of a fast clock shall not all be too late.
    """
    return {"task": task, "schedule": seconds, "options": {"expires": max(seconds, LEAST_SECONDS)}}


def declared(apps: Iterable[str], name: str) -> dict[str, Any]:
    """Return what the modules `background` of apps declare by a name (SCHEDULE, LETTERS, NAMES)."""
    modules = [vars(import_module(f"{app}.background")) for app in apps]
    return {key: value for module in modules for key, value in module.get(name, {}).items()}
