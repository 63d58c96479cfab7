"""Measurements of `manage.py bench` for the start of commands that rate nothing."""

import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

from federation.management.command_line import own_command
from tests.bench.figures import Figure, Size, environment_of_installed
from tournaments.formats.samples import sample

MARK = 0.9  # seconds
_TIMES = 5


def start(_size: Size) -> list[Figure]:
    """Run commands that rate nothing, from the first byte of the interpreter to its end."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "open.h9"
        file.write_text(sample("h9"))
        environment = environment_of_installed(folder)
        return [
            Figure(
                "check_report of a file, start to end",
                _seconds(environment, "check_report", str(file)),
                "s",
                MARK,
            ),
            Figure("backup --help", _seconds(environment, "backup", "--help"), "s", MARK),
            Figure("rate --help", _seconds(environment, "rate", "--help"), "s", MARK),
            Figure("migrate --help", _seconds(environment, "migrate", "--help"), "s", MARK),
        ]


def _seconds(environment: dict[str, str], *arguments: str) -> float:
    """Run a command several times, once before for its bytecode; return the least seconds."""
    taken = []
    for _ in range(_TIMES + 1):
        begun = perf_counter()
        subprocess.run(own_command(*arguments), env=environment, check=True, stdout=subprocess.DEVNULL)
        taken.append(perf_counter() - begun)
    return min(taken[1:])
