"""The desk of claims: who asks for which record; accept, refuse with a reason, undo."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import account_of, editable_players, registrar_required
from federation.claims import claims
from federation.claims.claims import ClaimError, State
from federation.models import RecordClaim
from federation.views.tables import ClaimTable

A_PAGE = 50


def _claims(request: HttpRequest) -> QuerySet[RecordClaim]:
    """Return the claims of players the account may change; `is_held`: another account holds the record."""
    held_claims = RecordClaim.objects.filter(player=OuterRef("player"), state=State.HELD)
    others = Exists(held_claims.exclude(pk=OuterRef("pk")))
    editable = RecordClaim.objects.filter(player__in=editable_players(request.user)).annotate(is_held=others)
    return editable.select_related("player__club", "account", "decided_by")


@require_safe
@registrar_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the requests that wait, the oldest first, and what was decided, the latest first."""
    decided = _claims(request).filter(state__in=(State.HELD, State.REFUSED)).order_by("-decided", "-pk")
    pages = Paginator(decided, A_PAGE).get_page(request.GET.get("page"))
    page = {
        "waiting": _claims(request).filter(state=State.WAITING).order_by("asked"),
        "decided": ClaimTable(pages),
        "pages": pages,
        "account": account_of(request),
    }
    return render(request, "federation/register/claims.html", page)


@require_POST
@registrar_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept a request, refuse it with a reason, or undo what was decided."""
    claim = get_object_or_404(_claims(request), pk=pk)
    act, account = request.POST.get("act", ""), account_of(request)
    try:
        if act == "accept":
            claims.accept(claim, by=account)
        elif act == "refuse":
            claims.refuse(claim, request.POST.get("reason", ""), by=account)
        elif act == "undo":
            claims.reopen(claim, by=account)
        else:
            raise BadRequest("no such act on a claim")
    except ClaimError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Saved. The person is told by e-mail."))
    return redirect("register-claims")
