"""The public snapshot, made once a day and after a withdrawal in a process of its own, and served from here.

The files lie where those of lists do (`lists.file_store`), named after their contents: with several machines
they are shared through LIST_STORAGE, and a machine that lacks one fetches it beside the request.
"""

import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from federation.jobs import jobs
from federation.management.command_line import own_command
from federation.models import Account, Job
from ratings.lists import file_store
from ratings.models import Snapshot
from ratings.snapshots import data_files, write_files
from ratings.snapshots.noted import current, locked, withdraw
from ratings.snapshots.write_files import Note, Report, Wanted

WORK = "ratings.snapshot"
FOLDER = "snapshot"  # among those of lists, which are numbers
ENDINGS = (data_files.CSV_ENDING, data_files.PARQUET_ENDING)
PROMISED = timedelta(hours=24)  # no file is older, or the page has a note
_RENEWED = timedelta(hours=20)  # making takes its time
_PATIENCE = timedelta(hours=1)  # after a job that failed: a repair takes longer
_LEAST_SPEED = 1 << 20  # bytes a second of a shared storage that is waited for
_fetching: set[str] = set()
_fetching_lock = threading.Lock()
_PRIORITY = 10  # it gives way to pages and ratings
_MOST = 1500  # characters of the output of a failed process


class ProcessFailed(RuntimeError):
    """The process ended otherwise than well; the message is its last words."""


def make_in_child(report: Callable[[float, str], None]) -> None:
    """Run `manage.py snapshot`, hand on how far it is, and end it where `report` raises; ProcessFailed.

    It is a process of its own so that its memory never becomes the worker's.
    """
    environment = {**os.environ, "LOG_LEVEL": "WARNING"}
    with subprocess.Popen(
        own_command("snapshot", "--progress"),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        with suppress(OSError):  # it may be over
            os.setpriority(os.PRIO_PROCESS, process.pid, _PRIORITY)
        output: list[str] = []
        try:
            for line in process.stdout or ():
                percent, _, part = line.strip().partition(" ")
                if percent.isdecimal():
                    report(float(percent), part)
                else:
                    output.append(line)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise ProcessFailed("".join(output)[-_MOST:].strip() or f"status {process.returncode}")


@dataclass(frozen=True, slots=True)
class File:
    """A file of the snapshot as it is noted."""

    name: str
    size: int
    sha256: str


# --- making


def refresh(report: Report) -> Snapshot:
    """Make what is due: everything, or the parts that were withdrawn; harmless when repeated.

    What is withdrawn while it is made stays withdrawn: the one who withdrew it has asked for a further job.
    """
    before = current()
    wanted = Wanted(before.files, only=None if is_old(before) else missing(before))
    notes = write_files.make(_keep, wanted, report=report)
    row = _note(before, notes)
    _sweep(row)
    return row


def _keep(name: str, path: Path) -> Note:
    """Put a file among those of the snapshot."""
    seconds = _patience(path.stat().st_size)
    with path.open("rb") as source:
        size, digest = file_store.write(
            FOLDER, name, lambda file: shutil.copyfileobj(source, file, 1 << 20), seconds=seconds
        )
    return {"name": name, "bytes": size, "sha256": digest}


def _patience(size: int) -> float:
    """Return how long a file may take to a shared storage or back, in seconds."""
    return max(60.0, size / _LEAST_SPEED)


@transaction.atomic
def _note(before: Snapshot, notes: dict[str, Note]) -> Snapshot:
    """Note what was made, but for what was withdrawn since it was begun."""
    row = locked()
    for name, note in notes.items():
        if row.withdrawals.get(name) != before.withdrawals.get(name):
            note["formats"] = {}
    row.files = notes
    row.save(update_fields=["files"])
    return row


def _sweep(row: Snapshot) -> None:
    """Delete the files of the snapshot that are not noted, here and where they are shared."""
    noted = [(file.name, file.sha256) for file in files(row)]
    file_store.sweep(FOLDER, noted, shared=True)


# --- when


def oldest(notes: Mapping[str, Note]) -> datetime | None:
    """Return the moment of which all files noted are at least; None without files."""
    return min((datetime.fromisoformat(note["made"]) for note in notes.values()), default=None)


def is_old(row: Snapshot) -> bool:
    """Return whether everything is to be made again."""
    moment = oldest(row.files)
    return moment is None or timezone.now() - moment >= _RENEWED


def missing(row: Snapshot) -> list[str]:
    """Return the parts that were withdrawn and not made again."""
    return [name for name, note in row.files.items() if not note["formats"]]


def request_due() -> Job | None:
    """Ask for a snapshot where one is due, none is being made and none failed lately; the job, or None."""
    row = current()
    if not is_old(row) and not missing(row):
        return None
    failed_lately = Q(state=Job.State.FAILED, requested__gt=timezone.now() - _PATIENCE)
    if Job.objects.filter(Q(state=Job.State.RUNNING) | failed_lately, kind=WORK).exists():
        return None
    return request()


@transaction.atomic
def request(account: Account | None = None) -> Job:
    """Ask for a snapshot; one that waits will do."""
    job = jobs.request_once(WORK, arguments={}, account=account)
    jobs.enqueue_after_commit(job)
    return job


def withdraw_and_request(names: list[str], account: Account | None) -> None:
    """Withdraw parts, and have those that are given at present made again."""
    withdraw(names)
    if current().files:
        request(account)


# --- what is given


def files(row: Snapshot) -> Iterator[File]:
    """Yield the files that are given."""
    for note in row.files.values():
        yield from files_of(note).values()


def files_of(note: Note) -> Mapping[str, File]:
    """Return the files of a part by their form; none where it was withdrawn."""
    return {
        form: File(file["name"], file["bytes"], file["sha256"])
        for form, file in sorted(note["formats"].items())
    }


def opened(found: File) -> BinaryIO | None:
    """Open a file of the snapshot; None while this machine lacks it: another shares it, or has it alone."""
    file = file_store.found(FOLDER, found.name, found.sha256)
    if file is None and file_store.is_shared():
        _fetch_beside(found)
    return file


def _fetch_beside(entry: File) -> None:
    """Begin to fetch a file that another machine shares, once; the reader is asked to retry later."""
    with _fetching_lock:
        if entry.sha256 in _fetching:
            return
        _fetching.add(entry.sha256)
    threading.Thread(target=_fetch, args=(entry,), name="snapshot", daemon=True).start()


def _fetch(entry: File) -> None:
    try:
        with suppress(file_store.BusyError, OSError), file_store.one_at_a_time():
            file = file_store.fetched(FOLDER, entry.name, entry.sha256, seconds=_patience(entry.size))
            if file is not None:
                file.close()
    finally:
        with _fetching_lock:
            _fetching.discard(entry.sha256)


def is_promised(row: Snapshot) -> bool:
    """Return whether all files are as young as promised."""
    moment = oldest(row.files)
    return moment is not None and timezone.now() - moment <= PROMISED
