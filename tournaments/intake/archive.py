"""Taking a folder of result files through the same intake as the web, one file at a time."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from django.conf import settings
from django.db import transaction

from federation.models import Account
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Refused
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Entry, Tournament, Upload
from tournaments.models.stages import OPEN
from tournaments.reports.findings import TEXTS, error
from tournaments.revisions import models_to_report
from tournaments.submission import rematching, steps


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders of the office for each file."""

    account: Account | None = None
    enrol: bool = False  # take the likely player, call the unknown new
    approve: bool = False
    confirm: tuple[str, ...] = ()  # codes of warnings that are right as they stand, "*" for all
    rated_for: tuple[str, ...] = ()  # instead of what the format suggests


@dataclass(frozen=True, slots=True)
class Taken:
    """Result of one file."""

    file: str
    outcome: str  # unreadable, recognised, draft, submitted, approved
    format: str = ""
    number: int | None = None
    revision: int | None = None
    entrants: int = 0
    games: int = 0
    matched: dict[str, int] = field(default_factory=dict)  # certain, likely, ambiguous, unknown
    enrolled: int = 0
    findings: dict[str, int] = field(default_factory=dict)  # severity -> how many
    remarks: tuple[str, ...] = ()  # why it went no further


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder and its subfolders by name, hidden ones left out."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(
        path for path in files if not any(p.startswith(".") for p in path.relative_to(folder).parts)
    )


def take(path: Path, orders: Orders, *, name: str) -> Taken:
    """Take one file as far as the orders say; the same file again goes on from where it stands."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= settings.UPLOAD_LIMIT else b""
    except OSError:
        return Taken(name, "unreadable", remarks=(TEXTS["cannot-open"],))
    if size > settings.UPLOAD_LIMIT:
        finding = error("too-large", size=size, limit=settings.UPLOAD_LIMIT)
        return Taken(name, "unreadable", remarks=(finding.message,))
    upload = intake.receive(data, filename=path.name, account=orders.account)
    severities = dict(Counter(finding["severity"] for finding in upload.findings))
    if not upload.format:
        return Taken(name, "unreadable", findings=severities, remarks=tuple(_sentences(upload)))
    known = intake.existing(upload)
    if known is not None and known.stage not in OPEN:
        return _add_counts(known, Taken(name, "recognised", findings=severities))
    tournament = known or intake.draft(
        upload, account=orders.account, replaces=_tournament_to_correct(upload)
    )
    return _carry_out(tournament, orders, Taken(name, "draft", findings=severities), again=known is not None)


def _tournament_to_correct(upload: Upload) -> Tournament | None:
    """Return the tournament a changed file corrects: same file name, tournament name, first day.

    Events side by side share name and day in practice; here there is no one to ask which it is.
    """
    earlier = intake.similar(upload, moved=False)
    same = earlier is not None and earlier.upload is not None and earlier.upload.filename == upload.filename
    return earlier if same else None


def _carry_out(tournament: Tournament, orders: Orders, taken: Taken, *, again: bool) -> Taken:
    if again:
        _match_again(tournament, orders.account)
    if orders.rated_for and tournament.rated_for != list(orders.rated_for):
        tournament.rated_for = list(orders.rated_for)
        tournament.save(update_fields=["rated_for"])
    matched = Counter(tournament.entries.values_list("match", flat=True))
    enrolled, outcome = 0, "draft"
    remarks: tuple[str, ...] = ()
    try:
        if orders.enrol:
            entries.accept_likely(tournament)
            entries.call_strangers_new(tournament)
        if orders.approve:
            # The account that had a folder approved answers for where it counts; each file has a line of the
            # journal.
            Tournament.objects.filter(pk=tournament.pk).update(ruled=True)
            models_to_report.reinspect(tournament)
            warning_confirmations.confirm_codes(tournament, orders.confirm, account=orders.account)
            steps.submit(tournament, account=orders.account)
            outcome = "submitted"
            enrolled = steps.approve(tournament, account=orders.account, four_eyes=False).enrolled
            outcome = "approved"
        elif orders.enrol:
            models_to_report.reconsider(tournament)
    except Refused as refused:
        remarks = tuple(problem.message for problem in refused.problems)
    if outcome == "draft" and again:
        outcome = "recognised"
    result = Taken(taken.file, outcome, findings=taken.findings, enrolled=enrolled, remarks=remarks)
    return _add_counts(tournament, result, matched=matched)


@transaction.atomic
def _match_again(tournament: Tournament, account: Account | None) -> None:
    """Match a draft of an earlier run again: the register may have grown since."""
    rematching.renew_and_save(entries.lock_open(tournament), account=account)


def _add_counts(tournament: Tournament, taken: Taken, *, matched: Counter[str] | None = None) -> Taken:
    """Complete the result of a file with the numbers of its tournament."""
    states = matched or Counter(tournament.entries.values_list("match", flat=True))
    return replace(
        taken,
        format=tournament.upload.format if tournament.upload else "",
        number=tournament.number,
        revision=tournament.revision,
        entrants=tournament.entries.count(),
        games=tournament.games.count(),
        matched={state.value: states[state.value] for state in Entry.Match},
    )


def _sentences(upload: Upload) -> Iterator[str]:
    for finding in upload.findings:
        yield TEXTS[finding["code"]].format(**finding["values"])
