"""Recorder of the SQL that each test sends to its database."""

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, cast

import pytest
from django.db.backends import utils

ROOT = Path(__file__).resolve().parents[2]
APPS = tuple(f"{ROOT / app}/" for app in ("federation", "tournaments", "ratings"))
TESTS = "tests"  # where a test itself asks the database
# What says the same in other words or with other numbers: one shape.
_SHAPES = (
    (re.compile(r"\s+"), " "),
    (re.compile(r'"?\bs\d+_x\d+"?'), "SAVEPOINT_NAME"),
    (re.compile(r"\b\d+(\.\d+)?\b"), "N"),
    (re.compile(r"\((%s|N)(, ?(%s|N))*\)"), "(..)"),
    (re.compile(r"\(\.\.\)(, ?\(\.\.\))+"), "(..)"),
)


@lru_cache(maxsize=50_000)
def shape_of(sql: str) -> str:
    """Return a statement without what differs from call to call: numbers, how many values, white space."""
    for pattern, replacement in _SHAPES:
        sql = pattern.sub(replacement, sql)
    return sql.strip()


@dataclass
class Trace:
    """What one test asked: places, shapes and errors of its statements, modules behind them, seconds."""

    statements: set[tuple[str, str, str]] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)
    seconds: float = 0.0


class Recorder:
    """A plugin of pytest that writes the traces of a worker into a folder when it ends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.traces: dict[str, Trace] = {}
        self.current: Trace | None = None
        self._cursors = cast(Any, utils.CursorWrapper)  # django-stubs do not know how it sends
        self._send: Callable[..., Any] = self._cursors._execute_with_wrappers

    def pytest_sessionstart(self) -> None:
        """Listen to every connection of every thread."""
        send, note = self._send, self._note

        def execute(cursor: Any, sql: Any, *arguments: Any, **named: Any) -> Any:
            error = ""
            try:
                return send(cursor, sql, *arguments, **named)
            except Exception as problem:
                error = type(problem).__name__
                raise
            finally:
                note(str(sql), error, sys._getframe(1))

        self._cursors._execute_with_wrappers = execute

    def _note(self, sql: str, error: str, frame: FrameType | None) -> None:
        trace = self.current
        if trace is None:
            return
        place = TESTS
        while frame is not None:
            path = frame.f_code.co_filename
            if path.startswith(APPS):
                module = path[len(str(ROOT)) + 1 :]
                place = f"{module}:{frame.f_code.co_name}" if place == TESTS else place
                trace.modules.add(module)
            frame = frame.f_back
        trace.statements.add((place, shape_of(sql), error))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note what is asked while a test is set up, runs and is taken down."""
        self.current = self.traces.setdefault(item.nodeid, Trace())
        begun = time.process_time()
        result = yield
        self.current.seconds += time.process_time() - begun
        self.current = None
        return result

    def pytest_sessionfinish(self) -> None:
        """Write the traces down."""
        self._cursors._execute_with_wrappers = self._send
        if not self.traces:
            return
        rows = {
            name: {
                "statements": sorted(trace.statements),
                "modules": sorted(trace.modules),
                "seconds": round(trace.seconds, 3),
            }
            for name, trace in self.traces.items()
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
        (self.folder / f"{worker}.json").write_text(json.dumps(rows))
