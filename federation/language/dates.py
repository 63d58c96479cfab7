"""Dates in the reader's language, where Django's formats are not enough: French and Russian.

Between a day and the name of its month stands a no-break space: no line ends there. Files and the API write
days by number (ISO 8601); sentences of letters, files and API have plain spaces (`with_plain_spaces`).
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache

from django.utils import dateformat, dates
from django.utils.formats import get_format
from django.utils.translation import get_language

# Formats that write the day before the name of its month.
_NAMED = ("j F", "j N", "j M")
# A month in a format, in full or shortened, or a literal character.
_LETTER = re.compile(r"\\.|[FNM]")
_DAY = re.compile(r"(?<!\\)[jd]")
# A day and a month in a format, with the spaces between them, in either order.
_DAY_AND_MONTH = re.compile(r"(?<!\\)(?:[jd](?:\\.|[ .])*(?=[EFMNb])|[EFMNb](?:\\.|[ .])*(?=[jd]))")
_NO_BREAK = "\N{NO-BREAK SPACE}"
# The space that a format got between a day and a month, in a text: 1er mai, Nov. 1
_WRITTEN = re.compile(r"(?<=[0-9])((?:er)?)\u00a0(?=[^\W\d_])|(?<=[^\W\d_])(\.?)\u00a0(?=[0-9])")
# Letters of a format for the clock or the time zone.
_CLOCK = re.compile(r"(?<!\\)[aAfgGhHiPsueITZOcrU]")
# What has four letters or fewer is not shortened, and Django's French is shorter than French is.
_SHORT_FRENCH = (
    "janv.",
    "févr.",
    "mars",
    "avr.",
    "mai",
    "juin",
    "juil.",
    "août",
    "sept.",
    "oct.",
    "nov.",
    "déc.",
)
# May, and months of four letters, are not shortened; after a day a month stands in the genitive.
_SHORT = ("янв.", "февр.", "март", "апр.", "май", "июнь", "июль", "авг.", "сент.", "окт.", "нояб.", "дек.")
_SHORT_OF = {"март": "марта", "май": "мая", "июнь": "июня", "июль": "июля"}


def format_date(value: date, wanted: str = "DATE_FORMAT") -> str:
    """Format a date or time as Django does, with 1er in French and declined months in Russian."""
    language = (get_language() or "").partition("-")[0]
    if isinstance(value, datetime) and _says_the_day_alone(wanted, language):
        value = value.date()
    # A page writes the same few days again and again; two moments are equal in every time zone.
    return (
        _day_written(value, wanted, language) if type(value) is date else _format_in(value, wanted, language)
    )


@lru_cache(256)
def _says_the_day_alone(wanted: str, _language: str) -> bool:  # a format has a name in each
    return not _CLOCK.search(str(get_format(wanted)))


def _format_in(value: date, wanted: str, language: str) -> str:
    plain = str(get_format(wanted))
    form = _DAY_AND_MONTH.sub(lambda match: match[0].replace(" ", _NO_BREAK), plain)
    if language == "ru":
        return dateformat.format(value, _put_russian_month(value.month, form))
    if language != "fr":
        return dateformat.format(value, form)
    short = _SHORT_FRENCH[value.month - 1]
    text = dateformat.format(value, _put_month_names(form, {"N": short, "M": short}))
    return f"1er{text[1:]}" if value.day == 1 and plain.startswith(_NAMED) else text


_day_written = lru_cache(4096)(_format_in)


def format_span(first: date, last: date) -> str:
    """Write days as one: 3–4 October 2026, 30 October – 1 November 2026; shared parts once."""
    if first == last:
        return format_date(first, "j F Y")
    if first.year != last.year:
        return f"{format_date(first, 'j F Y')} – {format_date(last, 'j F Y')}"
    if first.month != last.month:
        return f"{format_date(first, 'j F')} – {format_date(last, 'j F Y')}"
    # The day as the language writes it before its month: 1er in French.
    return f"{format_date(first, 'j F').partition(_NO_BREAK)[0]}–{format_date(last, 'j F Y')}"


def with_plain_spaces(text: str) -> str:
    """Put plain spaces between the days and months of a text, for those who search or wrap it."""
    return _WRITTEN.sub(lambda match: f"{match[1] or match[2] or ''} ", text)


def _put_russian_month(month: int, wanted: str) -> str:
    """Put the Russian name of a month into a format: 1 мая 2026, but май 2026, never with a capital."""
    short = _SHORT[month - 1]
    if _DAY.search(wanted):
        names = {"F": str(dates.MONTHS_ALT[month]), "N": _SHORT_OF.get(short, short)}
    else:
        names = {"F": str(dates.MONTHS[month]).lower(), "N": short}
    return _put_month_names(wanted, names | {"M": names["N"]})


def _put_month_names(wanted: str, names: Mapping[str, str]) -> str:
    """Put names of months into a format, in the place of the letters that ask for them."""
    return _LETTER.sub(lambda match: _literal(names.get(match[0])) or match[0], wanted)


def _literal(text: str | None) -> str:
    return "".join(f"\\{letter}" for letter in text or "")
