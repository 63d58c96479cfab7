"""The charts of ratings: whatever is drawn stays inside, no text stands over another, a gap is a gap."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from federation.vocabulary.grades import Scale
from ratings.charts import chart_ground, charts, figures, ranks
from ratings.charts.chart_ground import FOOT, TOP
from ratings.charts.charts import Band, Chart, Line, Steps, draw, lay_out
from ratings.charts.figures import MINUS
from ratings.rulebook.activity import has_lapsed
from ratings.rulebook.editions import Edition
from tests import declared, seeds
from tests.ratings.charts.drawings import is_sound, path_places, read

DESK, PHONE = (860, 260), (358, 220)
FIRST, LAST = date(1985, 1, 1).toordinal(), date(2045, 12, 31).toordinal()
DAY = date(2024, 5, 1).toordinal()

names = st.text(st.characters(codec="utf-8", categories=["L", "Zs", "Pd"]), max_size=60)
days = st.lists(st.integers(FIRST, LAST), min_size=1, max_size=40, unique=True).map(sorted)


@st.composite
def lines(draw_: st.DrawFn, look: str) -> Line:
    when = draw_(days)
    middle, steep = draw_(st.integers(-2900, 3400)), draw_(st.integers(0, 300))
    values = [middle + steep * ((at * 7919) % 17 - 8) / 8 for at in range(len(when))]
    breaks = [at for at, (before, day) in enumerate(pairwise(when), start=1) if day - before > 730]
    return Line(draw_(names), look, when, values, breaks)


@st.composite
def steps(draw_: st.DrawFn) -> Steps:
    when = draw_(days)
    value = float(draw_(st.integers(-2950, 3500)))
    return Steps(draw_(names), "published", [(a, b, value + a % 90) for a, b in pairwise([*when, when[-1]])])


@settings(max_examples=seeds.examples(50))
@given(
    series=st.one_of(
        st.tuples(lines("live"), steps()), st.tuples(lines("own"), lines("other")), st.tuples(steps())
    ),
    scale=st.sampled_from([None, Scale.FFG, Scale.GOR]),
    size=st.sampled_from([DESK, PHONE]),
)
def test_everything_drawn_is_inside_and_no_text_hides_another(
    series: tuple[Line | Steps, ...], scale: Scale | None, size: tuple[int, int]
) -> None:
    ticks = [day for one in series for day in one.days]

    drawn = draw(Chart(series, scale, ticks=ticks), size=size, label="what is seen")

    assert is_sound(drawn) == []
    assert "style=" not in drawn


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("count", [1, 3, 200])
def test_equal_values_are_a_level_line_in_the_middle_of_120_points(count: int, size: tuple[int, int]) -> None:
    line = Line("live", "live", [DAY + 7 * at for at in range(count)], [1500.0] * count)

    drawn = draw(Chart([line]), size=size, label="x")

    assert is_sound(drawn) == []
    heights = {y for path in read(drawn).named("line") for _, y in path_places(path.get("d", ""))}
    assert len(heights) == (count > 1)
    assert [float(one) for one in (read(drawn).root.get("data-edges") or "").split()[2:]] == [1440, 1560]


def test_frame_fits_what_is_drawn_with_a_margin() -> None:
    flat, wild = (
        chart_ground.frame_of([DAY], values, size=DESK, right=60)
        for values in ((200.0, 208.0), (-1200.0, 300.0))
    )

    assert (flat.low, flat.high) == (144, 264)
    assert (wild.low, wild.high) == (-1290, 390)


@pytest.mark.parametrize(("scale", "value"), [(Scale.FFG, 203.0), (Scale.GOR, 2180.0)])
def test_grades_are_tinted_lightly_and_only_inside_the_frame(scale: Scale, value: float) -> None:
    line = Line("live", "live", [DAY, DAY + 900], [value, value + 700])

    drawing = read(draw(Chart([line], scale), size=DESK, label="x"))

    bands = drawing.named("band")
    assert 3 <= len(bands) <= 5  # every second grade
    assert all(0.04 <= float(band.get("fill-opacity", "")) <= 0.08 for band in bands)
    ends = [(float(one.get("y", "")), float(one.get("height", ""))) for one in bands]
    assert all(TOP - 0.1 <= y < y + high <= DESK[1] - FOOT + 0.1 for y, high in ends)


def test_without_grades_there_are_lines_at_round_ratings_and_no_bands() -> None:
    drawing = read(draw(Chart([Line("", "live", [DAY], [1934.0])]), size=DESK, label="x"))

    assert drawing.named("band") == []
    assert [one.text for one in drawing.named("grade")] == ["1880", "1900", "1920", "1940", "1960", "1980"]


def test_marks_below_a_plot_never_touch() -> None:
    days = list(range(DAY, DAY + 3000))
    chart = Chart([Line("", "live", [DAY, DAY + 3000], [1.0, 9.0])], ticks=days)

    (marks,) = read(draw(chart, size=PHONE, label="x")).named("tick")

    places = [x for x, _ in path_places(marks.get("d", ""))[::2]]
    assert len(places) > 50
    assert all(after - before >= 2.9 for before, after in pairwise(places))


@settings(max_examples=seeds.examples(50))
@given(
    held=st.lists(st.integers(1, 3000), min_size=1, max_size=30),
    size=st.sampled_from([(DESK, ranks.HEIGHTS[0]), (PHONE, ranks.HEIGHTS[1])]),
)
def test_ranks_lie_below_the_chart_on_the_same_days_the_first_at_the_top(
    held: list[int], size: tuple[tuple[int, int], int]
) -> None:
    spans = [(DAY + 30 * at, DAY + 30 * at + 30, rank) for at, rank in enumerate(held)]
    chart = Chart([Steps("", "published", [(a, b, 1500.0) for a, b, _ in spans])])
    frame, _ends = lay_out(chart, size[0])

    drawn = ranks.draw(spans, frame, height=size[1], label="x")

    assert is_sound(drawn) == []
    (path,) = read(drawn).named("line published")
    heights = [y for _, y in path_places(path.get("d", ""))]
    wanted = [_height(rank, held, size[1]) for rank in (held[0], held[-1])]
    assert [heights[0], heights[-1]] == pytest.approx(wanted, abs=0.1)


def _height(rank: int, held: list[int], height: int) -> float:
    best, worst = min(held), max(held)
    margin = max((worst - best) * 0.08, (ranks.LEAST - (worst - best)) / 2, 0.5)
    return 26 + (rank - best + margin) * (height - 34) / (worst - best + 2 * margin)


def test_nothing_is_drawn_of_no_ranks() -> None:
    frame, _ends = lay_out(Chart([Line("", "live", [DAY], [1.0])]), DESK)

    assert ranks.draw([], frame, height=90, label="x") == ""


def test_nothing_is_drawn_of_nothing() -> None:
    assert draw(Chart([Line("live", "live", [], []), Steps("", "published", [])]), size=DESK, label="x") == ""


def test_value_alone_is_a_dot_without_a_line() -> None:
    drawn = read(draw(Chart([Line("live", "live", [DAY], [1500.0])]), size=PHONE, label="x"))

    assert (len(drawn.named("line")), len(drawn.named("dots")), len(drawn.named("last"))) == (0, 1, 1)


def test_no_line_crosses_a_gap_of_five_years() -> None:
    when = [DAY, DAY + 90, DAY + 5 * 365, DAY + 5 * 365 + 90]
    line = Line("live", "live", when, [10.0, 20.0, 300.0, 310.0], breaks=[2])

    (path,) = read(draw(Chart([line], Scale.FFG), size=DESK, label="x")).named("line")

    pieces = [len(path_places(f"M{piece}")) for piece in path.get("d", "").split("M")[1:]]
    assert pieces == [2, 2]


def test_what_was_published_holds_until_the_next_list_and_not_while_inactive() -> None:
    spans = [(DAY, DAY + 30, 1500.0), (DAY + 30, DAY + 60, 1520.0), (DAY + 200, DAY + 230, 1490.0)]

    (path,) = read(draw(Chart([Steps("", "published", spans)]), size=DESK, label="x")).named("line published")

    places = path_places(path.get("d", ""))
    assert path.get("d", "").count("M") == 2  # the gap
    assert [round(b[0] - a[0], 1) > 0 for a, b in pairwise(places)] == [True, False, True, True, True]


def test_last_published_value_carries_its_day_where_the_newest_list_shows_another() -> None:
    steps = Steps("published", "published", [(DAY, DAY + 30, -186.0)], as_of="1 Dec. 2024")

    ends = [
        read(draw(Chart([steps]), size=size, label="x")).named("end published")[0] for size in (DESK, PHONE)
    ]

    assert ["".join(end.itertext()) for end in ends] == [
        f"{MINUS}186 published 1 Dec. 2024", f"{MINUS}1861 Dec. 2024",
    ]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "places", "change"), [
    (2695.6, 2696.4, 0, 0), (586.5, 582.4, 0, -5), (-0.4, 0.5, 0, 1), (1500.04, 1512.36, 1, 12.4),
    (1505.76, 1505.64, 1, -0.2),
])  # fmt: skip
def test_change_is_the_difference_of_what_is_set(
    before: float, after: float, places: int, change: float
) -> None:
    assert figures.moved(before, after, places=places) == change


def test_days_lie_in_true_proportion() -> None:
    first, last = date(2020, 1, 1).toordinal(), date(2024, 1, 1).toordinal()
    frame = chart_ground.frame_of([first, last], [0.0, 100.0], size=DESK, right=60)

    middle = frame.x(date(2022, 1, 1).toordinal())

    assert abs(middle - (frame.x(first) + frame.x(last)) / 2) < 0.5


@pytest.mark.parametrize(
    ("scale", "lows"), [(Scale.FFG, range(-3000, 900, 100)), (Scale.GOR, range(-950, 2850, 100))]
)
def test_tints_deepen_with_strength(scale: Scale, lows: range) -> None:
    shades = [chart_ground.shade(float(low), scale) for low in lows]

    assert shades == sorted(shades)
    assert 0.04 <= shades[0] < shades[-1] <= 0.08


def test_first_dan_begins_a_deeper_tint() -> None:
    kyu, dan, second = (chart_ground.shade(low, Scale.FFG) for low in (-100.0, 0.0, 100.0))

    assert kyu < dan == second


def test_band_of_a_newcomer_stays_inside_the_frame_and_breaks_with_its_line() -> None:
    when = [DAY + 3 * at for at in range(40)]
    values = [1500.0 + 7 * at for at in range(40)]
    reach = [700.0 / (1 + at) for at in range(40)]
    ends = zip(values, reach, strict=True)
    lows, highs = zip(*((value - far, value + far) for value, far in ends), strict=True)
    chart = Chart([Line("", "live", when, values, breaks=[30])], band=Band(when, lows, highs, [30]))

    drawn = draw(chart, size=DESK, label="x")

    assert is_sound(drawn) == []
    assert [len(one.get("points", "").split()) for one in read(drawn).named("certainty")] == [60, 20]


def test_months_are_named_as_there_is_room_and_january_always() -> None:
    months = [(date(2025 + at // 12, at % 12 + 1, 1), f"m{at % 12 + 1}") for at in range(4, 24)]
    when = [date(2025, 6, 15).toordinal(), date(2026, 11, 20).toordinal()]
    chart = Chart([Line("", "live", when, [1500.0, 1510.0])], months=months)

    wide, narrow = (read(draw(chart, size=size, label="x")).named("axis") for size in (DESK, PHONE))

    assert [one.text for one in narrow] == ["m7", "m1", "m7"]
    assert {"m1", "m7"} < {one.text for one in wide}


def test_year_is_named_where_nothing_else_is() -> None:
    drawn = read(draw(Chart([Line("", "live", [DAY], [1.0])]), size=PHONE, label="x"))

    assert len(drawn.named("axis")) <= 1


def test_names_and_labels_are_escaped() -> None:
    drawn = draw(Chart([Line("<b>&", "own", [DAY], [1.0])]), size=DESK, label='"quoted"')

    assert drawn.count("<b>") == 0
    assert drawn.count("&lt;b&gt;&amp;") == 1
    assert drawn.count("&quot;quoted&quot;") == 1


@given(
    places=st.lists(st.floats(0, 260), min_size=1, max_size=6),
    high=st.sampled_from([17.0, 31.0]),
)
@example([100.0, 101.0, 40.0], 17.0)
def test_labels_move_apart_keep_their_order_and_stay_inside(places: list[float], high: float) -> None:
    found = chart_ground.spread(places, high=high, span=(0.0, 260.0))

    order = sorted(range(len(places)), key=places.__getitem__)
    assert all(found[b] - found[a] >= high - 1e-6 for a, b in pairwise(order))
    assert min(found) >= high / 2 - 1e-6
    assert max(found) <= 260 - high / 2 + 1e-6


def test_long_name_is_shortened_to_its_room() -> None:
    assert chart_ground.fit_text("Ana", 100, 12) == "Ana"
    found = chart_ground.fit_text("Wolfeschlegelsteinhausenbergerdorff", 100, 12)
    assert found.endswith("…")
    assert chart_ground.text_width(found, 12) <= 100


@pytest.mark.parametrize(
    ("rating", "edition", "after", "lapsed"),
    [
        (2250.0, declared.EGF[-1], timedelta(days=365), False),  # 3d: two years, the current one not counted
        (2250.0, declared.EGF[-1], timedelta(days=3 * 366), True),
        (1600.0, declared.EGF[-1], timedelta(days=360), False),  # 5k: twelve months
        (1600.0, declared.EGF[-1], timedelta(days=430), True),
        (600.0, declared.EGF[-1], timedelta(days=230), True),  # 15k: six months
        (600.0, declared.EGF[-1], timedelta(days=180), False),
        (-1450.0, declared.FFG[-1], timedelta(days=700), False),  # ours
        (-1450.0, declared.FFG[-1], timedelta(days=800), True),
        (1500.0, declared.STANDARD[-1], timedelta(days=731), True),
    ],
)
def test_rating_lapses_as_its_system_says(
    rating: float, edition: Edition, after: timedelta, lapsed: bool
) -> None:
    assert has_lapsed(edition, rating, declared="", last_event=DAY, by=DAY + after.days) is lapsed


def test_rows_say_what_stood_in_every_course_newest_first() -> None:
    events = [(DAY, 10.0, ("1d", "Open")), (DAY + 40, 30.0, ("1d", "Cup"))]
    lists = [(DAY, 10.0, ("1d", "List")), (DAY + 30, 12.0, ("1d", "List"))]

    assert charts.arrange_rows(events, lists) == [
        (DAY + 40, (30.0, 12.0), ("1d", "Cup")),
        (DAY + 30, (10.0, 12.0), ("1d", "List")),
        (DAY, (10.0, 10.0), ("1d", "List")),
        (DAY, (10.0, None), ("1d", "Open")),
    ]


def test_table_has_heads_days_for_the_script_and_escaped_words() -> None:
    rows = [(DAY, (-3.0, None), ("<i>",))]

    html = charts.chart_table(
        ["Date", "Published", "Live"],
        ["Event"],
        rows,
        caption="<Figures>",
        written=lambda day: f"day {day - DAY}",
    )

    assert html.count('<th scope="col"') == 4
    assert '<caption class="visually-hidden">&lt;Figures&gt;</caption>' in html
    assert f'data-day="{(date(2024, 5, 1) - date(1970, 1, 1)).days}"' in html
    assert 'data-series="1 2"' in html
    assert "<td>day 0</td><td>−3</td><td></td>" in html
    assert "&lt;i&gt;" in html
