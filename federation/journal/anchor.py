"""The end of the journal, noted by the clock in a file elsewhere, compared with the chain.

The owner of the database can rebuild a chain with all its digests, but not the ends noted where they cannot
write. A line is the moment, the place and the digest: `2026-11-25T13:00:00+00:00 412:5f0c...`.
"""

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from federation.database.slicing import slices
from federation.journal import journal
from federation.models import JournalEntry

_LINE = re.compile(r"\S+ (\d{1,18}):([0-9a-f]{64})")
_AT_ONCE = 500
logger = logging.getLogger(__name__)


class End(NamedTuple):
    """An end of the chain as it was noted; place 0: a line of the file that cannot be read."""

    line: int
    place: int
    digest: str


def file() -> Path | None:
    """Return the file ends are noted in; None where the office keeps none."""
    return Path(settings.JOURNAL_ANCHOR) if settings.JOURNAL_ANCHOR else None


def note() -> bool:
    """Seal what waits and note the end, if it has moved; return whether it did.

    When the chain lacks an end that was noted, an error is logged and nothing is noted any more.
    """
    path = file()
    if path is None:
        return False
    journal.seal()
    try:
        ends = list(noted(path)) if path.exists() else []
        if ends and (wrong := list(unlike(ends[-1:]))):
            logger.error("The journal no longer has the end noted in line %d of %s", wrong[0].line, path)
            return False
        head = journal.head()
        if head.place <= (ends[-1].place if ends else 0):
            return False
        _append(path, f"{timezone.now().isoformat(timespec='seconds')} {head.place}:{head.digest}\n")
    except OSError as problem:
        logger.error("The end of the journal could not be noted: %s", problem)
        return False
    return True


def _append(path: Path, line: str) -> None:
    with path.open("a", encoding="ascii") as opened:
        opened.write(line)
        opened.flush()
        os.fsync(opened.fileno())


def noted(path: Path) -> Iterator[End]:
    """Yield the ends a file has, the oldest first. Raises OSError where it cannot be read."""
    with path.open(encoding="ascii", errors="replace") as opened:
        for number, line in enumerate(opened, start=1):
            match = _LINE.fullmatch(line.strip())
            yield End(number, int(match[1]), match[2]) if match else End(number, 0, "")


def unlike(ends: list[End]) -> Iterator[End]:
    """Yield the ends that the chain does not have, and lines that are none; a query for every 500."""
    for part in slices(ends, _AT_ONCE):
        lines = JournalEntry.objects.filter(place__in=[end.place for end in part])
        digests = dict(lines.values_list("place", "digest"))
        yield from (end for end in part if digests.get(end.place) != end.digest)
