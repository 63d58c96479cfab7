"""The process of its own that makes the snapshot: its memory never becomes the worker's."""

import os
import subprocess
from collections.abc import Callable
from contextlib import suppress

from federation.management.command_line import own_command

_PRIORITY = 10  # it gives way to pages and ratings
_MOST = 1500  # characters of the output of a failed process


class ProcessFailed(RuntimeError):
    """The process ended otherwise than well; the message is its last words."""


def make(report: Callable[[float, str], None]) -> None:
    """Run `manage.py snapshot`, hand on how far it is, and end it where `report` raises; ProcessFailed."""
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
