"""Groups of players whose level a report follows: all, active, new, the fixed cohort."""

import numpy as np
import pytest

from ratings.laboratory.figures.codes import ACTIVE, COHORT, GROUPS, NEW
from ratings.laboratory.figures.report import YEAR, State

DAY = 739_000
# Regular; last played a year ago; new; never rated; new without a rating yet.
STATE = State(
    day=DAY,
    rating=np.array([1500.0, 1600.0, 1400.0, np.nan, np.nan]),
    last=np.array([DAY, DAY - YEAR, DAY - 1, -1, DAY], np.int64),
    first=np.array([DAY - 2000, DAY - 900, DAY - YEAR + 1, -1, DAY], np.int64),
)
FIXED = np.array([True, True, False, True, False])


@pytest.mark.parametrize(
    ("group", "members"),
    [
        (ACTIVE, [True, False, True, False, False]),
        (COHORT, [True, True, False, False, False]),
        (NEW, [False, False, True, False, False]),
        *(
            (group, [True, True, True, False, False])
            for group in GROUPS
            if group not in (ACTIVE, COHORT, NEW)
        ),
    ],
)
def test_group_has_its_rated_players(group: str, members: list[bool]) -> None:
    assert STATE.of(group, FIXED).tolist() == members
