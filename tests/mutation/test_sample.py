"""Which mutants are drawn, which tests are asked about them, and what a sample says at its end."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.mutation.__main__ import drawn, is_enough, summary
from tests.mutation.choosing import (
    ANYWHERE,
    FOLDERS,
    Nearness,
    folders_of,
    is_asked,
    is_kernel,
    paths_to_collect,
)
from tests.mutation.judging import Outcome, Sample
from tests.mutation.mutants import Mutant, mutant, sites

SUBMISSION = (
    "tests/tournaments/submission", "tests/tournaments/matching/test_rematching.py",
    "tests/tournaments/desk/test_mail.py", "tests/tournaments/desk/test_queue.py",
)  # fmt: skip
OUTCOMES = Counter({Outcome.CAUGHT: 80, Outcome.TOO_LONG: 5, Outcome.BROKEN: 2, Outcome.SURVIVED: 13})


def first_of(path: str) -> Mutant:
    return mutant(sites(Path(path))[0])


def item(path: str, *markers: str) -> Any:
    """Return what the choice asks of a test: its file and its markers; "transaction" for one that commits."""
    known = {name: SimpleNamespace(kwargs={"transaction": name == "transaction"}) for name in markers}
    if "transaction" in known:
        known["django_db"] = known["transaction"]
    return SimpleNamespace(path=Path(path).resolve(), get_closest_marker=known.get)


@pytest.mark.parametrize(
    ("path", "folders"),
    [
        ("ratings/runs/approval.py", ("tests/ratings/runs",)),
        ("tournaments/submission/undo_enrolment.py", SUBMISSION),
        ("ratings/engines/ffg.py", ("tests/engines",)),
        ("tournaments/formats/shared/crosstable.py", ("tests/formats",)),
        ("federation/management/demo/people.py", tuple(FOLDERS["federation/management/demo"])),
        ("ratings/views/office/closing.py", ()),
        ("manage.py", ()),
    ],
)
def test_own_tests_lie_in_the_folder_of_the_same_name(path: str, folders: tuple[str, ...]) -> None:
    assert folders_of(Path(path)) == folders


def test_folders_named_for_tests_are_there() -> None:
    paths = [*ANYWHERE, *(path for several in FOLDERS.values() for path in several)]

    assert [path for path in paths if not Path(path).exists()] == []
    assert [path for path in FOLDERS if not Path(path).is_dir()] == []


def test_page_without_a_folder_has_tests_collected_everywhere_and_each_once() -> None:
    runs, page = first_of("ratings/runs/approval.py"), first_of("federation/views/claims.py")

    assert paths_to_collect([runs]) == ["tests/ratings/runs"]
    assert paths_to_collect([runs, page]) == [*ANYWHERE]


def test_page_without_a_folder_is_judged_by_the_files_that_share_its_words() -> None:
    page = first_of("federation/views/claims.py")
    files = {path.resolve() for path in Path("tests/federation").rglob("test_*.py")}

    order = Nearness(files).order([item(str(path)) for path in sorted(files)], page)

    assert "claims" in {test.path.parent.name for test in order[:3]}
    assert len(order) == 30


def test_tests_of_its_own_folder_come_first_and_those_that_commit_last() -> None:
    undo = first_of("ratings/runs/approval.py")
    own, other = "tests/ratings/runs/test_undo.py", "tests/ratings/players/test_personal_data.py"
    items = [item(own, "transaction"), item(other), item(own)]

    order = Nearness({test.path for test in items}).order(items, undo)

    assert order == [items[2], items[1], items[0]]


def test_tests_that_hold_a_time_or_need_programs_are_not_asked() -> None:
    path = "tests/ratings/runs/test_undo.py"

    assert is_asked(item(path, "django_db"))
    assert not is_asked(item(path, "postgresql"))
    assert not is_asked(item(path, "long"))
    assert not is_asked(item("tests/formats/test_reading_speed.py"))


def test_what_numba_compiles_is_known_by_its_place() -> None:
    assert is_kernel(Path("ratings/engines/gor.py"))
    assert is_kernel(Path("ratings/laboratory/figures/whole_history_kernel.py"))
    assert not is_kernel(Path("ratings/engines.py"))
    assert not is_kernel(Path("ratings/runs/approval.py"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a module of nine places, one of them outside of functions, and a migration."""
    module = "LEAST = 5\n\n\ndef is_full(seats):\n    return seats + 1 < LEAST and not seats == 3\n"
    (tmp_path / "desk.py").write_text(module, encoding="utf-8")
    (tmp_path / "migrations").mkdir()
    (tmp_path / "migrations" / "0001_first.py").write_text(module, encoding="utf-8")
    return tmp_path


def test_sample_is_the_same_for_a_seed_and_no_larger_than_asked(folder: Path) -> None:
    first, again, other = ([str(change) for change in drawn([folder], 4, seed)] for seed in (1, 1, 2))

    assert first == again != other
    assert len(first) == 4


def test_sample_over_paths_that_overlap_draws_no_place_twice(folder: Path) -> None:
    several = [change.number for change in drawn([folder, folder / "desk.py"], 100, 1)]

    assert sorted(several) == list(range(9))


@pytest.mark.release
def test_sample_may_leave_out_what_lies_outside_of_functions(folder: Path) -> None:
    anywhere, inside = (drawn([folder], 100, 1, inside=inside) for inside in (False, True))

    assert [change.function for change in anywhere] == ["", *["is_full"] * 8]
    assert [change.function for change in inside] == ["is_full"] * 8


def test_last_line_sums_up_every_outcome() -> None:
    expected = "85 of 100 noticed: 80 caught, 5 too long, 2 broken, 13 survived"

    assert summary(OUTCOMES) == expected


@pytest.mark.parametrize(
    ("least", "enough"), [(0, True), (84, True), (85, True), (85.5, False), (86, False), (100, False)]
)
def test_share_noticed_below_the_least_is_not_enough(least: float, enough: bool) -> None:
    assert is_enough(OUTCOMES, least) is enough
    assert is_enough(OUTCOMES + OUTCOMES, least) is enough


def test_sample_of_nothing_is_enough() -> None:
    assert is_enough(Counter(), 100)


def test_file_that_a_mutant_keeps_from_being_read_is_no_test_to_leave_out() -> None:
    assert Sample([], 1, print)._is_sound("tests/engines/test_elo.py", [])


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.mutation", "--inside", "--sample", "1", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.release
def test_mutant_that_its_tests_do_not_reach_survives_and_fails_the_sample() -> None:
    done = run(
        "--tests",
        "tests/tournaments/reports/test_tiebreaks.py",
        "--",
        "federation/vocabulary/spreadsheets.py",
    )

    last = "0 of 1 noticed: 0 caught, 0 too long, 0 broken, 1 survived"
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, last), done.stdout + done.stderr


@pytest.mark.release
def test_tests_of_several_folders_run_behind_the_one_that_makes_the_database() -> None:
    tests = ["tournaments/submission/test_expected_approval.py", "federation/vocabulary/test_spreadsheets.py",
             "tournaments/reports/test_tiebreaks.py"]  # fmt: skip

    done = run("--tests", *(f"tests/{path}" for path in tests), "--", "federation/vocabulary/spreadsheets.py")

    lines = [line for line in done.stdout.splitlines() if line.startswith(("caught", "left out", "SURVIVED"))]
    assert len(lines) == 1, done.stdout + done.stderr
    assert "by tests/federation/vocabulary/test_spreadsheets.py::" in lines[0]
