"""The interval of a mean of residuals, in points too, and where no chance can be said."""

import math

import pytest

from ratings.laboratory.figures.pool_residuals import SURE, _figures


def test_interval_lies_around_the_mean_and_points_are_residuals_by_the_slope() -> None:
    figures = _figures(0.02, 0.01, 0.001)

    assert (figures["low"], figures["high"]) == pytest.approx((0.02 - SURE * 0.01, 0.02 + SURE * 0.01))
    assert (figures["points_low"], figures["points"], figures["points_high"]) == pytest.approx(
        (0.4, 20.0, 39.6)
    )
    assert figures["chance"] == pytest.approx(math.erfc(2.0 / math.sqrt(2.0)))


def test_interval_that_nothing_moves_has_no_points_and_says_nothing_by_chance() -> None:
    figures = _figures(0.02, 0.0, 0.0)

    assert (figures["points_low"], figures["points"], figures["points_high"]) == (0.0, 0.0, 0.0)
    assert figures["chance"] == 1.0
