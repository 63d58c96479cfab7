"""Dates with the month in words: March 14, 2026, Sat Mar 14 2026, 14-oct-26, 14 mars 2026, 14 марта 2026."""

import re
from datetime import date
from unicodedata import combining, normalize

CENTURY = 2000  # of two-digit years: the first report files are of this one
_MONTHS = """
    jan ene gen янв
    feb fev фев
    mar mrt maa мар
    apr avr abr апр
    may mai mag maj mei май мая
    jun juin giu июн
    jul juil lug июл
    aug aou ago авг
    sep set сен
    oct okt ott out окт
    nov ноя
    dec dez dic дек
"""
_NUMBER = {
    word: number for number, words in enumerate(_MONTHS.split("\n")[1:-1], start=1) for word in words.split()
}
_WEEKDAY = r"(?:[^\W\d_]{2,}\.?\s+)?"
_ORDINAL = r"(?:st|nd|rd|th|er|\.)?"
_CLOCK = r"(?:[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\s+(?:[A-Z]{3,4}\s+)?)?"
_MONTH_FIRST = re.compile(rf"{_WEEKDAY}([^\W\d_]{{3,}})\.?\s+([0-9]{{1,2}}){_ORDINAL}\s+{_CLOCK}([0-9]{{4}})")
_DAY_FIRST = re.compile(
    rf"{_WEEKDAY}([0-9]{{1,2}}){_ORDINAL}\s+(?:de\s+)?([^\W\d_]{{3,}})\.?\s+(?:de\s+)?([0-9]{{4}}|[0-9]{{2}})(?:\s*г\.?)?"
)


def day(text: str) -> date | None:
    """Read a date whose month is a word in English, French, German, Russian, ...; None where it is none."""
    plain = " ".join(re.sub(r"[-/,]", " ", text).split())
    if parts := _MONTH_FIRST.fullmatch(plain):
        return _date(parts[3], parts[1], parts[2])
    parts = _DAY_FIRST.fullmatch(plain)
    return _date(parts[3], parts[2], parts[1]) if parts else None


def _date(year: str, month: str, number: str) -> date | None:
    try:
        return date(int(year) + (CENTURY if len(year) == 2 else 0), _month(month), int(number))
    except ValueError:
        return None


def _month(word: str) -> int:
    """Return the number of a month by its first letters, 0 for none; й keeps its sign, é loses it."""
    plain = "".join(
        letter if letter == "й" else normalize("NFD", letter)[0]
        for letter in normalize("NFC", word.lower())
        if not combining(letter)
    )
    return _NUMBER.get(plain[:4]) or _NUMBER.get(plain[:3], 0)
