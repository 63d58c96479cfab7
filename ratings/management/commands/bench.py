"""Measure engines, replay, publication and pages; the measuring itself is in tests/bench of a checkout."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Missing(BaseCommand):
    """The command of an installation without tests."""

    help = "Measure engines, replay, publication and pages, in a checkout."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("step", nargs="*")

    def handle(self, *_: Any, **_options: Any) -> None:
        raise CommandError("The benchmarks are in tests/bench of a checkout; this installation has none.")


def _command() -> type[BaseCommand]:
    if find_spec("tests") is None or find_spec("tests.bench") is None:
        return Missing
    found: type[BaseCommand] = import_module("tests.bench.command").Command
    return found


Command = _command()
