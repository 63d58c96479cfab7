"""Warnings of entrants who are to be new players, and are like a person erased on request."""

from collections.abc import Iterable

from federation.privacy import erased_marks
from federation.vocabulary.names import full_name
from tournaments.inspection.plausibility import ERASED
from tournaments.models import Entry
from tournaments.reports.findings import Finding, Place, warning


def of_entries(rows: Iterable[Entry]) -> list[Finding]:
    """Return a warning for each entry called a new player whose name or number a mark has.

    It has no more than the entrant as written and the day of the erasure, as an organiser may read it: not
    whether the name or a number was met. One query, none where no one is called new.
    """
    called_new = [row for row in rows if row.is_called_new]
    if not called_new:
        return []
    marks = erased_marks.read()
    found = []
    for row in called_new:
        name = full_name(row.surname, row.given_name)
        numbers = [(scheme, str(value).strip()) for scheme, value in row.identifiers.items()]
        if day := marks.erased_on(name, numbers, row.birth_year):
            place = Place(row.line, entrant=row.number)
            found.append(warning(ERASED, place, name=name, date=day.isoformat()))
    return found
