import math
import re
from typing import Any

import pytest
from django.utils import translation

from ratings.breakdown import streams
from ratings.cadence.by_game.explain import SeatRow
from ratings.charts import bands
from ratings.engines.stream_contract import BUGHOUSE, ESTABLISHED, GLICKO, DuelDetail
from ratings.views.players import breakdowns
from tests import declared

ANNA = bands.Band("Anna <b>", 1600.0, 50.0)
BEN = bands.Band("Ben", 1450.0, 120.0)


def numbers(pattern: str, drawn: str) -> list[float]:
    return [float(found) for found in re.findall(pattern, drawn)]


def test_band_reaches_so_far_that_it_holds_95_percent() -> None:
    assert (ANNA.low, ANNA.high) == (1600 - 1.96 * 50, 1600 + 1.96 * 50)


def test_bands_are_drawn_over_one_axis_and_escaped() -> None:
    drawn = bands.draw([ANNA, BEN], width=560, label='"both"')

    assert "<b>" not in drawn
    assert 'aria-label="&quot;both&quot;"' in drawn
    anna, ben = numbers(r'class="dot" cx="([\d.]+)"', drawn)
    assert anna > ben
    wide = re.findall(r'class="wide" x="([\d.]+)" y="\d+" width="([\d.]+)"', drawn)
    spans = [(float(left), float(left) + float(width)) for left, width in wide]
    assert all(0 <= left < right <= 560 for left, right in spans)
    assert spans[0][0] < anna < spans[0][1]
    # as wide as the deviations are
    assert (spans[1][1] - spans[1][0]) / (spans[0][1] - spans[0][0]) == pytest.approx(120 / 50, abs=0.02)


def test_span_of_one_certain_player_still_has_a_width() -> None:
    span = bands.span_of([bands.Band("", 1500.0, 0.0)])

    assert (span.low, span.high) == (1500, 1600)
    assert 'class="dot"' in bands.small(bands.Band("", 1500.0, 0.0), span)


def detail(**changes: Any) -> DuelDetail:
    usual: dict[str, Any] = {
        "seat": 0, "opponent": 1, "rating": 1800.0, "opponent_rating": 1600.0, "deviation": 30.0,
        "opponent_deviation": 80.0, "f": 0.969247, "expected": 0.75323, "score": 1.0, "k": 16.0,
        "computed_k": 4.99548, "rule": GLICKO, "change": 3.9484, "games": 50, "opponent_games": 9,
        "step": math.nan,
    }  # fmt: skip
    return DuelDetail(**{**usual, **changes})


SEAT = SeatRow(1, 1, 0, 1800.0, 1804.0, 30.0, 29.92219, 51)


def lines(told: DuelDetail, *, language: str = "en") -> list[breakdowns.Line]:
    """The sum of a game of two as FICS reckons it, set for a reader."""
    edition = declared.FICS[-1]
    place = breakdowns.Place("fics-bughouse" if told.rule == BUGHOUSE else "fics-blitz", edition, "sum")
    end = {"before": SEAT.before, "after": SEAT.after, "deviation": SEAT.deviation}
    with translation.override(language):
        return breakdowns.lines(streams.glicko(told, edition, system="fics-blitz", **end), place)


def test_sum_of_glicko_is_set_with_the_numbers_of_the_worked_example() -> None:
    made = lines(detail())

    assert [(line.key, str(line.numbers), line.value) for line in made] == [
        ("f", "1 / √(1 + 1.007 × 10⁻⁵ × 80<sup>2</sup>)", "0.9692"),
        ("E", "1 / (1 + 10<sup>(1600 − 1800) × 0.9692 / 400</sup>)", "0.7532"),
        ("I", "(0.005756 × 0.9692)<sup>2</sup> × 0.7532 × (1 − 0.7532)", "5.786 × 10⁻⁶"),
        ("K", "0.005756 × 0.9692 / (1 / 30<sup>2</sup> + 5.786 × 10⁻⁶)", "5.00"),
        ("K", "", "16"),
        ("change", "16.00 × (1 − 0.7532)", "+3.95"),
        ("after", "1800 + 4", "1804"),
        ("RD3", "1 / √(1 / 30<sup>2</sup> + 5.786 × 10⁻⁶)", "29.9"),
    ]
    assert [line.clause.rpartition(", ")[2] for line in made] == [
        f"step {n}" for n in (2, 3, 4, 4, 4, 5, 5, 6)
    ]


def test_sum_is_set_in_the_language_of_the_reader() -> None:
    made = lines(detail(), language="fr")

    assert (made[0].value, made[5].value) == ("0,9692", "+3,95")


def test_bughouse_takes_its_own_divisor_and_means() -> None:
    made = lines(detail(rule=BUGHOUSE, rating=1650.5))

    assert str(made[0].numbers).startswith("1 / √(1 + 2.518 × 10⁻⁶")
    assert "(1600.0 − 1650.5)" in made[1].numbers
    assert str(made[2].numbers).startswith("(0.002878 ×")


def test_points_at_stake_stand_in_the_formula_of_the_ladder() -> None:
    told = detail(rule=ESTABLISHED, score=0.5, k=24.0, computed_k=24.0, expected=0.5, change=0.0)
    edition = declared.LADDER[-1]

    with translation.override("en"):
        made = breakdowns.lines(
            streams.ladder(told, edition), breakdowns.Place("ladder", edition, "sum"), clause="4"
        )

    assert [line.numbers for line in made][-1] == "24 × (0.5 − 0.5000)"
    assert (made[-1].value, made[-1].clause.rpartition(", ")[2]) == ("0.00", "formula 4")


@pytest.mark.parametrize(("value", "said"), [(0.0, "0"), (5.786e-6, "5.786 × 10⁻⁶"), (0.25, "2.500 × 10⁻¹")])
def test_tiny_numbers_are_set_as_powers_of_ten(value: float, said: str) -> None:
    with translation.override("en"):
        assert breakdowns.tiny(value) == said
