"""The log as strangers have it: extended by the office, copied by its addresses."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from django.test import Client

from federation.journal import journal
from ratings.merkle_log import notes
from ratings.models import LogEntry, LogHead
from ratings.public_log import writing
from tests.ratings.merkle_log.another_log import paths_of

DAY, LISTED = date(2023, 3, 4), date(2023, 3, 31)


def extend() -> LogHead:
    """Seal the journal and let the log follow; return its end."""
    journal.seal()
    writing.extend()
    return LogHead.objects.get()


def said() -> list[dict[str, Any]]:
    """Return what the entries say, in order."""
    return [json.loads(data) for data in LogEntry.objects.order_by("place").values_list("data", flat=True)]


def copied(client: Client, folder: Path) -> Path:
    """Copy the log to a folder as a mirror would, by its addresses alone."""
    size = notes.parse_checkpoint(client.get("/log/checkpoint").content.decode().split("\n\n")[0] + "\n").size
    for path in paths_of(size):
        answer = client.get(f"/log/{path}")
        assert answer.status_code == 200, path
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(answer.content)
    return folder
