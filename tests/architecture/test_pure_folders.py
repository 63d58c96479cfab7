"""The folders that know no Django, imported whole where nothing has been imported before."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = "Pure folders know no Django"
IMPORT_ALL = """
import sys
from importlib import import_module
from pkgutil import walk_packages
count = 0
for name in sys.argv[1:]:
    package = import_module(name)
    for module in walk_packages(package.__path__, name + "."):
        import_module(module.name)
        count += 1
print(count, [name for name in ("django", "ninja", "celery") if name in sys.modules])
"""


def test_every_module_of_the_pure_folders_is_imported_without_django() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (folders,) = (one["source_modules"] for one in contracts if one["name"] == CONTRACT)

    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )

    count, known = done.stdout.strip().split(" ", 1)
    assert known == "[]"
    assert int(count) > 150
