"""Filters of the calculators: a rating as its family writes it, a player's number as a field takes it."""

from django import template

from ratings.calculators.fields import Family
from ratings.charts import figures
from ratings.templatetags.palmares import exact1

register = template.Library()


@register.filter
def measured(value: float, family: Family) -> str:
    """Return a rating in whole points where the system rounds, else with one decimal."""
    return figures.plain(value) if family.is_whole else exact1(value)


@register.filter
def hashed(number: int) -> str:
    """Write the number of a player as the fields of the calculators take it."""
    return f"#{number}"


@register.filter
def percent(value: float) -> str:
    """Return a share in whole percent, without the sign; nothing but certainty is 0 or 100."""
    return f"{min(max(100 * value, 1), 99) if 0 < value < 1 else 100 * value:.0f}"
