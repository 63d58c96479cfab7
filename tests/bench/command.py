"""Measure engines, replay, publication and pages; each figure beside its mark."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.management.base import CommandError, CommandParser
from django.db import connection

from federation.management.office_command import OfficeCommand
from tests.bench.figures import Figure, Size
from tests.bench.steps import APART, ARRAYS, DATABASE, EVERY, LONG

NAME = "palmares_bench"
_STEPS = (
    f"of {', '.join(EVERY)}; without: all but {', '.join(LONG)}, which take minutes and gigabytes of disk"
)
_SAID = {True: "holds", False: "MISSED", None: ""}


class Command(OfficeCommand):
    """Run each step in a process of its own; those on tables work in a throw-away database."""

    help = "Measure engines, replay, publication and pages. Exit status 1 if a mark is missed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("step", nargs="*", help=_STEPS)
        parser.add_argument("--games", type=int, default=1_000_000)
        parser.add_argument("--tournaments", type=int, default=20_000)
        parser.add_argument("--players", type=int, default=20_000)
        parser.add_argument(
            "--size",
            type=float,
            default=1.0,
            metavar="SHARE",
            help="share of the players, entries and games of the FIDE steps; the marks are for 1",
        )
        parser.add_argument("--inside", action="store_true", help="run one step here, print it as JSON")

    def handle(self, *_: Any, **options: Any) -> None:
        steps = options["step"] or [step for step in EVERY if step not in LONG]
        if unknown := set(steps) - set(EVERY):
            raise CommandError(f"no step {', '.join(sorted(unknown))}; there are {', '.join(EVERY)}")
        size = Size(options["games"], options["tournaments"], options["players"], options["size"])
        if options["inside"]:
            for figure in EVERY[steps[0]](size):
                self.stdout.write(json.dumps(asdict(figure)))
                self.stdout.flush()
            return
        missed = [figure for figure in self._measure(steps, size) if figure.holds is False]
        if missed:
            sys.exit(1)

    def _measure(self, steps: list[str], size: Size) -> Iterator[Figure]:
        self.stdout.write(f"{'':<46}{'figure':>12} {'':<10}{'mark':>8}")
        for name in (step for step in ARRAYS if step in steps):
            yield from self._show(_run(name, size, dict(os.environ)))
        # A step works on what the steps before it wrote, so all before the last one asked for are run.
        wanted = [place for place, step in enumerate(DATABASE) if step in steps]
        if wanted:
            with _database() as environment:
                for name in list(DATABASE)[: wanted[-1] + 1]:
                    yield from self._show(_run(name, size, environment))
        for name in (step for step in APART if step in steps):
            with _database() as environment:
                yield from self._show(_run(name, size, environment))

    def _show(self, figures: Iterable[Figure]) -> Iterator[Figure]:
        for figure in figures:
            least = f">= {figure.least:g}" if figure.least else ""
            mark = f"< {figure.most:g}" if figure.most is not None else least
            line = f"{figure.name:<46}{figure.value:>12.3f} {figure.unit:<10}{mark:>8} {_SAID[figure.holds]}"
            self.stdout.write(line.rstrip())
            self.stdout.flush()
            yield figure


def _run(step: str, size: Size, environment: dict[str, str]) -> Iterator[Figure]:
    """Run a step in a process of its own; yield its figures as it prints them, a line of JSON each."""
    command = [
        sys.executable,
        sys.argv[0],
        "bench",
        step,
        "--inside",
        f"--games={size.games}",
        f"--tournaments={size.tournaments}",
        f"--players={size.players}",
        f"--size={size.share}",
    ]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
        # The output of a command called here is printed between the figures.
        lines = (line for line in running.stdout or () if line.startswith("{"))
        yield from (Figure(**json.loads(line)) for line in lines)
    if running.returncode:
        raise CommandError(f"{step} came to nothing")


@contextmanager
def _database() -> Iterator[dict[str, str]]:
    """Make a database beside the configured one, and give the environment that leads to it."""
    with tempfile.TemporaryDirectory() as folder:
        own = str(Path(folder) / NAME) if connection.vendor == "sqlite" else NAME
        connection.settings_dict["TEST"]["NAME"] = own
        before = str(connection.settings_dict["NAME"])
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield {**os.environ, "DATABASE_URL": _address(own)}
        finally:
            connection.creation.destroy_test_db(before, verbosity=0)


def _address(name: str) -> str:
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    place = connection.settings_dict
    user, password, host = (quote(str(place[part]), safe="") for part in ("USER", "PASSWORD", "HOST"))
    return f"{connection.vendor}://{user}:{password}@{host}:{place['PORT'] or 5432}/{name}"
