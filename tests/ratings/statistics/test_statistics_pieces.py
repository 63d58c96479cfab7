"""Statistics of a record that comes piece by piece: those of the whole record."""

import numpy as np
import pytest

from ratings.cadence.by_game.record import record, record_pieces
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.models import ManualEvent
from ratings.statistics import activity, forecasts, wins
from tests.ratings.streams import chance_games, world

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", ["fics-blitz", "fics-bughouse", "ladder"])
def test_pieces_of_a_stream_are_together_its_record_to_the_bit(key: str) -> None:
    made = world(key)
    made.arrive(*chance_games(key, np.random.default_rng(11), 150))
    first = made.players[0]
    ManualEvent.objects.create(
        system=made.system, player=first, kind="initial", date="2023-11-20", value=1900, games=30
    )
    rate_pending(key)

    whole, pieces = record(made.system), list(record_pieces(made.system, games=20))

    assert len(pieces) > 3
    for name in ("month", "score", "expected", "lead"):
        joined = np.concatenate([getattr(one.pairs, name) for one in pieces])
        assert np.array_equal(joined, getattr(whole.pairs, name), equal_nan=name in ("expected", "lead"))
    for name in ("month", "seat_month", "seat_player"):
        assert np.array_equal(np.concatenate([getattr(one, name) for one in pieces]), getattr(whole, name))


def test_totals_of_pieces_are_those_of_the_whole() -> None:
    made = world("fics-blitz")
    made.arrive(*chance_games("fics-blitz", np.random.default_rng(12), 200))
    rate_pending("fics-blitz")
    whole, pieces = record(made.system), list(record_pieces(made.system, games=20))

    games, judged, played = wins.Totals(50), forecasts.Totals(), activity.Totals()
    for piece in pieces:
        games.add(piece.pairs)
        judged.add(piece.pairs)
        played.add(piece)

    assert len(pieces) > 3
    bands = [one._asdict() for one in wins.by_difference(whole.pairs, width=50)]
    assert [one._asdict() for one in games.by_difference()] == [pytest.approx(one) for one in bands]
    assert played.by_month() == activity.by_month(whole)
    assert played.by_year() == activity.by_year(whole)
    found, quality = judged.quality(), forecasts.quality(whole.pairs)
    assert found is not None
    assert quality is not None
    assert (found.games, found.left_out) == (quality.games, quality.left_out)
    for name in ("base", "log_loss", "base_log_loss", "brier", "base_brier"):
        assert getattr(found, name) == pytest.approx(getattr(quality, name), rel=1e-12)
    assert [one.games for one in found.bins] == [one.games for one in quality.bins]


def test_base_rate_of_totals_is_the_mean_loss_of_one_forecast_for_all() -> None:
    made = world("fics-blitz")
    made.arrive(*chance_games("fics-blitz", np.random.default_rng(13), 60))
    rate_pending("fics-blitz")
    pairs = record(made.system).pairs
    known = ~np.isnan(pairs.expected)
    score = pairs.score[known]

    quality = forecasts.quality(pairs)

    assert quality is not None
    same = np.full(score.size, score.mean())
    assert quality.base_log_loss == pytest.approx(float(forecasts.losses(same, score).mean()))
    assert quality.base_brier == pytest.approx(float(((same - score) ** 2).mean()))
