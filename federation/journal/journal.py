"""The journal: who did what to which thing, and when; append only, sealed into a chain.

A line is written with the act, in its transaction, and sealed a moment later: `seal` links all lines
committed since to the end of the chain. Chaining at the time of writing would make every writer wait for the
one before them until that one's transaction ends, an import of a million rows included, and two that write to
the same tables in another order would block each other for ever. So only sealers lock the head, only for as
long as they link, and hold no other lock; writers of lines never touch it. Lines stand in the chain in the
order they were seen committed, not in that of their numbers; a writer or a sealer that is killed leaves
nothing.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import Model, Subquery
from django.utils import timezone

from federation.journal import hash_chain
from federation.models import Account, JournalEntry, JournalHead

SEAL_AT_ONCE = 500


def write(act: str, subject: Model | str, *, account: Account | None, **detail: Any) -> JournalEntry:
    """Write one line: `act` as "tournament.approved", the thing it was done to, and what the act was about.

    An act that changes values has them as `before` and `after`. Dates, decimals and lazy texts in `detail`
    become text. The caller's transaction decides whether it stays.
    """
    if isinstance(subject, Model):
        name, number = str(subject._meta.model_name), str(subject.pk)
    else:
        name, number = subject, ""
    return JournalEntry.objects.create(
        at=timezone.now(),
        account=account,
        act=act,
        subject=name,
        subject_id=number,
        detail=json.loads(json.dumps(detail, cls=DjangoJSONEncoder)),
    )


def write_many(
    first: JournalEntry, lines: Iterable[tuple[str, int, Mapping[str, Any]]], *, subject: type[Model]
) -> int:
    """Write the lines of an act on many things, given as (act, key, detail); return how many.

    They have the account and the moment of `first`, the line about all of them, and its number as
    `batch`. As columns: no signal is sent for them, the one of `first` was.
    """
    entries = [
        JournalEntry(
            at=first.at,
            account_id=first.account_id,
            act=act,
            subject=str(subject._meta.model_name),
            subject_id=str(key),
            detail={**detail, "batch": first.pk},
        )
        for act, key, detail in lines
    ]
    JournalEntry.objects.bulk_create(entries, batch_size=1000)
    return len(entries)


def lines_of_batch(first: JournalEntry) -> list[JournalEntry]:
    """Return the lines of an act on many things, in the order of writing; one query."""
    of_moment = JournalEntry.objects.filter(at=first.at, pk__gt=first.pk).order_by("pk")
    return [line for line in of_moment if line.detail.get("batch") == first.pk]


def seal() -> int:
    """Link every committed line that waits to the chain; say how many. Several at once share the work."""
    count = 0
    while JournalEntry.objects.filter(digest="").exists():
        linked = _seal_some()
        count += linked
        if not linked:
            break  # another process has just linked them
    return count


@transaction.atomic
def _seal_some() -> int:
    head = JournalHead.objects.select_for_update().get()
    # Read behind the lock: what another sealer linked meanwhile waits no longer.
    waiting = list(JournalEntry.objects.filter(digest="").order_by("pk")[:SEAL_AT_ONCE])
    links = list(hash_chain.extend(hash_chain.Head(head.place, head.digest), map(line_of, waiting)))
    for entry, link in zip(waiting, links, strict=True):
        entry.place, entry.previous, entry.digest = link.place, link.previous, link.digest
    JournalEntry.objects.bulk_update(waiting, ["place", "previous", "digest"], batch_size=100)
    if links:
        JournalHead.objects.filter(pk=head.pk).update(place=links[-1].place, digest=links[-1].digest)
    return len(links)


def line_of(entry: JournalEntry) -> hash_chain.Line:
    """Return what the digest of an entry covers."""
    return hash_chain.Line(
        pk=entry.pk,
        at=entry.at,
        account=entry.account_id,
        act=entry.act,
        subject=entry.subject,
        subject_id=entry.subject_id,
        detail=entry.detail,
    )


def head(using: str = DEFAULT_DB_ALIAS) -> hash_chain.Head:
    """Return the end of the chain; of a table without one, the end of an empty chain."""
    row = JournalHead.objects.using(using).first()
    return hash_chain.Head(row.place, row.digest) if row else hash_chain.Head()


def verify() -> Iterator[hash_chain.Break]:
    """Seal what waits, then walk the whole chain and say where it does not hold."""
    seal()
    yield from breaks()


def breaks(using: str = DEFAULT_DB_ALIAS) -> Iterator[hash_chain.Break]:
    """Walk the chain as it is sealed in a database and say where it does not hold."""
    end = head(using)
    yield from hash_chain.breaks(_links(end.place, using), end)
    # One statement, one moment: lines sealed while we walked stand before the end they moved.
    heads = JournalHead.objects.using(using).values("place")[:1]
    behind = JournalEntry.objects.using(using).filter(place__gt=Subquery(heads))
    for place, pk in behind.order_by("place").values_list("place", "pk"):
        yield hash_chain.Break(hash_chain.Damage.INSERTED, place or 0, place or 0, pk)


def _links(last: int, using: str) -> Iterator[hash_chain.Link]:
    """Read the sealed lines up to a place in the order of the chain, few at a time."""
    sealed = JournalEntry.objects.using(using).filter(place__lte=last).order_by("place")
    for entry in sealed.iterator(chunk_size=2000):
        yield hash_chain.Link(line_of(entry), entry.place or 0, entry.previous, entry.digest)


def digest_at(place: int) -> str:
    """Return the digest at a place of the chain; empty without a line."""
    return JournalEntry.objects.filter(place=place).values_list("digest", flat=True).first() or ""
