"""Files of games uploaded on the web: stored, previewed, then taken."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from federation.accounts.permissions import is_officer
from federation.journal import journal
from federation.models import Account
from tournaments.desk.queries import GAMES
from tournaments.models import GameServer, Upload
from tournaments.online_games import files, intake
from tournaments.online_games.arrivals import Arrival, Refusal, records
from tournaments.reports.findings import Finding
from tournaments.revisions import report_to_models

WORK = "tournaments.games"  # the kind of job that takes a large file
AT_ONCE = 5000  # games taken while a person waits for the page
SAMPLE = 5
ReportProgress = Callable[[float, str], None]


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
    lines = files.of_bytes(bytes(upload.content), limit=settings.UPLOAD_LIMIT)
    for part in files.read(lines, system=system):
        plan = intake.make_plan(server, system, part.games)
        fresh, known = fresh + len(plan.fresh), known + plan.known
        refused += [*part.refused, *plan.refused]
        notices += part.notices
        newcomers |= dict.fromkeys(plan.newcomers)
        sample += records(plan.fresh.first(SAMPLE - len(sample)))
    refused.sort(key=lambda refusal: refusal.place)
    return Preview(fresh, known, tuple(refused), files.summarise(notices), tuple(newcomers), tuple(sample))


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
    lines = files.of_bytes(bytes(upload.content), limit=settings.UPLOAD_LIMIT)
    for part in files.read(lines, system=system):
        done = intake.receive(server, system, part.games, account=account)
        total = intake.Received(
            total.accepted + done.accepted,
            total.known + done.known,
            (*total.refused, *part.refused, *done.refused),
            total.newcomers + done.newcomers,
        )
        report(90, "")
    return total
