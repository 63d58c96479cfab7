"""Draw mutants, run the tests nearest to each against it, and print which nobody noticed.

    python -m tests.mutation --sample 12 --seed 1 ratings/runs tournaments/matching
    python -m tests.mutation --sample 100 --seed 1 --least 85 federation tournaments ratings

Each mutant gets a fork of a process that has everything imported and the database made. In it the tests
that `choosing` names run to the first failure; a test that fails without the mutant too is left out. What
lies outside of functions, or in a module the tests do not import, runs in a fresh process that imports the
mutant. The last line sums up; the exit code is 1 where fewer than `--least` of a hundred were noticed.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import pytest

from tests.mutation.choosing import FOLDERS, is_kernel, paths_to_collect
from tests.mutation.judging import NOTICED, Outcome, Sample
from tests.mutation.mutants import Mutant, mutant, sites


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def drawn(paths: Sequence[Path], sample: int, seed: int, *, inside: bool = False) -> list[Mutant]:
    """Draw mutants, each place as likely as any other; `inside`: of functions only."""
    files = sorted({file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py"))})
    possible = [site for file in files if "migrations" not in file.parts for site in sites(file)]
    random.Random(seed).shuffle(possible)
    made = (mutant(site) for site in possible)
    chosen = islice((change for change in made if change.function or not inside), sample)
    return sorted(chosen, key=lambda change: (change.path, change.line))


def judged(mutants: Sequence[Mutant], tests: Sequence[str], limit: int) -> Counter[Outcome]:
    """Judge mutants in a process that collects some tests, and return how many fared how."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        if any(is_kernel(change.path) for change in mutants):
            os.environ["NUMBA_DISABLE_JIT"] = "1"
        sample = Sample(mutants, limit, say)
        quiet = ["-q", "-s", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
        code = pytest.main([*quiet, *tests], plugins=[sample])
        os.write(writer, json.dumps(sample.outcomes).encode())
        os._exit(code)
    os.close(writer)
    with os.fdopen(reader) as answer:
        outcomes = {Outcome(int(key)): count for key, count in json.loads(answer.read() or "{}").items()}
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        sys.exit(f"no tests of {', '.join(tests)} can be run")
    return Counter(outcomes)


def summary(outcomes: Counter[Outcome]) -> str:
    """Return the last line: how many mutants fared how."""
    ends = (Outcome.CAUGHT, Outcome.TOO_LONG, Outcome.BROKEN, Outcome.SURVIVED)
    parts = [f"{outcomes[outcome]} {outcome.words.lower()}" for outcome in ends]
    return f"{noticed(outcomes)} of {outcomes.total()} noticed: {', '.join(parts)}"


def noticed(outcomes: Counter[Outcome]) -> int:
    """Return how many mutants a test noticed."""
    return sum(outcomes[outcome] for outcome in NOTICED)


def is_enough(outcomes: Counter[Outcome], least: float) -> bool:
    """Return whether at least so many of a hundred mutants were noticed."""
    return noticed(outcomes) * 100 >= least * outcomes.total()


def main(arguments: Iterable[str] | None = None) -> int:
    """Judge a sample; the exit code is 1 where too few mutants were noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[Path(folder) for folder in FOLDERS])
    parser.add_argument("--sample", type=int, default=20, help="mutants drawn over all paths")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--limit", type=int, default=120, help="seconds of processor the tests of a mutant may take"
    )
    parser.add_argument("--least", type=float, default=100, help="so many of a hundred have to be noticed")
    parser.add_argument("--tests", nargs="*", default=[], help="collect these tests instead")
    parser.add_argument("--inside", action="store_true", help="of functions only: what costs little")
    options = parser.parse_args(None if arguments is None else [*arguments])
    chosen = drawn(options.paths, options.sample, options.seed, inside=options.inside)
    outcomes: Counter[Outcome] = Counter()
    for kernels in (True, False):
        mutants = [change for change in chosen if is_kernel(change.path) == kernels]
        if mutants:
            outcomes += judged(mutants, options.tests or paths_to_collect(mutants), options.limit)
    say(summary(outcomes))
    return 0 if is_enough(outcomes, options.least) else 1


if __name__ == "__main__":
    sys.exit(main())
