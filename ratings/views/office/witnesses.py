"""The office's page of witnesses: logs watched here, witnesses of our own log, alarms."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts.permissions import account_of, officer_required
from federation.models import Account
from ratings.forms.witnesses import LogForm, WitnessForm
from ratings.models import LogAlarm, LogHead, LogWitness, WatchedLog
from ratings.public_log.witness import alarms, entering, watch_round
from ratings.views.office.witness_tables import AlarmTable, WatchedTable, WitnessTable

LOG, WITNESS = "log", "witness"
_ENTER: dict[str, Callable[..., WatchedLog | LogWitness]] = {LOG: entering.watch, WITNESS: entering.trust}


@never_cache
@require_http_methods(["GET", "POST"])
@officer_required
def show(request: HttpRequest) -> HttpResponse:
    """Show what was seen of which log; enter a log to watch or a witness of our own."""
    kind = request.POST.get("kind", "")
    asked: dict[str, forms.Form] = {
        LOG: LogForm(request.POST if kind == LOG else None, prefix=LOG),
        WITNESS: WitnessForm(request.POST if kind == WITNESS else None, prefix=WITNESS),
    }
    form = asked.get(kind)
    if form is not None and form.is_valid() and _entered(form, kind, account_of(request)):
        messages.success(request, _("Saved. The first look follows within a minute."))
        return redirect("witnesses")
    page = {
        "log_form": asked[LOG],
        "witness_form": asked[WITNESS],
        "logs": WatchedTable(WatchedLog.objects.order_by("origin")),
        "witnesses": WitnessTable(LogWitness.objects.order_by("name")),
        "alarms": AlarmTable(LogAlarm.objects.order_by("-pk")),
        "head": LogHead.objects.first(),
    }
    return render(request, "ratings/review/witnesses.html", page, status=422 if form and form.errors else 200)


def _entered(form: forms.Form, kind: str, account: Account) -> bool:
    """Enter the values of a valid form and have them checked; False with an error at its field."""
    cleaned = form.cleaned_data
    try:
        with transaction.atomic():
            _ENTER[kind](cleaned["address"], cleaned["key"], account=account)
            watch_round.request()
    except entering.EntryError as refused:
        form.add_error(refused.field, str(refused.message))
        return False
    return True


@never_cache
@require_POST
@officer_required
def remove(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Watch a log no more, or ask a witness no more."""
    found: WatchedLog | LogWitness
    if kind == LOG:
        found = get_object_or_404(WatchedLog, pk=pk)
    elif kind == WITNESS:
        found = get_object_or_404(LogWitness, pk=pk)
    else:
        raise Http404(kind)
    entering.remove(found, account=account_of(request))
    messages.success(request, _("Removed."))
    return redirect("witnesses")


@never_cache
@require_POST
@officer_required
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Note that an alarm was settled."""
    alarms.settle(get_object_or_404(LogAlarm, pk=pk), account=account_of(request))
    return redirect("witnesses")
