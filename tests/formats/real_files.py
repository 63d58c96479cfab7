"""Real tournament files beside the repository: their names are people's and stay there."""

from functools import cache
from pathlib import Path

import pytest

from tournaments.formats.table import read
from tournaments.reports.findings import Unreadable
from tournaments.reports.report import Report

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
needed = pytest.mark.skipif(not DATA.is_dir(), reason="real tournament files are not here")


@cache
def reports() -> list[Report]:
    """Return what is read of all files that can be."""
    found = []
    kinds = ("h9", "tou", "trf", "opengotha")
    for path in sorted(path for kind in kinds for path in (DATA / kind).glob("*")):
        try:
            found.append(read(path.read_bytes(), filename=path.name))
        except Unreadable:
            continue
    return found
