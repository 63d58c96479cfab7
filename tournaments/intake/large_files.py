"""Drafts of files that take long to read or match, made by a job whose page links to them.

Users need not wait for the answer, and no web process is blocked.
"""

from collections.abc import Callable

from django.urls import reverse
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.models import Account, Job
from tournaments.intake import intake
from tournaments.models import Tournament, Upload

WORK = "tournaments.draft"
READ_AT_ONCE = 256 * 1024  # bytes
MATCH_AT_ONCE = 2_000  # entrants times rounds: a second's work
ReportProgress = Callable[[float, str], None]


def receive(data: bytes, *, filename: str, account: Account) -> Upload:
    """Keep a file handed in, and read it at once unless it is large."""
    return intake.receive(data, filename=filename, account=account, read_at_once=len(data) <= READ_AT_ONCE)


def is_unread(upload: Upload) -> bool:
    """Return whether a file waits to be read: what cannot be read has a finding."""
    return not upload.format and not upload.findings


def takes_long(upload: Upload) -> bool:
    """Return whether reading a file or matching its entrants is a job."""
    if is_unread(upload) or upload.size > READ_AT_ONCE:
        return True
    report, _ = intake.read(upload)
    return report is not None and len(report.entrants) * max(report.rounds, 1) > MATCH_AT_ONCE


def request(
    upload: Upload, *, account: Account, replaces: Tournament | None = None, settled: bool = False
) -> Job:
    """Request the draft of a file; `settled`: a person chose `replaces`, or no tournament."""
    arguments = {
        "upload": upload.pk,
        "replaces": replaces.pk if replaces else 0,
        "settled": settled or replaces is not None,
        "filename": upload.filename,
    }
    job = jobs.request_once(WORK, arguments=arguments, account=account)
    jobs.enqueue_after_commit(job)
    return job


def job_of(upload: Upload) -> Job | None:
    """Return the newest job about a file."""
    return Job.objects.filter(kind=WORK, arguments__upload=upload.pk).order_by("-pk").first()


def take(
    upload: Upload,
    replaces: Tournament | None,
    *,
    settled: bool,
    account: Account | None,
    report: ReportProgress,
) -> str:
    """Read a file and make its draft, unless a question is open; return the next address."""
    report(5, gettext_noop("Reading the file"))
    file_report, _ = intake.read(upload)
    upload.save(update_fields=["format", "encoding", "findings"])
    asks = reverse("upload-findings", args=[upload.pk])
    if file_report is None:
        return asks
    report(40, gettext_noop("Matching the entrants"))
    try:
        draft = intake.draft(upload, account=account, replaces=replaces, ask_first=not settled)
    except intake.Resembles:
        return asks
    if draft.organiser_id != (account.pk if account else None):
        return asks  # another account handed in the very same file
    return reverse("desk-tournament", args=[draft.number, draft.revision])
