"""Processes that ask at once: exactly as many requests pass as may, in the table and in Redis."""

import pytest

from tests.faults.conftest import stands
from tests.faults.stand import Stand

pytestmark = pytest.mark.xdist_group("faults")
PROCESSES, EACH, LIMIT = 4, 100, 120


@stands("embedded", "servers")
def test_processes_at_once_pass_no_more_than_may(stand: Stand) -> None:
    passed = stand.together([("ask", "take", str(EACH), str(LIMIT))] * PROCESSES)

    assert (len(passed), sum(passed)) == (PROCESSES, LIMIT)
