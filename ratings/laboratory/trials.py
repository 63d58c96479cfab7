"""Variants on trial: begun and ended by an officer, recomputed when ratings move."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job
from ratings.cadence.traits import traits_of
from ratings.laboratory.editions import editions_of
from ratings.laboratory.figures import rules
from ratings.laboratory.figures.rules import rules_of
from ratings.laboratory.figures.variant import UnfitVariant, read
from ratings.laboratory.models import Simulation, Trial, TrialResult
from ratings.models import RatingSystem
from ratings.previews.steady import retry_if_moved
from ratings.statistics.lists import state_of_lists

WORK = "ratings.trial"
MOST_RESULTS = 500  # of a trial; older ones are dropped
MOST_OPEN = 5  # trials of the office at a time
ReportProgress = Callable[[float, str], None]


class TooManyTrials(Exception):
    """Raised where so many variants are on trial that one has to end first."""


@transaction.atomic
def begin(kept: Simulation, *, account: Account) -> Trial:
    """Put the variant of a simulation on trial; one that is on trial already is returned.

    Raises TooManyTrials, and UnfitVariant where the rules in force have changed so that it no longer fits.
    """
    system = RatingSystem.objects.select_for_update().get(pk=kept.system_id)
    open_ = Trial.objects.filter(ended=None)
    if same := open_.filter(system=system, variant=kept.variant).first():
        return same
    if open_.count() >= MOST_OPEN:
        raise TooManyTrials
    editions = editions_of(system)
    rules_of(read(kept.variant), editions)
    found = Trial.objects.create(
        system=system,
        name=kept.name,
        variant=kept.variant,
        rules=rules.kept_rules(editions),
        begun=timezone.now(),
        begun_by=account,
    )
    journal.write("trial.begun", found, account=account, name=found.name, variant=found.variant)
    return found


@transaction.atomic
def end(trial: Trial, *, account: Account) -> bool:
    """End a trial; what it gave stays. False where it is over already."""
    if not Trial.objects.filter(pk=trial.pk, ended=None).update(ended=timezone.now(), ended_by=account):
        return False
    for job in _open_jobs(trial):
        jobs.cancel(job)
    journal.write("trial.ended", trial, account=account, name=trial.name)
    return True


def due() -> list[Trial]:
    """Return the open trials whose system has moved on since they were computed, or never were."""
    open_ = Trial.objects.filter(ended=None, system__active=True).select_related("system")
    return [trial for trial in open_ if not trial.results.filter(**_of_now(trial.system)).exists()]


def _of_now(system: RatingSystem) -> dict[str, int]:
    """Return what a result of now has: the state of the newest run, or the newest list."""
    if traits_of(system.key).figures_by_list:
        return {"figures__newest": state_of_lists(system)}
    return {"state": system.state}


def request(trial: Trial) -> Job:
    """Ask for the figures of a trial, unless they are asked for already."""
    with transaction.atomic():
        job = _open_jobs(trial).first() or jobs.request(
            WORK, arguments={"trial": trial.pk, "system": trial.system.key}
        )
    jobs.enqueue_after_commit(job)
    return job


def _open_jobs(trial: Trial) -> QuerySet[Job]:
    return Job.objects.filter(kind=WORK, arguments__trial=trial.pk, state__in=("queued", "running"))


def compute(trial: Trial, *, report: ReportProgress = lambda _percent, _message: None) -> TrialResult | None:
    """Compute and store the result of a trial in the present state of its system; None if ended.

    It ends by itself where the rules in force are others than at its beginning: the variant holds only its
    differences from them, so that it would be another variant. Where the rules in force do not give the
    published lists, the result records that and has no figures.
    What moved while it was read is left to the next time.
    """
    from ratings.laboratory.figures import forecasting  # here, because pages need no kernels

    if trial.ended or _end_if_changed(trial):
        return None
    report(5, gettext_noop("reading the data"))
    newest = state_of_lists(trial.system)  # before the facts: a list that comes meanwhile asks again
    loaded, base, check = retry_if_moved(lambda: _grounded(trial.system))
    found: dict[str, Any] = {
        "facts": loaded.fingerprint,
        "newest": newest,
        "base": {**check.as_json, "differing": sum(compared.differing > 0 for compared in check.lists)},
    }
    if check.is_sound:
        report(50, gettext_noop("comparing"))
        try:
            other = loaded.under(read(trial.variant))
        except UnfitVariant:
            _end_unfit(trial, [])
            return None
        games = forecasting.games_of(loaded.ground, base, other)
        found |= forecasting.monthly_figures(games, timezone.localdate(trial.begun))
    elif _has_moved(loaded.system):
        return None
    return _keep(trial, loaded.system.state, found)


def _grounded(system: RatingSystem) -> tuple[Any, Any, Any]:
    """Return the facts, what the rules in force make of them, and whether that is what was published."""
    from ratings.laboratory import grounds
    from ratings.laboratory.figures.simulation import simulate
    from ratings.laboratory.simulating import base_check

    loaded = grounds.load(system)
    base = simulate(loaded.ground, loaded.ground.base)
    return loaded, base, base_check(system, loaded, base)


def _has_moved(system: RatingSystem) -> bool:
    """Return whether ratings or facts of a system are others than when it was read."""
    return not RatingSystem.objects.filter(pk=system.pk, state=system.state, facts=system.facts).exists()


def _keep(trial: Trial, state: int, figures: dict[str, Any]) -> TrialResult:
    defaults = {"made": timezone.now(), "figures": figures}
    found, _made = TrialResult.objects.update_or_create(trial=trial, state=state, defaults=defaults)
    older = trial.results.order_by("-pk").values_list("pk", flat=True)[MOST_RESULTS:]
    TrialResult.objects.filter(pk__in=list(older)).delete()
    return found


def _rules_now(system: RatingSystem) -> dict[str, Any]:
    editions = editions_of(system)
    return rules.kept_rules(editions)


def _end_if_changed(trial: Trial) -> bool:
    """End a trial where rules in force have changed since it began; return whether it has ended.

    A trial begun by an earlier version, which stored no rules, gets those of now.
    """
    trial.system.refresh_from_db()
    now = _rules_now(trial.system)
    if not trial.rules:
        trial.rules = now
        trial.save(update_fields=["rules"])
    changes = rules.changed_rules(trial.rules, now, timezone.localdate())
    if changes:
        _end_unfit(trial, changes)
    return bool(changes)


@transaction.atomic
def _end_unfit(trial: Trial, changes: list[rules.Change]) -> None:
    """End a trial because the rules in force have changed; its page lists the changes."""
    ended = {"ended": timezone.now(), "unfit": True, "changed": changes}
    if Trial.objects.filter(pk=trial.pk, ended=None).update(**ended):
        journal.write("trial.ended", trial, account=None, name=trial.name, unfit=True, changed=changes)
