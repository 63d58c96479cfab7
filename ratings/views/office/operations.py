"""The page of the administrator: jobs, disks, e-mails, lists, backups, tables, versions."""

import logging
import platform
import time
from smtplib import SMTPException
from typing import Any

import django
from django.conf import settings
from django.contrib import messages
from django.db import connection, transaction
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import account_of, administrator_required
from federation.api.rate_limit import take
from federation.jobs import jobs
from federation.journal import journal
from federation.mail.letters import Content
from federation.models import Backup, Job, JournalHead
from ratings.backups import manifest
from ratings.models import PublishedList
from ratings.monitoring import disks, figures
from ratings.public_log.witness import reading as witness
from ratings.views.office.tables import DiskTable, JobTable, ListAgeTable, SizeTable, VersionTable

_MOST_JOBS = 50
_MOST_TABLES = 12
_SENDING = "Sending e-mails"  # what jobs of e-mails are called
_DISKS = {
    "data": gettext_lazy("Data folder"),
    "database": gettext_lazy("Database"),
    "backups": gettext_lazy("Backups"),
}
_SECONDS = 30  # between two test e-mails of an administrator
logger = logging.getLogger(__name__)


@never_cache
@require_safe
@administrator_required
def show(request: HttpRequest) -> HttpResponse:
    """Show what runs, waits and failed, and how old and large things are."""
    last = Backup.objects.order_by("-at").first()
    page = {
        "open_jobs": JobTable(_jobs(Job.State.RUNNING, Job.State.QUEUED)),
        "log_alarms": witness.open_alarms(),
        "is_disk_full": bool(disks.full()),
        "disks": DiskTable([{"name": _DISKS[name], "free": size} for name, size in disks.free().items()]),
        "mail": _mail(),
        "failed_jobs": JobTable(_jobs(Job.State.FAILED)),
        "lists": ListAgeTable(_lists()),
        "last": last,
        "proved": Backup.objects.exclude(proved=None).order_by("-proved").first(),
        "tables": SizeTable(_sizes(last)),
        "versions": VersionTable(_versions()),
    }
    return render(request, "ratings/review/operations.html", page)


def _jobs(*states: Job.State) -> list[dict[str, Any]]:
    found = Job.objects.filter(state__in=states).select_related("requested_by").order_by("-pk")
    return [{"job": job, "name": job.name} for job in found[:_MOST_JOBS]]


def _mail() -> dict[str, Any]:
    """Return how e-mails leave, how many wait, and the last job of e-mails where it failed."""
    kinds = [kind for kind, name in settings.JOB_NAMES.items() if name == _SENDING]
    over = Job.objects.filter(kind__in=kinds, state__in=(Job.State.DONE, Job.State.FAILED))
    last = over.order_by("-finished").first()
    return {
        "server": settings.EMAIL_HOST if settings.EMAIL_URL else "",
        "waiting": sum(waiting.count() for waiting in figures.outboxes().values()),
        "failed": last if last and last.state == Job.State.FAILED else None,
    }


def _lists() -> list[dict[str, Any]]:
    """Return the newest day of each active system that has a list, oldest publication first."""
    lists = PublishedList.objects.filter(ready=True, system__active=True)
    newest = lists.values("system__key").annotate(day=Max("date"), at=Max("published")).order_by("at")
    return [{"system": row["system__key"], "day": row["day"], "at": row["at"]} for row in newest]


def _sizes(last: Backup | None) -> list[dict[str, Any]]:
    """Return the largest tables, and by how much each has grown since the last backup."""
    before = last.sizes if last else {}
    now = sorted(manifest.table_sizes().items(), key=lambda item: -item[1])[:_MOST_TABLES]
    return [
        {"name": name, "size": size, "growth": size - before[name] if name in before else None}
        for name, size in now
    ]


def _versions() -> list[dict[str, str]]:
    head = JournalHead.objects.first()
    rows = [
        ("Palmares", settings.VERSION),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        (_("Database"), _database()),
        (_("Journal sealed up to place"), str(head.place if head else 0)),
    ]
    return [{"name": name, "value": value} for name, value in rows]


def _database() -> str:
    name, asked = "SQLite", "SELECT sqlite_version()"
    if connection.vendor == "postgresql":
        name, asked = "PostgreSQL", "SHOW server_version"
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return f"{name} {cursor.fetchone()[0]}"


@require_POST
@administrator_required
def retry(request: HttpRequest, number: int) -> HttpResponse:
    """Start a failed job again."""
    account = account_of(request)
    job = get_object_or_404(Job, pk=number)
    try:
        with transaction.atomic():
            begun = jobs.retry(job)
            if begun:
                journal.write("job.retried", job, account=account, kind=job.kind)
    except jobs.UnknownWork:
        messages.error(request, _("This version can no longer run this job."))
    else:
        if begun:
            messages.success(request, _("The job is waiting to start again."))
        else:
            messages.warning(request, _("This job is no longer marked as failed."))
    return redirect("operations")


@require_POST
@administrator_required
def send_test_mail(request: HttpRequest) -> HttpResponse:
    """Send an e-mail to the administrator who asks, while the page is waited for, and say how that went."""
    account = account_of(request)
    allowance = take(f"test e-mail {account.pk}", limit=1, now=time.time(), seconds=_SECONDS)
    if allowance.is_spent:
        messages.warning(
            request, _("A test e-mail was sent a moment ago. Wait half a minute before the next one.")
        )
        return redirect("operations")
    values = {"email": account.email}
    try:
        Content("emails/test.txt", account.email).compose().send()
    except (OSError, SMTPException) as problem:
        logger.exception("the test e-mail was not sent")
        values["reason"] = f"{type(problem).__name__}: {problem}"[:300]
        messages.error(request, _("The test e-mail to %(email)s could not be sent: %(reason)s") % values)
    else:
        if settings.EMAIL_URL:
            messages.success(
                request, _("The mail server has accepted the test e-mail to %(email)s.") % values
            )
        else:
            messages.success(
                request, _("The test e-mail to %(email)s is a file in the data folder.") % values
            )
    return redirect("operations")
