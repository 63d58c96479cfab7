"""For which list an event counts by its end and by its report, day by day (FIDE B.02, 7.1.3 and 9.1).

Of 9.1, the first sentence decides nothing: the report should be in time for the list of the month of the
tournament or, with five days or fewer left in it, for the one after.
The second does: no later than the third list.
"""

from datetime import date, timedelta

import pytest

from ratings.cadence.by_period.assemble import Held, counted
from ratings.rulebook.fide_periods import closes_for, is_rated_for, last_list_for, list_date, written
from tests.declared import RAPID_AND_BLITZ, STANDARD

LISTS = int(STANDARD[-1].report_lists)
NEVER = ""


def rated_for(end: str, reported: str | None, *, official: bool = False, lists: int = LISTS) -> str:
    """Write the month of the list of an event; "" where it is rated for none."""
    last_day = date.fromisoformat(end)
    month = is_rated_for(
        last_day,
        due=closes_for(last_day, official=official),
        reported=None if reported is None else date.fromisoformat(reported),
        last=last_list_for(last_day, lists=lists),
    )
    return NEVER if month is None else written(month)


@pytest.mark.parametrize(
    ("end", "due", "last"),
    [
        ("2025-01-01", "2025-02", "2025-04"),  # the list of that day does not come after the end
        ("2025-01-25", "2025-02", "2025-04"),  # six days left
        ("2025-01-26", "2025-02", "2025-04"),  # five days left
        ("2025-01-29", "2025-02", "2025-04"),  # three days before the list
        ("2025-01-30", "2025-03", "2025-04"),  # two
        ("2025-01-31", "2025-03", "2025-04"),
        ("2025-02-01", "2025-03", "2025-05"),
        ("2025-02-26", "2025-03", "2025-05"),
        ("2025-02-27", "2025-04", "2025-05"),
        ("2024-02-27", "2024-03", "2024-05"),  # a leap year
        ("2024-02-28", "2024-04", "2024-05"),
        ("2025-10-31", "2025-12", "2026-01"),  # over the turn of the year
        ("2025-12-29", "2026-01", "2026-03"),
    ],
)
def test_first_and_last_list_follow_from_the_end(end: str, due: str, last: str) -> None:
    day = date.fromisoformat(end)

    assert (written(closes_for(day)), written(last_list_for(day, lists=LISTS))) == (due, last)


@pytest.mark.parametrize(
    ("end", "due"),
    [
        ("2025-01-29", "2025-02"),
        ("2025-01-30", "2025-02"),
        ("2025-01-31", "2025-02"),
        ("2025-02-01", "2025-03"),
    ],
)
def test_official_event_may_end_the_day_before_the_list(end: str, due: str) -> None:
    assert written(closes_for(date.fromisoformat(end), official=True)) == due


@pytest.mark.parametrize(
    ("end", "reported", "month"),
    [
        ("2025-01-15", None, "2025-02"),  # archives are in time
        ("2025-01-15", "2025-01-10", "2025-02"),
        ("2025-01-15", "2025-01-15", "2025-02"),
        ("2025-01-15", "2025-01-31", "2025-02"),
        ("2025-01-15", "2025-02-01", "2025-03"),
        ("2025-01-15", "2025-02-28", "2025-03"),
        ("2025-01-15", "2025-03-01", "2025-04"),
        ("2025-01-15", "2025-03-31", "2025-04"),  # the last day for the third list
        ("2025-01-15", "2025-04-01", NEVER),
        # five days or fewer left: a report of the next month is what is asked for, and the limit the same
        ("2025-01-26", "2025-01-31", "2025-02"),
        ("2025-01-26", "2025-02-28", "2025-03"),
        ("2025-01-26", "2025-03-31", "2025-04"),
        ("2025-01-26", "2025-04-01", NEVER),
        # too late for the list of its month: two lists are left
        ("2025-01-31", "2025-01-31", "2025-03"),
        ("2025-01-31", "2025-02-28", "2025-03"),
        ("2025-01-31", "2025-03-01", "2025-04"),
        ("2025-01-31", "2025-03-31", "2025-04"),
        ("2025-01-31", "2025-04-01", NEVER),
        ("2025-02-01", "2025-04-30", "2025-05"),
        ("2025-02-01", "2025-05-01", NEVER),
        ("2025-11-20", "2026-01-31", "2026-02"),
        ("2025-11-20", "2026-02-01", NEVER),
    ],
)
def test_report_counts_for_the_list_after_its_month_until_the_third(
    end: str, reported: str | None, month: str
) -> None:
    assert rated_for(end, reported) == month


def test_every_day_of_two_years_has_a_list_between_the_first_and_the_third() -> None:
    for days in range(730):
        end = date(2024, 1, 1) + timedelta(days=days)
        after = [list_date(last_list_for(end, lists=one)) for one in (1, 2, 3)]

        found = {rated_for(end.isoformat(), (end + timedelta(days=late)).isoformat()) for late in range(120)}

        possible = [day.isoformat()[:7] for day in after if day - end >= timedelta(days=3)]
        assert found == {*possible, NEVER}


@pytest.mark.parametrize(("lists", "month"), [(1, NEVER), (2, "2025-03"), (3, "2025-03")])
def test_how_many_lists_a_report_may_wait_is_a_constant(lists: int, month: str) -> None:
    assert rated_for("2025-01-15", "2025-02-10", lists=lists) == month


def test_constant_is_the_same_in_every_edition_of_both_chapters() -> None:
    assert {edition.report_lists for edition in (*STANDARD, *RAPID_AND_BLITZ)} == {3.0}


@pytest.mark.parametrize(
    ("reported", "months"),
    [
        (None, ["2025-02", "2025-03", "2025-04"]),
        (date(2025, 2, 10), ["2025-03", "2025-03", "2025-04"]),
        (date(2025, 3, 31), ["2025-04", "2025-04", "2025-04"]),
        (date(2025, 5, 31), ["2025-06", "2025-06", "2025-06"]),  # the third list after the end of the whole
        (date(2025, 6, 1), []),
    ],
)
def test_parts_of_a_long_event_wait_as_long_as_the_whole(reported: date | None, months: list[str]) -> None:
    rounds = tuple(date(2025, month, 10) for month in (1, 2, 3))
    held = Held(1, 1, date(2025, 1, 10), date(2025, 3, 10), reported=reported, round_dates=rounds)

    assert [written(part.month) for part in counted(held, lists=LISTS)] == months
