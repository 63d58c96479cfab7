"""Processes that ask at once: exactly as many requests pass as may, in the table and in Redis."""

import sys
import time

import pytest

from tests.faults.conftest import Stand

pytestmark = pytest.mark.xdist_group("faults")
ASK = """
import sys, time, django; django.setup()
from federation.allowance import take
time.sleep(max(0.0, float(sys.argv[1]) - time.time()))
passed = sum(not take("ada", limit=120, now=0.0).is_spent for _ in range(100))
open(sys.argv[2], "a").write(f"{passed}\\n")
"""


def test_processes_at_once_pass_no_more_than_may(stand: Stand) -> None:
    told, at = stand.folder / "passed", time.time() + 8

    asking = [stand.start([sys.executable, "-c", ASK, str(at), str(told)]) for _ in range(4)]
    codes = [one.wait(120) for one in asking]

    passed = [int(line) for line in told.read_text().split()]
    assert (codes, len(passed), sum(passed)) == ([0] * 4, 4, 120)
