"""The desk: an organiser's own tournaments, an officer's queue, and the page of one revision."""

from io import BytesIO

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation.accounts.permissions import is_officer, organiser_required
from federation.models import Account
from tournaments import permissions
from tournaments.checks import submission_checks
from tournaments.desk import desk_findings, queries
from tournaments.entrants import entries
from tournaments.forms.desk import FactsForm, ReasonForm, facts_form
from tournaments.intake import intake
from tournaments.models import Entry, Tournament, Upload
from tournaments.revisions import exports
from tournaments.revisions.report_to_models import EARLIEST
from tournaments.views.access import account_of, address_of, revision_for
from tournaments.views.tables import DeskTable, WaitingTable

_A_PAGE = 50


@require_GET
@organiser_required
def desk(request: HttpRequest) -> HttpResponse:
    """Show what waits for an officer and what the account handed in itself."""
    account = account_of(request)
    officer = is_officer(account)
    own = Paginator(queries.own(account), _A_PAGE).get_page(request.GET.get("page"))
    page = {
        "officer": officer,
        "queue": WaitingTable(queries.queue()[:200] if officer else ()),
        "unowned": DeskTable(queries.unowned()[:200] if officer else ()),
        "own": DeskTable(own),
        "pages": own,
        "leftover": queries.leftover_uploads(account),
    }
    return render(request, "tournaments/desk.html", page)


@require_http_methods(["GET", "POST"])
@organiser_required
def tournament(request: HttpRequest, number: int, revision: int) -> HttpResponse:
    """Show one revision with its findings and crosstable; the organiser may correct the facts of a draft."""
    current = revision_for(request, (number, revision))
    form = facts_form(current)
    if request.method == "POST":
        form = FactsForm(request.POST, discipline=current.discipline)
        if form.is_valid():
            return _correct(request, current, form)
    page = _tournament_page(account_of(request), current, form)
    return render(request, "tournaments/tournament.html", page, status=422 if form.errors else 200)


def _correct(request: HttpRequest, current: Tournament, form: FactsForm) -> HttpResponse:
    if not permissions.is_own(account_of(request), current):
        raise PermissionDenied
    try:
        seen = request.POST.get("seen", "")
        changed = intake.correct(current, form.facts, account=account_of(request), seen_as=seen)
    except entries.Closed as closed:
        messages.error(request, closed.message)
    except submission_checks.Refused as refused:
        for problem in refused.problems:
            messages.error(request, problem.message)
    else:
        messages.success(request, _("Saved.") if changed else _("Nothing had changed."))
    return redirect(address_of(current))


def _tournament_page(account: Account, current: Tournament, form: FactsForm) -> dict[str, object]:
    """What the template of one revision needs."""
    rows = queries.crosstable(current)
    corrected, cells = desk_findings.corrected(current, {row.entry.number: str(row.entry) for row in rows})
    matches = [row.entry.match for row in rows]
    return {
        **standing(account, current),
        "form": form,
        "rows": rows,
        "rounds": range(1, len(rows[0].cells) + 1 if rows else 1),
        "table": desk_findings.marked(rows, cells),
        "corrections": corrected,
        "findings": desk_findings.groups(current),
        "severities": queries.severities(current.current_findings),
        "seen": intake.seen(current),
        "formats": exports.WRITTEN,
        "matches": [(state, matches.count(state)) for state in Entry.Match if state in matches],
        "dated": current.start >= EARLIEST,
        "revisions": queries.revisions(current),
        "history": queries.history(current),
    }


def standing(account: Account, current: Tournament) -> dict[str, object]:
    """Return what shows where a revision stands and what may be done with it now."""
    may_edit = permissions.may_edit(account, current)
    found = submission_checks.before_submission(current) if may_edit else ()
    return {
        "tournament": current,
        "reason_form": ReasonForm(),
        "problems": found,
        "checked": not found if may_edit else None,
        "undecided": any(problem.code in submission_checks.OF_MATCHES for problem in found),
        "may_edit": may_edit,
        "may_decide": permissions.may_decide(account, current),
        "may_approve": permissions.may_approve(account, current),
        "may_withdraw": permissions.may_withdraw(account, current),
        "may_reopen": permissions.may_reopen(account, current),
        "may_revoke": permissions.may_revoke(account, current),
    }


@require_GET
@organiser_required
def file(request: HttpRequest, number: int, revision: int) -> FileResponse:
    """Return the file as it was handed in."""
    current = revision_for(request, (number, revision))
    if current.upload_id is None:
        raise Http404
    upload = Upload.objects.get(pk=current.upload_id)
    # Never shown in the page: whatever somebody handed in is only ever saved.
    answer = FileResponse(BytesIO(bytes(upload.content)), as_attachment=True, filename=upload.filename)
    answer["Content-Type"] = "application/octet-stream"
    return answer
