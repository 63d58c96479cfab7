"""The marker `dialect`, put on the cases that cases.txt names.

The file has the modules of the product, each followed by the cases that send its statements:

    ratings/lists/queries.py
        tests/ratings/lists/test_list_filters.py::test_page
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

CASES = Path(__file__).with_name("cases.txt")
MARK = "dialect"


def read_cases(text: str) -> dict[str, list[str]]:
    """Return the cases of each module."""
    cases: dict[str, list[str]] = {}
    module = ""
    for line in text.splitlines():
        if line.startswith(" "):
            cases[module].append(line.strip())
        else:
            module = line
            cases[module] = []
    return cases


@cache
def files() -> frozenset[str]:
    """Return the files of tests that have cases of both databases."""
    cases = read_cases(CASES.read_text()).values()
    return frozenset(case.partition("::")[0] for listed in cases for case in listed)


def write_cases(cases: Mapping[str, Iterable[str]]) -> str:
    """Return the text of the file; each case stands below the first module that needs it."""
    written: set[str] = set()
    lines: list[str] = []
    for module in sorted(cases):
        new = sorted(set(cases[module]) - written)
        written.update(new)
        lines += [module, *(f"    {case}" for case in new)]
    return "\n".join(lines) + "\n"


def mark(items: list[pytest.Item], cases: Mapping[str, Iterable[str]]) -> list[str]:
    """Mark the cases among the collected; return those of collected functions that are gone."""
    wanted = {case for listed in cases.values() for case in listed}
    collected = {item.nodeid for item in items}
    for item in items:
        if item.nodeid in wanted:
            item.add_marker(MARK)
    functions = {case.partition("[")[0] for case in collected}
    return sorted(case for case in wanted - collected if case.partition("[")[0] in functions)
