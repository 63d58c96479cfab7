"""Simulations requested, computed by a job, stored, deleted, written as JSON; no other rows are written."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job, Player
from federation.models.display_name import public_view
from federation.vocabulary.names import full_name
from ratings.laboratory import person_lines
from ratings.laboratory.editions import check_conversion, editions_of
from ratings.laboratory.figures.rules import rules_of
from ratings.laboratory.figures.variant import Variant, read
from ratings.laboratory.models import Simulation
from ratings.models import RatingSystem

WORK = "ratings.simulate"
ReportProgress = Callable[[float, str], None]
MOST_OPEN = 20  # simulations of the office that wait or run at a time
MOST_KEPT = 1000  # simulations of the office, in all
# The values that follow the player's key in a row of the report, by the table.
_PERSONS: Mapping[str, tuple[str, ...]] = {
    "movers": ("in_force", "variant"),
    "enters": ("variant",),
    "leaves": ("in_force",),
}


@transaction.atomic
def delete_simulation(kept: Simulation, *, account: Account) -> None:
    """Delete a simulation with its report; its job is cancelled where it waits or runs.

    A worker finds out at its next report of progress, and what it has computed is written nowhere.
    """
    if not Simulation.objects.select_for_update().filter(pk=kept.pk).exists():
        return
    lines = Job.objects.filter(kind=person_lines.WORK, arguments__simulation=kept.pk, state__in=_OPEN)
    for job in (*lines, *([kept.job] if kept.job else [])):
        jobs.cancel(job)
    journal.write(
        "simulation.deleted",
        kept,
        account=account,
        name=kept.name,
        system=kept.system.key,
        variant=kept.variant,
        fingerprint=kept.fingerprint,
    )
    kept.delete()


_OPEN = ("queued", "running")


class TooManyOpen(Exception):
    """Raised where so many simulations wait already that another one has to come later."""


class TooManyKept(Exception):
    """Raised where the office keeps so many simulations that one has to be deleted first."""


@transaction.atomic
def request(variant: Variant, *, account: Account | None) -> Simulation:
    """Keep a variant and ask for its simulation.

    Raises UnfitVariant for rules that cannot be, TooManyOpen where MOST_OPEN wait,
    TooManyKept where there are MOST_KEPT.
    """
    system = RatingSystem.objects.get(key=variant.system)
    editions = editions_of(system)
    rules_of(variant, editions)
    check_conversion(variant, system)
    if Simulation.objects.filter(made=None, job__state__in=_OPEN).count() >= MOST_OPEN:
        raise TooManyOpen
    if Simulation.objects.count() >= MOST_KEPT:
        raise TooManyKept
    simulation = Simulation.objects.create(
        system=system, name=variant.name, variant=variant.as_json, requested_by=account
    )
    simulation.job = jobs.request(WORK, arguments={"simulation": simulation.pk}, account=account)
    simulation.save(update_fields=["job"])
    return simulation


def compute(
    kept: Simulation, *, report_progress: ReportProgress = lambda _percent, _message: None
) -> Simulation:
    """Simulate a variant that was asked for; one that was computed stays as it is."""
    from ratings.laboratory.simulating import simulate_variant  # here, because pages need no kernels

    if kept.made is None:
        found = simulate_variant(kept.system, read(kept.variant), report_progress=report_progress)
        kept.fingerprint, kept.result, kept.made = found.pop("fingerprint"), found, timezone.now()
        # One that was deleted meanwhile stays away: no row is touched.
        rows = Simulation.objects.filter(pk=kept.pk)
        rows.update(fingerprint=kept.fingerprint, result=kept.result, made=kept.made)
    return kept


def names_of(kept: Simulation) -> dict[int, Any]:
    """Return the players the report names by key, each as shown in public."""
    persons = (kept.result.get("report") or {}).get("persons") or {}
    return shown_names({row[0] for name in ("movers", "enters", "leaves") for row in persons.get(name, ())})


def shown_names(keys: set[int]) -> dict[int, Any]:
    """Return the names players are shown by in public, and their addresses, by key."""
    with public_view():
        return {
            player.pk: (full_name(player.surname, player.given_name), player.get_absolute_url())
            for player in Player.objects.filter(pk__in=keys)
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
    names = names_of(simulation)
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
