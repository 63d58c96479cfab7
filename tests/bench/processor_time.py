"""Processor time of a running site by component, sampled from /proc while it runs (Linux)."""

import os
import threading
from collections.abc import Mapping
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_SAMPLE_SECONDS = 0.5


class ProcessorTime:
    """Adds up seconds of processor by part; what a process had when it was killed counts as well."""

    def __init__(self, database: str) -> None:
        self._database = f" {database} ".encode()
        self._groups: dict[int, str] = {}  # process group -> part
        self._first: dict[int, float] = {}
        self._last: dict[int, tuple[str, float]] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def name_group(self, group: int, part: str) -> None:
        """Say what the programs of a process group are."""
        self._groups[group] = part

    def __enter__(self) -> "ProcessorTime":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def seconds(self) -> Mapping[str, float]:
        """Return the seconds each part has had since the watch began."""
        by_part: dict[str, float] = {}
        for process, (part, used) in sorted(self._last.items()):
            by_part[part] = by_part.get(part, 0.0) + used - self._first[process]
        return by_part

    def _watch(self) -> None:
        is_first = True
        while True:
            self._sample(is_first=is_first)
            is_first = False
            if self._over.wait(_SAMPLE_SECONDS):
                self._sample(is_first=False)
                return

    def _sample(self, *, is_first: bool) -> None:
        for folder in Path("/proc").iterdir():
            if folder.name.isdecimal():
                self._note(int(folder.name), folder, is_first=is_first)

    def _note(self, process: int, folder: Path, *, is_first: bool) -> None:
        try:
            fields = _fields(folder)
            part = self._groups.get(int(fields[2])) or self._of_database(folder)
        except (OSError, IndexError):  # it ended meanwhile
            return
        if part:
            used = (int(fields[11]) + int(fields[12])) / _TICKS
            self._first.setdefault(process, used if is_first else 0.0)
            self._last[process] = (part, used)

    def _of_database(self, folder: Path) -> str:
        """Return a part for the server processes of the database, which have its name in their titles."""
        title = (folder / "cmdline").read_bytes()
        return "database" if title.startswith(b"postgres:") and self._database in title else ""


def children(process: int) -> list[int]:
    """Return the processes another one has started, the oldest first."""
    processes = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and _fields(folder)[1] == str(process):
                processes.append(int(folder.name))
        except (OSError, IndexError):  # it ended meanwhile
            continue
    return sorted(processes)


def _fields(folder: Path) -> list[str]:
    """Return the fields of a process in /proc behind its name: state, parent, group ..."""
    return (folder / "stat").read_text().rpartition(")")[2].split()
