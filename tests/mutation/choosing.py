"""Which tests are asked about a mutant, and in which order.

Those of its own folder come first: the folder of the same name below tests, or what FOLDERS says. Beside
them stand the files that share most rare words with the lines around the mutant, from wherever tests were
collected: pages, forms and commands have no folder of their own, and their tests name what they show.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant

# Where tests of code without a folder of its own are looked for.
ANYWHERE = ("tests/federation", "tests/tournaments", "tests/ratings", "tests/formats", "tests/flow")
# Compiled by numba, which takes minutes anew: their mutants run as plain Python.
KERNELS = (
    "ratings/engines",
    "ratings/exact_math",
    "ratings/laboratory/figures/whole_history_kernel.py",
)
# Ends of the names of files whose tests hold a time, which a process that gives way to all others fails, or
# ask compiled kernels for the last bit, or for hundreds of replays.
FILES_LEFT_OUT = ("speed", "benchmarks", "portability", "hostile_jobs")
# Markers of tests that need programs beside them, watch a clock, or take longer than a mutant is worth.
LEFT_OUT = ("browser", "clock", "long", "postgresql", "redis")
MOST_FILES = 30  # beside those of the mutant's own folder
LINES_AROUND = 15
# Tests that do not lie in the folder of the same name.
FOLDERS = {
    "federation/management/demo": ["tests/flow/test_demo_parts.py", "tests/flow/test_demo.py"],
    "federation/privacy": [
        "tests/ratings/lists/test_privacy.py",
        "tests/ratings/players/test_personal_data.py",
        "tests/tournaments/people",
    ],
    "federation/register": [
        "tests/federation/register",
        "tests/tournaments/people",
        "tests/ratings/people",
        "tests/ratings/players/test_personal_data.py",
    ],
    # Facts that are only supposed are replayed by previews.
    "ratings/cadence": [
        "tests/ratings/cadence",
        "tests/ratings/previews",
        "tests/ratings/statistics/test_statistics_expectation.py",
    ],
    "ratings/engines": ["tests/engines"],
    "ratings/exact_math": ["tests/exact_math", "tests/engines"],
    "tests/bench": ["tests/ratings/bench"],
    "ratings/management/demo": ["tests/flow/test_demo_parts.py", "tests/flow/test_demo.py"],
    "ratings/rating_job": ["tests/engines", "tests/ratings/cadence", "tests/ratings/previews"],
    "ratings/rulebook": ["tests/ratings/rulebook", "tests/engines"],
    "tournaments/formats": ["tests/formats"],
    "tournaments/inspection": [
        "tests/formats/test_inspection.py",
        "tests/formats/test_trf_inspection.py",
        "tests/formats/test_plausibility.py",
        "tests/tournaments/matching/test_match_doubts.py",
    ],
    "tournaments/management/demo": ["tests/flow/test_demo_parts.py", "tests/flow/test_demo.py"],
    "tournaments/submission": [
        "tests/tournaments/submission",
        "tests/tournaments/matching/test_rematching.py",
        "tests/tournaments/desk/test_mail.py",
        "tests/tournaments/desk/test_queue.py",
    ],
}


def folders_of(path: Path) -> tuple[str, ...]:
    """Return where a module's own tests lie: in the folder of the same name below tests; () for nowhere."""
    for folder in (str(parent) for parent in path.parents):
        if folder in FOLDERS:
            return tuple(FOLDERS[folder])
        if (Path("tests") / folder).is_dir() and folder.count("/"):
            return (f"tests/{folder}",)
    return ()


def is_kernel(path: Path) -> bool:
    """Return whether numba compiles what lies there."""
    return any(path.is_relative_to(place) for place in KERNELS)


def paths_to_collect(mutants: Iterable[Mutant]) -> list[str]:
    """Return what pytest has to collect for some mutants: everything, where one has no folder of its own."""
    wanted: dict[str, None] = {}
    for mutant in mutants:
        wanted.update(dict.fromkeys(folders_of(mutant.path) or ANYWHERE))
    return [path for path in wanted if not any(str(parent) in wanted for parent in Path(path).parents)]


def is_asked(item: pytest.Item) -> bool:
    """Return whether a mutant may be judged by a test at all."""
    marked = any(item.get_closest_marker(name) for name in LEFT_OUT)
    return not marked and not item.path.stem.endswith(FILES_LEFT_OUT)


def commits(item: pytest.Item) -> bool:
    """Return whether the tables are empty behind a test: all others come before it, as conftest has it."""
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


class Nearness:
    """Test files by what they share with a mutant: the rarer a word among tests, the more it counts."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._words = {path: words(f"{path} {path.read_text(encoding='utf-8')}") for path in files}
        self._files = Counter(word for several in self._words.values() for word in several)

    def order(self, items: Sequence[pytest.Item], mutant: Mutant) -> list[pytest.Item]:
        """Return the tests to ask about a mutant, the nearest first and those that commit last."""
        own = tuple(str(Path(path).resolve()) for path in folders_of(mutant.path))
        score = self._scores(mutant)
        is_own = {path: str(path).startswith(own) if own else False for path in score}
        others = sorted((path for path in score if not is_own[path]), key=score.__getitem__, reverse=True)
        far = set(others[MOST_FILES:])
        return sorted(
            (item for item in items if item.path not in far),
            key=lambda item: (commits(item), not is_own[item.path], -score[item.path]),
        )

    def _scores(self, mutant: Mutant) -> dict[Path, float]:
        lines = mutant.path.read_text(encoding="utf-8").splitlines()
        around = lines[max(mutant.line - LINES_AROUND, 0) : mutant.line + LINES_AROUND]
        near = words(" ".join([str(mutant.path), mutant.function, *around]))
        weights = {word: math.log(len(self._words) / self._files[word]) for word in near & set(self._files)}
        return {
            path: sum(weights.get(word, 0.0) for word in several) / math.sqrt(len(several))
            for path, several in self._words.items()
        }


def words(text: str) -> set[str]:
    """Return the words of a text, those inside of names too."""
    return {word.lower() for word in re.findall(r"[A-Za-z]{3,}", text)}
