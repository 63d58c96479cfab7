"""What lies in the wheel: all of the program, nothing of its tests or of anybody's data."""

import re
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from federation import __version__
from tests.federation.project.test_deploy import ROOT
from tests.federation.project.wheel_building import build_wheel

pytestmark = pytest.mark.xdist_group("wheel")  # it is built once
APPS = ("federation", "tournaments", "ratings")
BESIDE = ("templates", "static")
SOURCES = re.compile(r"\.(py|mo|json)$")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def files(folder: str) -> set[str]:
    """Return what lies in a folder of the checkout, but for what Python and editors leave."""
    found = (ROOT / folder).rglob("*")
    return {
        one.relative_to(ROOT).as_posix()
        for one in found
        if one.is_file() and "__pycache__" not in one.parts and not one.name.startswith(".")
    }


@pytest.mark.parametrize("app", APPS)
def test_wheel_has_every_module_and_catalogue_of_an_application(app: str, names: set[str]) -> None:
    assert {name for name in files(app) if SOURCES.search(name)} - names == set()


@pytest.mark.parametrize("folder", BESIDE)
def test_wheel_has_every_template_and_static_file(folder: str, names: set[str]) -> None:
    assert {f"federation/_site/{name}" for name in files(folder)} - names == set()


def test_wheel_has_nothing_else(wheel: Path, names: set[str]) -> None:
    about = f"palmares-{__version__}.dist-info/"
    program = {name for app in APPS for name in files(app)}
    packed = {f"federation/_site/{name}" for folder in BESIDE for name in files(folder)}

    more = names - program - packed - {"federation/_site/requirements/base.txt"}

    assert {name for name in more if not name.startswith(about)} == set()
    assert wheel.name == f"palmares-{__version__}-py3-none-any.whl"


def listed(name: str) -> set[str]:
    """Return the packages a file of requirements names."""
    lines = (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines()
    return {str(Requirement(line)) for line in lines if line and not line.startswith(("#", "-"))}


def test_wheel_asks_for_the_packages_of_base_in(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        about = message_from_string(archive.read(f"palmares-{__version__}.dist-info/METADATA").decode())
        starts = archive.read(f"palmares-{__version__}.dist-info/entry_points.txt").decode()

    asked = {str(Requirement(one)) for one in about.get_all("Requires-Dist", [])}

    extra = '; extra == "snapshots"'
    assert {one for one in asked if extra not in one} == listed("base.in")
    assert {one.removesuffix(extra) for one in asked if extra in one} == listed("snapshots.in")
    assert "palmares = federation.management.command_line:main" in starts


def test_changelog_begins_with_the_version() -> None:
    parts = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert parts[0] == __version__
