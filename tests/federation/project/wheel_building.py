"""A wheel built as `pip wheel` would, without a network, from a copy of what the project is made of."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.federation.project.test_deploy import ROOT

PARTS = ("federation", "tournaments", "ratings", "templates", "static", "requirements", "deploy", "tests")
FILES = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "manage.py")
BUILD = "import sys; sys.path.insert(0, 'deploy'); import wheel_backend as b; b.build_wheel(sys.argv[1])"


def build_wheel(folder: Path) -> Path:
    """Build the wheel in a folder: setuptools writes beside what it reads, so that it is given a copy."""
    copy, made = folder / "copy", folder / "made"
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    (copy / "var").mkdir()
    (copy / "var" / "secret_key").write_text("nobody else's")
    made.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(made)], cwd=copy, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    (wheel,) = made.glob("*.whl")
    shutil.rmtree(copy)
    return wheel
