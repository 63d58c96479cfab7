"""The rules a list was made by, noted with it: later choices of the office do not change them."""

from typing import Any

from ratings.models import PublishedList, RatingSystem
from ratings.rulebook.editions import newer_than_1_0
from ratings.rulebook.systems import SYSTEMS, as_in_1_0, editions_of

CHOICES = "choices"  # in PublishedList.report: constants younger than release 1.0.0 that are not as in 1.0.0


def note(published: PublishedList) -> None:
    """Note with a list what its system chose of the rules that came after release 1.0.0."""
    system = published.system
    editions = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    if chosen := newer_than_1_0(editions[-1][0]):
        published.report[CHOICES] = chosen


def system_as_published(published: PublishedList) -> RatingSystem:
    """Return the system of a list with the rules it was made by, never to be saved.

    Of what is not noted, lists made by release 1.0.0 had what it computed with; constants it knew are those
    of today. Raises LookupError for an edition the system does not have.
    """
    system = RatingSystem.objects.get(pk=published.system_id)
    since = SYSTEMS[system.key].editions[-1].since_1_0
    known = {name: value for name, value in system.parameters.items() if name not in since}
    noted: dict[str, Any] = published.report.get(CHOICES, {})
    system.parameters = as_in_1_0(system.key, {**known, **noted}, edition=system.edition)
    system.numeric = published.numeric
    system.imported_replace = bool(published.report.get("imported_replace"))
    return system
