"""One's own account: logging in, what it is, where it is logged in, its keys, its tokens."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.views import LoginView
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.views import ListWebAuthnView, RemoveWebAuthnView
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts import accounts, tokens
from federation.accounts.allauth_adapters import SecondFactor, browser_of
from federation.accounts.permissions import account_of, needs_second_factor, role_names, roles
from federation.claims.claims import held_by
from federation.models import Token
from federation.views.tables import KeyTable, SessionTable, TokenTable

TOO_MANY = "too_many_login_attempts"


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(
        label=pgettext_lazy("of a thing", "Name"),
        max_length=80,
        help_text=gettext_lazy("Which program will use it, and on which machine."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("May be used to"),
        choices=list(tokens.SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose what the token may be used for.")},
    )


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def own_tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens of an account; a new one is shown on the answer to the form and never again."""
    account = account_of(request)
    sent = request.POST if request.method == "POST" else None
    form = TokenForm(sent, initial={"scopes": list(tokens.TICKED)})
    secret, token = "", None
    if request.method == "POST" and form.is_valid():
        try:
            token, secret = tokens.issue(account, **form.cleaned_data)
            form = TokenForm(initial={"scopes": list(tokens.TICKED)})
        except tokens.TokenError as refusal:
            form.add_error(None, str(refusal.message))
    table = TokenTable(tokens.in_force(account))
    page = {"form": form, "tokens": table, "secret": secret, "made": token}
    return render(request, "federation/tokens.html", page, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_token(request: HttpRequest, number: int) -> HttpResponse:
    """Revoke one of one's own tokens; another account's gives 404."""
    account = account_of(request)
    tokens.revoke(get_object_or_404(Token, pk=number, account=account), account=account)
    return redirect("tokens")


class LogIn(LoginView):  # type: ignore[misc]  # allauth has no types
    """Log in by e-mail address; a locked address gets its own status."""

    def form_invalid(self, form: Form) -> HttpResponse:
        """Show the form again: 429 while the address is locked from this place."""
        locked = form.has_error("__all__", TOO_MANY)
        page: HttpResponse = self.render_to_response(self.get_context_data(form=form))
        page.status_code = 429 if locked else 200
        return page


class Keys(ListWebAuthnView):  # type: ignore[misc]  # allauth has no types
    """List the keys of an account."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return what the page shows."""
        return {**super().get_context_data(**kwargs), "keys": KeyTable(self.object_list)}


class RemoveKey(RemoveWebAuthnView):  # type: ignore[misc]  # allauth has no types
    """Remove a key, but not the last one of an officer."""

    def form_valid(self, form: Form) -> HttpResponse:
        """Remove it, or say why not."""
        adapter = SecondFactor()
        if not adapter.can_delete_authenticator(self.get_object()):
            messages.error(self.request, str(adapter.error_messages["cannot_delete_authenticator"]))
            return redirect("mfa_index")
        answer: HttpResponse = super().form_valid(form)
        return answer


@dataclass(frozen=True, slots=True)
class Place:
    """Where an account is logged in."""

    since: datetime
    address: str
    browser: str
    is_this: bool


@never_cache
@login_required
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show one's own account and where to change it."""
    account = account_of(request)
    kinds = list(Authenticator.objects.filter(user=account).values_list("type", flat=True))
    page = {
        "roles": role_names(roles(account)),
        "has_app": Authenticator.Type.TOTP in kinds,
        "keys": kinds.count(Authenticator.Type.WEBAUTHN),
        "needs_second_factor": needs_second_factor(account),
        "records": held_by(account).count(),
        "places": UserSession.objects.filter(user=account).count(),
    }
    return render(request, "account/overview.html", page)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """Show where one is logged in; log the others out."""
    account = account_of(request)
    if request.method == "POST":
        ended = accounts.end_sessions(account, but=request.session.session_key)
        text = ngettext("%(count)s session was ended.", "%(count)s sessions were ended.", ended)
        messages.success(request, text % {"count": ended} if ended else _("No other session was open."))
        return redirect("sessions")
    if not UserSession.objects.filter(session_key=request.session.session_key).exists():
        UserSession.objects.create_from_request(request)  # begun before sessions were listed
    places = [
        Place(session.created_at, session.ip, browser_of(session.user_agent), session.is_current())
        for session in UserSession.objects.purge_and_list(account)
    ]
    places.sort(key=lambda place: (not place.is_this, -place.since.timestamp()))
    return render(request, "account/sessions.html", {"places": SessionTable(places)})
