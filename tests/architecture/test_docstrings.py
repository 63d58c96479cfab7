"""What docstrings and comments name of ours is where they say."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.architecture.reading import Described, read
from tests.architecture.test_shape import APPS, ROOT, sources

pytestmark = pytest.mark.xdist_group("architecture")  # sources are read once a process
NAME = re.compile(rf"(?<![\w./@-])(?:{'|'.join(APPS)})(?:\.[A-Za-z_]\w*)+")
PATH = re.compile(rf"(?<![\w./@-])((?:{'|'.join(APPS)}|tests|docs)(?:/[\w-]+)+(?:\.(?:py|md|html))?)")
QUOTED = re.compile(r"`([a-z_]+(?:[./][A-Za-z_]\w*)+)`")
FILES = (".json", ".csv", ".zip", ".txt")
NO_VERBS = frozenset(
    (
        *("A", "All", "An", "Each", "Every", "How", "May", "No", "Nothing", "One", "Some", "The", "What"),
        *("When", "Where", "Whether", "Which", "Who", "Whoever"),
    )
)
NOT_HERE = frozenset({"federation/_site"})  # made when a wheel is built
# Names that are in queues or in the journal, and outlive the modules they were named after.
NO_MODULES = frozenset({"ratings.streams", "ratings.statistics.tasks", "ratings.following.tasks"})


@cache
def names_in(module: str) -> frozenset[str]:
    """Return what a module or a package defines or imports, classes and fields of classes included."""
    base = ROOT / module.replace(".", "/")
    file = base.with_suffix(".py") if base.with_suffix(".py").exists() else base / "__init__.py"
    found = set()
    for node in ast.walk(ast.parse(file.read_text())) if file.exists() else ():
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return frozenset(found)


def leads_somewhere(name: str) -> bool:
    """Return whether a dotted name is a module, a package or something in one."""
    parts = name.split(".")
    for size in range(len(parts), 0, -1):
        base = ROOT.joinpath(*parts[:size])
        if base.is_dir() or base.with_suffix(".py").exists():
            return set(parts[size:]) <= names_in(".".join(parts[:size]))
    return False


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("ratings.lists", True),
        ("ratings.lists.build.is_fresh", True),
        ("ratings.models.ListEntry", True),
        ("ratings.streams.tasks", False),
        ("ratings.lists.build.is_stale_bread", False),
    ],
)
def test_name_is_there_where_a_module_or_its_text_has_it(name: str, there: bool) -> None:
    assert leads_somewhere(name) is there


def mentioned(app: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield what docstrings and comments of an app say of a pattern, behind the path of its file."""
    for path, text in sources(app):
        for said in read(text).prose:
            for found in pattern.findall(said):
                yield path, found


@pytest.mark.parametrize("app", APPS)
def test_names_in_docstrings_and_comments_lead_somewhere(app: str) -> None:
    lost = [
        f"{path}: {name}"
        for path, name in mentioned(app, NAME)
        if name not in NO_MODULES and not leads_somewhere(name)
    ]

    assert lost == []


@pytest.mark.parametrize("app", APPS)
def test_paths_in_docstrings_and_comments_lead_somewhere(app: str) -> None:
    lost = [
        f"{path}: {named}"
        for path, named in mentioned(app, PATH)
        if named not in NOT_HERE and not ((ROOT / named).exists() or (ROOT / f"{named}.py").exists())
    ]

    assert lost == []


def places_of(name: str, path: str) -> list[str]:
    """Return what a name that begins with a folder or module may mean: one beside the file, or of an app."""
    first = name.split(".")[0]
    homes = [*APPS, ".".join(path.split("/")[:-1])]
    return [f"{home}.{name}" for home in homes if leads_somewhere(f"{home}.{first}")]


@pytest.mark.parametrize("app", APPS)
def test_quoted_names_that_begin_with_a_folder_lead_somewhere(app: str) -> None:
    lost = [
        f"{path}: {name}"
        for path, name in mentioned(app, QUOTED)
        if not name.endswith(FILES) and name.split("/")[0].split(".")[0] not in APPS
        for meant in [places_of(name.replace("/", "."), path)]
        if meant and not any(map(leads_somewhere, meant))
    ]

    assert lost == []


def described(app: str) -> Iterator[tuple[str, Described]]:
    """Yield every function of an app behind the path of its file and its name."""
    for path, text in sources(app):
        yield from ((f"{path}: {one.name}", one) for one in read(text).functions)


@pytest.mark.parametrize("app", APPS)
def test_docstring_of_a_function_begins_with_a_verb(app: str) -> None:
    wrong = [name for name, one in described(app) if not one.is_decorated and one.first_word in NO_VERBS]

    assert wrong == []


@pytest.mark.parametrize("app", APPS)
def test_docstring_says_return_only_where_something_is_returned(app: str) -> None:
    wrong = [
        name
        for name, one in described(app)
        if one.first_word in ("Return", "Yield") and one.returns in ("None", "NoReturn")
    ]

    assert wrong == []
