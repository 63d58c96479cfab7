"""The register's desk: players whom approvals have enrolled, and undoing one enrolment as one act."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import account_of, registrar_required
from federation.models import Account
from federation.vocabulary.keys import key_from
from tournaments import permissions
from tournaments.checks.problems import Refused
from tournaments.models import Enrolment
from tournaments.models.stages import Stage
from tournaments.submission import undo_enrolment
from tournaments.views.tables import EnrolmentTable, GoingTable, StayingTable

_A_PAGE = 50


def _keeper(request: HttpRequest) -> Account:
    """Return the account, which keeps the whole register; 403 for the registrar of a club."""
    account = account_of(request)
    if not permissions.may_undo_enrolment(account):
        raise PermissionDenied
    return account


@require_safe
@registrar_required
def index(request: HttpRequest) -> HttpResponse:
    """Show every approval that enrolled players, newest first."""
    _keeper(request)
    text = request.GET.get("q", "").strip()[:100]
    enrolments = Enrolment.objects.select_related("tournament", "account").order_by("-pk")
    if (number := key_from(text)) is not None:
        enrolments = enrolments.filter(tournament__number=number)
    elif text:
        enrolments = enrolments.filter(tournament__name__icontains=text)
    pages = Paginator(enrolments, _A_PAGE).get_page(request.GET.get("page"))
    page = {"text": text, "pages": pages, "enrolments": EnrolmentTable(pages)}
    return render(request, "tournaments/enrolments.html", page)


@require_safe
@registrar_required
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show exactly who would go and who would stay, and why."""
    _keeper(request)
    enrolment = _enrolment(pk)
    foreseen = undo_enrolment.foresee(enrolment)
    page = {
        "enrolment": enrolment,
        "tournament": enrolment.tournament,
        "foreseen": foreseen,
        "counts": enrolment.tournament.stage == Stage.APPROVED,
        "going": GoingTable(foreseen.going),
        "staying": StayingTable(foreseen.staying),
    }
    return render(request, "tournaments/enrolment.html", page)


@require_POST
@registrar_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove the players the page has shown, or give the reason why none was."""
    account = _keeper(request)
    enrolment = _enrolment(pk)
    try:
        done = undo_enrolment.undo(enrolment, seen=request.POST.get("seen", ""), account=account)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, problem.message)
    else:
        gone = ngettext(
            "%(count)s player is no longer in the register.",
            "%(count)s players are no longer in the register.",
            done.removed,
        )
        opened = ngettext(
            "%(count)s entry can be matched again.", "%(count)s entries can be matched again.", done.opened
        )
        undone = _("Undone.")
        text = f"{undone} {gone % {'count': done.removed}} {opened % {'count': done.opened}}"
        messages.success(request, text)
    return redirect(enrolment)


def _enrolment(pk: int) -> Enrolment:
    enrolments = Enrolment.objects.select_related("tournament", "account", "undone_by")
    return get_object_or_404(enrolments, pk=pk)
