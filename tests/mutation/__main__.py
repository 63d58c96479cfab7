"""Draw mutants, run the tests of their folder against each, and print which nobody noticed.

    python -m tests.mutation --sample 12 --seed 1 ratings/runs tournaments/matching

Each mutant gets a fork of a process that has everything imported and the database made. In it the tests of
the folder run, those whose file names the module first and short files first, to the first failure; a test
that fails without the mutant too is left out. What lies outside of functions, or in a module the tests do not
import, is written into a copy of the tree, and its tests run in a fresh process.
"""

import argparse
import ast
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Mutant, mutant, sites
from tests.mutation.swapping import put

SURVIVED, CAUGHT, NOT_HERE, TOO_LONG, BROKEN = range(5)
WORDS = {SURVIVED: "SURVIVED", CAUGHT: "caught  ", TOO_LONG: "too long", BROKEN: "broken  "}
LEFT_OUT = (".git", ".venv", "var", "__pycache__", ".mypy_cache", ".ruff_cache", "staticfiles")
# Ends of the names of files whose tests hold a time: a process that gives way to all others fails them.
TIMED = ("speed", "benchmarks")
# Tests that do not lie in the folder of the same name.
FOLDERS = {
    "ratings/engines": ["tests/engines"],
    # Facts that are only supposed are replayed by previews.
    "ratings/cadence": [
        "tests/ratings/cadence",
        "tests/ratings/previews",
        "tests/ratings/statistics/test_statistics_expectation.py",
    ],
    "ratings/rulebook": ["tests/ratings/rulebook", "tests/engines"],
    "tournaments/formats": ["tests/formats"],
    "tournaments/inspection": [
        "tests/formats/test_inspection.py",
        "tests/formats/test_trf_inspection.py",
        "tests/formats/test_plausibility.py",
        "tests/tournaments/matching/test_match_doubts.py",
    ],
    "tournaments/submission": [
        "tests/tournaments/submission",
        "tests/tournaments/matching/test_rematching.py",
        "tests/tournaments/desk/test_mail.py",
        "tests/tournaments/desk/test_queue.py",
    ],
    "federation/register": [
        "tests/federation/register",
        "tests/tournaments/people",
        "tests/ratings/people",
        "tests/ratings/players/test_personal_data.py",
    ],
    "federation/privacy": [
        "tests/ratings/lists/test_privacy.py",
        "tests/ratings/players/test_personal_data.py",
        "tests/tournaments/people",
    ],
}


class Sample:
    """Runs a folder's tests once a mutant, each time in a fork of this process."""

    def __init__(self, mutants: Sequence[Mutant], limit: int) -> None:
        self.mutants, self.limit, self.survived = mutants, limit, 0
        self.sound: dict[str, bool] = {}  # whether a test passes as things are

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Make the database by a first test that asks for one, then judge mutant after mutant."""
        session.items[:] = [item for item in session.items if not item.path.stem.endswith(TIMED)]
        texts = {path: path.read_text(encoding="utf-8") for path in {item.path for item in session.items}}
        asking = [item for item in session.items if "db" in getattr(item, "fixturenames", ())]
        for item in sorted(asking, key=lambda one: (_commits(one), len(texts[one.path])))[:1]:
            # With the session next, what it made stays, and nothing of a package the next test is not of.
            runtestprotocol(item, log=False, nextitem=session)  # type: ignore[arg-type]  # its place alone counts
        for one in self.mutants:
            far = {path: one.path.stem not in text for path, text in texts.items()}
            order = sorted(
                session.items, key=lambda item: (_commits(item), far[item.path], len(texts[item.path]))
            )
            self._judge(one, order)
        return True

    def _judge(self, one: Mutant, order: Sequence[pytest.Item]) -> None:
        begun = time.perf_counter()
        order = [item for item in order if self.sound.get(item.nodeid, True)]
        code, place = _fork(one, order, self.limit)
        by = order[place].nodeid if place < len(order) else ""
        while code == CAUGHT and by and _fork(one, [order[place]], self.limit)[0] == SURVIVED:
            # It fails behind others only: the order of this run, not the mutant.
            order = order[place + 1 :]
            code, place = _fork(one, order, self.limit)
            by = order[place].nodeid if place < len(order) else ""
        if code == NOT_HERE:
            files = dict.fromkeys(item.nodeid.partition("::")[0] for item in order)
            code, by = _run_copy(
                one, [*files], self.limit, without=[key for key, good in self.sound.items() if not good]
            )
        if code == CAUGHT and by and not self._is_sound(by, order):
            say(f"left out, fails as things are: {by}")
            self._judge(one, order)
            return
        self.survived += code == SURVIVED
        say(f"{WORDS[code]} {one}  ({time.perf_counter() - begun:.0f} s{f' by {by}' if by else ''})")

    def _is_sound(self, name: str, order: Sequence[pytest.Item]) -> bool:
        """Return whether a test passes without a mutant, here and in a copy of the tree."""
        if name not in self.sound:
            here = _fork(None, [item for item in order if item.nodeid == name], self.limit)[0]
            self.sound[name] = here == SURVIVED and _run_copy(None, [name], self.limit)[0] == SURVIVED
        return self.sound[name]


def _commits(item: pytest.Item) -> bool:
    """Return whether the tables are empty behind a test: all others come before it, as conftest has it."""
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _fork(one: Mutant | None, order: Sequence[pytest.Item], limit: int) -> tuple[int, int]:
    """Run tests in a fork, with a mutant or none, to the first that fails; return how it ended and which."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code, place = BROKEN, len(order)  # where this program itself fails
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
            if one and not (one.function and put(one)):
                os._exit(NOT_HERE)
            code, place = _first_failure(order)
            os.write(writer, str(place).encode())
        finally:
            os._exit(code)
    os.close(writer)
    status = os.waitpid(child, 0)[1]
    with os.fdopen(reader) as said:
        place = int(said.read() or len(order))
    return (os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else TOO_LONG), place


def _first_failure(order: Sequence[pytest.Item]) -> tuple[int, int]:
    for place, (item, after) in enumerate(zip(order, [*order[1:], None], strict=True)):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return CAUGHT, place
    return SURVIVED, len(order)


def _run_copy(
    one: Mutant | None, tests: Sequence[str], limit: int, *, without: Sequence[str] = ()
) -> tuple[int, str]:
    """Run tests in a copy of the tree that has the mutant; return how it ended, and the first that failed."""
    root = Path.cwd()
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        shutil.copytree(root, tree, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        if (root.parent / "shared").exists():
            (Path(scratch) / "shared").symlink_to(root.parent / "shared")
        if one:
            (tree / one.path).write_text(ast.unparse(one.tree), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        command += [f"--deselect={name}" for name in without]
        done = subprocess.run(
            ["sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", *command],
            cwd=tree, env={**os.environ, "PALMARES_DATA": f"{scratch}/data"}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    ended = {0: SURVIVED, -signal.SIGXCPU: TOO_LONG, -signal.SIGKILL: TOO_LONG}
    return ended.get(done.returncode, CAUGHT), failed[1] if failed else ""


def folders_of(path: Path) -> tuple[str, ...]:
    """Return where the tests of a module lie: in the folder of the same name below tests."""
    for folder in (str(parent) for parent in path.parents):
        if folder in FOLDERS:
            return tuple(FOLDERS[folder])
        if (Path("tests") / folder).is_dir() and folder.count("/"):
            return (f"tests/{folder}",)
    return ()


def drawn(
    paths: Sequence[Path], sample: int, seed: int, *, inside: bool = False
) -> dict[tuple[str, ...], list[Mutant]]:
    """Draw mutants by the folders of their tests; `inside`: of functions only."""
    files = sorted(file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py")))
    possible = [site for file in files if "migrations" not in file.parts for site in sites(file)]
    random.Random(seed).shuffle(possible)
    made = (mutant(site) for site in possible)
    chosen = list(islice((one for one in made if one.function or not inside), sample))
    found: dict[tuple[str, ...], list[Mutant]] = defaultdict(list)
    for one in sorted(chosen, key=lambda one: (one.path, one.line)):
        found[folders_of(one.path)].append(one)
    return found


def main() -> int:
    """Judge a sample; the exit code is 1 where a mutant survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[Path(one) for one in FOLDERS])
    parser.add_argument("--sample", type=int, default=20, help="mutants drawn over all paths")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=300, help="seconds of processor a mutant may take")
    parser.add_argument("--tests", nargs="*", default=[], help="these tests instead of the folder's own")
    parser.add_argument("--inside", action="store_true", help="of functions only: what costs little")
    options = parser.parse_args()
    survived = 0
    for folders, chosen in drawn(options.paths, options.sample, options.seed, inside=options.inside).items():
        child = os.fork()
        if child == 0:
            asked = options.tests or folders
            run = Sample(chosen, options.limit)
            quiet = ["-q", "-s", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
            code = pytest.main([*quiet, *asked], plugins=[run])
            os._exit(100 if code else min(run.survived, 99))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == 100:
            sys.exit(f"no tests of {', '.join(folders) or 'these paths'} can be run")
        survived += code
    say(f"{survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
