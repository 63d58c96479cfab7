"""The editions of its rules a system of this office uses, by day; no conversion after the last event."""

from datetime import date

from federation.vocabulary.messages import gettext_noop
from ratings.cadence.facts import facts_of
from ratings.laboratory.figures.rules import Dated
from ratings.laboratory.figures.variant import Problem, UnfitVariant, Variant
from ratings.models import RatingSystem
from ratings.rulebook import systems

AFTER_LAST = gettext_noop(
    "is after {last}, the last day on which ratings move; choose that day or an earlier one"
)


def editions_of(system: RatingSystem) -> list[Dated]:
    """Return the editions in force of a system; LookupError where the one it names does not exist."""
    return systems.editions_of(system.key, edition=system.edition, parameters=system.parameters)


def check_conversion(variant: Variant, system: RatingSystem) -> None:
    """Raise UnfitVariant for a conversion after the last event: the report would compare nothing."""
    if variant.conversion:
        refuse_after(variant, facts_of(system.key).last_day(system))


def refuse_after(variant: Variant, last: date | None) -> None:
    """Raise UnfitVariant for a conversion after a day; without any day there is nothing to be after."""
    if variant.conversion and last and variant.conversion.day > last:
        raise UnfitVariant([Problem("conversion.date", AFTER_LAST, {"last": last})])
