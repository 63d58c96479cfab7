"""Work whose course can be watched from outside: it writes down when it begins and when it ends."""

import os
import time
from pathlib import Path

from federation.jobs import jobs

LOOK = 0.02  # seconds


def _note(path: Path, word: str, number: int) -> None:
    """Append a line in one write, so that processes do not mix: what, which nap."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        os.write(descriptor, f"{word} {number}\n".encode())
    finally:
        os.close(descriptor)


@jobs.handler("faults.nap")
def nap(
    progress: jobs.Progress, *, number: int, seconds: float, diary: str, gate: str = ""
) -> dict[str, int]:
    """Sleep for a while, or until a file is there, and say so before and after."""
    _note(Path(diary), "begun", number)
    progress.report(50, "asleep")
    time.sleep(seconds)
    while gate and not Path(gate).exists():
        time.sleep(LOOK)
    _note(Path(diary), "ended", number)
    return {"number": number}


@jobs.handler("faults.nothing")
def nothing(_progress: jobs.Progress) -> None:
    """Do nothing."""
