"""The pages of webhooks, with form and tables: an account's, for officers all; one with its messages."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts.permissions import (
    account_of,
    is_officer,
    lacks_second_factor,
    roles,
    to_second_factor,
)
from federation.journal.acts import webhook_events
from federation.models import Account, Webhook, WebhookMessage
from federation.vocabulary.keys import key_from
from federation.web.tables import Column, Moment, Table
from federation.webhooks import endpoints
from federation.webhooks.endpoints import Wanted
from federation.webhooks.sending import WHY

A_PAGE = 25
OVERLAP_HOURS = int(endpoints.OVERLAP.total_seconds()) // 3600


class WebhookTable(Table):
    """Webhooks, and how they fare."""

    name = Column(gettext_lazy("Webhook"), "name", accessor="pk")
    events = Column(gettext_lazy("Events"), "second")
    account = Column(gettext_lazy("Account"), "second")
    state = Column(gettext_lazy("State"), "second", accessor="get_state_display")

    def render_events(self, value: list[str]) -> str:
        """Name the events."""
        return ", ".join(value)


class MessageTable(Table):
    """Messages of a webhook, the newest first."""

    type = Column(gettext_lazy("Event"), "name")
    created = Moment(pgettext_lazy("when", "Created"), "second nowrap")
    state = Column(gettext_lazy("State"), "second", accessor="get_state_display")
    attempts = Column(gettext_lazy("Attempts"), "number second", told=True)
    answer = Column(gettext_lazy("Last answer"), "second", empty_values=())
    again = Column(gettext_lazy("Send again"), "second", empty_values=(), hidden=True)

    def render_answer(self, record: WebhookMessage) -> str:
        """Return the result of the last attempt: status and duration, or the error."""
        if record.error:
            return str(WHY.get(record.error, record.error))
        if record.status is None:
            return "–"
        return f"{record.status} · {round((record.seconds or 0) * 1000)} ms"


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """List webhooks and add one; its secret is shown on the answer to the form and never again."""
    account = account_of(request)
    if lacks_second_factor(account):
        return to_second_factor(request)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            webhook, secret = endpoints.add(account, form.wanted())
            return _page(request, webhook, secret=secret)
        except endpoints.WebhookError as refused:
            form.add_error("url", str(refused.message))
    table = WebhookTable(endpoints.of(account))
    page = {"form": form, "webhooks": table, "officer": is_officer(account)}
    return render(request, "federation/webhooks.html", page, status=422 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a webhook with its messages; change where to and what about."""
    account = account_of(request)
    if lacks_second_factor(account):
        return to_second_factor(request)
    webhook = get_object_or_404(endpoints.of(account), pk=pk)
    if request.method != "POST":
        return _page(request, webhook)
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            if endpoints.change(webhook, form.wanted(), account=account):
                messages.success(request, _("Saved."))
            return redirect(webhook)
        except endpoints.WebhookError as refused:
            form.add_error("url", str(refused.message))
    return _page(request, webhook, form=form)


@never_cache
@login_required
@require_POST
def act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Test a webhook, replace its secret, turn it on or off, delete it, or send a message again."""
    account = account_of(request)
    if lacks_second_factor(account):
        return to_second_factor(request)
    webhook = get_object_or_404(endpoints.of(account), pk=pk)
    if act == "rotate":
        return _page(request, webhook, secret=endpoints.rotate(webhook, account=account))
    if act not in _ACTS:
        raise Http404
    return _ACTS[act](request, webhook, account)


def _test(request: HttpRequest, webhook: Webhook, _account: Account) -> HttpResponse:
    text = _("A test message will be sent within a few seconds. Reload this page to see the answer.")
    try:
        if endpoints.test(webhook).type == endpoints.CHALLENGE:
            text = _("The challenge will be sent within a few seconds. Reload this page to see the answer.")
        messages.success(request, text)
    except endpoints.WebhookError as refused:
        messages.error(request, str(refused.message))
    return redirect(webhook)


def _turn_off(_request: HttpRequest, webhook: Webhook, account: Account) -> HttpResponse:
    endpoints.turn_off(webhook, account=account)
    return redirect(webhook)


def _turn_on(_request: HttpRequest, webhook: Webhook, account: Account) -> HttpResponse:
    endpoints.turn_on(webhook, account=account)
    return redirect(webhook)


def _delete(request: HttpRequest, webhook: Webhook, account: Account) -> HttpResponse:
    endpoints.delete(webhook, account=account)
    messages.success(request, _("The webhook has been deleted."))
    return redirect("webhooks")


def _send_again(request: HttpRequest, webhook: Webhook, account: Account) -> HttpResponse:
    message = get_object_or_404(_messages(webhook), pk=key_from(request.POST.get("message", "")))
    endpoints.send_again(message, account=account)
    messages.success(request, _("The message will be sent again within a few seconds."))
    return redirect(webhook)


_ACTS: dict[str, Callable[[HttpRequest, Webhook, Account], HttpResponse]] = {
    "test": _test,
    "off": _turn_off,
    "on": _turn_on,
    "delete": _delete,
    "again": _send_again,
}
_LEADS = {
    "new": gettext_lazy(
        "Messages are sent once this address has answered a challenge: a message of the type "
        "webhook.challenge, whose value the answer repeats."
    ),
    "on": gettext_lazy("Messages are sent to this address."),
    "off": gettext_lazy("No messages are sent to this address until the webhook is turned on."),
    "failed": gettext_lazy(
        "The address failed for days, so no more messages are sent. Fix it, then turn the webhook on."
    ),
    "gone": gettext_lazy("The recipient asked for no more messages (410)."),
}


def _messages(webhook: Webhook) -> QuerySet[WebhookMessage]:
    return webhook.messages.order_by("-created", "-pk")


class WebhookForm(forms.Form):
    """An address and the events to send to it."""

    url = forms.CharField(
        label=gettext_lazy("Web address"),
        max_length=500,
        help_text=gettext_lazy("Where messages are sent, for example https://example.org/hook."),
        widget=forms.URLInput,
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Which program receives the messages."),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Send a message when"),
        choices=lambda: webhook_events().items(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one event.")},
    )

    def wanted(self) -> Wanted:
        """Return what a valid form asks for."""
        cleaned = self.cleaned_data
        return Wanted(cleaned["url"].strip(), cleaned["events"], cleaned["description"])


def _page(
    request: HttpRequest, webhook: Webhook, *, secret: str = "", form: WebhookForm | None = None
) -> HttpResponse:
    webhook.refresh_from_db()
    initial = {"url": webhook.url, "description": webhook.description, "events": webhook.events}
    pages = Paginator(_messages(webhook), A_PAGE).get_page(request.GET.get("page"))
    page = {
        "webhook": webhook,
        "lead": _LEADS[webhook.state],
        "form": form or WebhookForm(initial=initial),
        "secret": secret,
        "hours": OVERLAP_HOURS,
        "may_turn_on": webhook.state != Webhook.State.NEW or bool(roles(account_of(request))),
        "is_rotated": bool(webhook.seed_before),
        "pages": pages,
        "messages_sent": MessageTable(pages),
    }
    return render(request, "federation/webhook.html", page, status=422 if form else 200)
