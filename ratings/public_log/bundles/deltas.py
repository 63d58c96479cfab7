"""Deltas between two stored bundles of a system, made by a job at the first request."""

from datetime import date, timedelta

from django.db import transaction
from django.db.models import QuerySet

from federation.jobs import jobs
from federation.models import Job
from ratings.list_proof import delta
from ratings.list_proof.package import digest
from ratings.models import BundleDelta, PublishedList
from ratings.public_log.bundles import list_bundles

WORK = "ratings.bundle-delta"
MOST_BYTES = 64 << 20  # of both bundles: larger ones are compared by the command
KEPT = 6  # of one bundle; the oldest makes room
LONGEST_AGO = timedelta(days=400)


def older_list(published: PublishedList, day: str) -> PublishedList | None:
    """Return the list of an earlier day that a visitor may ask the changes since; None for any other day."""
    try:
        return _earlier(published).filter(date=date.fromisoformat(day)).first()
    except ValueError:
        return None


def newest_before(published: PublishedList) -> PublishedList | None:
    """Return the list before, where a visitor may ask for the changes since; None where they may not."""
    earlier = _earlier(published).first()
    return earlier if earlier and not is_too_large(published, earlier) else None


def _earlier(published: PublishedList) -> QuerySet[PublishedList]:
    lists = PublishedList.objects.filter(system=published.system_id, prepared__isnull=False)
    return lists.before(published.date).filter(date__gte=published.date - LONGEST_AGO)


def of(published: PublishedList, older: PublishedList) -> BundleDelta | None:
    """Return the stored delta between two lists."""
    return BundleDelta.objects.filter(bundle=published.pk, older=older.pk).first()


def is_too_large(published: PublishedList, older: PublishedList) -> bool:
    """Return whether two bundles are larger than a visitor may have compared."""
    bundles = (list_bundles.of(row) for row in (published, older))
    return sum(bundle.size for bundle in bundles if bundle) > MOST_BYTES


def make(published: PublishedList, older: PublishedList) -> BundleDelta | None:
    """Make and keep what changed, and both bundles where they are missing; harmless when repeated."""
    newest, before = list_bundles.make(published), list_bundles.make(older)
    if newest is None or before is None or is_too_large(published, older):
        return None
    data = delta.make(list_bundles.whole(before), list_bundles.whole(newest))
    defaults = {"data": data, "sha256": digest(data)}
    with transaction.atomic():
        bundle_delta, _new = BundleDelta.objects.get_or_create(bundle=newest, older=before, defaults=defaults)
        keys = newest.deltas.order_by("-made", "-pk").values_list("pk", flat=True)
        newest.deltas.filter(pk__in=list(keys[KEPT:])).delete()
    return bundle_delta


def request(published: PublishedList, older: PublishedList) -> None:
    """Ask for what changed, once: a job that waits or runs will do."""
    arguments = {"published": published.pk, "older": older.pk}
    with transaction.atomic():
        PublishedList.objects.select_for_update().get(pk=published.pk)  # two visitors, one job
        running = Job.objects.filter(kind=WORK, state=Job.State.RUNNING)
        if not running.filter(arguments__published=published.pk, arguments__older=older.pk).exists():
            jobs.enqueue_after_commit(jobs.request_once(WORK, arguments=arguments))


def name_of(published: PublishedList, older: PublishedList) -> str:
    """Return the name the changes are downloaded as."""
    since = older.date.isoformat()
    return list_bundles.name_of(published).removesuffix("_bundle.zip") + f"_since_{since}.zip"
