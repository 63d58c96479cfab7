"""The editions of its rules that a system of this office uses, with the days they begin."""

from ratings.laboratory.figures.rules import Dated
from ratings.models import RatingSystem
from ratings.rulebook import systems


def editions_of(system: RatingSystem) -> list[Dated]:
    """Return the editions in force of a system; LookupError where the one it names does not exist."""
    return systems.editions_of(system.key, edition=system.edition, parameters=system.parameters)
