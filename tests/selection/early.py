"""A plugin of pytest for `./check --fast`: tests in the order of files, failures at once, an end in time.

    python -m pytest -p tests.selection.early --early /dev/stderr --end-after 40 FILES

A failure is a line in the file of `--early` as soon as its test has ended; the report has the rest. After the
seconds of `--end-after` no other test begins, and the files of those that are left are named. What files took
of which every test ran is recorded for the next selection.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.selection.seconds import Seconds

MOST_LETTERS = 200  # of what a failure says
MOST_NAMED = 8


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options."""
    parser.addoption("--early", type=Path, metavar="FILE", help="where failures are written at once")
    parser.addoption("--end-after", type=float, metavar="SECONDS", help="when no other test begins")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count the seconds."""
    config.pluginmanager.register(Until(time.monotonic(), config.getoption("--end-after")))
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Early(config.rootpath, config.getoption("--early")))


class Until:
    """Tests in the order of their files, until the time is over; in each worker."""

    def __init__(self, begun: float, seconds: float | None) -> None:
        self.end = None if seconds is None else begun + seconds

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Iterator[None]:
        """Sort tests as their files were asked for; those that commit stay behind all others."""
        places = {path: place for place, path in enumerate(dict.fromkeys(item.path for item in items))}
        result = yield
        items.sort(key=lambda item: (_commits(item), places[item.path]))
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """Pass over a test once the time is over."""
        return True if self.end is not None and time.monotonic() > self.end else None


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


class Early:
    """Failures as they happen, what was left, and how long files took; in the process that reports."""

    def __init__(self, root: Path, file: Path | None) -> None:
        self.root, self.file = root, file
        self.collected: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.failed: set[str] = set()
        self.spent: defaultdict[str, float] = defaultdict(float)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Count the tests of each file, where one process runs them all."""
        self._count([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Count the tests of each file, which every worker collects."""
        self._count(ids)

    def _count(self, ids: Sequence[str]) -> None:
        if ids:
            self.collected = Counter(map(_file_of, ids))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Tell of a file that cannot be read."""
        if report.failed:
            self._tell(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell of a failure; note what a test took."""
        file = _file_of(report.nodeid)
        self.spent[file] += report.duration
        if report.when == "teardown":
            self.done[file] += 1
        if report.failed:
            self.failed.add(file)
            self._tell(report)

    def _tell(self, report: Any) -> None:
        said = getattr(getattr(report.longrepr, "reprcrash", None), "message", str(report.longrepr))
        first = f"FAILED  {report.nodeid}: {said}".splitlines()[0]
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(f"{first[:MOST_LETTERS]}\n")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the files of tests that did not run: the time was over, or too much has failed."""
        left = self.collected - self.done
        if left:
            more = "" if len(left) <= MOST_NAMED else f" and {len(left) - MOST_NAMED} more"
            terminalreporter.write_line(
                f"Not run: {left.total()} tests of {', '.join([*left][:MOST_NAMED])}{more}"
            )

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Record how long whole files have taken; a run in which no test had time has failed."""
        whole = (file for file in self.done if self.done[file] == self.collected[file])
        Seconds(self.root).record({file: self.spent[file] for file in whole if file not in self.failed})
        if self.collected and not self.done:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]
