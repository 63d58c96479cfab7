"""The side of a chart on a phone: three names at least, so that a rating can be read without the words."""

import re
from itertools import pairwise

import pytest

from federation.vocabulary.grades import Scale
from ratings.charts.chart_ground import Frame, ground

WIDTH, HEIGHT = 358, 220  # what a telephone of 390 pixels leaves
SPANS = [*range(120, 700, 13), *range(700, 2600, 101)]  # no chart takes in fewer points


def heights(scale: Scale | None, low: float, high: float) -> list[float]:
    """Return where names stand at the side, from above."""
    drawn = ground(Frame(WIDTH, HEIGHT, 739_000, 739_400, low, high), scale, [])
    return sorted(float(y) for y in re.findall(r'<text class="[^"]*" x="3\d(?:\.\d)?" y="([\d.]+)"', drawn))


@pytest.mark.parametrize(
    ("scale", "lowest", "highest"), [(None, 0, 3000), (Scale.FFG, -3000, 850), (Scale.GOR, -900, 2900)]
)
def test_side_of_a_chart_on_a_phone_has_three_names_that_keep_apart(
    scale: Scale | None, lowest: int, highest: int
) -> None:
    for span in SPANS:
        for low in range(lowest, highest - span, 41):
            found = heights(scale, low, low + span)

            assert len(found) >= 3, (low, span)
            assert all(below - above >= 13 for above, below in pairwise(found)), (low, span)
