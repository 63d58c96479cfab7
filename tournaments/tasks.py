"""Background work of the desk; every piece may run twice."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from tournaments.desk import queue
from tournaments.intake import large_files
from tournaments.models import GameServer, Tournament, Upload
from tournaments.online_games import files


@jobs.handler(files.WORK)
def take_games(progress: jobs.Progress, *, upload: int, server: str, system: str) -> dict[str, Any]:
    """Take the games of a large file that was handed in and confirmed."""
    progress.report(10, gettext_noop("Reading the games"))
    file, game_server = Upload.objects.get(pk=upload), GameServer.objects.get(key=server)
    done = files.take(file, game_server, system, account=progress.job.requested_by, report=progress.report)
    return {
        "url": reverse("games-preview", args=[upload, server, system]),
        "accepted": done.accepted,
        "known": done.known,
        "refused": len(done.refused),
        "newcomers": done.newcomers,
    }


@jobs.handler(large_files.WORK)
def make_draft(
    progress: jobs.Progress, *, upload: int, replaces: int, settled: bool, filename: str
) -> dict[str, Any]:
    """Read a large file that was handed in, and make its draft; the page of the job leads on to it."""
    del filename  # what the page of the job is called
    url = large_files.take(
        Upload.objects.get(pk=upload),
        Tournament.objects.filter(pk=replaces).first(),
        settled=settled,
        account=progress.job.requested_by,
        report=progress.report,
    )
    return {"url": url, "leads_on": True}


@jobs.handler(queue.APPROVAL_WORK)
def approve(progress: jobs.Progress, *, tournaments: list[int]) -> dict[str, Any]:
    """Approve what an officer ticked in the queue; the page of the batch tells how each went."""
    account = progress.job.requested_by
    if account is None:  # erased meanwhile
        return {"why": gettext_noop("Nothing was approved: the account that requested it no longer exists.")}
    outcomes = queue.approve_all(tournaments, account=account, report=progress.report)
    return {"url": reverse("queue-outcomes", args=[progress.job.pk]), "outcomes": outcomes}
