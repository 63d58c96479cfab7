"""The stream step of `manage.py bench`, at a small size; the step with a running site is run by hand."""

import pytest

from ratings.models import GameHistory, RatingSystem, Statistic, StreamLedger
from ratings.statistics import recompute
from tests.bench import measuring_statistics
from tests.bench.figures import Size
from tests.bench.steps import EVERY
from tests.bench.stream_games import invented

pytestmark = pytest.mark.django_db


def test_stream_step_rates_a_file_batches_and_a_late_game_and_its_list_verifies() -> None:
    figures = {one.name.strip(): one.value for one in EVERY["stream"](Size(games=4000, players=300))}

    assert figures["games in the stream"] == 4000
    assert figures["differences"] == 0
    assert StreamLedger.objects.get().games == 4000 + 6 * 500 + 1
    assert figures["games rated again"] == pytest.approx(3000 + 3001, abs=60)
    assert sum(GameHistory.objects.values_list("games", flat=True)) == 2 * 7001


def test_games_of_the_step_of_statistics_are_all_counted() -> None:
    measuring_statistics.fill_stream(invented(900, 40))

    recompute.refresh(RatingSystem.objects.get(key=measuring_statistics.STREAM))

    years = Statistic.objects.get(kind="activity").data["years"]
    assert sum(one[1] for one in years) == 900
