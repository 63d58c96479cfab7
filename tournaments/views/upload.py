"""Handing in a file: the upload page, what reading found, the spreadsheet template."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation.accounts.permissions import account_of, organiser_required
from federation.web.downloads import CSV, name_file
from federation.web.sent_forms import ENVELOPE, P, View, limit_body
from tournaments import permissions
from tournaments.desk import queries
from tournaments.formats.spreadsheet import reader as spreadsheet
from tournaments.forms.desk import UploadForm
from tournaments.intake import intake, large_files
from tournaments.models import Tournament, Upload
from tournaments.views.access import address_of


def limit_upload(template: str) -> Callable[[View[P]], View[P]]:
    """Make a decorator that refuses a body over the limit of files, as a finding in `template`."""

    def refuse(request: HttpRequest, size: int) -> HttpResponse:
        values = {"size": size, "limit": settings.UPLOAD_LIMIT}
        refusal = {"code": "too-large", "severity": "error", "place": {}, "values": values}
        page = {"lines": queries.finding_lines([refusal]), "limit": settings.UPLOAD_LIMIT}
        return render(request, template, page, status=413)

    return limit_body(lambda: settings.UPLOAD_LIMIT + ENVELOPE, refuse)


@require_http_methods(["GET", "POST"])
@organiser_required
@limit_upload("tournaments/upload.html")
def upload(request: HttpRequest) -> HttpResponse:
    """Show the form, or take a file; a body over the limit is refused before it is read."""
    account = account_of(request)
    if request.method == "GET":
        form = UploadForm(account=account, initial={"replaces": request.GET.get("replaces")})
        return _form_page(request, form)
    form = UploadForm(request.POST, request.FILES, account=account)
    if not form.is_valid():
        return _form_page(request, form, status=422)
    file = form.cleaned_data["file"]
    received = large_files.receive(file.read(), filename=file.name, account=account)
    return _after(request, received, replaces=form.cleaned_data["replaces"])


def _form_page(request: HttpRequest, form: UploadForm, *, status: int = 200) -> HttpResponse:
    page = {"form": form, "limit": settings.UPLOAD_LIMIT}
    return render(request, "tournaments/upload.html", page, status=status)


def _after(request: HttpRequest, received: Upload, *, replaces: Tournament | None) -> HttpResponse:
    """Redirect to the findings of a file, the tournament it is already, a question, or the new draft."""
    known = intake.existing(received)
    if known is not None:
        return _redirect_to_known(request, received, known)
    if large_files.is_unread(received):
        return redirect(
            "job", large_files.request(received, account=account_of(request), replaces=replaces).pk
        )
    if not received.format:
        return redirect("upload-findings", received.pk)
    try:
        return _draft(request, received, replaces=replaces, ask_first=True)
    except intake.Resembles:
        return redirect("upload-findings", received.pk)


def _draft(
    request: HttpRequest, received: Upload, *, replaces: Tournament | None, ask_first: bool = False
) -> HttpResponse:
    """Make the draft and redirect to it, or to the job that makes it where that takes long."""
    account = account_of(request)
    if large_files.takes_long(received):
        return redirect(
            "job", large_files.request(received, account=account, replaces=replaces, settled=not ask_first).pk
        )
    draft = intake.draft(received, account=account, replaces=replaces, ask_first=ask_first)
    if replaces is not None and intake.is_other_event(draft, replaces):
        text = _(
            "The file is of another name and other days than tournament %(number)s, %(name)s: withdraw this"
            " revision if you chose the wrong tournament."
        )
        messages.warning(request, text % {"number": replaces.number, "name": replaces.name})
    return redirect(address_of(draft))


def _redirect_to_known(request: HttpRequest, received: Upload, known: Tournament) -> HttpResponse:
    text = _("This file has already been uploaded as tournament %(number)s, revision %(revision)s.")
    messages.info(request, text % {"number": known.number, "revision": known.revision})
    if permissions.may_see(account_of(request), known):
        return redirect(address_of(known))
    return redirect("upload-findings", received.pk)


@require_http_methods(["GET", "POST"])
@organiser_required
def findings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what reading an upload found; a file that looks like a correction asks which it is."""
    received = get_object_or_404(Upload, pk=pk)
    account = account_of(request)
    if not permissions.may_see(account, received):
        raise PermissionDenied
    reading = large_files.job_of(received) if large_files.is_unread(received) else None
    if reading:
        return redirect("job", reading.pk)
    known = intake.existing(received)
    lookalike = intake.similar(received) if received.format and known is None else None
    if request.method == "POST" and received.format and permissions.is_own(account, received):
        replaces = lookalike if request.POST.get("as") == "revision" else None
        return _draft(request, received, replaces=replaces)
    page = {
        "upload": received,
        "lines": queries.finding_lines(received.findings),
        "known": known if known and permissions.may_see(account, known) else None,
        "known_elsewhere": known,
        "lookalike": lookalike,
        "moved": lookalike is not None and not _is_same_day(received, lookalike),
        "may_draft": permissions.is_own(account, received) and bool(received.format) and known is None,
    }
    return render(request, "tournaments/findings.html", page)


def _is_same_day(received: Upload, lookalike: Tournament) -> bool:
    report, _findings = intake.read(received)
    return report is not None and report.start == lookalike.start


@require_GET
@organiser_required
def template(_request: HttpRequest) -> HttpResponse:
    """Return the empty spreadsheet."""
    answer = HttpResponse(spreadsheet.template(get_language() or ""), content_type=CSV)
    return name_file(answer, _("palmares-template.csv"))
