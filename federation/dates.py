"""Dates in the reader's language, where Django's formats are not enough."""

from datetime import date

from django.utils.formats import date_format, get_format
from django.utils.translation import get_language

# Formats that write the day before the name of its month.
_NAMED = ("j F", "j N", "j M")


def written(value: date, wanted: str = "DATE_FORMAT") -> str:
    """Write a date or time in a format of Django; French calls the first of a month 1er."""
    text = date_format(value, wanted)
    if value.day != 1 or not (get_language() or "").startswith("fr"):
        return text
    return f"1er{text[1:]}" if str(get_format(wanted)).startswith(_NAMED) else text
