"""The edition an office computes a day with."""

from datetime import date

from ratings.models import RatingSystem
from ratings.rulebook.editions import Edition, edition_named, edition_on, in_earlier, with_parameters
from ratings.rulebook.systems import SYSTEMS


def edition_of(system: RatingSystem, day: date) -> Edition | None:
    """Return the edition an office computes a day with, constants as replaced; None before the first."""
    editions = SYSTEMS[system.key].editions
    edition = edition_named(editions, system.edition) if system.edition else edition_on(editions, day)
    newest = edition_on(editions, date.max)
    is_newest = edition is not None and (bool(system.edition) or edition == newest)
    if edition is None:
        return None
    return with_parameters(
        edition, system.parameters if is_newest else in_earlier(edition, system.parameters)
    )


def as_chosen(system_key: str, edition: Edition) -> Edition:
    """Return an edition with the constants this office has replaced in it; one query."""
    system = RatingSystem.objects.filter(key=system_key).first()
    used = edition_of(system, date.max) if system else None
    return used if used is not None and used.name == edition.name else edition
