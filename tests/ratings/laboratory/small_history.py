"""A small history for the laboratory: six players, three tournaments, recalculated and published."""

from datetime import date
from typing import Any

import numpy as np

from federation.models import Player
from ratings.laboratory.forms import VariantForm
from ratings.lists.publication import publish
from ratings.models import RatingSystem
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

FIRST, LATER, LAST = date(2023, 3, 4), date(2023, 5, 6), date(2023, 9, 2)
SIX = {"name": "Divisor 6", "system": "ffg", "constants": {"2022-10": {"divisor": 6}}}


def published(*systems: str) -> list[Player]:
    """Hold three tournaments of six players, recalculate some systems and publish their lists."""
    found, chance = people(6), np.random.default_rng(3)
    for number, day in enumerate((FIRST, LATER, LAST), 1):
        hold(day, found, round_robin(6, chance=chance), number=number)
    for key in systems or ("ffg",):
        system = RatingSystem.objects.get(key=key)
        recalculate(stale(system, FIRST))
        system.refresh_from_db()
        publish(system, LAST, account=None, force=True, note="Small")
    return found


def as_in_force(form: VariantForm) -> dict[str, Any]:
    """Return what a browser sends of an untouched form: boxes without their tick are left out."""
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value is not None and value is not False}
