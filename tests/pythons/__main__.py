"""Ask whether other versions of Python and Django do.

    python -m tests.pythons locks                           # every lock resolves for each Python
    python -m tests.pythons types                           # mypy passes as for each Python
    python -m tests.pythons tree --folder /var/tmp/trees    # trixie's Python: tests of rules and files, types
    python -m tests.pythons django --folder /var/tmp/trees  # the tree with the next Django: its deprecations

The last two need root, debootstrap and systemd-nspawn (package systemd-container); `--copy FILE:PLACE` puts a
file of this machine into the tree (certificates, pip's configuration), `--set NAME=VALUE` is set in it.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.pythons import trees

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = ("3.12", "3.13", "3.14")
CODE = ("federation", "tournaments", "ratings", "tests")
# Published without a wheel, so that its source is fetched; requirements/build.txt builds it.
SOURCES = ("chess",)


def main(words: Sequence[str] | None = None) -> int:
    """Do what was asked; returns 1 where a version does not."""
    given = _arguments(words)
    if given.what == "locks":
        failed = [name for version in VERSIONS for name in locks(version)]
    elif given.what == "types":
        failed = [f"types as of {version}" for version in VERSIONS if not types(version)]
    else:
        tree = trees.Tree(given.folder, given.mirror, given.copy, given.set)
        failed = tree.pure() if given.what == "tree" else tree.next_django()
    for name in failed:
        sys.stdout.write(f"FAILED  {name}\n")
    return int(bool(failed))


def locks(version: str) -> list[str]:
    """Return the locks of which some package has no file for a Python, or none with a hash of the lock."""
    failed = []
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([*download(version), "-d", folder, "-r", str(lock)], check=False)
        if done.returncode:
            failed.append(f"{lock.name} for Python {version}")
    return failed


def download(version: str) -> list[str]:
    """Return pip's command that fetches the files of a lock as another Python would."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
    files = ["--only-binary=:all:", *(f"--no-binary={name}" for name in SOURCES)]
    return [
        *pip,
        "--no-deps",
        "--require-hashes",
        "--no-build-isolation",
        f"--python-version={version}",
        *files,
    ]


def types(version: str) -> bool:
    """Return whether mypy passes as for a Python."""
    mypy = [sys.executable, "-m", "mypy", "--no-error-summary", f"--python-version={version}", *CODE]
    return subprocess.run(mypy, cwd=ROOT, check=False).returncode == 0


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.pythons",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=["locks", "types", "tree", "django"])
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp/trees"))
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    parser.add_argument("--copy", action="append", default=[], metavar="FILE:PLACE")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
