"""A file of games, a table or PGN, from memory or a folder; uploaded on the web, previewed, then taken."""

import gzip
import hashlib
import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from federation.accounts.permissions import is_officer
from federation.journal import journal
from federation.models import Account
from tournaments.desk.queries import GAMES
from tournaments.formats.pgn import tags as pgn_tags
from tournaments.formats.shared.encoding import decode, marked
from tournaments.models import GameServer, Upload
from tournaments.online_games import intake, pgn_games, sheet
from tournaments.online_games.arrivals import Arrival, Refusal, Slice, records
from tournaments.reports.findings import Finding, Unreadable, error, notice
from tournaments.revisions import report_to_models

_SAMPLE = 65_536  # bytes by which the encoding is recognised
_GZIP = b"\x1f\x8b"
_ESCAPED = ("utf-8", "utf-8-sig", "iso-8859-15", "cp1252")  # a bad byte can be stored as it is
_DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)  # what unpacking a damaged file raises
WORK = "tournaments.games"  # the kind of job that takes a large file
AT_ONCE = 5000  # games taken while a person waits for the page
SAMPLE = 5
ReportProgress = Callable[[float, str], None]


class Lines(Protocol):
    """Lines that can be read once more from the beginning."""

    def __iter__(self) -> Iterator[str]: ...
    def readline(self, limit: int = -1, /) -> str: ...
    def seek(self, offset: int, /) -> int: ...


def of_bytes(data: bytes, *, limit: int) -> Lines:
    """Return the lines of a file in memory; Unreadable when it is no text, or too large."""
    return io.StringIO(decode(data, limit=limit).text)


class _Guarded:
    """The lines of a file that may turn out to be damaged anywhere: Unreadable, where unpacking fails."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text = text

    def __iter__(self) -> Iterator[str]:
        with _damage():
            yield from self._text

    def readline(self, limit: int = -1, /) -> str:
        """Return the rest of the line, at most so many characters of it, "" at the end."""
        with _damage():
            return self._text.readline(limit)

    def seek(self, offset: int, /) -> int:
        """Seek a place of the file."""
        return self._text.seek(offset)


@contextmanager
def _damage() -> Iterator[None]:
    try:
        yield
    except _DAMAGED:
        raise Unreadable(error("damaged-file")) from None


@contextmanager
def of_path(path: Path) -> Iterator[Lines]:
    """Open a file of any size, packed by gzip or not; Unreadable when it is no text, OSError when missing."""
    with path.open("rb") as raw:
        packed = raw.read(2) == _GZIP
    with gzip.open(path) if packed else path.open("rb") as file:
        with _damage():
            sample = file.read(_SAMPLE)
        file.seek(0)
        whole = sample[: sample.rfind(b"\n") + 1] or sample
        encoding = marked(sample) or decode(whole, limit=_SAMPLE).encoding
        # later bytes that are no UTF-8 are stored and judged where they are read; wider units cannot be
        errors = "surrogateescape" if encoding in _ESCAPED else "replace"
        yield _Guarded(io.TextIOWrapper(file, "utf-8-sig" if encoding == "utf-8" else encoding, errors))


def read(lines: Lines, *, system: str) -> Iterator[Slice]:
    """Read the games of a table or of PGN for a system, part after part; Unreadable when it is neither."""
    first = next((line for line in iter(lines.readline, "") if not line.isspace()), "")
    lines.seek(0)
    if pgn_tags.is_tag(first):
        return pgn_games.read(lines, system=system)
    return sheet.read(lines)


def summarise(notices: Iterable[Finding]) -> tuple[Finding, ...]:
    """Put together what the parts of a file say: one notice a kind, with the counts added up."""
    counts: dict[str, int] = {}
    others = []
    for finding in notices:
        count = finding.values.get("count")
        if isinstance(count, int):
            counts[finding.code] = counts.get(finding.code, 0) + count
        else:
            others.append(finding)
    return (*others, *(notice(code, count=count) for code, count in counts.items()))


@dataclass(frozen=True, slots=True)
class Preview:
    """What would become of a file, in games; newcomers are handles, `sample` the first games to take."""

    fresh: int
    known: int
    refused: tuple[Refusal, ...]
    notices: tuple[Finding, ...]
    newcomers: tuple[str, ...]
    sample: tuple[Arrival, ...]

    @property
    def findings(self) -> list[Finding]:
        """Everything there is to say, game by game, then about the file."""
        return [*self.notices, *(finding for refusal in self.refused for finding in refusal.findings)]


def servers_for(account: Account) -> QuerySet[GameServer]:
    """Return the servers an account may hand in games of: its own; all of them for an officer."""
    servers = GameServer.objects.select_related("federation")
    return servers if is_officer(account) else servers.filter(account=account)


@transaction.atomic
def keep(data: bytes, *, filename: str, account: Account) -> Upload:
    """Keep the bytes of a file; the same file of the same account is one upload."""
    digest = hashlib.sha256(data).hexdigest()
    upload = Upload.objects.filter(sha256=digest, account=account).first()
    if upload is None:
        name = report_to_models.tidy(PurePosixPath(filename.replace("\\", "/")).name, 200) or "file"
        upload = Upload.objects.create(
            sha256=digest, account=account, filename=name, size=len(data), content=data, format=GAMES
        )
        journal.write("upload.received", upload, account=account, filename=name, size=len(data))
    return upload


def look(upload: Upload, server: GameServer, system: str) -> Preview:
    """Return a preview of a stored file; raises Unreadable."""
    fresh = known = 0
    refused: list[Refusal] = []
    notices: list[Finding] = []
    newcomers: dict[str, None] = {}
    sample: list[Arrival] = []
    lines = of_bytes(bytes(upload.content), limit=settings.UPLOAD_LIMIT)
    for part in read(lines, system=system):
        plan = intake.make_plan(server, system, part.games)
        fresh, known = fresh + len(plan.fresh), known + plan.known
        refused += [*part.refused, *plan.refused]
        notices += part.notices
        newcomers |= dict.fromkeys(plan.newcomers)
        sample += records(plan.fresh.first(SAMPLE - len(sample)))
    refused.sort(key=lambda refusal: refusal.place)
    return Preview(fresh, known, tuple(refused), summarise(notices), tuple(newcomers), tuple(sample))


def take(
    upload: Upload,
    server: GameServer,
    system: str,
    *,
    account: Account | None,
    report: ReportProgress = lambda _p, _t: None,
) -> intake.Received:
    """Take the games of a stored file; raises Unreadable."""
    total = intake.Received(0, 0, (), 0)
    lines = of_bytes(bytes(upload.content), limit=settings.UPLOAD_LIMIT)
    for part in read(lines, system=system):
        done = intake.receive(server, system, part.games, account=account)
        total = intake.Received(
            total.accepted + done.accepted,
            total.known + done.known,
            (*total.refused, *part.refused, *done.refused),
            total.newcomers + done.newcomers,
        )
        report(90, "")
    return total
