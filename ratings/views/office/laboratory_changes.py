"""A variant in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.models import Simulation, Trial


def changes_of(kept: Simulation | Trial) -> list[str]:
    """Return in words what the variant changes."""
    said: Mapping[str, Any] = kept.variant
    found = [
        f"{edition}: {name} = {value}"
        for edition, values in said.get("constants", {}).items()
        for name, value in values.items()
    ]
    found += [
        _("%(edition)s in force from %(day)s") % {"edition": edition, "day": day}
        for edition, day in said.get("dates", {}).items()
    ]
    if not said.get("adjustment", True):
        found.append(_("without the adjustment of misplaced players"))
    if not said.get("floor", True):
        found.append(_("without a lowest rating"))
    if "period" in said:
        every = ngettext("a list every %(n)s month", "a list every %(n)s months", said["period"])
        found.append(every % {"n": said["period"]})
    if "k_factor" in said:
        found.append(_("K times %(factor)s") % {"factor": f"{said['k_factor']:g}"})
    if conversion := said.get("conversion"):
        found.append(
            _("on %(day)s every rating times %(factor)s plus %(offset)s")
            % {
                "day": conversion["date"],
                "factor": f"{conversion['factor']:g}",
                "offset": f"{conversion['offset']:g}",
            }
        )
    return found
