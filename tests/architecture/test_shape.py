"""The shape of the code, counted: what was won by moving it into folders is not lost again by and by."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture.reading import read

pytestmark = pytest.mark.xdist_group("architecture")  # sources are read once a process
ROOT = Path(__file__).resolve().parents[2]
APPS = ("federation", "tournaments", "ratings")
# Outside ratings/cadence a table may choose a reader of facts by the kind of a system.
QUESTION = re.compile(r"(?<!keys_of\()Cadence\.BY_")
# What tells the kinds of systems apart; who lies in none of these folders asks `cadence.traits` instead.
KIND = re.compile(r"has_runs|moves_by_\w+|has_tables|\bSTREAMS\b")
KNOW_THE_KINDS = (
    "ratings/cadence/",
    "ratings/rulebook/",
    "ratings/engines/",
    "ratings/lists/layouts/",
    "ratings/list_proof/",
    "ratings/management/demo/",
    "tests/bench/",
)
MOST_LINES_WITH_A_KIND = 26  # becomes less only
# What a discipline is like, its declaration says: `DISCIPLINES`, `tournament.game`.
DISCIPLINE = re.compile(r"""(==|!=|__discipline=) *["'](go|chess)["']|["'](go|chess)["'] (=|!|not|in)""")
DECLARATIONS = "federation/vocabulary/systems/"
COUNTING_RULE = re.compile(r"(?<!for family) (?:not )?in (?:\w+\.)*rated_for\b")
MOST_IN_A_ROOT, MOST_IN_A_FOLDER = 10, 33


def sources(*apps: str) -> Iterator[tuple[str, str]]:
    """Yield the path below the root and the text of every source file but migrations."""
    for app in apps or APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in file.parts:
                yield file.relative_to(ROOT).as_posix(), file.read_text()


def lines_with(pattern: re.Pattern[str], *apps: str, besides: str = "-") -> list[str]:
    return [
        f"{path}:{number}"
        for path, text in sources(*apps)
        if not path.startswith(("ratings/cadence/", besides))
        for number, line in enumerate(text.split("\n"), start=1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("app", APPS)
def test_root_of_an_app_holds_only_what_django_looks_for(app: str) -> None:
    modules = [file.stem for file in (ROOT / app).glob("*.py") if file.stem != "__init__"]

    assert len(modules) <= MOST_IN_A_ROOT, sorted(modules)


def test_no_folder_is_too_full_to_find_one_s_way_in() -> None:
    folders = Counter(Path(path).parent.as_posix() for path, _ in sources() if "__init__" not in path)

    assert [name for name, count in folders.items() if count > MOST_IN_A_FOLDER] == []


def test_readers_of_the_laboratory_alone_ask_for_the_cadence_of_a_system() -> None:
    found = lines_with(QUESTION, besides=DECLARATIONS)

    # The laboratory lies above the cadences, which cannot know its grounds.
    tables = {"ratings/laboratory/grounds.py"}
    assert {line.split(":")[0] for line in found} == tables, found


def test_fewer_and_fewer_lines_outside_the_cadences_name_the_kind_of_a_system() -> None:
    found = [line for line in lines_with(KIND, "ratings") if not line.startswith(KNOW_THE_KINDS)]

    assert len(found) <= MOST_LINES_WITH_A_KIND, found


def test_nothing_compares_a_discipline_with_a_key() -> None:
    templates = sorted((ROOT / "templates").rglob("*.*"))
    found = [file.name for file in templates if DISCIPLINE.search(file.read_text())]

    assert [*lines_with(DISCIPLINE), *found] == []


def test_one_rule_says_where_a_tournament_counts() -> None:
    found = lines_with(COUNTING_RULE)

    # The rule itself, and a filter of the officers' queue by what a tournament was handed in for.
    assert [line.split(":")[0] for line in found] == [
        "tournaments/desk/queue.py",
        "ratings/rulebook/systems.py",
    ]


def test_every_package_says_what_is_in_it() -> None:
    packages = [path for path, _ in sources() if path.endswith("__init__.py") and path.count("/") == 2]
    silent = {"management", "templatetags"}

    assert [
        path
        for path in packages
        if Path(path).parent.name not in silent and not (ROOT / path).read_text().startswith('"""')
    ] == []


@pytest.mark.parametrize(
    ("suppression", "most", "most_in_tests"),
    # Tables of expected values are set by hand, hence the many of the first kind in tests.
    [("fmt: skip", 46, 335), ("noqa", 76, 33), ("type: ignore", 65, 76)],
    ids=str,
)
def test_exceptions_to_the_tools_become_fewer_only(suppression: str, most: int, most_in_tests: int) -> None:
    assert sum(text.count(suppression) for _, text in sources()) <= most
    assert sum(text.count(suppression) for _, text in sources("tests")) <= most_in_tests


def test_no_modules_import_each_other_in_a_circle_however_late() -> None:
    modules = {path.removesuffix(".py").replace("/", "."): text for path, text in sources()}
    graph = {
        name: {one for one in read(text).imports if one in modules and one != name}
        for name, text in modules.items()
    }

    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the circle


NAMES_IN_SQL = re.compile(r"\b[a-z]\.surname\b|\bSELECT\b.*\bsurname\b", re.DOTALL)
# Names of a list, whose hidden ones lists/anonymise takes out.
NAMES_FOR_THE_OFFICE = {"ratings/cadence/shared/list_columns.py"}


def test_sql_that_reads_names_asks_how_the_player_is_shown() -> None:
    reading = {
        (path, "privacy" in text or "public_name" in text)
        for app in APPS
        for path, text in sources(app)
        if "surname" in text and not {"migrations", "management"} & set(path.split("/"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMES_IN_SQL.search(node.value)
    }

    assert {path for path, asks in reading if not asks} == NAMES_FOR_THE_OFFICE
    assert len(reading) > len(NAMES_FOR_THE_OFFICE)
