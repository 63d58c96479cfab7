"""Statistics reckoned from columns, against examples worked out by hand."""

import json
import math
from datetime import date

import numpy as np
import pytest

from ratings.cadence.shared.record import Pairs, Record, Sides, first_day, month_of, months_of
from ratings.statistics import activity, kinds, list_figures, wins
from ratings.statistics.forecasts import BINS, LEAST, losses, quality
from ratings.statistics.list_figures import Club, Company, Improver, Level, Listed

NAN = math.nan
JANUARY = month_of(date(2025, 1, 1))


def pairs(*rows: tuple[float, float], months: list[int] | None = None) -> Pairs:
    """Return pairs of (expected, score) without grades."""
    count = len(rows)
    nothing = np.full(count, NAN)
    return Pairs(
        month=np.array(months or [JANUARY] * count, np.int64),
        score=np.array([score for _, score in rows], np.float64),
        expected=np.array([expected for expected, _ in rows], np.float64),
        lead=nothing,
        even=np.ones(count, np.bool_),
        grade=nothing,
        other_grade=nothing,
    )


def nobody() -> Sides:
    """Return the sides of no pairs."""
    keys, nothing = np.zeros(0, np.int64), np.zeros(0)
    return Sides(keys, keys, keys, keys, nothing, nothing, nothing)


def graded(*rows: tuple[float, float, float], handicap: tuple[int, ...] = ()) -> Pairs:
    """Return pairs of (grade, other grade, score); those named are handicap games."""
    count = len(rows)
    one, other, score = (np.array(column, np.float64) for column in zip(*rows, strict=True))
    even = np.array([place not in handicap for place in range(count)], np.bool_)
    return Pairs(np.full(count, JANUARY), score, np.full(count, NAN), np.full(count, NAN), even, one, other)


# --- months


def test_months_are_numbered_from_the_year_zero() -> None:
    assert month_of(date(2025, 12, 31)) == 2025 * 12 + 11
    assert first_day(2025 * 12 + 11) == date(2025, 12, 1)
    days = np.array(["1969-12-31", "1970-01-01", "2024-02-29"], "datetime64[D]")
    assert months_of(days).tolist() == [month_of(day) for day in days.tolist()]


# --- forecasts


def test_log_loss_of_a_win_a_loss_and_a_draw() -> None:
    # S = 1: -ln 0.8; S = 0: -ln 0.2; a draw is half of each
    found = losses(np.array([0.8, 0.8, 0.8]), np.array([1.0, 0.0, 0.5]))

    assert found.tolist() == pytest.approx([0.22314355, 1.60943791, 0.91629073])


def test_sure_forecast_that_fails_loses_no_more_than_the_least_share_allows() -> None:
    found = losses(np.array([1.0, 0.0]), np.array([0.0, 1.0]))

    assert found.tolist() == pytest.approx([-math.log(LEAST)] * 2)


def test_quality_compares_forecasts_with_the_base_rate() -> None:
    found = quality(pairs((0.8, 1.0), (0.8, 1.0), (0.4, 0.0), (0.6, 0.5), (NAN, 1.0)))

    assert found is not None
    assert (found.games, found.left_out, found.base) == (4, 1, 0.625)
    mean = (2 * -math.log(0.8) - math.log(0.6) - 0.5 * math.log(0.6) - 0.5 * math.log(0.4)) / 4
    assert found.log_loss == pytest.approx(mean)
    assert found.base_log_loss == pytest.approx(-0.625 * math.log(0.625) - 0.375 * math.log(0.375))
    assert found.brier == pytest.approx((0.04 + 0.04 + 0.16 + 0.01) / 4)
    assert found.base_brier == pytest.approx((2 * 0.375**2 + 0.625**2 + 0.125**2) / 4)
    assert found.gain == pytest.approx(1 - found.log_loss / found.base_log_loss)


def test_classes_open_with_their_lower_edge_and_close_with_certainty() -> None:
    found = quality(pairs((0.0, 0.0), (0.05, 1.0), (0.15, 0.0), (0.9999, 1.0), (1.0, 1.0), (0.15, 1.0)))

    assert found is not None
    counted = {round(one.low, 2): (one.games, one.scored) for one in found.bins if one.games}
    assert counted == {0.0: (1, 0.0), 0.05: (1, 1.0), 0.15: (2, 0.5), 0.95: (2, 1.0)}
    assert len(found.bins) == BINS
    assert found.bins[3].expected == pytest.approx(0.15)


def test_favourites_are_those_given_half_or_more_and_one_side_is_the_better_of_both() -> None:
    # favourites: the first wins, the second (80 %) wins, the first loses, an even game is the first's: drawn
    found = quality(pairs((0.7, 1.0), (0.2, 0.0), (0.6, 0.0), (0.5, 0.5)))

    assert found is not None
    assert found.favourites == pytest.approx((1 + 1 + 0 + 0.5) / 4)
    assert found.one_side == pytest.approx(1 - 1.5 / 4)
    assert (found.favourites_percent, found.one_side_percent) == (62.5, 62.5)


def test_years_are_judged_each_alone() -> None:
    found = quality(pairs((0.8, 1.0), (0.5, 0.0), (0.5, 1.0), months=[JANUARY, JANUARY - 1, JANUARY + 11]))

    assert found is not None
    assert [(one.year, one.games) for one in found.years] == [(2024, 1), (2025, 2)]
    assert [one.log_loss for one in found.years] == pytest.approx(
        [math.log(2), (math.log(2) - math.log(0.8)) / 2]
    )


def test_nothing_forecast_has_no_quality() -> None:
    assert quality(pairs((NAN, 1.0))) is None
    assert quality(pairs()) is None


def test_games_that_all_ended_alike_leave_the_base_rate_nothing_to_lose_but_the_least() -> None:
    found = quality(pairs((0.9, 1.0), (0.9, 1.0)))

    assert found is not None
    assert found.base_log_loss == pytest.approx(-math.log(1 - LEAST))
    assert found.gain < 0


# --- win tables


def test_weaker_wins_are_counted_by_his_grade_and_the_grades_between() -> None:
    # 1 kyu is -1, 1 dan 0: White weaker and wins, Black weaker and loses, a draw is a game but no win
    found = wins.by_grades(graded((-1, 0, 1.0), (0, -1, 1.0), (-1, 0, 0.5), (-1, 2, 1.0), (0, 4, 0.0)))

    assert [(row.grade, row.cells) for row in found] == [
        (-1, ((1, 3), (0, 0), (1, 1), (0, 0))),
        (0, ((0, 0), (0, 0), (0, 0), (0, 1))),
    ]


def test_equal_grades_more_than_four_handicap_and_professionals_are_outside() -> None:
    rows = graded((0, 0, 1.0), (0, 5, 1.0), (-1, 0, 1.0), (NAN, 0, 1.0), (-3, -2, 0.0), handicap=(2,))

    assert [(row.grade, row.cells[0]) for row in wins.by_grades(rows)] == [(-3, (0, 1))]


def test_rows_between_are_there_without_games() -> None:
    found = wins.by_grades(graded((-20, -19, 1.0), (-17, -16, 0.0)))

    assert [(wins.grade_word(row.grade), row.cells[0]) for row in found] == [
        ("20k", (1, 1)), ("19k", (0, 0)), ("18k", (0, 0)), ("17k", (0, 1)),
    ]  # fmt: skip


def test_no_game_has_no_table() -> None:
    assert wins.by_grades(graded((0, 0, 1.0))) == ()
    assert wins.by_difference(pairs(), width=50) == ()


def test_stronger_scores_are_counted_by_difference() -> None:
    rows = pairs((0.6, 1.0), (0.3, 0.5), (0.9, 1.0), (0.5, 0.0))
    rows.lead[:] = [60.0, -99.0, 10_000.0, 0.0]

    found = wins.by_difference(rows, width=50)

    assert len(found) == wins.BANDS
    assert (found[1].low, found[1].games, found[1].wins, found[1].draws) == (50, 2, 1, 1)
    assert found[1].expected == pytest.approx(0.65)
    assert found[1].scored == 0.75
    assert (found[0].games, found[0].scored, found[-1].games, found[-1].scored) == (1, 0.0, 1, 1.0)


# --- activity


def test_players_count_once_a_month_and_once_a_year() -> None:
    record = Record(
        month=np.array([JANUARY, JANUARY, JANUARY + 2, JANUARY + 12]),
        seat_month=np.repeat([JANUARY, JANUARY, JANUARY + 2, JANUARY + 12], 2),
        seat_player=np.array([7, 9, 9, 7, 7, 8, 8, 30]),
        pairs=pairs(),
        sides=nobody(),
    )

    months, years = activity.by_month(record), activity.by_year(record)

    assert [(one.month - JANUARY, one.games, one.players) for one in months if one.games] == [
        (0, 2, 2), (2, 1, 2), (12, 1, 2),
    ]  # fmt: skip
    assert (len(months), months[1].games, months[1].players) == (13, 0, 0)
    assert [(one.year, one.games, one.players, one.new) for one in years] == [
        (2025, 3, 3, 3),
        (2026, 1, 2, 1),
    ]


# --- lists


def on(day: str, *rows: tuple[int, float, bool]) -> Listed:
    player, rating, active = zip(*rows, strict=True)
    return Listed(
        date.fromisoformat(day), np.array(player), np.array(rating, np.float64), np.array(active, np.bool_)
    )


def test_level_has_mean_and_median() -> None:
    assert list_figures.level_of(date(2025, 1, 1), np.array([1000.0, 1100.0, 1500.0])) == Level(
        date(2025, 1, 1), 3, 1200.0, 1100.0
    )


def test_company_is_who_was_on_every_list_from_the_newest_back() -> None:
    company = Company()
    company.add(on("2025-03-01", (1, 1500, True), (2, 1600, False), (4, 2000, True)))
    company.add(on("2025-02-01", (1, 1450, True), (2, 1650, True), (3, 900, True), (4, 1990, True)))
    company.add(on("2025-01-01", (1, 1400, True), (2, 1600, True), (3, 900, True)))

    assert [(one.day.month, one.players, one.mean) for one in company.levels()] == [
        (1, 2, 1500.0), (2, 2, 1550.0), (3, 2, 1550.0),
    ]  # fmt: skip


def test_company_keeps_those_who_play() -> None:
    company = Company()
    company.add(on("2025-02-01", (1, 1500, True), (2, 1600, False), (3, 900, True)))
    company.add(on("2025-01-01", (1, 1400, True), (2, 1700, True), (3, 900, True)))
    company.keep(np.array([2, 3, 9]))

    assert [(one.players, one.mean) for one in company.levels()] == [(2, 1300.0), (2, 1250.0)]


@pytest.mark.parametrize(("days", "marks"), [
    (["2025-01-01"], ["2025-01-01"]),
    (["2024-12-01", "2025-01-01"], ["2025-01-01", "2024-12-01"]),
    (["2022-03-01", "2023-01-01", "2024-01-01", "2025-01-01"],
     ["2025-01-01", "2024-01-01", "2023-01-01", "2022-03-01"]),
    # less than half a year belongs to the year behind it
    (["2022-12-01", "2023-01-01", "2024-01-01"], ["2024-01-01", "2022-12-01"]),
    # where no list is just a year older, the one before that is taken
    (["2023-01-01", "2023-11-01", "2025-01-01"], ["2025-01-01", "2023-11-01", "2023-01-01"]),
])  # fmt: skip
def test_years_lie_between_the_lists_marked(days: list[str], marks: list[str]) -> None:
    assert list_figures.year_marks([date.fromisoformat(day) for day in days]) == [
        date.fromisoformat(day) for day in marks
    ]


def test_company_of_nobody_has_no_level() -> None:
    company = Company()
    company.add(on("2025-03-01", (1, 1500, True)))
    company.add(on("2025-02-01", (2, 1500, True)))

    assert company.levels() == ()


def test_improvers_are_active_have_the_games_and_won_something() -> None:
    before = on(
        "2024-01-01", (1, 1500, True), (2, 1500, True), (3, 1500, True), (4, 1500, True), (6, 900, True)
    )
    now = on(
        "2025-01-01", (1, 1520, True), (2, 1700, False), (3, 1590, True), (4, 1490, True), (5, 2000, True),
        (6, 990, True),
    )  # fmt: skip

    found = list_figures.improvers(now, before, np.array([10, 10, 10, 10, 10, 9]), least=10)

    assert found == (Improver(3, 1500.0, 1590.0, 10), Improver(1, 1500.0, 1520.0, 10))
    # of equal gains the higher rated comes first
    assert [one.player for one in list_figures.improvers(now, before, np.full(6, 1), least=1)] == [3, 6, 1]


def test_clubs_have_their_best_active_players() -> None:
    found = on(
        "2025-01-01", (1, 1500, True), (2, 1700, False), (3, 1600, True), (4, 900, True), (5, 1000, True)
    )

    clubs = list_figures.clubs(found, np.array(["A", "A", "A", "B", ""], object))

    assert clubs == (Club("A", 3, 2, (1600.0, 1500.0)), Club("B", 1, 1, (900.0,)))
    assert (clubs[0].mean_of(2), clubs[0].mean_of(3), clubs[1].mean_of(1)) == (1550.0, None, 900.0)


@pytest.mark.parametrize(
    ("day", "year"), [("2025-01-01", 2024), ("2025-01-02", 2025), ("2025-12-31", 2025), ("2026-01-01", 2025)]
)
def test_list_of_the_first_of_january_closes_the_year_before(day: str, year: int) -> None:
    assert list_figures.games_year(date.fromisoformat(day)) == year


def test_clubs_have_the_games_won_in_the_year_of_the_list() -> None:
    found = on("2025-07-01", (1, 1500, True), (2, 1700, False), (3, 1600, True))
    played = [
        (1, 2, 1.0, "2025-01-01"),
        (2, 3, 0.0, "2025-07-01"),
        (3, 0, 1.0, "2025-03-01"),
        (1, 2, 0.5, "2025-03-01"),
        (1, 3, 1.0, "2024-12-31"),
        (0, 1, 0.0, "2025-07-02"),
    ]
    first, other, score, days = zip(*played, strict=True)
    count = len(played)
    sides = Sides(
        np.array(first),
        np.array(other),
        np.array([date.fromisoformat(day).toordinal() for day in days]),
        np.zeros(count, np.int64),
        *np.zeros((3, count)),
    )
    met = pairs(*((0.5, one) for one in score))
    nothing = np.zeros(0, np.int64)
    won = list_figures.Wins(found.day)
    won.add(Record(nothing, nothing, nothing, met, sides))
    won.add(Record(nothing, nothing, nothing, met, sides))

    clubs = list_figures.clubs(found, np.array(["A", "A", "B"], object), won.of(found.player))

    assert won.of(found.player).tolist() == [2, 0, 4]
    assert [(one.code, one.won) for one in clubs] == [("A", 2), ("B", 4)]
    assert list_figures.Wins(found.day).of(found.player).tolist() == [0, 0, 0]


def test_last_list_of_each_month_is_taken() -> None:
    days = [date(2025, 1, 30), date(2025, 1, 31), date(2025, 2, 1), date(2024, 1, 31)]

    assert list_figures.last_of_months(days) == [date(2024, 1, 31), date(2025, 1, 31), date(2025, 2, 1)]


# --- what is kept


def test_what_is_kept_is_read_back_as_it_was() -> None:
    tables = kinds.WinTables(
        (wins.Row(-1, ((1, 3), (0, 0), (1, 1), (0, 0))),), 50, (wins.Band(0, 2, 1, 1, 0.6),)
    )
    judged = quality(pairs((0.8, 1.0), (0.4, 0.0)))
    counted = kinds.Activity((activity.Month(JANUARY, 2, 3),), (activity.Year(2025, 2, 3, 1),))
    level = Level(date(2025, 1, 1), 3, 1200.5, 1100.0)
    drift = kinds.Drift((5,), (level,), (level,))
    gains = kinds.Improvers(
        date(2024, 1, 1), date(2025, 1, 1), 5, {("all", 10): (Improver(3, 1500.0, 1590.25, 10),)}
    )
    clubs = kinds.Clubs(date(2025, 1, 1), "club", (Club("A", 3, 2, (1600.0, 1500.0)),))

    def kept(data: kinds.Data) -> kinds.Data:
        return dict(json.loads(json.dumps(data)))

    assert kinds.read(kinds.WinTables, kept(kinds.write(tables))) == tables
    assert kinds.read(kinds.Forecasts, kept(kinds.write(kinds.Forecasts(judged)))).quality == judged
    assert kinds.read(kinds.Forecasts, kept(kinds.write(kinds.Forecasts(None)))).quality is None
    assert kinds.read(kinds.Activity, kept(kinds.write(counted))) == counted
    assert kinds.read(kinds.Drift, kept(kinds.write(drift))) == drift
    assert kinds.read(kinds.Improvers, kept(kinds.write(gains))) == gains
    assert kinds.read(kinds.Clubs, kept(kinds.write(clubs))) == clubs
    # What is stored already has this form: rows without names, days as texts.
    row = ["2025-01-01", 3, 1200.5, 1100.0]
    assert kept(kinds.write(drift)) == {"keys": [5], "levels": [row], "company": [row]}
    assert kept(kinds.write(gains))["rows"] == [["all", 10, [[3, 1500.0, 1590.25, 10]]]]
