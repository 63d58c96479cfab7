"""Processes that ask at once: exactly as many requests pass as may, in the table and in Redis."""

import sys

import pytest

from tests.faults.conftest import Stand

pytestmark = pytest.mark.xdist_group("faults")
ASK = """
import sys, time, pathlib, django; django.setup()
from django.db import connection
from federation.api.rate_limit import take
connection.ensure_connection()
folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
(folder / f"{name}.ready").touch()
while len(list(folder.glob("*.ready"))) < 4:
    time.sleep(0.001)
passed = sum(not take("ada", limit=120, now=0.0).is_spent for _ in range(100))
(folder / f"{name}.passed").write_text(str(passed))
"""


def test_processes_at_once_pass_no_more_than_may(stand: Stand) -> None:
    asking = [stand.start([sys.executable, "-c", ASK, str(stand.folder), str(n)]) for n in range(4)]
    codes = [one.wait(120) for one in asking]

    passed = [int(path.read_text()) for path in stand.folder.glob("*.passed")]
    assert (codes, len(passed), sum(passed)) == ([0] * 4, 4, 120)
