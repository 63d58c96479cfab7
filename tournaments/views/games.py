"""Handing in games that come one by one: a file, what would become of it, then taken."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation.accounts.permissions import account_of, is_officer, organiser_required
from federation.jobs import jobs
from federation.language.wording import translated
from federation.vocabulary.keys import key_from
from federation.vocabulary.systems.catalogue import STREAMS
from federation.web.downloads import CSV, name_file
from tournaments import permissions
from tournaments.desk import queries
from tournaments.forms.desk import GamesForm
from tournaments.models import GameServer, Upload
from tournaments.online_games import files, intake, sheet
from tournaments.reports.findings import Unreadable
from tournaments.revisions import report_to_models
from tournaments.views.tables import GameTable
from tournaments.views.upload import limit_upload

_SHOWN = 60  # newcomers named


@require_http_methods(["GET", "POST"])
@organiser_required
@limit_upload("tournaments/games_upload.html")
def upload(request: HttpRequest) -> HttpResponse:
    """Show the form, or keep a file; a body over the limit is refused before it is read."""
    account = account_of(request)
    servers = files.servers_for(account)
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = GamesForm(*sent, servers=servers)
    if form.is_bound and form.is_valid():
        file, chosen = form.cleaned_data["file"], form.cleaned_data
        stored = files.keep(file.read(), filename=file.name, account=account)
        return redirect("games-preview", stored.pk, chosen["server"].key, chosen["system"])
    page = {
        "form": form,
        "limit": settings.UPLOAD_LIMIT,
        "servers": servers.exists(),
        "officer": is_officer(account),
    }
    return render(request, "tournaments/games_upload.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@organiser_required
def preview(request: HttpRequest, pk: int, server: str, system: str) -> HttpResponse:
    """Show what would become of a file of games; confirmed, they are taken."""
    file, game_server = _upload_and_server(request, pk, server=server, system=system)
    if request.method == "POST" and (count := key_from(request.POST.get("games", ""))) is not None:
        return _take(request, file, game_server, system=system, count=count)
    page: dict[str, Any] = {
        "upload": file,
        "server": game_server,
        "system": system,
        "name": translated(STREAMS[system].name),
    }
    try:
        games_preview = files.look(file, game_server, system)
    except Unreadable as refusal:
        page["lines"] = queries.finding_lines([report_to_models.stored_finding(refusal.finding)])
        return render(request, "tournaments/games_preview.html", page, status=422)
    stored = [
        report_to_models.stored_finding(finding)
        for finding in games_preview.findings[: queries.SHOWN_FINDINGS]
    ]
    page |= {
        "found": games_preview,
        "games": GameTable(games_preview.sample),
        "lines": queries.finding_lines(stored),
        "more": max(0, len(games_preview.findings) - queries.SHOWN_FINDINGS),
        "newcomers": games_preview.newcomers[:_SHOWN],
        "unnamed": max(0, len(games_preview.newcomers) - _SHOWN),
    }
    return render(request, "tournaments/games_preview.html", page)


def _upload_and_server(
    request: HttpRequest, pk: int, *, server: str, system: str
) -> tuple[Upload, GameServer]:
    """Find the objects an address names; 404 for unknown ones, 403 for another account's."""
    account = account_of(request)
    file, game_server = get_object_or_404(Upload, pk=pk), get_object_or_404(GameServer, key=server)
    if system not in STREAMS:
        raise Http404
    if (
        not permissions.may_see(account, file)
        or not files.servers_for(account).filter(pk=game_server.pk).exists()
    ):
        raise PermissionDenied
    return file, game_server


def _take(request: HttpRequest, file: Upload, server: GameServer, *, system: str, count: int) -> HttpResponse:
    """Take the games at once, or ask for it in the background where they are many."""
    account = account_of(request)
    if count > files.AT_ONCE:
        with transaction.atomic():
            arguments = {"upload": file.pk, "server": server.key, "system": system}
            job = jobs.request(files.WORK, arguments=arguments, account=account)
            jobs.enqueue_after_commit(job)
        return redirect("job", job.pk)
    try:
        done = files.take(file, server, system, account=account)
    except Unreadable:
        return redirect("games-preview", file.pk, server.key, system)  # which gives the reason
    messages.success(request, _received_words(done))
    return redirect("games-preview", file.pk, server.key, system)


def _received_words(done: intake.Received) -> str:
    text = _(
        "%(accepted)s games imported, %(known)s already known, %(refused)s rejected; %(new)s new players."
    )
    return text % {
        "accepted": done.accepted,
        "known": done.known,
        "refused": len(done.refused),
        "new": done.newcomers,
    }


@require_GET
@organiser_required
def template(_request: HttpRequest, system: str) -> HttpResponse:
    """Return an example of the table for a system."""
    if system not in STREAMS:
        raise Http404
    return name_file(HttpResponse(sheet.template(system), content_type=CSV), f"{system}.csv")
