"""How long files of tests take: as the last runs recorded it, else by the number of their tests."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

RECORD = Path(".pytest_cache") / "seconds.json"
A_FILE, A_TEST = 0.5, 0.25  # of files nobody has run yet: what the suite's take on average
_TEST = re.compile(r"^(?:    )?def test_", re.MULTILINE)


class Seconds:
    """What a run of a file costs, kept in a folder git ignores."""

    def __init__(self, root: Path) -> None:
        self.root = root
        record = root / RECORD
        self.known: dict[str, float] = json.loads(record.read_text()) if record.is_file() else {}

    def of(self, test: str) -> float:
        """Return the seconds of a test file."""
        if test in self.known:
            return self.known[test]
        return A_FILE + A_TEST * len(_TEST.findall((self.root / test).read_text(encoding="utf-8")))

    def record(self, spent: Mapping[str, float]) -> None:
        """Take in what a run has measured: the seconds of files of which every test ran."""
        for test, seconds in spent.items():
            # The least of all runs: on a busy machine, and for the first test of a run, it says too much.
            self.known[test] = min(round(seconds, 2), self.known.get(test, seconds))
        file = self.root / RECORD
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(self.known, indent=0, sort_keys=True))


def within(
    budget: float,
    distances: Mapping[str, int],
    seconds: Mapping[str, float],
    likeness: Mapping[str, float],
) -> tuple[list[str], list[str]]:
    """Split tests into those to run and those left out: nearest first, of these those most like the change.

    What has been touched itself runs whatever it takes; a long file does not keep shorter ones out.
    """
    chosen, rest, left = [], [], budget
    for test in sorted(distances, key=lambda test: (distances[test], -likeness.get(test, 0.0), test)):
        if distances[test] == 0 or seconds[test] <= left:
            chosen.append(test)
            left -= seconds[test]
        else:
            rest.append(test)
    return chosen, rest


def total(tests: Iterable[str], seconds: Mapping[str, float]) -> float:
    """Return the seconds of several files."""
    return sum(seconds[test] for test in tests)
