"""The privacy policy in words, made of its table: rows of the privacy page, what a choice leaves visible."""

from collections.abc import Collection, Sequence
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
    first = {(row.field, row.minor, row.audience): row for row in reversed(policy.TABLE)}
    rows = [row for row in policy.TABLE if row in first.values()]
    return [Line(_label(row), _level(row, Kind.FIDE), _level(row, Kind.OTHER)) for row in rows]


def still_shown(choice: str, kinds: Collection[Kind], *, minor: bool) -> list[str]:
    """Return what the public still sees of a player who made a choice, where some kinds of systems are."""
    fields = policy.visible_fields(choice, kinds, minor=minor)
    return [
        *map(_, policy.ALWAYS),
        *(_reach(field, choice, level, is_everywhere=shown == set(kinds)) for field, level, shown in fields),
    ]


def _reach(field: str, choice: str, level: Level, *, is_everywhere: bool) -> str:
    label = _(policy.LABELS[field])
    if field == "club" and choice == "anonymous":
        text = _("%(field)s, where a list has at least %(n)s of its players")
        return text % {"field": label, "n": policy.LEAST_IN_CLUB}
    if level is Level.CATEGORY:
        return _("%(field)s, only as a filter of lists") % {"field": label}
    return label if is_everywhere else _("%(field)s, on FIDE lists") % {"field": label}


def _label(row: policy.Row) -> str:
    label = _(policy.LABELS[row.field])
    if row.audience is Audience.PROOF:
        return _("%(field)s, in the files that prove a list") % {"field": label}
    if row.minor is None:
        return label
    return (_("%(field)s, minors") if row.minor else _("%(field)s, adults")) % {"field": label}


def _level(row: policy.Row, kind: Kind) -> str:
    try:
        level = policy.level(row.field, kind, minor=bool(row.minor), audience=row.audience)
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
