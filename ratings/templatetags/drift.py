"""Tag for the share of a list that differs from the result of today's facts."""

from django import template

from ratings.lists import list_drift
from ratings.models import PublishedList

register = template.Library()


@register.simple_tag
def differing_values(published: PublishedList) -> int:
    """Count the values of a list that are others today."""
    return list_drift.counts([published]).get(published.pk, 0)
