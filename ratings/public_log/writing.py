"""Entries of the log made of the sealed journal and written behind it, signed where the key is present.

Only the row of the log's end is locked. What was written twice would be found: an entry's place is its key,
and the place of the journal up to which lines were looked through moves with the entries, in one transaction.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from federation.journal import acts, journal
from federation.models import JournalEntry
from ratings.merkle_log.merkle import leaf_hash
from ratings.merkle_log.notes import Checkpoint, sign
from ratings.models import ListBundle, LogEntry, LogHead, ManualEvent, PublishedList
from ratings.public_log import keys, list_rows, reading
from ratings.public_log.bundles import signatures
from ratings.public_log.keys import Signer

OPENED, KEY = "log.opened", "log.key"
_FIGURES = ("value", "factor", "offset", "deviation", "games")

AT_ONCE = 50  # entries in one transaction: of a list of 80,000 players each takes half a second to hash


def extend() -> int:
    """Write what the journal has sealed since; return how many entries that made. Sign where the key is here.

    A log is opened by the first machine that extends it, which makes the key.
    """
    _open()
    written = 0
    while (added := _extend_some()) is not None:
        written += added
    sign_end()
    signatures.sign_bundles()
    return written


@transaction.atomic
def _open() -> None:
    LogHead.objects.get_or_create(pk=1)
    head = LogHead.objects.select_for_update().get()
    if head.size:
        return
    origin = settings.PUBLIC_LOG_ORIGIN
    signer = keys.load_or_make(origin, keys.path())
    head.origin, head.key = origin, str(signer.key)
    _append(head, [opened(origin, head.key, timezone.now())])


@transaction.atomic
def _extend_some() -> int | None:
    """Write entries of the next lines of the journal; None where it has no more."""
    head = LogHead.objects.select_for_update().get()
    sealed = journal.head().place
    behind = JournalEntry.objects.filter(place__gt=head.journal_place, place__lte=sealed)
    logged = [act.key for act in acts.known() if act.is_logged]
    lines = list(behind.filter(act__in=logged).order_by("place")[:AT_ONCE])
    reached = (lines[-1].place or 0) if len(lines) == AT_ONCE else sealed
    if reached == head.journal_place:
        return None
    head.journal_place = reached
    _append(head, [entry for line in lines if (entry := _MADE_OF[line.subject](line))])
    return len(lines)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry to be written, without people's names and accounts; `list`: the published list it is about."""

    said: Mapping[str, Any]
    list: PublishedList | None = None
    row_blocks: bytes | None = None  # see list_rows.Digest

    @property
    def data(self) -> str:
        """The entry as it is hashed: JSON with sorted keys, without blanks, in ASCII."""
        return json.dumps(self.said, sort_keys=True, separators=(",", ":"), allow_nan=False)


def moment(at: datetime) -> str:
    """Write a moment: UTC, to the second."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _of_list(line: JournalEntry) -> Entry | None:
    published = PublishedList.objects.select_related("system").filter(pk=line.subject_id, ready=True).first()
    if published is None:
        return None
    digest = list_rows.digest(published)
    document = {
        "system": published.system.key,
        "date": published.date.isoformat(),
        "revision": published.revision,
        "rows": digest.rows,
        "sha256": digest.sha256,
        "tree": digest.tree,
    }
    if bundle := ListBundle.objects.filter(list=published, moved=False).first():
        document["bundle"] = bundle.sha256
    return Entry(_with_source(line, document), published, digest.blocks)


def _of_decision(line: JournalEntry) -> Entry | None:
    event = ManualEvent.objects.select_related("system").filter(pk=line.subject_id).first()
    if event is None:
        return None
    figures = {name: getattr(event, name) for name in _FIGURES if getattr(event, name) is not None}
    document = {
        "number": event.pk,
        "system": event.system.key,
        "kind": event.kind,
        "date": event.date.isoformat(),
        "player": event.player_id,
        **figures,
    }
    return Entry(_with_source(line, document))


def _with_source(line: JournalEntry, document: Mapping[str, Any]) -> dict[str, Any]:
    """Add the date of an act and the position of the journal: its digest covers every line before."""
    return {
        "act": line.act,
        "at": moment(line.at),
        "journal": {"place": line.place, "sha256": line.digest},
        **document,
    }


_MADE_OF: Mapping[str, Callable[[JournalEntry], Entry | None]] = {
    "publishedlist": _of_list,
    "manualevent": _of_decision,
}  # by the subject of a line


def opened(origin: str, key: str, at: datetime) -> Entry:
    """Return the first entry of a log: its name and the key of who signs."""
    return Entry({"act": OPENED, "at": moment(at), "origin": origin, "key": key})


def key_changed(key: str, next_key: str, at: datetime) -> Entry:
    """Return the entry of a change of keys: who signs from now on, and the key in reserve."""
    return Entry({"act": KEY, "at": moment(at), "key": key, "next": next_key})


def _append(head: LogHead, added: Sequence[Entry]) -> None:
    """Write entries behind the end of the log, whose row the caller holds."""
    rows = [
        LogEntry(place=head.size + number, data=entry.data, list=entry.list, row_blocks=entry.row_blocks)
        for number, entry in enumerate(added)
    ]
    LogEntry.objects.bulk_create(rows)
    reading.extend(head.size, [leaf_hash(row.data.encode()) for row in rows])
    head.size += len(rows)
    head.save()


@transaction.atomic
def sign_end() -> bool:
    """Sign the end with the key of this machine; False where it is signed, or the key is not the log's."""
    head = LogHead.objects.select_for_update().get()
    signer = keys.load(head.origin, keys.path())
    if signer is None or str(signer.key) != head.key:
        return False
    text = Checkpoint(head.origin, head.size, reading.root(head.size)).text
    if head.checkpoint.startswith(text):
        return False
    _sign(head, text, [signer])
    return True


def _sign(head: LogHead, text: str, signers: Sequence[Signer]) -> None:
    head.checkpoint = sign(text, [(signer.key, signer.sign) for signer in signers])
    head.signed = timezone.now()
    head.save(update_fields=["checkpoint", "signed"])


@transaction.atomic
def change_key(new: Signer, old: Signer | None, next_key: str = "") -> None:
    """Let a new key sign: an entry records it, and both sign the end where the old one is here."""
    head = LogHead.objects.select_for_update().get()
    head.key, head.next_key = str(new.key), next_key
    _append(head, [key_changed(head.key, next_key, timezone.now())])
    text = Checkpoint(head.origin, head.size, reading.root(head.size)).text
    _sign(head, text, [new, *([old] if old else [])])
