"""Who is active and what a list shows, by the edition; when a rating has lapsed between two events."""

from datetime import date

import numpy as np
import pytest

from federation.vocabulary.grades import Grade
from ratings.rulebook.activity import About, deciding_grade, has_lapsed, inactive_from, listed
from ratings.rulebook.editions import Edition, with_parameters
from tests import declared

EGF = declared.EGF[-1]


@pytest.mark.parametrize(
    ("rating", "last", "still", "lapsed"),
    [
        # 1 dan: two years, 5 kyu: 12 months, 15 kyu: 6 months, the current one not counted
        (2100.0, date(2022, 6, 1), date(2025, 1, 1), date(2025, 1, 2)),
        (1600.0, date(2024, 1, 10), date(2025, 2, 1), date(2025, 2, 2)),
        (600.0, date(2024, 1, 10), date(2024, 8, 1), date(2024, 8, 2)),
    ],
)
def test_gor_lapses_with_the_list_that_leaves_the_player_out(
    rating: float, last: date, still: date, lapsed: date
) -> None:
    begun = last.toordinal()

    assert not has_lapsed(EGF, rating, declared="", last_event=begun, by=still.toordinal())
    assert has_lapsed(EGF, rating, declared="", last_event=begun, by=lapsed.toordinal())


@pytest.mark.parametrize("edition", [declared.FFG[-1], declared.STANDARD[-1]])
def test_other_ratings_lapse_after_two_years(edition: Edition) -> None:
    begun = date(2024, 1, 10).toordinal()

    assert not has_lapsed(edition, 600.0, declared="15k", last_event=begun, by=begun + 730)
    assert has_lapsed(edition, 600.0, declared="15k", last_event=begun, by=begun + 731)


@pytest.mark.parametrize(
    ("declared", "rating", "decides"),
    [("3d", 1500.0, "3d"), ("12k", 2400.0, "12k"), ("", 2100.0, "1d"), ("strong", 1600.0, "5k")],
)
def test_declared_grade_decides_and_else_that_of_the_rating(
    declared: str, rating: float, decides: str
) -> None:
    assert str(deciding_grade(declared, rating)) == decides


def test_gor_lapses_by_the_declared_grade() -> None:
    begun, after = date(2024, 1, 10).toordinal(), date(2024, 12, 20).toordinal()

    # 11 months: too long for 12 kyu, not for 8 kyu, whatever the ratings
    assert has_lapsed(EGF, 1300.0, declared="12k", last_event=begun, by=after)
    assert not has_lapsed(EGF, 600.0, declared="8k", last_event=begun, by=after)


def test_office_and_edition_decide_when_a_player_leaves() -> None:
    sooner = with_parameters(EGF, {"inactive_weak_months": 2, "weak_kyu_from": 5, "inactive_dan_years": 0})
    last = date(2024, 1, 31)

    grades = [Grade(4, "k"), Grade(5, "k"), Grade(1, "d"), Grade(1, "p")]
    assert [inactive_from(sooner, grade, last) for grade in grades] == [
        date(2025, 2, 1), date(2024, 4, 1), date(2025, 1, 1), date(2025, 1, 1),
    ]  # fmt: skip


def test_bounds_keep_the_day_a_player_leaves_in_the_calendar() -> None:
    longest = with_parameters(EGF, {"inactive_weak_months": 1200, "inactive_dan_years": 100})

    assert inactive_from(longest, Grade(20, "k"), date(9990, 1, 1)) == date(9999, 12, 1)
    assert inactive_from(longest, Grade(1, "d"), date(9990, 1, 1)) == date(9999, 12, 1)


@pytest.mark.parametrize(
    ("edition", "shown", "active"),
    [
        (declared.FFG[0], [-315, -400], [True, False]),
        (with_parameters(declared.FFG[-1], {"licence_needed": False}), [-315, -315], [True, True]),
        (
            with_parameters(declared.FFG[-1], {"licence_needed": False, "rounding": "floor"}),
            [-316, -316],
            [True, True],
        ),
        (declared.EGF[-1], [-315, -315], [False, True]),
    ],
)
def test_list_shows_ratings_and_the_active_by_its_edition(
    edition: Edition, shown: list[int], active: list[bool]
) -> None:
    about = About(["20k", "5k"], ["L", "-"], [date(2024, 1, 10)] * 2)

    ratings, plays = listed(edition, np.array([-315.4, -315.4]), about, date(2025, 1, 31))

    assert (ratings.tolist(), plays.tolist()) == (shown, active)
