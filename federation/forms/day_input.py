"""The widget of a day."""

from django import forms


def day_input() -> forms.DateInput:
    """Return the browser's own calendar, which reads and sends a day as 2026-07-31 in every language."""
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
