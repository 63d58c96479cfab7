"""The privacy policy as the rows of the privacy page, made of its table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.privacy import policy
from federation.privacy.policy import Audience, Kind, Level


@dataclass(frozen=True, slots=True)
class Line:
    """A field, and how far it goes in each kind of system; "" where the table has no row."""

    field: str
    fide: str
    other: str


def lines() -> Sequence[Line]:
    """Return a line for each field, age and audience of the table, in its order."""
    keys = dict.fromkeys((row.field, row.minor, row.audience) for row in policy.TABLE)
    return [Line(_label(*key), _level(Kind.FIDE, *key), _level(Kind.OTHER, *key)) for key in keys]


def _label(field: str, minor: bool | None, audience: Audience) -> str:  # noqa: FBT001 - a key of the table
    label = _(policy.LABELS[field])
    if audience is Audience.PROOF:
        return _("%(field)s, in the files that prove a list") % {"field": label}
    if minor is None:
        return label
    return (_("%(field)s, minors") if minor else _("%(field)s, adults")) % {"field": label}


def _level(kind: Kind, field: str, minor: bool | None, audience: Audience) -> str:  # noqa: FBT001
    try:
        level = policy.level(field, kind, minor=bool(minor), audience=audience)
    except LookupError:
        return ""
    return _words(_set_by_office() if level is Level.OFFICE else level)


def _set_by_office() -> str:
    return settings.MINORS_SHOWN if settings.MINORS_SHOWN != "public" else Level.SHOWN.value


def _words(level: str) -> str:
    return {
        "shown": pgettext("personal data", "shown"),
        "category": _("category only"),
        "initials": _("initials"),
        "anonymous": _("anonymous"),
        "inside": _("office only"),
    }[level]
