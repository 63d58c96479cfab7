"""Figures of the machine and of the office's tables, read when asked for, every ten seconds at most."""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from django.conf import settings
from django.db.models import Count, Max, Min, QuerySet
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from federation.database import positions
from federation.database.failures import UNREACHABLE
from federation.jobs.jobs import waiting_for_room
from federation.mail import letters
from federation.models import Backup, Job, JournalEntry, JournalHead
from federation.web import replicas
from ratings.models import Letter, LogAlarm, PublishedList, StreamLedger
from ratings.monitoring import disks
from tournaments.models import TableGame

KEPT_SECONDS = 10.0
Figure = Callable[[], GaugeMetricFamily]


def info() -> GaugeMetricFamily:
    """Return the version that runs."""
    figure = GaugeMetricFamily("palmares_info", "The version of the program.", labels=["version"])
    figure.add_metric([settings.VERSION], 1)
    return figure


def disks_free() -> GaugeMetricFamily:
    """Return the room on each disk of this machine."""
    figure = GaugeMetricFamily("palmares_disk_free_bytes", "Free bytes of a disk.", labels=["disk"])
    for name, size in disks.free().items():
        figure.add_metric([name], size)
    return figure


def database_up(*, answers: bool) -> GaugeMetricFamily:
    """Return whether the database answers; where it does not, no figure of its tables is given."""
    return GaugeMetricFamily("palmares_database_up", "Whether the database answers.", float(answers))


def jobs_without_room() -> GaugeMetricFamily:
    """Count the jobs that wait because the disk of the database was full."""
    number = waiting_for_room().count()
    return GaugeMetricFamily("palmares_jobs_without_room", "Jobs that wait for room on the disk.", number)


def jobs() -> GaugeMetricFamily:
    """Count the jobs of each kind and state."""
    figure = GaugeMetricFamily("palmares_jobs", "Jobs in the table.", labels=["kind", "state"])
    for kind, state, number in Job.objects.values_list("kind", "state").annotate(Count("pk")).order_by():
        figure.add_metric([kind, state], number)
    return figure


def oldest_waiting_job() -> GaugeMetricFamily:
    """Return how long the oldest waiting job has waited; 0 where none waits."""
    since = Job.objects.filter(state=Job.State.QUEUED).aggregate(at=Min("requested"))["at"]
    return GaugeMetricFamily(
        "palmares_job_oldest_waiting_seconds", "Age of the oldest waiting job.", _age(since) if since else 0.0
    )


def list_ages() -> GaugeMetricFamily:
    """Return how long ago the newest list of each active system was published."""
    figure = GaugeMetricFamily(
        "palmares_list_age_seconds", "Time since the newest list was published.", labels=["system"]
    )
    lists = PublishedList.objects.filter(ready=True, system__active=True).exclude(published=None)
    for key, at in lists.values_list("system__key").annotate(Max("published")).order_by("system__key"):
        figure.add_metric([key], _age(at))
    return figure


def stream_lags() -> GaugeMetricFamily:
    """Return how long the first game that is not rated yet has waited, for each stream; 0 where none has."""
    figure = GaugeMetricFamily(
        "palmares_stream_lag_seconds", "Age of the oldest game not rated yet.", labels=["system"]
    )
    ledgers = StreamLedger.objects.filter(system__active=True)
    for key, last in ledgers.order_by("system__key").values_list("system__key", "last_key"):
        waiting = TableGame.objects.filter(system=key, withdrawn=None, pk__gt=last)
        first = waiting.order_by("pk").values_list("ended", flat=True).first()
        ended = datetime.fromtimestamp(first / 1000, UTC) if first is not None else None
        figure.add_metric([key], _age(ended) if ended else 0.0)
    return figure


def journal_place() -> GaugeMetricFamily:
    """Return up to which place the journal is sealed."""
    place = JournalHead.objects.values_list("place", flat=True).first() or 0
    return GaugeMetricFamily("palmares_journal_place", "Lines of the journal that are sealed.", place)


def journal_unsealed() -> GaugeMetricFamily:
    """Count the lines that wait to be sealed."""
    waiting = JournalEntry.objects.filter(digest="").count()
    return GaugeMetricFamily("palmares_journal_unsealed", "Lines of the journal not sealed yet.", waiting)


def mail_waiting() -> GaugeMetricFamily:
    """Count the letters that wait in each outbox."""
    figure = GaugeMetricFamily("palmares_mail_waiting", "E-mails that wait.", labels=["outbox"])
    for name, waiting in outboxes().items():
        figure.add_metric([name], waiting.count())
    return figure


def outboxes() -> dict[str, QuerySet[Any]]:
    """Return what waits in each outbox."""
    kinds = map(letters.kind_of, settings.LETTERS)
    return {
        **{kind.outbox: kind.waiting() for kind in kinds},
        "followers": Letter.objects.filter(waiting=True),
        "alerts about logs": LogAlarm.objects.filter(letter=LogAlarm.Letter.WAITING),
    }


def backup_age() -> GaugeMetricFamily:
    """Return how long ago the last backup was made; without one there is no value."""
    at = Backup.objects.aggregate(at=Max("at"))["at"]
    return _one("palmares_backup_age_seconds", "Time since the last backup.", at)


def backup_proved_age() -> GaugeMetricFamily:
    """Return how long ago a backup was last restored for a trial; without a trial there is no value."""
    at = Backup.objects.aggregate(at=Max("proved"))["at"]
    return _one("palmares_backup_proved_age_seconds", "Time since a backup was last proved.", at)


def replica_lags() -> GaugeMetricFamily:
    """Return how far each replica is behind; infinitely where it is away or was promoted."""
    figure = GaugeMetricFamily(
        "palmares_replica_lag_seconds", "How far a replica is behind the primary.", labels=["replica"]
    )
    if settings.REPLICAS:
        positions.read()
    for alias in settings.REPLICAS:
        figure.add_metric([alias], replicas.lag(alias))
    return figure


def _one(name: str, documentation: str, at: datetime | None) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, documentation, None if at is None else _age(at))


OF_THE_MACHINE: tuple[Figure, ...] = (info, disks_free)
OF_TABLES: tuple[Figure, ...] = (
    jobs,
    jobs_without_room,
    oldest_waiting_job,
    list_ages,
    stream_lags,
    journal_place,
    journal_unsealed,
    mail_waiting,
    backup_age,
    backup_proved_age,
    replica_lags,
)


def _age(at: datetime) -> float:
    return max(0.0, (timezone.now() - at).total_seconds())


def _read() -> list[Metric]:
    """Read every figure; those of the machine alone where the database does not answer."""
    try:
        of_tables = [figure() for figure in OF_TABLES]
    except UNREACHABLE:
        of_tables = []
    return [*(figure() for figure in OF_THE_MACHINE), database_up(answers=bool(of_tables)), *of_tables]


class Office(Collector):
    """The figures above, cached for some seconds, so that scrapes cost the database little."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until, self._kept = 0.0, list[Metric]()

    def describe(self) -> Iterable[Metric]:
        """Return nothing: a registry need not ask the database for names."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Read the figures."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._kept = _read()
                self._until = time.monotonic() + KEPT_SECONDS
            metrics = self._kept
        yield from metrics
