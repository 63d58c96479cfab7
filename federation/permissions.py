"""Roles as questions, and the decorators that ask them at a view's door.

The roles are the groups organiser, registrar and officer. An officer may do what the other two may;
a superuser may do everything.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from federation.models import Account

ORGANISER, REGISTRAR, OFFICER = "organiser", "registrar", "officer"

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
Visitor = AbstractBaseUser | AnonymousUser
Question = Callable[[Visitor], bool]


def roles(account: Visitor) -> frozenset[str]:
    """Give the roles an account holds itself; one query at most, kept on the account object."""
    if not isinstance(account, Account) or not account.is_active:
        return frozenset()
    if account.is_superuser:
        return frozenset({ORGANISER, REGISTRAR, OFFICER})
    kept: frozenset[str] | None = account.__dict__.get("_roles")
    if kept is None:
        kept = frozenset(account.groups.values_list("name", flat=True))
        account.__dict__["_roles"] = kept
    return kept


def is_officer(account: Visitor) -> bool:
    """May he approve tournaments, review runs and publish lists?"""
    return OFFICER in roles(account)


def is_organiser(account: Visitor) -> bool:
    """May he hand in tournaments?"""
    return not roles(account).isdisjoint({ORGANISER, OFFICER})


def is_registrar(account: Visitor) -> bool:
    """May he change the register of players and clubs?"""
    return not roles(account).isdisjoint({REGISTRAR, OFFICER})


def _requiring(question: Question) -> Callable[[View[P]], View[P]]:
    """Make the decorator that lets in whom `question` is true of.

    A stranger is sent to log in, everybody else sees the page of error 403.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not question(request.user):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def organiser_required(view: View[P]) -> View[P]:
    """Let organisers and officers in."""
    return _requiring(is_organiser)(view)


def registrar_required(view: View[P]) -> View[P]:
    """Let registrars and officers in."""
    return _requiring(is_registrar)(view)


def officer_required(view: View[P]) -> View[P]:
    """Let officers in."""
    return _requiring(is_officer)(view)
