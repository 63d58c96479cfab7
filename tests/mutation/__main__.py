"""Draw mutants, run the tests of their folder against each, and print which nobody noticed.

    python -m tests.mutation --sample 12 --seed 1 ratings/runs tournaments/matching

The tests of a folder run once as they are; then each mutant gets a fork of that process, with everything
imported and the database made, in which they run again, what names the module first and quick tests first, to
the first failure. What lies outside of functions runs in a fresh process over a copy of the tree.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Mutant, Site, mutant, sites
from tests.mutation.swapping import put

CAUGHT, SURVIVED, NOT_HERE = 1, 0, 3
LEFT_OUT = (".git", ".venv", "var", "__pycache__", ".mypy_cache", ".ruff_cache", "staticfiles", "migrations")
# Where tests do not lie in the folder of the same name.
FOLDERS = {
    "ratings/engines": ["tests/engines"],
    "ratings/rulebook": ["tests/ratings/rulebook", "tests/engines"],
    "tournaments/formats": ["tests/formats"],
    "tournaments/inspection": ["tests/formats/test_inspection.py", "tests/formats/test_trf_inspection.py", "tests/formats/test_plausibility.py"],
    "federation/privacy": ["tests/ratings/lists/test_privacy.py", "tests/ratings/players/test_personal_data.py"],
}  # fmt: skip


class Sample:
    """Runs a folder's tests once as they are, then once a mutant."""

    def __init__(self, mutants: Sequence[Mutant], folders: Sequence[str]) -> None:
        self.mutants, self.folders = mutants, folders
        self.limit, self.survived = 0.0, 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Time every test; those that fail as things are say nothing and are left out."""
        seconds: dict[pytest.Item, float] = {}
        following: list[pytest.Item | None] = [*session.items[1:], None]
        for item, after in zip(session.items, following, strict=True):
            begun = time.perf_counter()
            # The last one is told that it comes again, so that what the session made stays.
            reports = runtestprotocol(item, log=False, nextitem=after or session.items[0])
            if any(report.failed for report in reports):
                print(f"left out, fails as things are: {item.nodeid}", flush=True)
            elif not any(report.skipped for report in reports):
                seconds[item] = time.perf_counter() - begun
        self.limit = 60.0 + 4.0 * sum(seconds.values())  # a mutant may go round in circles
        for one in self.mutants:
            name = one.path.stem
            near = {item: item.path for item in seconds}
            named = {path: name in path.read_text(encoding="utf-8") for path in set(near.values())}
            order = sorted(seconds, key=lambda item: (not named[near[item]], seconds[item]))
            self._judge(one, order)
        return True

    def _judge(self, one: Mutant, order: Sequence[pytest.Item]) -> None:
        begun = time.perf_counter()
        child = os.fork()
        if child == 0:
            _run(one, order)
        code = _wait(child, self.limit)
        if code == NOT_HERE:
            code = _run_copy(one, self.folders, self.limit)
        word = {CAUGHT: "caught  ", SURVIVED: "SURVIVED"}.get(code, "caught (time)")
        self.survived += code == SURVIVED
        print(f"{word} {one}  ({time.perf_counter() - begun:.0f} s)", flush=True)


def _run(one: Mutant, order: Sequence[pytest.Item]) -> None:
    """Run the tests in this fork, and end it."""
    code = CAUGHT
    try:
        if not one.function or not put(one):
            os._exit(NOT_HERE)
        for item, after in zip(order, [*order[1:], None], strict=True):
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
                os._exit(CAUGHT)
        code = SURVIVED
    finally:
        os._exit(code)


def _wait(child: int, limit: float) -> int:
    """Return how a process ended; one that takes too long is stopped."""
    until = time.monotonic() + limit
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else CAUGHT
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1


def _run_copy(one: Mutant, folders: Sequence[str], limit: float) -> int:
    """Write the mutant into a copy of the tree and run the tests there."""
    import ast

    root = Path.cwd()
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        shutil.copytree(root, tree, ignore=shutil.ignore_patterns(*LEFT_OUT[:-1]), symlinks=True)
        if (root.parent / "shared").exists():
            (Path(scratch) / "shared").symlink_to(root.parent / "shared")
        (tree / one.path).write_text(ast.unparse(one.tree), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *folders]
        environment = {**os.environ, "PALMARES_DATA": f"{scratch}/data"}
        try:
            done = subprocess.run(
                command, cwd=tree, env=environment, capture_output=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return -1
    return SURVIVED if done.returncode == 0 else CAUGHT


def tests_of(path: Path) -> tuple[str, ...]:
    """Return where the tests of a module lie: in the folder of the same name below tests."""
    for folder in (str(parent) for parent in path.parents):
        if folder in FOLDERS:
            return tuple(FOLDERS[folder])
        if (Path("tests") / folder).is_dir() and folder.count("/"):
            return (f"tests/{folder}",)
    return ()


def drawn(paths: Sequence[Path], sample: int, seed: int) -> dict[tuple[str, ...], list[Site]]:
    """Draw places that can be changed, by the folders of their tests."""
    files = sorted(file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py")))
    possible = [site for file in files if "migrations" not in file.parts for site in sites(file)]
    found: dict[tuple[str, ...], list[Site]] = defaultdict(list)
    for site in sorted(
        random.Random(seed).sample(possible, min(sample, len(possible))),
        key=lambda one: (one.path, one.number),
    ):
        found[tests_of(site.path)].append(site)
    return found


def main() -> int:
    """Judge a sample; the exit code is 1 where a mutant survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[Path(one) for one in FOLDERS])
    parser.add_argument("--sample", type=int, default=20, help="mutants drawn over all paths")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="*", default=[], help="these tests instead of the folder's own")
    options = parser.parse_args()
    survived = 0
    for folders, chosen in drawn(options.paths, options.sample, options.seed).items():
        child = os.fork()
        if child == 0:
            asked = options.tests or folders
            run = Sample([mutant(site) for site in chosen], asked)
            quiet = ["-q", "-s", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
            code = pytest.main([*quiet, *asked], plugins=[run])
            os._exit(100 if code else min(run.survived, 99))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == 100:
            sys.exit(f"no tests of {', '.join(folders) or 'these paths'} can be run")
        survived += code
    print(f"{survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
