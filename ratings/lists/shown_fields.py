"""Fields of list entries as the public reads them, by the privacy policy."""

from collections.abc import Iterable
from datetime import date

from django.conf import settings
from django.db.models import Case, CharField, Expression, F, PositiveSmallIntegerField, Value, When

from federation.privacy import kinds, policy
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import LISTED
from ratings.rulebook.list_fields import FIELDS

_TEXT = Value("", CharField())
_NUMBER = Value(None, PositiveSmallIntegerField())


def shown_fields(system: str, day: date, names: Iterable[str]) -> list[str | Expression]:
    """Return what to select of a list's entries: fields as stored, empty where hidden by policy."""
    hidden = hidden_fields(kinds.kind_of(system))
    empty = {field.name: _NUMBER if field.null else _TEXT for field in FIELDS if field.name in hidden}
    return [_number(system, day, name) if name in LISTED else empty.get(name, name) for name in names]


def hidden_fields(kind: policy.Kind) -> frozenset[str]:
    """Name the fields no page of lists of a kind may show."""
    return frozenset(
        field.name
        for field in FIELDS
        # rows hold names as they may be shown; of numbers the age decides, too
        if field.policy not in ("", "name", "number") and not policy.is_shown(field.policy, kind)
    )


def _number(system: str, day: date, scheme: str) -> str | Expression:
    """Select a number: of everyone, of adults on the day of the list, or of no one."""
    field, kind = kinds.number_field(scheme, [CATALOGUE[system].family]), kinds.kind_of(system)
    adults, minors = (policy.is_shown(field, kind, minor=minor) for minor in (False, True))
    if adults and minors:
        return scheme
    of_minors = When(
        birth_year__gte=policy.first_minor_year(day.year, settings.ADULT_AGE),
        then=F(scheme) if minors else _TEXT,
    )
    return Case(of_minors, default=F(scheme) if adults else _TEXT, output_field=CharField())
