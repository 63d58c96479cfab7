"""Processor time of each test: `pytest --times FILE` writes a line a case.

Tab-separated: seconds of set-up, call and tear-down, then the name of the case. Programs a test starts are
counted too. A fixture that several tests share is in the set-up of the first of them.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.time_limit import used


class Times:
    """A plugin of pytest that appends a line to a file after each test; workers share the file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: list[float] = []

    def _measure(self) -> Iterator[None]:
        begun = used()
        try:
            return (yield)
        finally:
            # Programs that end without being waited for take their time along.
            self.seconds.append(max(0.0, used() - begun))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        """Measure the set-up."""
        self.seconds = []
        return (yield from self._measure())

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Measure the test itself."""
        return (yield from self._measure())

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Iterator[None]:
        """Measure the tear-down."""
        return (yield from self._measure())

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Write the line of a test; one that was skipped in its set-up has no call."""
        if not self.seconds:  # the controller of several workers runs no test itself
            return
        call = self.seconds[1] if len(self.seconds) == 3 else 0.0
        line = f"{self.seconds[0]:.3f}\t{call:.3f}\t{self.seconds[-1]:.3f}\t{nodeid}\n"
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(line)
