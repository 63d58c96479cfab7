"""Run every test that asks a database on SQLite and on PostgreSQL, and write down which have to run on both.

    DATABASE_URL=postgres://... REDIS_URL=redis://... python -m tests.dialects

Half an hour on two processors. `--folder` keeps what was recorded, and uses what it has already.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.dialects import choose, marking

ROOT = Path(__file__).resolve().parents[2]
# Folders and modules whose subject is a database; their cases run on both whatever they send.
WHOLE = (
    "tests/federation/database/",
    "tests/federation/search/",
)
# What runs on one database only, or starts programs with databases of their own.
LEFT_OUT = ("tests/browser", "tests/faults", "tests/mutation", "tests/deployment")


def main() -> int:
    """Record both databases and write cases.txt."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("-n", default="2", help="workers")
    given = parser.parse_args()
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        parser.error("DATABASE_URL names no PostgreSQL")
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.folder or Path(scratch)
        for name, gone in (("sqlite", ("DATABASE_URL", "REDIS_URL")), ("postgresql", ())):
            if not list((folder / name).glob("*.json")):
                _record(folder / name, gone, given.n)
        choice = choose.choose(choose.read(folder / "sqlite"), choose.read(folder / "postgresql"), WHOLE)
    marking.CASES.write_text(marking.write_cases(choice.modules))
    for reason, count in Counter(reason for reasons in choice.reasons.values() for reason in reasons).items():
        sys.stdout.write(f"{count:5} {reason}\n")
    sys.stdout.write(f"{len(choice.reasons):5} cases run on both databases\n")
    return 0


def _record(folder: Path, gone: tuple[str, ...], workers: str) -> None:
    """Run the tests of a database and record what they send to it."""
    environment = {name: value for name, value in os.environ.items() if name not in gone}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-n",
        workers,
        "--dist",
        "loadgroup",
    ]
    command += ["--on-the-database", "--capture-sql", str(folder), *(f"--ignore={name}" for name in LEFT_OUT)]
    subprocess.run(command, cwd=ROOT, env=environment, check=False)


if __name__ == "__main__":
    sys.exit(main())
