"""Findings in templates."""

from typing import Any

from django import template

from tournaments.desk import queries

register = template.Library()


@register.filter
def severities(findings: list[dict[str, Any]]) -> dict[str, int]:
    """Count the stored findings of each severity."""
    return queries.severities(findings)
