"""What can be changed in a source, and that a mutant really runs in its fork or its fresh process."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from django.utils.functional import SimpleLazyObject

from tests.mutation.importing import VARIABLE
from tests.mutation.mutants import Mutant, mutant, sites
from tests.mutation.swapping import put

SOURCE = '''"""A module of 3 sentences."""
from functools import cache

LEAST = 5


class Desk:
    def __init__(self, seats: int = 2) -> None:
        self.seats = seats

    @property
    def is_full(self) -> bool:
        return self.seats < LEAST and not self.seats == 3


@cache
def width(text: str) -> int:
    if text is None:
        return None
    return len("a" + text) - 1
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "mutated_desk.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield import_module("mutated_desk")
    sys.modules.pop("mutated_desk")


def of(module: ModuleType) -> list[Mutant]:
    return [mutant(site) for site in sites(Path(str(module.__file__)))]


def in_a_fork(one: Mutant, question: str, module: ModuleType) -> int:
    """Return what a question answers where the mutant runs; 99: it could not be put there."""
    child = os.fork()
    if child == 0:
        code = 98
        try:
            code = int(eval(question, vars(module))) if put(one) else 99
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_every_kind_of_place_is_changed_and_texts_are_not(module: ModuleType) -> None:
    assert [(one.line, one.function, one.change) for one in of(module)] == [
        (4, "", "5 -> 6"),
        (8, "Desk.__init__", "2 -> 3"),
        (13, "Desk.is_full", "return self.seats < LEAST and (not self.seats == 3) -> return None"),
        (13, "Desk.is_full", "self.seats < LEAST and (not self.seats == 3)"
         " -> self.seats < LEAST or not self.seats == 3"),
        (13, "Desk.is_full", "self.seats < LEAST -> self.seats <= LEAST"),
        (13, "Desk.is_full", "not self.seats == 3 -> self.seats == 3"),
        (13, "Desk.is_full", "self.seats == 3 -> self.seats != 3"),
        (13, "Desk.is_full", "3 -> 4"),
        (18, "width", "text is None -> text is not None"),
        (20, "width", "return len('a' + text) - 1 -> return None"),
        (20, "width", "len('a' + text) - 1 -> len('a' + text) + 1"),
        (20, "width", "1 -> 2"),
    ]  # fmt: skip


def test_mutant_runs_in_its_fork_and_nowhere_else(module: ModuleType) -> None:
    found = {one.change: one for one in of(module)}

    assert module.width("four") == 4  # and is remembered
    assert in_a_fork(found["len('a' + text) - 1 -> len('a' + text) + 1"], "width('four')", module) == 6
    assert module.width("four") == 4
    assert in_a_fork(found["self.seats < LEAST -> self.seats <= LEAST"], "Desk(5).is_full", module) == 1
    assert not module.Desk(5).is_full


def test_proxies_of_what_is_not_there_are_not_asked(module: ModuleType) -> None:
    def fail() -> None:
        raise LookupError

    lazy = SimpleLazyObject(fail)
    found = {one.change: one for one in of(module)}

    assert in_a_fork(found["self.seats < LEAST -> self.seats <= LEAST"], "Desk(5).is_full", module) == 1
    assert lazy is not None


def test_what_lies_outside_of_functions_cannot_be_put_into_a_process(module: ModuleType) -> None:
    assert in_a_fork(of(module)[0], "LEAST", module) == 99


def test_module_imported_anew_is_the_mutant_and_its_file_stays(module: ModuleType) -> None:
    change = of(module)[0]
    program = "import tests.mutation.importing, mutated_desk; print(mutated_desk.LEAST)"
    place = str(module.__file__)

    seen = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": f".{os.pathsep}{Path(place).parent}", **variable},
        ).stdout.strip()
        for variable in ({VARIABLE: f"{place}:{change.number}"}, {})
    ]  # fmt: skip

    assert seen == ["6", "5"]
    assert Path(place).read_text(encoding="utf-8") == SOURCE
