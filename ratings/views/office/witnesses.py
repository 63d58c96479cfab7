"""The office's page of witnesses: logs watched here, witnesses of our own log, alarms."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts.permissions import account_of, officer_required
from federation.models import Account
from federation.web.tables import Column, Moment, Table
from ratings.models import LogAlarm, LogHead, LogWitness, WatchedLog
from ratings.public_log.witness import alarms, entering, watch_round
from ratings.public_log.witness.entering import PROBLEMS

LOG, WITNESS = "log", "witness"
_ENTER: dict[str, Callable[..., WatchedLog | LogWitness]] = {LOG: entering.watch, WITNESS: entering.trust}


class _Entry(forms.Form):
    """An address and a key, as the page of the other installation's log shows them."""

    address = forms.CharField(
        label=gettext_lazy("Address of the log"),
        max_length=500,
        help_text=gettext_lazy("For example https://ratings.example.org/log."),
        widget=forms.URLInput,
    )


class LogForm(_Entry):
    """A log of another installation."""

    key = forms.CharField(
        label=gettext_lazy("Key of the log"),
        max_length=300,
        help_text=gettext_lazy(
            "The page “Public log” there shows it: the text behind --key, without quotation marks."
        ),
    )


class WitnessForm(_Entry):
    """Another installation that watches our log."""

    key = forms.CharField(
        label=gettext_lazy("Key of the witness"),
        max_length=300,
        help_text=gettext_lazy("The page “Public log” there shows it, under “Witnesses”."),
    )


class State(Column):
    """Column for the result of the last look."""

    def __init__(self) -> None:
        super().__init__(gettext_lazy("State"), "second", empty_values=())

    def render(self, record: WatchedLog | LogWitness) -> str:
        """Return how the last look at a log or a witness went, in words."""
        if record.problem:
            return str(PROBLEMS.get(record.problem, record.problem))
        return str(gettext_lazy("in order") if record.looked else gettext_lazy("not looked at yet"))


class WatchedTable(Table):
    """Logs watched here."""

    blank = "–"
    name = Column(gettext_lazy("Log"), "name", accessor="origin")
    size = Column(gettext_lazy("Entries seen"), "number second", told=True)
    looked = Moment(gettext_lazy("Last look"), "second nowrap")
    state = State()
    acts = Column(gettext_lazy("Actions"), "second", empty_values=(), hidden=True)


class WitnessTable(Table):
    """Witnesses of our own log."""

    blank = "–"
    name = Column(gettext_lazy("Witness"), "name")
    size = Column(gettext_lazy("Entries seen"), "number second", told=True)
    cosigned = Moment(gettext_lazy("Cosigned"), "second nowrap")
    state = State()
    acts = Column(gettext_lazy("Actions"), "second", empty_values=(), hidden=True)


class AlarmTable(Table):
    """Alarms about logs, the newest first."""

    name = Column(gettext_lazy("Log"), "name", accessor="origin")
    kind = Column(gettext_lazy("What happened"), "second", accessor="get_kind_display")
    found = Moment(gettext_lazy("Found"), "second nowrap")
    evidence = Column(gettext_lazy("Evidence"), "second", empty_values=())
    acts = Column(gettext_lazy("Actions"), "second", empty_values=(), hidden=True)


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
