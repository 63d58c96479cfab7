"""The suite itself: what runs on both databases, how many cases are long, nothing that fails by chance."""

import ast
import re
from pathlib import Path

import pytest

from tests import scheduling, time_limit
from tests.architecture.test_shape import sources
from tests.dialects import choose, marking
from tests.dialects.capture import Trace, shape_of

ROOT = Path(__file__).resolve().parents[2]
MOST_ON_BOTH, MOST_LONG = 1100, 25
# What says something else on another database, or is allowed there and not here.
DEPENDS = re.compile(
    r"\.vendor\b|IntegrityError|DataError|select_for_update|\.cursor\(|\.raw\(|RawSQL|connection\.ops\."
    r"|nulls_(?:first|last)|NULLS (?:FIRST|LAST)|KeyTransform|json_each|jsonb|COLLATE|Collate\("
    r"|bulk_(?:create|update)\(|ignore_conflicts|update_conflicts|TrigramSimilarity|SearchVector"
)
# Modules of the kind that no test of both databases can reach, each with the reason.
UNREACHED = {
    "federation/database/joined_rows.py": "names columns; list_sql and others send them",
    "federation/database/positions.py": "asks replicas: tests/faults/test_replicas.py",
    "federation/web/replicas.py": "asks replicas: tests/faults/test_replicas.py",
    "federation/management/commands/move_to.py": "runs as a program: tests/faults/test_moving.py",
    "ratings/backups/restoring.py": "runs as a program: tests/ratings/backups",
    "ratings/lists/layouts/columns.py": "orders rows that tables read",
    "ratings/management/demo/streams.py": "fills the demonstration, before a release on PostgreSQL too",
}


def is_of_tests(path: str) -> bool:
    """Return whether a module makes loads for benchmarks, or tables, and belongs to no page."""
    return "/migrations/" in path or path.startswith("tests/bench/")


def test_every_module_that_depends_on_the_database_has_a_case_on_both() -> None:
    covered = marking.read_cases(marking.CASES.read_text()).keys() | UNREACHED.keys()
    dependent = {path for path, text in sources() if DEPENDS.search(text) and not is_of_tests(path)}

    assert sorted(dependent - covered) == [], "run python -m tests.dialects"
    assert dependent >= UNREACHED.keys()


def test_every_case_of_both_databases_is_there() -> None:
    functions: dict[str, set[str]] = {}
    for listed in marking.read_cases(marking.CASES.read_text()).values():
        for case in listed:
            file, _, name = case.partition("::")
            functions.setdefault(file, set()).add(name.partition("[")[0].rpartition("::")[2])

    gone = {f"{file}::{name}" for file, names in functions.items() for name in names - defined(ROOT / file)}
    assert gone == set(), "run python -m tests.dialects"
    assert sum(map(len, functions.values())) > 100


def defined(file: Path) -> set[str]:
    """Return the names of the functions of a module."""
    if not file.exists():
        return set()
    return {node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef)}


def test_cases_that_run_twice_and_long_ones_become_fewer_only(request: pytest.FixtureRequest) -> None:
    marked = [item.iter_markers() for item in request.session.items]
    names = [{marker.name for marker in markers} for markers in marked]

    assert sum("dialect" in found for found in names) <= MOST_ON_BOTH
    assert sum("long" in found and "release" not in found for found in names) <= MOST_LONG


def test_cheapest_cases_that_send_every_statement_are_chosen() -> None:
    sqlite = {
        "a": Trace({("p.py:f", "SELECT 1", "")}, seconds=1.0),
        "b": Trace({("p.py:f", "SELECT 1", ""), ("p.py:g", "SELECT 2", "")}, seconds=1.0),
        "c": Trace({("p.py:f", "SELECT 1", "")}, seconds=0.1),
    }

    choice = choose.choose(sqlite, sqlite)

    assert choice.reasons == {"b": {"statements"}} or choice.reasons.keys() == {"b", "c"}


def test_refusal_of_the_database_chooses_a_case_and_the_modules_behind_it() -> None:
    refused = {"a": Trace({("p.py:f", "INSERT", "IntegrityError")}, {"p.py", "q.py"}, 1.0)}

    choice = choose.choose(refused, refused)

    assert choice.reasons == {"a": {"IntegrityError"}}
    assert choice.modules == {"p.py": {"a"}, "q.py": {"a"}}


def test_statement_of_another_wording_is_sent_by_two_cases() -> None:
    def sent(shape: str) -> dict[str, Trace]:
        return {name: Trace({("p.py:f", shape, "")}, seconds=0.1) for name in "abc"}

    assert len(choose.choose(sent("ONE"), sent("OTHER")).reasons) == 2
    assert len(choose.choose(sent("ONE"), sent("ONE")).reasons) == 1


def test_shape_of_a_statement_has_no_numbers() -> None:
    sql = "SELECT a FROM t  WHERE b IN (%s, %s, %s) AND c = 17 LIMIT 21"

    assert shape_of(sql) == "SELECT a FROM t WHERE b IN (..) AND c = N LIMIT N"
    assert shape_of('SAVEPOINT "s140_x7"') == shape_of('SAVEPOINT "s99_x1"')


def test_list_of_cases_is_read_as_it_was_written() -> None:
    written = marking.write_cases({"b.py": ["t::two", "t::one"], "a.py": ["t::one"]})

    assert written == "a.py\n    t::one\nb.py\n    t::two\n"
    assert marking.read_cases(written) == {"a.py": ["t::one"], "b.py": ["t::two"]}


def test_processor_time_holds_that_of_programs_that_have_been_started() -> None:
    import subprocess
    import sys

    before = time_limit.used()
    with subprocess.Popen(
        [sys.executable, "-c", "print(sum(range(10**7))); input()"], stdin=-1, stdout=-1
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        alive = time_limit.used()
        child.kill()
    assert alive - before > 0.05
    assert time_limit.used() >= alive - 0.02


CLOCK = re.compile(r"\b(?:perf_counter|monotonic|time)\(\)\s*-")
CLOCKS = re.compile(r"\b(?:perf_counter|monotonic|time)\(\) - \w+ <=? [0-5]?\d(?:\.\d+)?$")


def test_no_test_asserts_how_long_a_clock_on_the_wall_ran() -> None:
    asserting = [
        f"{path}:{node.lineno}"
        for path, text in sources("tests")
        if CLOCK.search(text)  # to parse all of them takes long
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Assert) and CLOCKS.search(ast.unparse(node.test))
    ]

    assert asserting == []


GROUPED = re.compile(r"\bmark\.xdist_group\(")


def test_every_group_of_tests_is_known_to_the_scheduler() -> None:
    grouping = [path for path, text in sources("tests") if GROUPED.search(text) and "/test_" in path]

    assert len(grouping) > 20
    assert [path for path in grouping if scheduling.group_of(path) is None] == []
