"""A simulation as one JSON document: variant, ground and report, its players named as in public."""

from collections.abc import Mapping, Sequence
from typing import Any

from ratings.laboratory import stored_simulations
from ratings.models import Simulation

# The values that follow the player's key in a row of the report, by the table.
_PERSONS: Mapping[str, tuple[str, ...]] = {
    "movers": ("in_force", "variant"),
    "enters": ("variant",),
    "leaves": ("in_force",),
}


def document(kept: Simulation) -> dict[str, Any]:
    """Return everything stored of a simulation; `base` and `report` are None until made."""
    return {
        "variant": kept.variant,
        "fingerprint": kept.fingerprint,
        "facts": kept.result.get("facts", ""),
        "counts": kept.result.get("counts"),
        "base": kept.result.get("base"),
        "report": _report(kept),
    }


def _report(simulation: Simulation) -> dict[str, Any] | None:
    report = simulation.result.get("report")
    if not report or "persons" not in report:
        return report or None
    names = stored_simulations.names_of(simulation)
    named = {
        table: [_person(row, values, names) for row in report["persons"][table]]
        for table, values in _PERSONS.items()
    }
    return {**report, "persons": {**report["persons"], **named}}


def _person(
    row: Sequence[Any], values: Sequence[str], names: Mapping[int, tuple[str, str]]
) -> dict[str, Any]:
    """Return a row by names; a player who is no longer in the register has neither name nor number."""
    key, *ratings = row
    name = names.get(key)
    return {
        "number": key if name else None,
        "name": name[0] if name else "",
        **dict(zip(values, ratings, strict=True)),
    }
