"""A tree of Debian trixie with the packages of the development lock on its own Python."""

import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.deployment import tree
from tests.deployment.__main__ import copy_into

ROOT = Path(__file__).resolve().parents[2]
SUITE, NAME = "trixie", "pythons"
PLACE = "/root/palmares"
DATA = "PALMARES_DATA=/root/data"
APT = "ca-certificates python3-venv libatomic1 gettext"
PURE = "tests/engines tests/exact_math tests/formats tests/ratings/rulebook tests/ratings/merkle_log"
# What Django is asked for most: models, forms, templates, tables, the desk.
WITH_DJANGO = "tests/federation/register tests/federation/web tests/ratings/lists tests/tournaments/desk"
# Development releases too: the next Django is tried while it can still be told what it breaks.
NEXT = "Django>=6.1,<7"
# Packages of the lock are others there, and their types are those of its Python.
TYPES = ".venv/bin/python -m mypy --no-error-summary --python-version=3.13"
DEPRECATIONS = "-W default::DeprecationWarning -W default::PendingDeprecationWarning"
INSTALL = (
    "export DEBIAN_FRONTEND=noninteractive",
    f"apt-get update -qq && apt-get install -y -qq --no-install-recommends {APT}",
    f"python3 -m venv {PLACE}/.venv",
    *(
        f"{PLACE}/.venv/bin/python -m pip install -q {more} --require-hashes"
        f" -r {PLACE}/requirements/{lock}.txt"
        for lock, more in (("build", ""), ("dev", "--use-pep517 --no-build-isolation"))
    ),
)


@dataclass(frozen=True)
class Tree:
    """Where the tree is made, from where, and what this machine gives it."""

    folder: Path
    mirror: str
    files: list[str]
    settings: list[str]

    def pure(self) -> list[str]:
        """Make the tree and run tests of rules and files in it, and mypy; returns the steps that failed."""
        made = self._make()
        steps = {
            "tests of rules and files": f"{self._pytest()} {PURE}",
            "types": f"{TYPES} federation tournaments ratings tests",
        }
        return [f"{name} on {SUITE}" for name, command in steps.items() if not self._run(made, command)]

    def next_django(self) -> list[str]:
        """Run tests of a few folders on the next Django; deprecations are listed, and are no failures."""
        made = self.folder / f"{SUITE}-{NAME}"
        if not (made / PLACE.lstrip("/") / ".venv").exists():
            made = self._make()
        steps = (
            f".venv/bin/python -m pip install -q --pre {shlex.quote(NEXT)}",
            ".venv/bin/python -m django --version",
            f"{DATA} DJANGO_SETTINGS_MODULE=federation.settings .venv/bin/python -m tests.pythons.tables",
            f"{self._pytest()} -o filterwarnings= {DEPRECATIONS} {WITH_DJANGO}",
        )
        return [command for command in steps if not self._run(made, command)]

    def _pytest(self) -> str:
        return (
            "PALMARES_DATA=/root/data .venv/bin/python -m pytest -q -p no:cacheprovider -n 2 --dist loadgroup"
        )

    def _make(self) -> Path:
        """Return a fresh tree with the work tree of this clone and its packages."""
        made = tree.make(self.folder, SUITE, self.mirror, name=NAME)
        copy_into(made, self.files)
        archive = made / "root" / "palmares.tar"
        subprocess.run(["git", "archive", f"--output={archive}", "HEAD"], cwd=ROOT, check=True)
        unpack = f"mkdir -p {PLACE} && tar -xf /root/palmares.tar -C {PLACE}"
        if not self._run(made, " && ".join([unpack, *INSTALL]), place="/root"):
            sys.exit(f"the packages could not be installed in {made}")
        return made

    def _run(self, made: Path, command: str, *, place: str = PLACE) -> bool:
        """Run a command in the tree and return whether it ended well."""
        enter = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--resolv-conf=off"]
        enter += ["--console=pipe", f"--directory={made}", *(f"--setenv={pair}" for pair in self.settings)]
        words = ["sh", "-c", f"cd {place} && {command}"]
        return subprocess.run([*enter, *words], stdin=subprocess.DEVNULL, check=False).returncode == 0
