"""The page behind an invitation's link: name, and password or passkey."""

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import Login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from federation.accounts import accounts
from federation.accounts.permissions import role_names
from federation.forms.accounts import JoinForm
from federation.models import Invitation


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def accept(request: HttpRequest, secret: str) -> HttpResponse:
    """Show what is offered, and make the account; 410 for a link that opens nothing any more."""
    invitations = Invitation.objects.open().filter(digest=accounts.digest(secret))
    invitation = invitations.select_related("club", "invited_by").first()
    if invitation is None:
        return render(request, "account/invitation_ended.html", status=410)
    if request.user.is_authenticated:
        return render(request, "account/invitation_other.html", {"invitation": invitation})
    with_passkey = request.POST.get("by") == "passkey"
    form = JoinForm(request.POST or None, email=invitation.email, with_passkey=with_passkey)
    if request.method == "POST" and form.is_valid():
        try:
            return _join(request, invitation, form)
        except accounts.Refused as refused:
            form.add_error(None, str(refused))
    page = {"invitation": invitation, "form": form, "roles": role_names(invitation.roles)}
    return render(request, "account/invitation.html", page, status=422 if form.errors else 200)


def _join(request: HttpRequest, invitation: Invitation, form: JoinForm) -> HttpResponse:
    """Make the account and log it in; who chose a passkey is led to where it is made."""
    account = accounts.join(invitation, form.joining())
    record_authentication(request, account, method="invitation")
    to = reverse("mfa_add_webauthn" if form.with_passkey else "account")
    answer: HttpResponse = perform_login(request, Login(user=account, redirect_url=to))
    return answer
