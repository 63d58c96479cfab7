"""Dates in templates; a builtin of every template (settings), so that no page can forget it."""

from datetime import date
from typing import Any

from django import template
from django.template import defaultfilters

from federation.language.dates import format_date, format_span

register = template.Library()


@register.filter("date", expects_localtime=True, is_safe=False)
def in_words(value: Any, wanted: str = "DATE_FORMAT") -> str:
    """Do what Django's filter of this name does, but say 1er and мая where French and Russian do."""
    return format_date(value, wanted) if isinstance(value, date) else str(defaultfilters.date(value, wanted))


@register.filter("until")
def until(first: date, last: date) -> str:
    """Write the days from a first to a last one, what both share once."""
    return format_span(first, last)
