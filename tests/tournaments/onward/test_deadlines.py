"""By when a receiver wants the results: edges of the terms, leap days, ends no calendar goes beyond."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rulebook import fide_periods
from tournaments.onward.deadlines import OWN_DAYS, list_after
from tournaments.onward.receivers import RECEIVERS, deadline_of


def test_fide_gives_seven_days_to_the_office_and_thirty_to_the_server() -> None:
    found = deadline_of("fide", date(2026, 3, 1))

    assert (found.office_day, found.last_day) == (date(2026, 3, 8), date(2026, 3, 31))


@pytest.mark.parametrize(
    ("today", "left"),
    [(date(2026, 3, 30), 1), (date(2026, 3, 31), 0), (date(2026, 4, 1), -1)],
)
def test_last_day_is_in_time_and_the_next_is_one_over(today: date, left: int) -> None:
    assert deadline_of("fide", date(2026, 3, 1)).days_left(today) == left


@pytest.mark.parametrize(
    ("end", "office", "last"),
    [
        (date(2024, 2, 22), date(2024, 2, 29), date(2024, 3, 23)),  # the 7th day is a leap day
        (date(2024, 1, 30), date(2024, 2, 6), date(2024, 2, 29)),  # so is the 30th
        (date(2023, 1, 30), date(2023, 2, 6), date(2023, 3, 1)),  # a year later February ends before
        (date(2024, 2, 29), date(2024, 3, 7), date(2024, 3, 30)),
        (date(2025, 12, 31), date(2026, 1, 7), date(2026, 1, 30)),
    ],
)
def test_days_are_counted_over_leap_days_and_years(end: date, office: date, last: date) -> None:
    found = deadline_of("fide", end)

    assert (found.office_day, found.last_day) == (office, last)


@pytest.mark.parametrize(
    ("end", "clause", "to_office", "lists"),
    [
        (date(2012, 12, 31), "7.1", None, None),
        (date(2013, 1, 1), "9.1", 7, None),
        (date(2024, 2, 29), "9.1", 7, None),
        (date(2024, 3, 1), "9.1", 7, 3),
    ],
)
def test_terms_are_those_of_the_last_day_of_the_tournament(
    end: date, clause: str, to_office: int | None, lists: int | None
) -> None:
    terms = deadline_of("fide", end).terms

    assert (terms.source.clause, terms.days, terms.to_office, terms.lists) == (clause, 30, to_office, lists)


@pytest.mark.parametrize("receiver", ["egd", "ffg"])
def test_where_no_document_names_a_day_the_office_does(receiver: str) -> None:
    end = date(2026, 2, 20)

    assert deadline_of(receiver, end).last_day == end + timedelta(OWN_DAYS)
    assert deadline_of(receiver, end, 3).last_day == date(2026, 2, 23)


@given(st.dates(min_value=date(2012, 8, 1), max_value=date(2100, 1, 1)))
def test_last_list_is_the_one_of_the_rule_book(end: date) -> None:
    assert list_after(end, 3) == fide_periods.list_date(fide_periods.last_list_for(end, lists=3))


@given(st.dates(), st.sampled_from(sorted(RECEIVERS)), st.integers(1, 365))
def test_every_end_has_a_deadline_that_is_not_before_it(end: date, receiver: str, days: int) -> None:
    found = deadline_of(receiver, end, days)

    assert found.last_day >= end
    assert found.last_list is None or found.last_list > end or end.year == date.max.year
