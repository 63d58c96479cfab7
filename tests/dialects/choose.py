"""Choice of the cases that run on both databases, from what the tests sent to each.

A case is chosen where the database refused something, and where its module is about a database (`whole`).
Of all others the cheapest are added until every statement of the product that the suite sends to PostgreSQL,
told apart by its function and its shape, is sent there by one chosen case, and by two where SQLite was sent
another. A case of more than `DEAR` seconds is added only for statements that differ.
"""

import heapq
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.dialects.capture import TESTS, Trace

Traces = Mapping[str, Trace]
Need = tuple[str, str]  # a function of the product, the shape of a statement it sends
START = 0.1  # seconds that a case costs besides its own processor time
DEAR = 3.0
# What fills databases for benchmarks and the demo: all of it runs before a release.
NOT_OF_THE_PRODUCT = (
    TESTS,
    "tests/bench/",
    "ratings/management/demo/",
    "tournaments/management/demo/",
)


@dataclass(frozen=True)
class Choice:
    """The chosen cases, each with its reasons, and the modules of the product behind their statements."""

    reasons: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    modules: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, case: str, reason: str) -> None:
        """Choose a case."""
        self.reasons[case].add(reason)


def read(folder: Path) -> dict[str, Trace]:
    """Return the traces that the workers of a run have written into a folder."""
    traces: dict[str, Trace] = {}
    for file in sorted(folder.glob("*.json")):
        for case, row in json.loads(file.read_text()).items():
            statements = {(place, shape, error) for place, shape, error in row["statements"]}
            traces[case] = Trace(statements, set(row["modules"]), row["seconds"])
    return traces


def needs_of(trace: Trace) -> set[Need]:
    """Return the statements of the product in a trace."""
    return {
        (place, shape) for place, shape, _ in trace.statements if not place.startswith(NOT_OF_THE_PRODUCT)
    }


def choose(sqlite: Traces, postgresql: Traces, whole: Iterable[str] = ()) -> Choice:
    """Choose the cases that run on both databases; `whole` are beginnings of names of cases taken anyway."""
    choice = Choice()
    starts = tuple(whole)
    for case in sorted(sqlite.keys() | postgresql.keys()):
        traces = [traces[case] for traces in (sqlite, postgresql) if case in traces]
        if starts and case.startswith(starts):
            choice.add(case, "about a database")
        for error in {error for trace in traces for _, _, error in trace.statements if error}:
            choice.add(case, error)
    _cover(choice, postgresql, _wanted(sqlite, postgresql))
    for case in choice.reasons:
        for module in postgresql[case].modules if case in postgresql else ():
            choice.modules[module].add(case)
    return choice


def _wanted(sqlite: Traces, postgresql: Traces) -> Counter[Need]:
    """Return how many chosen cases each statement of PostgreSQL wants: two where SQLite was sent another."""
    there: set[Need] = set().union(*map(needs_of, sqlite.values()))
    here: set[Need] = set().union(*map(needs_of, postgresql.values()))
    return Counter({need: 1 if need in there else 2 for need in here})


def _cover(choice: Choice, traces: Traces, wanted: Counter[Need]) -> None:
    """Add the cases that send most of what is still wanted for their seconds, until nothing is wanted."""
    differing = {need for need, count in wanted.items() if count > 1}
    needs = {
        case: needs_of(trace) if trace.seconds <= DEAR else needs_of(trace) & differing
        for case, trace in traces.items()
    }
    for case in choice.reasons:
        wanted.subtract(needs.get(case, ()))

    def worth(case: str) -> float:
        return sum(wanted[need] > 0 for need in needs[case]) / (START + traces[case].seconds)

    heap = [(-worth(case), case) for case in sorted(needs) if case not in choice.reasons]
    heapq.heapify(heap)
    while heap:
        _, case = heapq.heappop(heap)
        now = worth(case)
        if not now:
            continue
        if heap and now < -heap[0][0]:  # less than when it was weighed: weigh the next
            heapq.heappush(heap, (-now, case))
            continue
        choice.add(case, "statements")
        wanted.subtract(needs[case])
