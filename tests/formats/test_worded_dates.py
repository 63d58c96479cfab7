"""Dates with the month in words."""

from datetime import date

import pytest

from tournaments.formats.shared.dates import worded_day


@pytest.mark.parametrize(
    "text",
    [
        "March 14, 2026",
        "Mar 14 2026",
        "Sat Mar 14 2026",
        "Sun, 14 Mar 2026",
        "Sat Mar 14 20:15:00 2026",
        "Sat Mar 14 20:15:00 CET 2026",
        "14 March 2026",
        "14th March 2026",
        "14-Mar-2026",
        "14. März 2026",
        "samedi 14 mars 2026",
        "14 de marzo de 2026",
        "14 марта 2026 г.",
        "14/Mar/2026",
    ],
)
def test_month_in_words_is_read(text: str) -> None:
    assert worded_day(text) == date(2026, 3, 14)


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("1er février 2026", 2),
        ("1 août 2026", 8),
        ("1 juin 2026", 6),
        ("1 juillet 2026", 7),
        ("1 мая 2026", 5),
        ("1 Mai 2026", 5),
        ("1 мар 2026", 3),
        ("1 Dezember 2026", 12),
        ("1 décembre 2026", 12),
    ],
)
def test_months_of_like_letters_are_told_apart(text: str, month: int) -> None:
    assert worded_day(text) == date(2026, month, 1)


@pytest.mark.parametrize(
    "text", ["", "2026", "March 2026", "Octo 31 2026x", "Feb 30 2026", "Foo 14 2026", "14"]
)
def test_what_is_no_day_is_none(text: str) -> None:
    assert worded_day(text) is None
