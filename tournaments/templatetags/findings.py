"""Findings in templates."""

from django import template

from tournaments.desk import queries
from tournaments.models import Tournament

register = template.Library()


@register.filter
def open_severities(tournament: Tournament) -> dict[str, int]:
    """Count the findings of a tournament of each severity, but for warnings that are confirmed."""
    return queries.open_severities(tournament)
