"""Tests chosen for what has been touched: `python -m tests.selection`."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.test_shape import ROOT
from tests.selection import likeness, naming, reach, seconds, tables
from tests.selection.touched import touched

VIEW = "ratings/views/lists/shown.py"
URLS = """
from django.urls import path
from ratings.views.lists import shown
urlpatterns = [path("lists/<slug:system>/shown/", shown.page, name="list-shown")]
"""
TEXTS = {
    VIEW: "def page(request): return render(request, 'ratings/shown.html')\n",
    "ratings/urls/__init__.py": URLS,
    "ratings/management/commands/count_lists.py": "",
    "ratings/api/shown.py": "@router.get('/{key}/shown')\ndef shown(): ...\n",
    "templates/ratings/shown.html": "{% include 'parts/line.html' %}\n",
    "templates/parts/line.html": "<link href='css/line.css'>\n",
    "static/css/line.css": "",
    "tests/ratings/lists/test_pages.py": "client.get(f'/lists/{key}/shown/')\n",
    "tests/ratings/lists/test_other.py": "client.get(f'/lists/{key}/')\n",
    "tests/flow/test_story.py": "call_command('count_lists')\nclient.get('/api/v1/lists/ffg/shown')\n",
    "tests/ratings/small.py": "",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path, text in TEXTS.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def by(edges: dict[str, set[str]]) -> Callable[[str], set[str]]:
    return lambda path: edges.get(path, set())


def nobody(_path: str) -> set[str]:
    return set()


def test_view_is_named_by_tests_that_call_its_address(tree: Path) -> None:
    assert naming.Names(tree).naming(VIEW) == {"tests/ratings/lists/test_pages.py"}


@pytest.mark.parametrize(
    ("path", "users"),
    [
        ("ratings/management/commands/count_lists.py", {"tests/flow/test_story.py"}),
        ("ratings/api/shown.py", {"tests/flow/test_story.py"}),
        ("templates/ratings/shown.html", {VIEW}),
        ("templates/parts/line.html", {"templates/ratings/shown.html"}),
        ("static/css/line.css", {"templates/parts/line.html"}),
        ("ratings/urls/__init__.py", set()),
    ],
)
def test_file_is_named_by_who_uses_it_without_importing_it(tree: Path, path: str, users: set[str]) -> None:
    assert naming.Names(tree).naming(path) == users


def test_view_that_cannot_be_parsed_has_its_address_all_the_same(tree: Path) -> None:
    (tree / VIEW).write_text("def page(:\n")

    assert naming.Names(tree).naming(VIEW) == {"tests/ratings/lists/test_pages.py"}


def test_templates_reach_the_tests_of_the_views_that_show_them(tree: Path) -> None:
    found_at = reach.distances(
        ["templates/parts/line.html"], nobody, naming.Names(tree).naming, lambda _path: ()
    )

    assert found_at == {"tests/ratings/lists/test_pages.py": 3}


def test_tests_are_as_far_as_the_imports_between() -> None:
    imports = by({"a.py": {"b.py", "tests/test_a.py"}, "b.py": {"tests/test_b.py", "tests/test_a.py"}})

    assert reach.distances(["a.py"], imports, nobody, lambda _path: ()) == {
        "tests/test_a.py": 1,
        "tests/test_b.py": 2,
    }


def test_test_that_was_touched_is_nearest() -> None:
    assert reach.distances(["tests/test_a.py"], nobody, nobody, lambda _path: ()) == {"tests/test_a.py": 0}


def test_way_through_a_module_of_all_addresses_leads_nowhere() -> None:
    imports = by({"a.py": {"ratings/urls/__init__.py"}, "ratings/urls/__init__.py": {"tests/test_a.py"}})

    assert reach.distances(["a.py"], imports, nobody, lambda _path: ()) == {}
    assert reach.distances(["ratings/urls/__init__.py"], imports, nobody, lambda _path: ()) == {
        "tests/test_a.py": 1
    }


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("ratings/views/lists/compare.py", "tests/ratings/lists/"),
        ("federation/views/journal.py", "tests/federation/journal/"),
        ("ratings/engines/gor.py", "tests/engines/"),
        ("federation/locale/fr/LC_MESSAGES/django.po", "tests/federation/language/"),
        ("static/js/hand.js", "tests/federation/web/"),
        ("docs/api.md", "tests/architecture/"),
        ("tests/tournaments/conftest.py", "tests/tournaments/"),
    ],
)
def test_tests_of_a_file_lie_in_the_folder_of_the_same_name(path: str, folder: str) -> None:
    tests = list(reach.own_tests(ROOT, path))

    assert tests
    assert all(test.startswith(folder) for test in tests)


@pytest.mark.parametrize(
    ("path", "is_one"),
    [("templates/base.html", True), (VIEW, True), ("ratings/lists/queries.py", False)],
)
def test_names_of_templates_are_checked_where_they_are_written_or_given(path: str, is_one: bool) -> None:
    assert reach.meets_in_templates(path) is is_one
    assert (ROOT / reach.TEMPLATE_NAMES).is_file()


def test_test_called_like_a_module_is_one_of_its_own() -> None:
    assert "tests/tournaments/submission/test_four_eyes.py" in reach.own_tests(
        ROOT, "tournaments/views/four_eyes.py"
    )


def test_nearest_tests_and_of_these_those_like_the_change_fill_the_time() -> None:
    found_at = {"touched": 0, "far": 4, "like": 1, "other": 1, "long": 1, "middle": 2}
    costs = {"touched": 100.0, "far": 1.0, "like": 2.0, "other": 1.0, "long": 300.0, "middle": 5.0}
    likeness = {"far": 9.0, "like": 0.5, "long": 0.7, "other": 0.1}

    assert seconds.within(110, found_at, costs, likeness) == (
        ["touched", "like", "other", "middle", "far"],
        ["long"],
    )


def test_seconds_are_the_least_of_all_runs(tree: Path) -> None:
    test = "tests/ratings/lists/test_pages.py"

    guessed = seconds.Seconds(tree).of(test)
    seconds.Seconds(tree).record({test: 2.5})
    seconds.Seconds(tree).record({test: 3.5})

    assert (guessed, seconds.Seconds(tree).of(test)) == (seconds.A_FILE, 2.5)


def run_early(tree: Path, test: str, seconds: str) -> tuple[int, str, str]:
    (tree / "test_sums.py").write_text(test)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        f"--rootdir={tree}",
        "-c",
        "/dev/null",
        "-p",
        "no:django",
    ]
    early = ["-p", "tests.selection.early", f"--early={tree / 'early'}", f"--end-after={seconds}"]
    done = subprocess.run(
        [*command, *early, str(tree / "test_sums.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    told = tree / "early"
    return done.returncode, done.stdout, told.read_text() if told.is_file() else ""


def test_failure_is_told_in_a_line_and_only_passed_files_are_recorded(tree: Path) -> None:
    failed = run_early(tree, "def test_sum():\n    assert 1 + 1 == 3\n", "60")
    recorded = seconds.Seconds(tree).known
    passed = run_early(tree, "def test_sum():\n    assert 1 + 1 == 2\n", "60")

    assert failed[0] == 1
    assert failed[2] == "FAILED  test_sums.py::test_sum: assert (1 + 1) == 3\n"
    assert passed[0] == 0
    assert (recorded, [*seconds.Seconds(tree).known]) == ({}, ["test_sums.py"])


def test_tests_without_time_are_named_and_no_success(tree: Path) -> None:
    code, words, told = run_early(tree, "def test_sum(): pass\ndef test_product(): pass\n", "0")

    assert code == 1
    assert "Not run: 2 tests of test_sums.py" in words
    assert told == ""


def test_file_with_the_rare_words_of_a_change_is_most_like_it() -> None:
    texts = {
        "test_a.py": "club member list",
        "test_b.py": "club member tie_break",
        "test_c.py": "club member list",
    }

    found = likeness.likeness({"club", "break"}, texts)

    assert max(found, key=found.__getitem__) == "test_b.py"
    assert found["test_a.py"] == found["test_c.py"] == 0


def test_tables_depend_on_models_and_migrations_and_not_on_pages() -> None:
    modules = tables.modules(ROOT)

    assert {"federation.models.club", "federation.settings", "federation.migrations.0002_roles"} <= {*modules}
    assert not [name for name in modules if ".views" in name or ".forms" in name]


@pytest.mark.parametrize(("made_of", "kept"), [("same", "new"), ("other", "old")])
def test_database_of_the_same_tables_gets_the_name_of_new_code(
    tmp_path: Path, made_of: str, kept: str
) -> None:
    (tmp_path / "old").write_text("")
    (tmp_path / tables.RECORD).write_text("same old")

    tables.rename(tmp_path, "new", made_of)

    assert {file.name for file in tmp_path.iterdir()} == {kept, tables.RECORD}


def git(tree: Path, *words: str) -> None:
    identity = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    subprocess.run(["git", "-C", str(tree), *identity, *words], check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="nothing tells what was touched")
def test_touched_is_what_differs_from_main_and_what_is_new(tree: Path) -> None:
    git(tree, "init", "--initial-branch=main")
    git(tree, "add", ".")
    git(tree, "commit", "--message=first")
    (tree / "tests" / "ratings" / "small.py").write_text("SIZE = 1\n")
    (tree / "new.py").write_text("")

    assert touched(tree) == ["new.py", "tests/ratings/small.py"]
    assert {"size", "small"} <= likeness.changed_words(tree, touched(tree))

    git(tree, "switch", "--create", "branch")
    git(tree, "commit", "--all", "--message=second")
    (tree / VIEW).unlink()

    assert touched(tree) == ["new.py", VIEW, "tests/ratings/small.py"]


def test_check_leaves_out_markers_there_are() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    left_out = re.findall(r"not (\w+)", (ROOT / "deploy" / "check_fast.sh").read_text())

    assert set(left_out) & {marker.partition(":")[0] for marker in options["markers"]} == set(left_out)
    assert "browser" in left_out
