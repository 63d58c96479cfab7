"""The drawings of the statistics: round values, labels that keep apart, no text taken for markup."""

import re

import pytest

from ratings.charts import plots
from ratings.charts.plots import Frame, apart, round_values

SIZE = (358, 260)


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0.0, 1.0, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (1180.0, 1450.0, [1200.0, 1250.0, 1300.0, 1350.0, 1400.0, 1450.0]),
        (-35.0, 12.0, [-30.0, -20.0, -10.0, 0.0, 10.0]),
        (7.0, 7.0, [7.0]),
    ],
)
def test_axis_names_a_few_round_values(low: float, high: float, found: list[float]) -> None:
    assert round_values(low, high) == pytest.approx(found)


@pytest.mark.parametrize("high", [0.013, 0.9, 3.0, 47.0, 999.0, 123_456.0])
def test_axis_has_two_to_six_values_whatever_the_scale(high: float) -> None:
    assert 2 <= len([value for value in round_values(0.0, high) if value]) <= 6


def test_labels_move_apart_and_keep_their_order() -> None:
    found = apart([100.0, 101.0, 40.0])

    assert found[2] < found[0] < found[1]
    assert found[1] - found[0] >= 15
    assert apart([10.0, 90.0]) == [10.0, 90.0]
    assert apart([]) == []


def test_frame_puts_its_edges_where_the_plot_ends() -> None:
    frame = Frame(*SIZE, 10.0, 20.0, 0.0, 5.0)

    assert (frame.x(10), frame.x(20)) == (frame.left, frame.end)
    assert (frame.y(0), frame.y(5)) == (frame.base, frame.top)


def test_line_has_a_dot_for_each_value_and_its_name_once() -> None:
    one = plots.Line("G + 1 <b>", 0, [plots.Spot(0, 0.5, "a & b"), plots.Spot(1, 0.4, "c")])
    nothing = plots.Line("never", 1, [])
    drawn = plots.draw_lines(
        [one, nothing], plots.Scale("label", [(0.0, "1D")], [(0.5, "50%")]), Frame(*SIZE, 0, 1, 0, 1)
    )

    assert len(re.findall(r'<circle class="spot s0"', drawn)) == 2
    assert drawn.count("G + 1 &lt;b&gt;") == 1
    assert "a &amp; b" in drawn
    assert "never" not in drawn
    assert "style=" not in drawn


def test_calibration_draws_classes_with_games_and_the_doubt_of_few_is_wider() -> None:
    dots = [
        plots.Dot(0.2, 0.3, 10, "few"),
        plots.Dot(0.5, 0.5, 1000, "many"),
        plots.Dot(0.8, 0.0, 0, "none"),
    ]
    words = plots.CalibrationWords("label", "expected", "scored", "as forecast", [(0.0, "0%"), (1.0, "100%")])

    drawn = plots.draw_calibration(dots, words, size=SIZE)

    doubts = re.findall(r'class="doubt"[^>]*y1="([\d.]+)" y2="([\d.]+)"', drawn)
    few, many = (float(foot) - float(top) for top, foot in doubts)
    assert few > 5 * many > 0
    radii = [float(radius) for radius in re.findall(r'class="class"[^>]*r="([\d.]+)"', drawn)]
    assert radii == [2.5, 9.0]
    assert "none" not in drawn


def test_columns_are_as_high_as_what_they_count_and_one_is_seen_among_thousands() -> None:
    counts = [plots.Column(4000, "much"), plots.Column(0, "nothing"), plots.Column(1, "one")]

    drawn = plots.draw_columns(counts, [(0.0, "2025")], plots.ColumnWords("label", "Games"), size=SIZE)

    heights = [float(height) for height in re.findall(r'class="column"[^>]*height="([\d.]+)"', drawn)]
    assert len(heights) == 2
    assert heights[0] > 190
    assert heights[1] == 1.0
    assert "nothing" not in drawn
