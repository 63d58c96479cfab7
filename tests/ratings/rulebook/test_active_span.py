"""Until when a player is active, to the day: the sentence of the page and the rule of the list agree."""

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

from federation.vocabulary.grades import Grade, parse_grade
from ratings.cadence.by_game.moments import moment_of
from ratings.rulebook import active_span
from ratings.rulebook.active_span import ActiveSpan, Keeps
from ratings.rulebook.activity import inactive_from
from ratings.rulebook.fide_periods import is_inactive, month_of
from ratings.rulebook.streams import is_active
from tests import declared

ONE_DAY = timedelta(days=1)


def grade(text: str) -> Grade:
    found = parse_grade(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "last", "ends"),
    [
        ("1d", date(2024, 3, 9), date(2027, 1, 1)),
        ("9p", date(2024, 12, 31), date(2027, 1, 1)),
        ("5k", date(2024, 1, 31), date(2025, 2, 1)),
        ("10k", date(2024, 12, 1), date(2026, 1, 1)),
        ("11k", date(2024, 6, 30), date(2025, 1, 1)),
        ("20k", date(2024, 7, 1), date(2025, 2, 1)),
    ],
)
def test_egf_list_of_the_day_is_the_first_without_the_player(text: str, last: date, ends: date) -> None:
    span = active_span.by_grade(declared.EGF[-1], grade(text), last_event=last, on=last, active=True)

    assert span == ActiveSpan(Keeps.TOURNAMENT, True, ends)
    assert inactive_from(declared.EGF[-1], grade(text), last) == ends


@pytest.mark.parametrize(
    ("since", "months", "ends"),
    [
        (date(2026, 6, 1), 3.0, date(2026, 6, 1)),  # by then three months are over
        (date(2026, 4, 1), 3.0, date(2026, 5, 1)),
        (date(2026, 6, 1), 24.0, date(2028, 2, 1)),
        (date(2027, 2, 1), 24.0, date(2027, 2, 1)),  # a day too late
        (date(2026, 2, 1), 3.0, date(2027, 2, 1)),  # no longer to come: the edition is given as it reads
    ],
)
def test_amendment_to_come_moves_the_end(since: date, months: float, ends: date) -> None:
    edition = replace(declared.EGF[-1], later=((since, "inactive_kyu_months", months),))
    last, on = date(2026, 1, 10), date(2026, 2, 28)

    span = active_span.by_grade(edition, grade("5k"), last_event=last, on=on, active=True)

    assert span.ends == ends


@pytest.mark.parametrize("months", [12, 24])
def test_fide_list_of_the_day_is_the_first_without_a_game_in_so_many_lists(months: int) -> None:
    last = date(2025, 3, 1)
    ends = active_span.by_lists(last_list=last, months=months, least=1, active=True).ends

    assert ends is not None
    since = month_of(ends) - month_of(last)
    assert not is_inactive([1, *[0] * (since - 1)], months=months, min_games=1)
    assert is_inactive([1, *[0] * since], months=months, min_games=1)


def test_where_fide_asks_for_several_games_the_last_list_tells_no_end() -> None:
    span = active_span.by_lists(last_list=date(2025, 3, 1), months=12, least=4, active=True)

    assert (span.ends, span.count) == (None, 4)


@pytest.mark.parametrize("hour", [0, 1, 23])
def test_stream_list_of_the_day_is_the_first_so_many_days_after_the_game(hour: int) -> None:
    last = date(2025, 3, 1)
    ends = active_span.by_days(last_game=last, days=365.0, active=True).ends
    edition = declared.LADDER[-1]
    games = np.array([moment_of(last) + hour * 3_600_000 + 1], np.int64)

    assert ends == date(2026, 3, 2)
    assert is_active(edition, last_game=games, moment=moment_of(ends - ONE_DAY)).all()
    assert not is_active(edition, last_game=games, moment=moment_of(ends)).any()


def test_licence_holds_to_the_end_of_its_year_and_none_tells_no_day() -> None:
    assert active_span.by_licence("C", season=2026) == ActiveSpan(Keeps.LICENCE, True, date(2027, 1, 1))
    assert active_span.by_licence("-", season=2026) == ActiveSpan(Keeps.LICENCE, False, None)


@pytest.mark.parametrize(
    ("day", "is_near"),
    [
        (date(2026, 11, 30), False),
        (date(2026, 12, 1), True),
        (date(2026, 12, 31), True),
        (date(2027, 1, 1), False),
    ],
)
def test_end_is_near_from_a_month_before(day: date, is_near: bool) -> None:
    assert ActiveSpan(Keeps.TOURNAMENT, True, date(2027, 1, 1)).is_near(day) is is_near


def test_end_is_never_near_of_who_is_inactive_already() -> None:
    assert not ActiveSpan(Keeps.TOURNAMENT, False, date(2027, 1, 1)).is_near(date(2026, 12, 15))


def test_month_before_the_last_of_march_is_the_last_of_february() -> None:
    assert active_span.month_before(date(2026, 3, 31)) == date(2026, 2, 28)


@pytest.mark.parametrize(("active", "ends"), [(True, None), (False, date(2026, 2, 1))])
def test_list_that_says_otherwise_takes_the_end_away(active: bool, ends: date | None) -> None:
    span = ActiveSpan(Keeps.LISTED_GAMES, active, date(2026, 2, 1))

    assert active_span.on_list(span, date(2026, 3, 1)).ends == ends
