"""Systems, runs, lists and decisions as lines of the journal name them."""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.journal.subjects import Kind, Subject, address, register
from federation.journal.words import system_name
from federation.language.dates import format_date
from ratings.models import (
    LogAlarm,
    LogWitness,
    ManualEvent,
    PublishedList,
    RatingRun,
    RatingSystem,
    Simulation,
    Trial,
    WatchedLog,
)


def _systems(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, system in RatingSystem.objects.filter(pk__in=keys).values_list("pk", "key"):
        yield key, Subject(system_name(system), address("list-newest", system))


def _runs(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, system in RatingRun.objects.filter(pk__in=keys).values_list("pk", "system__key"):
        yield (
            key,
            Subject(
                _("run %(number)s of %(system)s") % {"number": key, "system": system_name(system)},
                address("run", key),
            ),
        )


def _lists(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    rows = PublishedList.objects.filter(pk__in=keys).values_list("pk", "system__key", "date", "revision")
    for key, system, day, revision in rows:
        url = f"{address('list', system, day.isoformat())}?revision={revision}"
        title = f"{system_name(system)}, {format_date(day, 'j N Y')}" + (
            f"/{revision}" if revision > 1 else ""
        )
        yield key, Subject(title, url)


def _decisions(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    rows = ManualEvent.objects.filter(pk__in=keys).select_related("system")
    for event in rows:
        yield event.pk, Subject(str(event), address("manual-events", event.system.key))


def _simulations(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for simulation in Simulation.objects.filter(pk__in=keys).only("name", "fingerprint"):
        yield simulation.pk, Subject(simulation.name, simulation.get_absolute_url())


def _trials(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for trial in Trial.objects.filter(pk__in=keys).only("name"):
        yield trial.pk, Subject(trial.name, trial.get_absolute_url())


def _followers(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key in keys:  # by number alone: the journal never has the address itself
        yield key, Subject(_("follower %(number)s") % {"number": key}, address("followers"))


def _watched(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, origin in WatchedLog.objects.filter(pk__in=keys).values_list("pk", "origin"):
        yield key, Subject(origin, address("witnesses"))


def _witnesses(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, name in LogWitness.objects.filter(pk__in=keys).values_list("pk", "name"):
        yield key, Subject(name, address("witnesses"))


def _alarms(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for key, origin in LogAlarm.objects.filter(pk__in=keys).values_list("pk", "origin"):
        yield key, Subject(origin, address("log-evidence", key))


register("watchedlog", Kind(gettext_lazy("log"), _watched))
register("logwitness", Kind(gettext_lazy("witness"), _witnesses))
register("logalarm", Kind(gettext_lazy("alert about a log"), _alarms))
register("ratingsystem", Kind(gettext_lazy("rating system"), _systems))
register("ratingrun", Kind(gettext_lazy("rating run"), _runs))
register("publishedlist", Kind(gettext_lazy("published list"), _lists))
register("follower", Kind(gettext_lazy("follower"), _followers))
register("simulation", Kind(gettext_lazy("simulation"), _simulations))
register("trial", Kind(gettext_lazy("trial of a variant"), _trials))
register("manualevent", Kind(gettext_lazy("manual adjustment"), _decisions))
