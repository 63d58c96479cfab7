"""Print the test files that what you have touched can break, nearest first, as far as they fit into a time.

    python -m tests.selection --seconds 80              # a line a file; what is left out goes to stderr
    python -m tests.selection PATH...                   # the tests of these files

Touched is what differs from the main branch (on main: from the last commit) and what git does not know yet. A
test is near when it imports a touched file, directly or through others, calls the address of a view, runs a
command, names a template or another file, or lies in the folder of its tests. Tests that drive browsers,
servers or real data, or tell the story of a whole office, are left to the whole check.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.selection import reach
from tests.selection.likeness import changed_words, likeness
from tests.selection.naming import PRODUCT, Names
from tests.selection.seconds import Seconds, total, within
from tests.selection.touched import touched

ROOT = Path(__file__).resolve().parents[2]
# Stories of whole seasons, and what asks every page, come near every change.
NEVER = ("tests/browser/", "tests/faults/", "tests/flow/", "tests/golden/", "tests/deployment/")
MOST_NAMED = 8  # of what is left out


def main(words: Sequence[str] | None = None) -> int:
    """Print the selection; ends with 2 where git or the import graph cannot tell."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.selection",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=80, help="what the tests may take, added up")
    parser.add_argument("paths", nargs="*", help="these files instead of those git tells")
    given = parser.parse_args(words)
    try:
        paths = given.paths or touched(ROOT)
    except (OSError, subprocess.CalledProcessError) as problem:
        _say(f"git does not tell what has been touched ({problem}): run ./check")
        return 2
    return _print(paths, given.seconds, Seconds(ROOT))


def _print(paths: Sequence[str], budget: float, seconds: Seconds) -> int:
    try:
        imports = reach.importers(ROOT, [*PRODUCT, "tests"])
    except Exception as problem:  # grimp's own, of a file that cannot be parsed
        _say(f"no import graph: {problem}")
        return 2
    names = Names(ROOT)
    found_at = reach.distances(paths, imports, names.naming, lambda path: reach.own_tests(ROOT, path))
    if any(map(reach.meets_in_templates, paths)):
        found_at[reach.TEMPLATE_NAMES] = 0
    near = {
        test: distance
        for test, distance in found_at.items()
        if (distance == 0 or not test.startswith(NEVER)) and (ROOT / test).is_file()
    }
    costs = {test: seconds.of(test) for test in near}
    texts = {path: text for path, text in names.tests.items() if reach.is_test(path)}
    chosen, rest = within(budget, near, costs, likeness(changed_words(ROOT, paths), texts))
    _say(f"{len(paths)} files touched; {len(chosen)} files of tests, {total(chosen, costs):.0f} s added up")
    if rest:
        more = "" if len(rest) <= MOST_NAMED else f" and {len(rest) - MOST_NAMED} more"
        _say(f"left out, {total(rest, costs):.0f} s: {', '.join(rest[:MOST_NAMED])}{more}")
    sys.stdout.writelines(f"{test}\n" for test in chosen)
    return 0


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")


if __name__ == "__main__":
    sys.exit(main())
