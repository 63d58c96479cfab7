"""The officer's page of accounts: who has one, who is invited, roles, a lost second factor."""

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.accounts import accounts, letters
from federation.accounts.permissions import account_of, officer_required, role_names
from federation.forms.accounts import InviteForm, StandingForm
from federation.models import Account, AccountLetter, Invitation
from federation.views.tables import AccountTable, InvitationTable

A_PAGE = 50


def _accounts() -> QuerySet[Account]:
    strong = Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES)
    return (
        Account.objects.annotate(has_factor=Exists(strong.filter(user=OuterRef("pk"))))
        .select_related("club")
        .prefetch_related("groups")
        .order_by("-is_active", "last_name", "first_name", "email")
    )


def _role_names(keys: list[str]) -> str:
    return ", ".join(map(str, role_names(keys)))


@require_safe
@officer_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the open invitations and every account, or those a text is found in."""
    text = request.GET.get("q", "").strip()[:100]
    fitting = _accounts()
    for word in text.split():
        fitting = fitting.filter(
            Q(email__icontains=word) | Q(first_name__icontains=word) | Q(last_name__icontains=word)
        )
    pages = Paginator(fitting, A_PAGE).get_page(request.GET.get("page"))
    letter = AccountLetter.objects.filter(invitation=OuterRef("pk")).order_by("-pk").values("letter")
    waiting = Invitation.objects.open().annotate(letter=Subquery(letter[:1]))
    waiting = waiting.select_related("club", "invited_by").order_by("-invited")
    page = {
        "text": text,
        "pages": pages,
        "accounts": AccountTable(
            (member, _role_names([group.name for group in member.groups.all()])) for member in pages
        ),
        "invitations": InvitationTable((invitation, _role_names(invitation.roles)) for invitation in waiting),
    }
    return render(request, "federation/accounts.html", page)


@require_http_methods(["GET", "POST"])
@officer_required
def invite(request: HttpRequest) -> HttpResponse:
    """Invite a person by e-mail."""
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            invitation, secret = accounts.invite(form.offer(), by=account_of(request))
        except accounts.Refused as refused:
            form.add_error("email", str(refused))
        else:
            return _send(request, invitation, secret)
    return render(
        request,
        "federation/invite.html",
        {"form": form, "days": settings.INVITATION_DAYS},
        status=422 if form.errors else 200,
    )


@require_POST
@officer_required
def invite_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Send an open invitation again, with another link: the first letter may have gone astray."""
    old = get_object_or_404(Invitation.objects.open().select_related("club"), pk=pk)
    offer = accounts.Offer(old.email, tuple(old.roles), old.club, old.language)
    try:
        invitation, secret = accounts.invite(offer, by=account_of(request))
    except accounts.Refused as refused:
        messages.error(request, str(refused))
        return redirect("accounts")
    return _send(request, invitation, secret)


def _send(request: HttpRequest, invitation: Invitation, secret: str) -> HttpResponse:
    """Have the e-mail sent, and show the officer the link to pass on where it does not arrive."""
    letters.note(letters.INVITATION, invitation.email, request=request, invitation=invitation)
    page = {
        "invitation": invitation,
        "link": request.build_absolute_uri(reverse("invitation", args=[secret])),
        "sends": bool(settings.EMAIL_URL),
    }
    return render(request, "federation/invited.html", page)


@require_POST
@officer_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """End an open invitation."""
    invitation = get_object_or_404(Invitation, pk=pk)
    if accounts.withdraw(invitation, by=account_of(request)):
        messages.success(request, _("The invitation has been withdrawn; its link no longer works."))
    else:
        messages.warning(request, _("This invitation is no longer valid."))
    return redirect("accounts")


@require_http_methods(["GET", "POST"])
@officer_required
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one account; change its roles, its club, whether it may log in."""
    account = get_object_or_404(_accounts(), pk=pk)
    roles = [group.name for group in account.groups.all()]
    form = StandingForm(
        request.POST or None, initial={"roles": roles, "club": account.club_id, "active": account.is_active}
    )
    if request.method == "POST" and form.is_valid():
        return _decide(request, account, form)
    officer = account_of(request)
    page = {
        "account": account,
        "form": form,
        "role_names": _role_names(roles),
        "own": account.pk == officer.pk,
        "above": account.is_superuser and not officer.is_superuser,
    }
    return render(request, "federation/account.html", page, status=422 if form.errors else 200)


def _decide(request: HttpRequest, account: Account, form: StandingForm) -> HttpResponse:
    try:
        changed = accounts.decide(account, form.standing(), by=account_of(request))
    except accounts.Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Saved.") if changed else _("No changes."))
    return redirect("account-of", account.pk)


@require_POST
@officer_required
def reset_second_factor(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a lost second factor away."""
    account = get_object_or_404(Account, pk=pk)
    try:
        accounts.reset_second_factor(account, by=account_of(request))
    except accounts.Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The second factor has been reset and all sessions ended."))
    return redirect("account-of", account.pk)
