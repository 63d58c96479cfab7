"""Sign-up of players by the link of a letter, and of people invited by the link of an invitation.

Players give their address first, then, by the link, name and password. A passkey may replace the password.
The answer is the same whether or not the address has an account. Nothing is stored before the link is opened;
the record to be claimed is in it, signed.
"""

import time

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import Login
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from federation.accounts import accounts, letters
from federation.accounts.permissions import role_names
from federation.api.rate_limit import place_of, take
from federation.forms.accounts import JoinForm
from federation.forms.claims import SignUpForm
from federation.models import Account, Invitation
from federation.views.claims import RECORD

HOUR, DAY = 3600, 86_400
PER_PLACE = 10  # requests allowed from one place in an hour
PER_ADDRESS = 3  # letters to one address in a day


@never_cache
@require_http_methods(["GET", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Show the form for an address, or how one comes to an account where signing up is closed."""
    record = record_asked(request.GET.get(REDIRECT_FIELD_NAME, ""))
    if request.user.is_authenticated:
        return redirect("claim", record) if record else redirect("account")
    if not settings.SIGN_UP:
        return render(request, "account/signup_closed.html")
    form = SignUpForm(request.POST or None)
    status = 200
    if request.method == "POST":
        now, status = time.time(), 422
        if take(f"sign-up {place_of(request)}", limit=PER_PLACE, now=now, seconds=HOUR).is_spent:
            form.add_error(None, _("Too many requests came from your address. Try again in an hour."))
            status = 429
        elif form.is_valid():
            _send(request, form.cleaned_data["email"], record)
            return redirect("signup-sent")
    return render(request, "account/signup.html", {"form": form}, status=status)


def record_asked(address: str) -> int:
    """Return the number of the player whose record was to be linked on login; 0 for none.

    Nothing else of the address after the login is carried: our letters lead to no other page.
    """
    try:
        match = resolve(address)
    except Resolver404:
        return 0
    return int(match.kwargs["number"]) if match.view_name == "claim" else 0


def _send(request: HttpRequest, email: str, record: int) -> None:
    """Have the link sent, or the way in to an account; an address that got enough today gets nothing."""
    if not take(f"signed-up {email}", limit=PER_ADDRESS, now=time.time(), seconds=DAY).is_spent:
        letters.note(letters.SIGN_UP, email, request=request, facts={"record": record})


@never_cache
@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """Show that a letter is on its way."""
    return render(request, "account/signup_sent.html")


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def open_account(request: HttpRequest, token: str) -> HttpResponse:
    """Make the account of a confirmed address, and log it in; 410 for a link that opens nothing any more."""
    email, record = _signed(token)
    if not email or not settings.SIGN_UP:
        return render(request, "account/signup_ended.html", status=410)
    if request.user.is_authenticated:
        return redirect("account")
    with_passkey = request.POST.get("by") == "passkey"
    form = JoinForm(request.POST or None, email=email, with_passkey=with_passkey)
    if request.method == "POST" and form.is_valid():
        try:
            account = accounts.sign_up(email, form.joining())
        except accounts.Refused as refused:
            form.add_error(None, str(refused))
        else:
            return _log_in(request, account, record, with_passkey=with_passkey)
    page = {"form": form, "email": email}
    return render(request, "account/signup_open.html", page, status=422 if form.errors else 200)


def _signed(token: str) -> tuple[str, int]:
    """Return the address a link was sent to and the record to link, 0 for none.

    The address is "" of a link too old, used, or not ours. Links sent before 1.1 sign the address alone.
    """
    try:
        payload = signing.loads(token, salt=letters.SALT, max_age=settings.SIGN_UP_SECONDS)
    except signing.BadSignature:
        return "", 0
    email, record = payload if isinstance(payload, list) else (payload, 0)
    return ("", 0) if Account.objects.filter(email=email).exists() else (email, record)


def _log_in(request: HttpRequest, account: Account, record: int, *, with_passkey: bool) -> HttpResponse:
    record_authentication(request, account, method="invitation")
    if with_passkey:
        to = reverse("mfa_add_webauthn")
        request.session[RECORD] = record  # for when the passkey is there
    else:
        to = reverse("claim", args=[record]) if record else reverse("claim-find")
    answer: HttpResponse = perform_login(request, Login(user=account, redirect_url=to))
    return answer


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def accept_invitation(request: HttpRequest, secret: str) -> HttpResponse:
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
