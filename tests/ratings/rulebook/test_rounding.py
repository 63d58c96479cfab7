"""How lists round ratings: by every rule, and by the one of the edition."""

import numpy as np
import pytest

from ratings.rulebook.editions import ROUNDINGS, Edition, rounded, rounding_of
from tests import declared

EXACT = np.array([1500.5, 1499.5, 0.4, -0.4, -0.5, -1.5, -2.6, 7.0])


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("half-up", [1501, 1500, 0, 0, 0, -1, -3, 7]),
        ("half-away", [1501, 1500, 0, 0, -1, -2, -3, 7]),
        ("half-even", [1500, 1500, 0, 0, 0, -2, -3, 7]),
        ("floor", [1500, 1499, 0, -1, -1, -2, -3, 7]),
    ],
)
def test_ratings_are_rounded_by_the_rule(rule: str, shown: list[int]) -> None:
    assert rounded(EXACT, rule).tolist() == shown


def test_every_rule_is_tested_and_none_is_unknown() -> None:
    assert list(ROUNDINGS) == ["half-up", "half-away", "half-even", "floor"]
    with pytest.raises(KeyError):
        rounded(EXACT, "up")


@pytest.mark.parametrize(
    ("edition", "rule"),
    [
        (declared.FFG[0], "half-up"),
        (declared.EGF[-1], "half-up"),
        (declared.FICS[-1], "half-away"),
        (declared.LADDER[-1], "half-away"),
        (declared.STANDARD[-1], "half-up"),  # its engine computes in whole points
    ],
)
def test_editions_name_their_rule(edition: Edition, rule: str) -> None:
    assert rounding_of(edition) == rule
