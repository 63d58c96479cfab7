"""FIDE's dates, lists, paces, performances and norms."""

from datetime import date

import pytest

from federation.vocabulary.systems.catalogue import keys_of
from federation.vocabulary.systems.declaration import Cadence
from ratings.engines.fide_contract import OneOff, month_number
from ratings.rulebook.editions import edition_on
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_performance import performance
from ratings.rulebook.fide_periods import (
    Part,
    closes_for,
    inactive_months,
    is_inactive,
    list_date,
    month_of,
    one_off_on,
    parts_of,
    written,
)
from ratings.rulebook.systems import SYSTEMS, computable
from tests.declared import RAPID_AND_BLITZ, STANDARD
from tests.engines.fide_pace import Pace, list_of
from tests.engines.fide_titles import (
    NORMS,
    counted_for,
    is_norm,
    perfect_performance,
)
from tournaments.formats.shared import chess

KEYS = ["fide-standard", "fide-rapid", "fide-blitz"]


def test_fide_is_computed_for_a_job_but_not_by_the_site() -> None:
    assert [key for key in computable() if key.startswith("fide")] == KEYS
    assert set(KEYS).isdisjoint(keys_of(Cadence.BY_EVENT))
    assert [SYSTEMS[key].engine for key in KEYS] == ["fide"] * 3


@pytest.mark.parametrize("editions", [STANDARD, RAPID_AND_BLITZ])
def test_editions_begin_on_their_days(editions: tuple[FideEdition, ...]) -> None:
    days = ["2014-06-30", "2014-07-01", "2017-07-01", "2022-01-01", "2024-02-29", "2024-03-01", "2025-10-01"]
    found = [edition_on(editions, date.fromisoformat(day)) for day in days]

    names = [None if one is None else one.name for one in found]
    assert names == [None, "2014", "2017", "2022", "2022", "2024", "2025"]


def test_month_of_a_list_is_written_back() -> None:
    assert (written(month_of(date(2025, 12, 31))), list_date(month_number(2026, 1))) == (
        "2025-12", date(2026, 1, 1),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("end", "official", "closing"),
    [
        ("2025-11-27", False, "2025-12"),
        ("2025-11-28", False, "2025-12"),
        ("2025-11-29", False, "2026-01"),
        ("2025-11-30", True, "2025-12"),
        ("2025-12-01", True, "2026-01"),
    ],
)
def test_list_closes_three_days_before_its_date(end: str, closing: str, *, official: bool) -> None:
    assert written(closes_for(date.fromisoformat(end), official=official)) == closing


def test_event_of_30_days_is_one_part() -> None:
    first, last = date(2025, 1, 15), date(2025, 2, 13)

    assert parts_of(first, last) == [Part(first, last, month_number(2025, 1), month_number(2025, 3))]


def test_longer_event_is_divided_by_months_each_with_its_list() -> None:
    parts = parts_of(date(2025, 1, 15), date(2025, 3, 2))

    assert [(part.first.isoformat(), part.last.isoformat(), written(part.in_force), written(part.period))
            for part in parts] == [
        ("2025-01-15", "2025-01-31", "2025-01", "2025-02"),
        ("2025-02-01", "2025-02-28", "2025-02", "2025-03"),
        ("2025-03-01", "2025-03-02", "2025-03", "2025-04"),
    ]  # fmt: skip


def test_one_off_adjustments_are_due_with_their_lists() -> None:
    lift, gap = OneOff(lift_below=2000, lift_percent=40), OneOff(standard_gap=100)
    march, october = month_number(2024, 3), month_number(2022, 10)

    assert [one_off_on(key, month) for key in KEYS[:2] for month in (october, march, march + 1)] == [
        OneOff(), lift, OneOff(), gap, lift, OneOff(),
    ]  # fmt: skip


def test_inactivity_counts_games_of_the_last_lists() -> None:
    games = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    found = [is_inactive(one, months=12, min_games=least) for one in (games, games[:12]) for least in (1, 4)]

    assert found == [True, True, False, True]


def test_inactivity_is_stretched_from_november_2020() -> None:
    until = month_number(2021, 12)
    months = [month_number(2020, 10), month_number(2020, 11), until, until + 1]

    assert [inactive_months(month, 12, stretched_until=until) for month in months] == [12, 24, 24, 12]
    assert inactive_months(until, 12) == 12


@pytest.mark.parametrize(
    ("pace", "on", "highest", "key"),
    [
        (Pace(90, 30), date(2025, 1, 1), 2800, "fide-standard"),
        (Pace(60, 30), date(2025, 1, 1), 2399, "fide-standard"),
        (Pace(60, 30), date(2025, 1, 1), 2400, None),
        (Pace(60), date(2025, 1, 1), 1799, "fide-standard"),
        (Pace(60), date(2025, 1, 1), 1800, None),
        (Pace(60), date(2021, 1, 1), 1600, None),
        (Pace(90), date(2021, 1, 1), 2199, "fide-standard"),
        (Pace(100, 30, 30), date(2021, 1, 1), 2000, None),
        (Pace(100, 30, 30), date(2022, 1, 1), 2000, "fide-standard"),
        (Pace(59), date(2025, 1, 1), 1000, "fide-rapid"),
        (Pace(10, 1), date(2025, 1, 1), 1000, "fide-rapid"),
        (Pace(10), date(2025, 1, 1), 1000, "fide-blitz"),
        (Pace(3, 2), date(2025, 1, 1), 1000, "fide-blitz"),
        (Pace(3), date(2025, 1, 1), 1000, None),
    ],
)
def test_pace_decides_the_list(pace: Pace, on: date, highest: int, key: str | None) -> None:
    assert list_of(pace, on=on, highest=highest) == key


@pytest.mark.parametrize("increment", [0, 2, 5, 30])
@pytest.mark.parametrize("minutes", [1, 3, 5, 8, 10, 15, 30, 58, 60, 90])
def test_clock_of_a_file_names_the_list_its_pace_belongs_to(minutes: int, increment: int) -> None:
    said = chess.rate(chess.minutes_said(f"{minutes} min + {increment} s"))

    assert (f"fide-{said}" if said else None) == list_of(Pace(minutes, increment), on=date(2025, 1, 1))


def test_performance_is_the_one_of_the_encyclopaedia() -> None:
    opponents = [1150, 1490, 1260, 1420, 1510, 1580]

    made = performance(opponents, 9)

    assert (made.average, made.share, made.distance, made.rating) == (1402, 75, 193, 1595)


@pytest.mark.parametrize(("half_points", "rating"), [(0, 1202), (18, 2802), (9, 2002), (1, 1558)])
def test_performance_of_nine_games_follows_the_table(half_points: int, rating: int) -> None:
    assert performance([2002] * 9, half_points).rating == rating


@pytest.mark.parametrize(
    ("opponents", "half_points", "average", "share"),
    [([1800, 1801], 2, 1801, 50), ([1800] * 20, 9, 1800, 23)],
)
def test_performance_rounds_average_and_share_half_up(
    opponents: list[int], half_points: int, average: int, share: int
) -> None:
    made = performance(opponents, half_points)

    assert (made.average, made.share) == (average, share)


def test_performance_needs_games_and_no_more_points_than_games() -> None:
    for opponents, half_points in (([], 0), ([2000], 3)):
        with pytest.raises(ValueError):
            performance(opponents, half_points)


def test_lowest_opponent_of_a_norm_is_raised_and_other_unrated_count_1400() -> None:
    assert counted_for(NORMS["GM"], [2500, 0, 1900, 0]) == [2500, 2200, 1900, 1400]
    assert counted_for(NORMS["GM"], [2500, 2300]) == [2500, 2300]


@pytest.mark.parametrize(
    ("title", "opponents", "half_points", "enough"),
    [
        ("GM", [2434] * 9, 13, True),  # 72 %, +166: 2600
        ("GM", [2433] * 9, 13, False),
        ("GM", [2379] * 9, 16, False),  # performance enough, average not
        ("IM", [2600] * 9, 6, False),  # 33 %
        ("IM", [2559] * 9, 7, True),  # 39 %, -80
        ("WIM", [], 0, False),
    ],
)
def test_norm_needs_average_share_and_performance(
    title: str, opponents: list[int], half_points: int, *, enough: bool
) -> None:
    assert is_norm(NORMS[title], opponents, half_points) is enough


@pytest.mark.parametrize(
    ("opponents", "half_points", "rating"),
    [
        ([2000] * 4, 4, 1997),
        ([2000, 2400], 0, 1200),
        ([2000], 2, 2736),
        ([1800, 2200], 2, 1998),
        ([2000, 2000], 1, 1803),  # half a point of two: 25 % of 197 below
    ],
)
def test_perfect_performance_is_the_lowest_rating_that_expects_the_score(
    opponents: list[int], half_points: int, rating: int
) -> None:
    assert perfect_performance(opponents, half_points) == rating


@pytest.mark.parametrize(("opponents", "half_points"), [([], 0), ([2000], 3), ([2000], -1)])
def test_perfect_performance_is_of_a_score_somebody_can_have(opponents: list[int], half_points: int) -> None:
    with pytest.raises(ValueError, match="half points"):
        perfect_performance(opponents, half_points)
