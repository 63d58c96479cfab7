"""The verifier as one file that runs on a bare Python: `python3 palmares-verify.pyz`.

Engines and rule book go in as they are, so that a stranger computes with the very source a list was made by.
"""

import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import ratings.list_proof

NAME = "palmares-verify.pyz"
# Folders and files of which it is made, as they lie in the project.
_FOLDERS = (
    "federation/vocabulary",
    "federation/vocabulary/disciplines",
    "federation/vocabulary/system_files",
    "federation/vocabulary/systems",
    "ratings/engines",
    "ratings/exact_math",
    "ratings/list_proof",
    "ratings/merkle_log",
    "ratings/replay",
    "ratings/rulebook",
)
_FILES = (
    "ratings/cadence/__init__.py",
    "ratings/cadence/by_game/__init__.py",
    "ratings/cadence/by_game/assemble.py",
    *(
        f"ratings/cadence/by_period/{name}.py"
        for name in (
            "__init__",
            "assemble",
            "decisions",
            "ledger_rows",
            "policy",
            "rated_lists",
            "replay",
        )
    ),
    *(f"ratings/cadence/shared/{name}.py" for name in ("__init__", "columns", "comparison", "place")),
)
# What stands in where numpy and numba are missing, by the names engines import.
_PLAIN = {
    "plain/numpy/__init__.py": "ratings/list_proof/plain/arrays.py",
    "plain/numpy/typing.py": "ratings/list_proof/plain/typing.py",
    "plain/numba/__init__.py": "ratings/list_proof/plain/compiler.py",
}
_MAIN = "import sys\n\nfrom ratings.list_proof.start import main\n\nsys.exit(main(__file__))\n"
_ROOT = '"""What the verifier is made of."""\n'
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can hold: the same bytes whenever it is made


def _files() -> Iterator[tuple[str, str]]:
    project = Path(ratings.list_proof.__path__[0]).parents[1]
    yield "__main__.py", _MAIN
    yield "ratings/__init__.py", _ROOT
    yield "federation/__init__.py", _ROOT
    for folder in _FOLDERS:
        for file in sorted((project / folder).iterdir()):
            if file.suffix in (".py", ".toml"):
                yield f"{folder}/{file.name}", file.read_text("utf-8")
    for name in _FILES:
        yield name, (project / name).read_text("utf-8")
    for name, source in _PLAIN.items():
        yield name, (project / source).read_text("utf-8")


@cache
def content() -> bytes:
    """Return the file: the same bytes for the same source."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in _files():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode())
    return b"#!/usr/bin/env python3\n" + buffer.getvalue()
