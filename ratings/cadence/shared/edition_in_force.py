"""The edition an office computes a day with."""

from datetime import date

from ratings.models import RatingSystem
from ratings.rulebook.editions import Edition, edition_named
from ratings.rulebook.systems import edition_in_force, editions_of


def edition_of(system: RatingSystem, day: date) -> Edition | None:
    """Return the edition an office computes a day with, constants as replaced; None before the first."""
    edition = edition_in_force(system, day)
    is_dated = edition.effective is not None and edition.effective <= day
    return edition if system.edition or is_dated else None


def as_chosen(system: RatingSystem | None, edition: Edition) -> Edition:
    """Return an edition with the constants this office has replaced in it, all of its system None."""
    if system is None:
        return edition
    chosen = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    return edition_named([candidate for candidate, _day in chosen], edition.name) or edition
