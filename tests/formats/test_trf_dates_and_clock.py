"""Dates and rates of play as they are written in FIDE tournament reports."""

from datetime import date

import pytest

from tournaments.formats.shared import chess
from tournaments.formats.trf import layout


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2025/09/13", date(2025, 9, 13)), ("2025-09-13", date(2025, 9, 13)),
        ("28. 07. 2005", date(2005, 7, 28)), ("25.02.2011", date(2011, 2, 25)),
        ("08/04/2018", date(2018, 4, 8)), ("04/28/2018", date(2018, 4, 28)),
        ("May 29, 2020", date(2020, 5, 29)), ("29 May 2020", date(2020, 5, 29)),
        ("11.09.26", date(2011, 9, 26)), ("26.09.11", date(2026, 9, 11)),
        ("26.13.11", None), ("30.04.11", date(2030, 4, 11)),
        ("2025/02/30", None), ("Mai 29, 2020", date(2020, 5, 29)), ("Mxi 29, 2020", None), ("", None),
    ],
)  # fmt: skip
def test_date_is_read_in_the_forms_of_practice(written: str, day: date | None) -> None:
    assert layout.day_of(written) == day


def test_date_of_a_round_is_turned_where_only_that_falls_into_the_tournament() -> None:
    within = (date(2011, 2, 25), date(2011, 2, 27))

    assert layout.round_day("11/02/25", within) == date(2011, 2, 25)
    assert layout.round_day("11.25.02", within) == date(2011, 2, 25)
    assert layout.round_day("11/10/02", (None, None)) == date(2011, 10, 2)


@pytest.mark.parametrize(
    ("code", "minutes"),
    [
        ("5400+30", 120.0), ("40/6000+30:900+30", 145.0), ("600", 10.0), ("40/7200:3600", 180.0),
        ("W5400+30-B3600+30", None), ("", None), ("40/6000+30:", None),
        ("40/6000+30:20/3000+30:900+30", 180.0), ("40/5400+30:10/1800:900+30", 160.0),
        ("60/5400:1800:900", 90.0), ("40/6000+30:20/3000+30:x", None), ("0/60:20/60:60", 3.0),
    ],
)  # fmt: skip
def test_coded_time_counts_for_sixty_moves(code: str, minutes: float | None) -> None:
    assert chess.minutes_coded(code) == minutes


@pytest.mark.parametrize(
    ("words", "minutes", "rate"),
    [
        ("90+30", 120.0, "standard"), ("1:30 + 10 from move 1", 100.0, "standard"),
        ("60 min", 60.0, "standard"),
        ("15'+10\"", 25.0, "rapid"), ("10 minutes", 10.0, "blitz"), ("3+2", 5.0, "blitz"), ("2+1", 3.0, ""),
        ("40/120, 60", None, ""), ("Rapid chess", None, "rapid"), ("moves/time, increment", None, ""),
    ],
)  # fmt: skip
def test_time_in_words_tells_the_rate_of_play(words: str, minutes: float | None, rate: str) -> None:
    assert chess.minutes_said(words) == minutes
    assert chess.rate(minutes, words) == rate
