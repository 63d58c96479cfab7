"""Entries of the log: lines of the journal as they enter it, without names and accounts."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from federation.models import JournalEntry
from ratings.models import ListBundle, ManualEvent, PublishedList
from ratings.public_log import list_rows

OPENED, KEY = "log.opened", "log.key"
_FIGURES = ("value", "factor", "offset", "deviation", "games")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry to be written; `list`: the published list it is about."""

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


MADE_OF: Mapping[str, Callable[[JournalEntry], Entry | None]] = {
    "list.published": _of_list,
    "list.archived": _of_list,
    "manual-event.entered": _of_decision,
    "manual-event.withdrawn": _of_decision,
}


def opened(origin: str, key: str, at: datetime) -> Entry:
    """Return the first entry of a log: its name and the key of who signs."""
    return Entry({"act": OPENED, "at": moment(at), "origin": origin, "key": key})


def key_changed(key: str, next_key: str, at: datetime) -> Entry:
    """Return the entry of a change of keys: who signs from now on, and the key in reserve."""
    return Entry({"act": KEY, "at": moment(at), "key": key, "next": next_key})
