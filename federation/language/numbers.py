"""Counts and ranks in the reader's language: thousands are grouped from 10,000 on, in sentences and tables.

Below, a number has four digits at most and is read at a glance, as ratings and years are, which are never
grouped. Identifiers, files and the API have their digits alone.
"""

from django.utils.formats import number_format

LEAST_GROUPED = 10_000


def grouped(count: int) -> str:
    """Return a count with its thousands grouped, where it has five digits or more."""
    if -LEAST_GROUPED < count < LEAST_GROUPED:
        return str(count)
    return number_format(count, 0, force_grouping=True)
