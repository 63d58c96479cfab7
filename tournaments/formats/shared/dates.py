"""Dates as files write them."""

import re
from datetime import date

_ISO = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
_FRENCH = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})")


def day(text: str) -> date | None:
    """Read 2026-03-14 or 14/03/2026; None when there is no such day."""
    text = text.strip()
    if match := _ISO.fullmatch(text):
        parts = (int(match[1]), int(match[2]), int(match[3]))
    elif match := _FRENCH.fullmatch(text):
        parts = (int(match[3]), int(match[2]), int(match[1]))
    else:
        return None
    try:
        return date(*parts)
    except ValueError:
        return None
