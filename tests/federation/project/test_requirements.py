"""The packages the program asks for, held against those it imports and those of the lock."""

import os
import re
import subprocess
import sys
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.federation.project.test_deploy import ROOT

# Nothing but these packages can be imported here, as where nothing else is installed.
START = """
import sys
from importlib import metadata
locked = set(sys.argv[1].split(","))
plain = lambda name: name.lower().replace("_", "-").replace(".", "-")
owners = {name: {plain(one) for one in found} for name, found in metadata.packages_distributions().items()}

class Missing:
    def find_spec(self, name, path=None, target=None):
        if owners.get(name, locked).isdisjoint(locked):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import django
django.setup()
from importlib import import_module
from django.urls import get_resolver
get_resolver().url_patterns
for name in ("federation.wsgi", "federation.celery", "federation.tasks", "federation.web.gunicorn_settings"):
    import_module(name)
"""


def locked() -> dict[str, list[str]]:
    """Return the packages of the lock that is installed from, each with its versions."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / "requirements" / "base.txt").read_text(encoding="utf-8").splitlines():
        if match := re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", line):
            found.setdefault(canonicalize_name(match[1]), []).append(match[2])
    return found


def start(tmp_path: Path, packages: set[str]) -> "subprocess.CompletedProcess[str]":
    """Import what a web server and a worker import, where only these packages are to be had."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "PALMARES_DATA": str(tmp_path),
        "NUMBA_DISABLE_JIT": "1",  # nothing is compiled for this
    }
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", START, ",".join(packages)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_packages_of_the_lock_are_all_that_is_imported(tmp_path: Path) -> None:
    done = start(tmp_path, set(locked()))

    assert (done.returncode, done.stderr) == (0, "")


def test_package_missing_from_the_lock_is_noticed(tmp_path: Path) -> None:
    done = start(tmp_path, set(locked()) - {"django"})

    assert done.returncode == 1
    assert "No module named 'django'" in done.stderr


def test_ranges_of_the_wheel_have_two_ends_and_hold_what_is_locked() -> None:
    lines = (ROOT / "requirements" / "base.in").read_text(encoding="utf-8").splitlines()
    asked = [Requirement(line) for line in lines if not line.startswith("#")]
    versions = locked()

    assert [str(one) for one in asked if {"<", ">="} != {part.operator for part in one.specifier}] == []
    assert [
        f"{one} is locked as {version}"
        for one in asked
        for version in versions[canonicalize_name(one.name)]
        if version not in one.specifier
    ] == []
