"""The steps of engines of decision tables of `manage.py bench`, at a small size."""

import pytest

from tests.bench.figures import Size
from tests.bench.steps import ARRAYS


@pytest.mark.parametrize("step", ["elo", "online-elo"])
def test_step_compares_an_engine_with_the_ladder_on_the_same_games(step: str) -> None:
    pace, share = ARRAYS[step](Size(games=2_000, tournaments=40, players=300))

    assert (pace.unit, share.least) == ("M games/s", 0.5)
    assert pace.value > 0.0
    assert share.value > 0.0
