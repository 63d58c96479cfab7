"""The editions of its rules that a system of this office uses, with the days they begin."""

from ratings.laboratory.figures.rules import Dated, editions_in_force
from ratings.models import RatingSystem


def editions_of(system: RatingSystem) -> list[Dated]:
    """Return the editions in force of a system; LookupError where the one it names does not exist."""
    return editions_in_force(system.key, edition=system.edition, parameters=system.parameters)
