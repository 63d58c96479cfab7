"""Receiver of the officers' overview: the link to the laboratory, and its alerts."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from federation.language.system_names import system_name
from federation.signals import DeskPart
from ratings.laboratory import pool_health


def add_to_review(**_: Any) -> DeskPart:
    """Return the link to the laboratory, and the systems whose pool raises alerts."""
    alerts = ((reverse("pool-health", args=[key]), _alert(key, count)) for key, count in pool_health.alerts())
    return DeskPart(((reverse("laboratory"), gettext("Laboratory of rules")),), tuple(alerts))


def _alert(key: str, count: int) -> str:
    text = ngettext(
        "%(system)s: %(n)s alert about the health of the pool",
        "%(system)s: %(n)s alerts about the health of the pool",
        count,
    )
    return text % {"system": system_name(key), "n": count}
