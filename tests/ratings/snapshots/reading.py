"""The files of a snapshot as tests read them: by the site, unpacked, as rows by the names of columns."""

import csv
import gzip
import io
from typing import Any

from django.test import Client

from ratings.snapshots import public_snapshot
from ratings.snapshots.noted import current

Rows = list[dict[str, str]]
FILES = "/public-data/files/"


def make() -> None:
    """Make what is due, as the process of the job does."""
    public_snapshot.refresh(lambda _percent, _part: None)


def body(client: Client, path: str, **headers: str) -> bytes:
    """Return what an address answers, a stream to its end."""
    answer: Any = client.get(path, headers=headers)
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def status(client: Client, name: str) -> int:
    """Return the status of a file; a stream is read to its end, and closed by that."""
    answer: Any = client.get(f"{FILES}{name}")
    answer.getvalue()
    return int(answer.status_code)


def rows(client: Client, part: str) -> Rows:
    """Return the rows of a part, by column."""
    return parsed(body(client, f"{FILES}{part}.csv.gz"))


def parsed(packed: bytes) -> Rows:
    """Return the rows of a packed CSV."""
    return list(csv.DictReader(io.StringIO(gzip.decompress(packed).decode(), newline="")))


def texts(client: Client) -> dict[str, str]:
    """Return what every file says, unpacked."""
    return {name: gzip.decompress(body(client, f"{FILES}{name}.csv.gz")).decode() for name in current().files}
