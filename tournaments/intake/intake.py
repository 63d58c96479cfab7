"""Intake: the bytes handed in become an upload with its findings, and a draft with its rows."""

import hashlib
from dataclasses import asdict, dataclass, fields
from datetime import date, timedelta
from pathlib import PurePosixPath
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from federation.journal import journal
from federation.models import Account
from federation.register import register
from federation.vocabulary import names
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Problem, Refused
from tournaments.corrections import corrections
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.inspection.inspection import inspect
from tournaments.models import Entry, Tournament, Upload
from tournaments.models.stages import OVER, Stage
from tournaments.reports.findings import Finding, Unreadable, error
from tournaments.reports.report import Report
from tournaments.revisions import models_to_report, report_to_models, rounds
from tournaments.submission import steps

_MOVED = timedelta(days=31)  # a date mistaken by more than that is another tournament
_ALIKE = 0.8  # of the people, in a tournament whose days were moved
_TRIES = 20  # two intakes may reach for the same number; the loser takes the next one


@dataclass(frozen=True, slots=True)
class Facts:
    """What an organiser may correct about a draft; the games stay as the file has them."""

    name: str
    start: date
    end: date
    place: str
    country: str
    time_class: str
    adjusted_minutes: float | None
    online: bool
    rated_for: tuple[str, ...]
    rate: str = ""  # chess
    official: bool = False  # chess: an official event of FIDE


_FACTS = tuple(field.name for field in fields(Facts))


def receive(data: bytes, *, filename: str, account: Account | None, read_at_once: bool = True) -> Upload:
    """Store bytes and the result of reading them; the same file of an account is one upload.

    A file over the limit, or one that cannot be read, is stored with its finding (the oversized one without
    its bytes) and can become no tournament. Without `read_at_once` it is read later (`large_files`).
    """
    digest = digest_of(data)
    with transaction.atomic():
        upload = Upload.objects.filter(sha256=digest, account=account).first()
        if upload is not None and upload.tournaments.exists():
            return upload
        upload = upload or Upload(sha256=digest, account=account)
        upload.filename = (
            report_to_models.tidy(PurePosixPath(filename.replace("\\", "/")).name, 200) or "file"
        )
        upload.size = len(data)
        upload.content = data if len(data) <= settings.UPLOAD_LIMIT else b""
        if read_at_once or upload.size > settings.UPLOAD_LIMIT:
            read(upload)
        upload.save()
        journal.write("upload.received", upload, account=account, filename=upload.filename, size=upload.size)
    return upload


def digest_of(data: bytes) -> str:
    """Return the digest a file is known again by."""
    return hashlib.sha256(data).hexdigest()


def read(upload: Upload) -> tuple[Report | None, tuple[Finding, ...]]:
    """Read and inspect an upload, once an object, and note format and findings; no report when unreadable."""
    if upload.reading is None:
        upload.reading = _read_content(bytes(upload.content), size=upload.size, filename=upload.filename)
    report, findings = upload.reading
    upload.format = report.format[:20] if report else ""
    upload.encoding = report.encoding[:20] if report else ""
    upload.findings = [report_to_models.stored_finding(finding) for finding in findings]
    return report, findings


def _read_content(content: bytes, *, size: int, filename: str) -> tuple[Report | None, tuple[Finding, ...]]:
    try:
        if size > settings.UPLOAD_LIMIT:
            raise Unreadable(error("too-large", size=size, limit=settings.UPLOAD_LIMIT))
        report = table.read(content, filename=filename, limit=settings.UPLOAD_LIMIT)
    except Unreadable as refusal:
        return None, (refusal.finding,)
    return report, inspect(report, today=timezone.localdate())


def existing(upload: Upload) -> Tournament | None:
    """Return the tournament made of these very bytes, under any account; not withdrawn ones."""
    same = Tournament.objects.filter(upload__sha256=upload.sha256).exclude(stage__in=OVER)
    return same.order_by("-revision").first()


def similar(upload: Upload, *, moved: bool = True, besides: int = 0) -> Tournament | None:
    """Find the same organiser's tournament of which a file looks like the correction.

    That is one of this name and first day; or, where the days may have `moved`, of this name and weeks away
    at most, with nearly the same people. `besides`: a number that is not looked at.
    """
    report, _ = read(upload)
    key = names.fold(report.name) if report else ""
    start = report_to_models.days(report)[0] if report else report_to_models.NO_DATE
    if report is None or not key or start == report_to_models.NO_DATE:
        return None
    weeks = _MOVED if moved else timedelta(0)
    near = Tournament.objects.filter(
        organiser=upload.account, start__gte=start - weeks, start__lte=start + weeks
    ).exclude(number=besides)
    same_name = [
        tournament
        for tournament in near.order_by("-number", "-revision")
        if names.fold(tournament.name) == key
    ]
    same_day = [tournament for tournament in same_name if tournament.start == start]
    return next(iter(same_day), None) or next(
        (tournament for tournament in same_name if _same_people(tournament, report)), None
    )


def is_other_event(tournament: Tournament, before: Tournament) -> bool:
    """Return whether a revision can hardly be of the event it replaces: neither its name nor its weeks."""
    apart = abs(tournament.start - before.start)
    return names.fold(tournament.name) != names.fold(before.name) and apart > _MOVED


def _same_people(tournament: Tournament, report: Report) -> bool:
    """Return whether nearly everybody stands in both, as written."""
    rows = Entry.objects.filter(tournament=tournament).values_list("surname", "given_name")
    before = {names.key_of(*row) for row in rows}
    now = {names.key_of(entrant.surname, entrant.given_name) for entrant in report.entrants}
    return bool(now) and len(before & now) >= _ALIKE * max(len(before), len(now))


class Resembles(Exception):
    """A file looks like the correction of `tournament`; who hands it in has to say whether it is."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(f"The file resembles tournament {tournament.number}")
        self.tournament = tournament


def draft(
    upload: Upload,
    *,
    account: Account | None,
    replaces: Tournament | None = None,
    ask_first: bool = False,
) -> Tournament:
    """Make the draft of an upload, or return the tournament the same bytes already became.

    `replaces`: the tournament this file corrects; the draft is its next revision and keeps who was matched.
    Raises Unreadable when the upload cannot be read and, to `ask_first`, Resembles.
    """
    asked = ask_first and replaces is None
    with transaction.atomic():
        # The same bytes may arrive twice at once: who locks the first upload drafts, the other finds it done.
        list(Upload.objects.select_for_update().filter(sha256=upload.sha256).order_by("pk").values_list("pk"))
        known = existing(upload)
        if known is not None:
            return known
        if asked:
            _refuse_similar(upload)
        report, findings = read(upload)
        if report is None:
            raise Unreadable(findings[0])
        # What reading found is what the draft was made from, even where the reader has learnt since.
        upload.save(update_fields=["format", "encoding", "findings"])
        tournament = report_to_models.tournament(report, upload=upload, organiser=account)
        if replaces:
            # A correction is not late: what counts is when the tournament was first reported.
            tournament.reported, tournament.official = replaces.reported, replaces.official
            if replaces.ruled:
                tournament.rated_for, tournament.ruled = replaces.rated_for, True
        _claim_number(tournament, number=replaces.number if replaces else _number_before(upload))
        report_to_models.write_entries(tournament, report)
        entries.propose(tournament)
        if asked:  # again: from here on this is the only draft being made
            register.one_at_a_time()
            _refuse_similar(upload, besides=tournament.number)
        entries.carry_over(tournament)
        models_to_report.reconsider(tournament)
        warning_confirmations.carry_over(tournament)
        journal.write("tournament.drafted", tournament, account=account, number=tournament.number)
    return tournament


def _refuse_similar(upload: Upload, *, besides: int = 0) -> None:
    """Raise Resembles where a file looks like a correction; `besides`: the number of its own draft."""
    before = similar(upload, besides=besides)
    if before is not None:
        raise Resembles(before)


def seen(tournament: Tournament) -> str:
    """Return the token of a form of the details, to detect changes of others meanwhile."""
    return rounds.digest({name: getattr(tournament, name) for name in _FACTS})


def correct(
    tournament: Tournament, facts: Facts, *, account: Account | None, seen_as: str = ""
) -> tuple[str, ...]:
    """Write the organiser's corrections of an open revision and name what changed.

    `seen_as`: the state the corrections are about. Raises entries.Closed when the revision is not open any
    more, Refused when its details were changed meanwhile.
    """
    with transaction.atomic():
        current = entries.lock_open(tournament)
        if seen_as and seen_as != seen(current):
            raise Refused(Problem("changed-meanwhile"))
        values: dict[str, Any] = {**asdict(facts), "rated_for": list(facts.rated_for)}
        changed = tuple(sorted(name for name, value in values.items() if getattr(current, name) != value))
        before = {name: getattr(current, name) for name in changed}
        after = {name: values[name] for name in changed}
        for name, value in after.items():
            setattr(tournament, name, value)
        if changed:
            tournament.ruled = current.ruled or "rated_for" in changed
            tournament.save(update_fields=[*changed, "ruled"])
            line = journal.write(
                "tournament.corrected", tournament, account=account, before=before, after=after
            )
            corrections.note_facts(tournament, line.detail["before"], line.detail["after"], account)
    return changed


def reopen(tournament: Tournament, *, account: Account | None) -> Tournament:
    """Draft the next revision of a tournament from its own rows, for corrections that need no new file.

    What was approved stays approved until the new revision is. Raises Refused where there is a newer one.
    """
    with transaction.atomic():
        steps.lock(tournament)
        copy = Tournament.objects.get(pk=tournament.pk)
        # Read behind the lock, which may have been waited for: a new revision is no row that was locked.
        if problems := tuple(steps.of_revisions(copy, Tournament.objects.filter(number=copy.number))):
            raise Refused(*problems)
        copy.pk, copy.stage, copy.organiser = None, Stage.DRAFT.value, account
        copy.submitted = copy.decided = copy.decided_by = copy.consented_by = None
        copy.reason = ""
        copy._state.adding = True
        _claim_number(copy, number=tournament.number)
        report_to_models.copy_entries(tournament, copy)
        corrections.copy(tournament, copy)
        warning_confirmations.carry_over(copy)
        journal.write("tournament.reopened", copy, account=account, number=copy.number)
    return copy


def _number_before(upload: Upload) -> int | None:
    """Return the number these bytes had before they were withdrawn."""
    last = Tournament.objects.filter(upload__sha256=upload.sha256).order_by("-number").first()
    return last.number if last else None


def _claim_number(tournament: Tournament, *, number: int | None) -> None:
    """Insert under the next free number, or the next revision of `number`; the constraint is the judge."""
    for left in reversed(range(_TRIES)):
        tournament.number = number or _largest(Tournament.objects.all(), "number") + 1
        # A new number begins at 1: a concurrent one with the same number fails at the constraint and is not
        # joined.
        revisions = Tournament.objects.filter(number=number) if number else Tournament.objects.none()
        tournament.revision = _largest(revisions, "revision") + 1
        try:
            with transaction.atomic():
                tournament.save(force_insert=True)
            return
        except IntegrityError:
            if not left:
                raise


def _largest(tournaments: QuerySet[Tournament], field: str) -> int:
    return int(tournaments.aggregate(largest=Max(field))["largest"] or 0)
