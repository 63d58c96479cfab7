"""The page of one's own tokens: make one, see when each was used, revoke it."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from federation.accounts import tokens
from federation.accounts.permissions import account_of
from federation.models import Token
from federation.views.tables import TokenTable


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(
        label=pgettext_lazy("of a thing", "Name"),
        max_length=80,
        help_text=_("Which program will use it, and on which machine."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("May be used to"),
        choices=list(tokens.SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose what the token may be used for.")},
    )


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def own(request: HttpRequest) -> HttpResponse:
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
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """Revoke one of one's own tokens; another account's gives 404."""
    account = account_of(request)
    tokens.revoke(get_object_or_404(Token, pk=number, account=account), account=account)
    return redirect("tokens")
