"""Variants on trial: begun and ended by an officer, computed anew whenever the ratings of a system move."""

from collections.abc import Callable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.journal import journal
from federation.models import Account, Job
from ratings.laboratory.figures.rules import editions_in_force, rules_of
from ratings.laboratory.figures.variant import UnfitVariant, read
from ratings.models import RatingSystem, Simulation, Trial, TrialResult
from ratings.previews.steady import retry_if_moved

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
    variant = read(kept.variant)
    rules_of(variant, editions_in_force(system.key, edition=system.edition, parameters=system.parameters))
    found = Trial.objects.create(
        system=system, name=kept.name, variant=kept.variant, begun=timezone.now(), begun_by=account
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
    return [one for one in open_ if not one.results.filter(state=one.system.state).exists()]


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
    """Compute and keep what a trial gives in the present state of its system; None where it has ended.

    It ends by itself where the rules in force have changed so that the variant no longer fits, as when it
    was adopted.
    """
    from ratings.laboratory import event_ground  # here, because pages need no kernels
    from ratings.laboratory.figures import forecasting, trial_months
    from ratings.laboratory.figures.simulation import simulate

    if trial.ended:
        return None
    report(5, gettext_noop("reading the data"))
    loaded = retry_if_moved(lambda: event_ground.load(trial.system))
    report(30, gettext_noop("calculating"))
    try:
        other = loaded.under(read(trial.variant))
    except UnfitVariant:
        _end_unfit(trial)
        return None
    base = simulate(loaded.ground, loaded.ground.base)
    report(60, gettext_noop("comparing"))
    games = forecasting.games_of(loaded.ground, base, other)
    figures = trial_months.figures_of(games, timezone.localdate(trial.begun))
    found, _made = TrialResult.objects.update_or_create(
        trial=trial,
        state=loaded.system.state,
        defaults={"made": timezone.now(), "figures": {"facts": loaded.fingerprint, **figures}},
    )
    older = trial.results.order_by("-pk").values_list("pk", flat=True)[MOST_RESULTS:]
    TrialResult.objects.filter(pk__in=list(older)).delete()
    return found


@transaction.atomic
def _end_unfit(trial: Trial) -> None:
    """End a trial whose variant no longer fits the rules in force; its page says so."""
    if Trial.objects.filter(pk=trial.pk, ended=None).update(ended=timezone.now(), unfit=True):
        journal.write("trial.ended", trial, account=None, name=trial.name, unfit=True)
