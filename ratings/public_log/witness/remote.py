"""Files of another installation's log, read within limits."""

import time

from django.conf import settings

from federation.webhooks import fetching
from federation.webhooks.fetching import Failed, NotThere
from ratings.merkle_log.merkle import HASH_BYTES
from ratings.merkle_log.notes import LONGEST
from ratings.merkle_log.reader import Fetch, Missing, Unreadable
from ratings.merkle_log.tiles import WIDTH

SECONDS = 60.0  # one look at one log
MOST_FILES = 100  # of one look: a proof in a tree of 2**40 entries needs some 20 tiles
_TILE = WIDTH * HASH_BYTES


class Away(Unreadable):
    """A file that was not read; the text is a code of `wording`."""


class Absent(Missing, Away):
    """A file that is not there."""


def files_of(address: str) -> Fetch:
    """Return a reader of files below a log's address; it raises Away, Absent for a missing file."""
    base, begun, count = address.rstrip("/") + "/", time.monotonic(), 0

    def fetch(path: str) -> bytes:
        nonlocal count
        count += 1
        if count > MOST_FILES or time.monotonic() - begun > SECONDS:
            raise Away("timeout")
        most = _TILE if path.startswith("tile/") else LONGEST
        agent = f"Palmares/{settings.VERSION}"
        try:
            return fetching.get(base + path, most=most, agent=agent, private=settings.WEBHOOK_PRIVATE)
        except NotThere as problem:
            raise Absent(str(problem)) from None
        except Failed as problem:
            raise Away(str(problem)) from None

    return fetch


def note_of(data: bytes) -> str:
    """Return a note as text; Away where it is none."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Away("no-checkpoint") from None
