"""Counts in templates; a builtin of every template (settings), so that every page groups thousands alike."""

from django import template

from federation.language import wording

register = template.Library()


@register.filter
def grouped(count: float | str | None) -> str:
    """Return a count with its thousands grouped from 10,000 on; nothing for none."""
    return "" if count is None or isinstance(count, str) else wording.grouped(round(count))
