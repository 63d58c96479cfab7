"""Logging in and out, and the lock after repeated failures."""

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView, redirect_to_login
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from federation import journal
from federation.models import Account

FAILURES = 5  # in a row, for one address from one place
LOCKED_SECONDS = 15 * 60


def _place(request: HttpRequest) -> str:
    """Where a request comes from: behind our own proxy, what the proxy says last."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if forwarded and getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        return str(forwarded).rsplit(",", 1)[-1].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def _key(request: HttpRequest) -> str:
    """The cache key of one address tried from one place; hashed, since both are what a visitor sends."""
    address = request.POST.get("username", "").strip().lower()
    digest = hashlib.sha256(f"{address} {_place(request)}".encode()).hexdigest()
    return f"login-failures-{digest}"


class LogInForm(AuthenticationForm):
    """Addresses are kept in lower case, whatever a telephone makes of the first letter."""

    def clean_username(self) -> str:
        """Fold the address to what the table holds."""
        return str(self.cleaned_data["username"]).lower()


class LogIn(LoginView):
    """Log in by e-mail address; FAILURES in a row lock that address from that place for LOCKED_SECONDS.

    The lock is kept in the cache: with Redis it holds for all processes, without it for each one on its own.
    """

    redirect_authenticated_user = True
    authentication_form = LogInForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse unread whatever comes while the lock holds."""
        if cache.get(_key(request), 0) >= FAILURES:
            form = self.get_form_class()(request)
            minutes = LOCKED_SECONDS // 60
            locked = _("Too many failed attempts. Try again in %(minutes)s minutes.") % {"minutes": minutes}
            return self.render_to_response(self.get_context_data(form=form, locked=locked), status=429)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count a failure; every further one begins the time anew."""
        key = _key(self.request)
        cache.add(key, 0, LOCKED_SECONDS)
        cache.touch(key, LOCKED_SECONDS)
        # The entry may have run out in between; then this failure is the first of a new count.
        try:
            failures = cache.incr(key)
        except ValueError:
            cache.set(key, failures := 1, LOCKED_SECONDS)
        if failures == FAILURES:
            _note_lock(self.request)
        return super().form_invalid(form)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Forget the failures."""
        cache.delete(_key(self.request))
        answer = super().form_valid(form)
        account = form.get_user()
        if isinstance(account, Account):
            journal.write("account.logged-in", account, account=account, place=_place(self.request))
        return answer


def _note_lock(request: HttpRequest) -> None:
    """Note a lock; only of an account we have, or anybody could fill pages of the journal."""
    typed = request.POST.get("username", "").strip().lower()
    account = Account.objects.filter(email=typed).first()
    if account:
        journal.write("account.locked", account, account=None, place=_place(request), failures=FAILURES)


class ChangePassword(PasswordChangeView):
    """Change one's password; that it changed is noted."""

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Save, and write the line."""
        with transaction.atomic():
            answer = super().form_valid(form)
            journal.write("account.password", form.user, account=form.user)
        return answer


def enter_admin(request: HttpRequest) -> HttpResponse:
    """Log in to the administration by the site's own door, which counts failures and keeps the journal."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))
