"""Findings in the reader's language: the sentence, and where in the file."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from federation.language.dates import format_date
from federation.language.wording import grouped, round_name
from tournaments.reports.findings import TEXTS, TEXTS_OF_ONE_DAY

_DATED = frozenset({"date", "second", "start", "end"})  # values of findings that are days
_BYTES = frozenset({"size", "limit"})


def sentence(code: str, values: Mapping[str, Any]) -> str:
    """Return the text of a finding in the reader's language."""
    if code not in TEXTS:
        return code
    is_one_day = "start" in values and values["start"] == values.get("end")
    text = TEXTS_OF_ONE_DAY.get(code, TEXTS[code]) if is_one_day else TEXTS[code]
    return gettext(text).format(**said_values(values))


def said_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a finding with its days as a reader writes them."""
    return {name: _said(name, value) for name, value in values.items()}


def _said(name: str, value: object) -> object:
    if name in _DATED:
        return _in_words(value)
    if name in _BYTES and isinstance(value, int):
        return grouped(value)
    return value


def _in_words(value: object) -> object:
    """Findings keep dates as ISO 8601; a reader gets their own form."""
    try:
        return format_date(date.fromisoformat(str(value)), "j F Y")
    except ValueError:
        return value


def place_words(place: Mapping[str, int]) -> str:
    """Return where in the file, in the reader's language."""
    return ", ".join(words(place[name]) for name, words in _PLACES.items() if place.get(name) is not None)


_PLACES: Mapping[str, Callable[[int], str]] = {
    "line": lambda number: _("line %(number)s") % {"number": number},
    "column": lambda number: _("column %(number)s") % {"number": number},
    "round": round_name,
    "entrant": lambda number: _("entrant %(number)s") % {"number": number},
}
