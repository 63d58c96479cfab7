"""The officers' board of what goes onward, and what the office sets about it."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from federation.accounts.permissions import account_of, officer_required
from tournaments.dispatch import board, rules
from tournaments.forms.dispatch import RuleForm
from tournaments.onward.receivers import KEYS, RECEIVERS
from tournaments.views.tables import OnwardTable

A_PAGE = 50
STATES = [
    ("", gettext_lazy("to be sent")),
    ("overdue", gettext_lazy("overdue")),
    ("sent", gettext_lazy("sent, no reply yet")),
    ("accepted", gettext_lazy("accepted")),
    ("off", gettext_lazy("not to be sent")),
    ("all", gettext_lazy("everything")),
]


@require_GET
@officer_required
def show(request: HttpRequest) -> HttpResponse:
    """Show what is to be sent, the most overdue first."""
    rule, today, wanted = rules.rule(), timezone.localdate(), _read_filter(request)
    pages = Paginator(board.rows(rule, today, wanted), A_PAGE).get_page(request.GET.get("page"))
    page = {
        "pages": pages,
        "board": OnwardTable(pages),
        "rule": rule,
        "wanted": wanted,
        "states": STATES,
        "receivers": [("", _("all recipients")), *((key, RECEIVERS[key].name) for key in KEYS)],
        "asks": wanted != board.Wanted(),
    }
    return render(request, "tournaments/onward_board.html", page)


def _read_filter(request: HttpRequest) -> board.Wanted:
    """Read the filter; an unknown value is ignored."""
    state, receiver = request.GET.get("state", ""), request.GET.get("receiver", "")
    return board.Wanted(
        state=state if state in board.STATES else "",
        receiver=receiver if receiver in KEYS else "",
        text=request.GET.get("q", "").strip()[:100],
    )


@require_http_methods(["GET", "POST"])
@officer_required
def rule(request: HttpRequest) -> HttpResponse:
    """Show from when on, where to and with which days of its own the office sends, and let it be changed."""
    dispatch_rule = rules.rule()
    initial = {name: getattr(dispatch_rule, name) for name in rules.FIELDS}
    form = RuleForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        changed = rules.choose(form.cleaned_data, account=account_of(request))
        messages.success(request, _("Saved.") if changed else _("No changes."))
        return redirect("onward-rule")
    status = 422 if form.errors else 200
    return render(request, "tournaments/onward_rule.html", {"form": form}, status=status)
