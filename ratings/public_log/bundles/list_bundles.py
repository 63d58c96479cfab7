"""Bundles of lists: made once, stored, and read as bytes.

A bundle is made with its list where officers publish it, from the facts the list was made of. One made later
holds the facts known then: `moved` marks it as made from other facts, and then its list rightly differs.
"""

import logging
from collections.abc import Callable, Iterator

from django.db import transaction

from federation.database.slicing import slices
from federation.jobs import jobs
from federation.models import Job
from ratings.cadence.lists import lists_of
from ratings.list_proof import rules, table_files
from ratings.list_proof.package import RULES, Before, Head, digest, kind_of, pack
from ratings.list_proof.table_files import Rows
from ratings.list_proof.tables import FIDE, GO, LIST, STREAMS, TABLES
from ratings.lists.build import list_before, system_as_published
from ratings.models import BundlePart, ListBundle, PublishedList, RatingSystem
from ratings.public_log import list_rows
from ratings.public_log.bundles import fide, go, streams

WORK = "ratings.bundle"
_PART = 1 << 20  # bytes of a row
_READERS: dict[str, Callable[[PublishedList, RatingSystem], dict[str, Rows]]] = {
    GO: go.rows,
    FIDE: fide.rows,
    STREAMS: streams.rows,
}
logger = logging.getLogger(__name__)


def has_facts(published: PublishedList) -> bool:
    """Return whether a list was computed here: the facts of an imported list are not known."""
    return published.prepared is not None


def content(published: PublishedList) -> bytes:
    """Return the bundle of a list from the facts known now, by the rules it was made by.

    The same facts and rules are the same bytes.

    Raises ValueError where it would be larger than a bundle may be.
    """
    system, kind = system_as_published(published), TABLES[kind_of(published.system.key)]
    facts = _READERS[kind_of(system.key)](published, system)
    chosen = rules.Rules(system.edition, system.parameters, system.numeric)
    files = {RULES: rules.write(system.key, chosen, published.date)}
    for table in kind:
        if table is not LIST:
            files[table.file] = table_files.write(table, facts[table.name])
    files[LIST.file] = "".join(list_rows.lines(published)).encode()
    head = Head(system.key, published.date, published.revision, _before(published))
    return pack(head, files)


def _before(published: PublishedList) -> Before | None:
    older = list_before(published)
    return Before(older.date, older.revision, list_rows.digest(older).sha256) if older else None


def make(published: PublishedList) -> ListBundle | None:
    """Make and keep the bundle of a list; harmless when repeated, None where there can be none."""
    if not has_facts(published):
        return None
    stored = ListBundle.objects.filter(list=published).first()
    if stored is not None:
        return stored
    try:
        data = content(published)
    except ValueError as problem:
        logger.warning("list %s has no bundle: %s", published.pk, problem)
        return None
    with transaction.atomic():
        PublishedList.objects.select_for_update().get(pk=published.pk)
        bundle, new = ListBundle.objects.get_or_create(
            list=published,
            defaults={
                "size": len(data),
                "sha256": digest(data),
                "moved": lists_of(published.system.key).has_moved(published, published.system),
            },
        )
        if new:
            pieces = enumerate(slices(data, _PART))
            rows = (BundlePart(bundle=bundle, place=place, data=piece) for place, piece in pieces)
            BundlePart.objects.bulk_create(rows, batch_size=10)
    return bundle


def request(published: PublishedList) -> None:
    """Ask for the bundle of a list, once: one that waits or is being made will do."""
    arguments = {"published": published.pk}
    with transaction.atomic():
        PublishedList.objects.select_for_update().get(pk=published.pk)  # two visitors, one job
        making = Job.objects.filter(kind=WORK, state=Job.State.RUNNING, arguments__published=published.pk)
        if not making.exists():
            jobs.enqueue_after_commit(jobs.request_once(WORK, arguments=arguments))


def whole(bundle: ListBundle) -> bytes:
    """Return all bytes of a bundle."""
    return b"".join(pieces(bundle))


def name_of(published: PublishedList) -> str:
    """Return the name a list's bundle is downloaded as."""
    return f"{published.system.key}_{published.date.isoformat()}_r{published.revision}_bundle.zip"


def of(published: PublishedList) -> ListBundle | None:
    """Return the stored bundle of a list."""
    return ListBundle.objects.filter(list=published).first()


def pieces(bundle: ListBundle) -> Iterator[bytes]:
    """Yield the bytes of a bundle, a megabyte at a time."""
    places = list(BundlePart.objects.filter(bundle=bundle).order_by("place").values_list("pk", flat=True))
    for key in places:
        yield bytes(BundlePart.objects.values_list("data", flat=True).get(pk=key))
