"""The oldest version that may serve the database: noted in it by `migrate`, asked by what starts.

A database without the note may be served by 1.0. It is a number of the table of numbers, 1_002_003 for 1.2.3:
that table has been there since 1.0.
"""

import re

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError
from django.utils.translation import gettext as _

import federation
from federation.models import Tally

_NAME = "oldest-version"
_WITHOUT_NOTE = 1_000_000


def note(using: str = DEFAULT_DB_ALIAS) -> None:
    """Raise what the database notes to what this version declares; it is never lowered."""
    noted, declared = _noted(using), _number(federation.OLDEST_SERVING)
    if noted is not None and noted < declared:
        Tally.objects.using(using).update_or_create(name=_NAME, defaults={"number": declared})


def needed(using: str = DEFAULT_DB_ALIAS) -> str:
    """Return the oldest version that may serve the database where this one is older, else ""."""
    noted = _noted(using) or 0
    if noted <= _number(settings.VERSION):
        return ""
    return f"{noted // 1_000_000}.{noted // 1000 % 1000}.{noted % 1000}"


def refusal(using: str = DEFAULT_DB_ALIAS) -> str:
    """Return the sentence by which an older version refuses to start; "" where it may."""
    oldest = needed(using)
    if not oldest:
        return ""
    text = _(
        "This is version %(version)s, and the database has been upgraded: version %(oldest)s or newer must "
        "be installed. To go back, restore a backup made before the upgrade."
    )
    return text % {"version": settings.VERSION, "oldest": oldest}


def _noted(using: str) -> int | None:
    """Return the number the database notes; None where it has no tables yet or does not answer."""
    try:
        found = Tally.objects.using(using).filter(name=_NAME).values_list("number", flat=True).first()
    except DatabaseError:
        return None
    return _WITHOUT_NOTE if found is None else found


def _number(version: str) -> int:
    major, minor, patch = (int(part) for part in re.findall(r"\d+", f"{version}.0")[:3])
    return major * 1_000_000 + minor * 1000 + patch
