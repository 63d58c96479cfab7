"""Histories drawn with known constants: the interval holds the truth, and the rules in force are not it.

All hundred seeds: `tests.ratings.laboratory.fitting.planted`.
"""

import pytest

from tests import seeds
from tests.ratings.laboratory.fitting.planted import PLANTED, fitted


@pytest.mark.parametrize("name", PLANTED)
@pytest.mark.parametrize("seed", seeds.share([0, 1]))
def test_interval_holds_what_was_planted(name: str, seed: int) -> None:
    found, truth = fitted(name, seed, draws=300), PLANTED[name].truth
    low, high = found["interval"]
    assert low <= truth <= high
    assert low <= found["best"] <= high
    assert high < 2.5 * truth  # an interval of everything would hold it too
    assert low > truth / 2.5
