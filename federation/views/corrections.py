"""The desk of errors that players report: what is wrong, where it is corrected, and the answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.permissions import account_of, registrar_required
from federation.claims import corrections, office
from federation.claims.corrections import CorrectionError, State
from federation.journal.subjects import Subject, address, find_subjects
from federation.models import CorrectionRequest
from federation.views.tables import CorrectionTable
from federation.vocabulary.keys import keys_from

A_PAGE = 50
AT_ONCE = 200  # reports shown as waiting


@dataclass(frozen=True, slots=True)
class Shown:
    """Reports of one thing, each with the game it is about, and the desk that corrects it."""

    first: CorrectionRequest
    requests: Sequence[tuple[CorrectionRequest, Subject | None]]
    desk: str


def _shown(waiting: Iterable[CorrectionRequest]) -> list[Shown]:
    """Put reports of one thing together; a query for their games, none where no report names one."""
    groups = corrections.grouped(waiting)
    games = find_subjects(
        ("game", str(report.game)) for group in groups for report in group.requests if report.game
    )
    return [
        Shown(
            group.first,
            [(report, games.get(("game", str(report.game)))) for report in group.requests],
            _desk(group.first),
        )
        for group in groups
    ]


def _desk(report: CorrectionRequest) -> str:
    if report.is_about_register:
        return reverse("register-edit", args=[report.player_id])
    return address("tournament", report.tournament)


@require_safe
@registrar_required
def index(request: HttpRequest) -> HttpResponse:
    """Show what waits, by thing, and what was decided, the latest first."""
    account = account_of(request)
    reports = corrections.for_office(account)
    pages = Paginator(reports.exclude(state=State.OPEN).order_by("-decided", "-pk"), A_PAGE).get_page(
        request.GET.get("page")
    )
    waiting = reports.filter(state=State.OPEN).order_by("pk")[:AT_ONCE]
    page = {
        "waiting": _shown(waiting),
        "decided": CorrectionTable(pages),
        "pages": pages,
        "others": office.errors_of_others(account),
    }
    return render(request, "federation/register/corrections.html", page)


@require_POST
@registrar_required
def decide(request: HttpRequest) -> HttpResponse:
    """Accept or refuse the reports that were ticked."""
    state = request.POST.get("act", "")
    keys = keys_from(request.POST.getlist("request"))
    if state not in (State.ACCEPTED, State.REFUSED):
        raise BadRequest("no such decision about a report")
    try:
        count = corrections.decide(keys, state, request.POST.get("answer", ""), by=account_of(request))
    except CorrectionError as error:
        messages.error(request, str(error))
    else:
        text = ngettext(
            "%(count)s report decided. Its author is told by e-mail.",
            "%(count)s reports decided. Their authors are told by e-mail.",
            count,
        )
        messages.success(request, text % {"count": count})
    return redirect("register-corrections")
