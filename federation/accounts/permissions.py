"""Roles as questions, and decorators of views that require them.

The roles are the groups organiser, registrar and officer. An officer may do what the other two may;
a superuser may do everything.
"""

from collections.abc import Callable, Container
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.models import Account, Club, Player, RecordClaim

ORGANISER, REGISTRAR, OFFICER = "organiser", "registrar", "officer"
# As a person is called; the groups keep the English words.
ROLES = {
    ORGANISER: gettext_lazy("organiser"),
    REGISTRAR: gettext_lazy("registrar"),
    OFFICER: gettext_lazy("rating officer"),
}
_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
Visitor = AbstractBaseUser | AnonymousUser
Question = Callable[[Visitor], bool]


def account_of(request: HttpRequest) -> Account:
    """Return the account that is logged in; refuse anonymous visitors even without a decorator."""
    if not isinstance(request.user, Account):
        raise PermissionDenied
    return request.user


def role_names(keys: Container[str]) -> list[Promise]:
    """Return what some roles are called, in the order of ROLES."""
    return [name for key, name in ROLES.items() if key in keys]


def roles(account: Visitor) -> frozenset[str]:
    """Return the roles an account holds itself; one query at most, cached on the account object."""
    if not isinstance(account, Account) or not account.is_active:
        return frozenset()
    if account.is_superuser:
        return frozenset({ORGANISER, REGISTRAR, OFFICER})
    names: frozenset[str] | None = account.__dict__.get("_roles")
    if names is None:
        names = frozenset(account.groups.values_list("name", flat=True))
        account.__dict__["_roles"] = names
    return names


def is_officer(account: Visitor) -> bool:
    """Return whether an account may approve tournaments, review runs and publish lists."""
    return OFFICER in roles(account)


def is_administrator(account: Visitor) -> bool:
    """Return whether an account looks after the site itself: jobs that failed, backups, sizes."""
    return isinstance(account, Account) and account.is_active and account.is_superuser


def is_organiser(account: Visitor) -> bool:
    """Return whether an account may hand in tournaments."""
    return not roles(account).isdisjoint({ORGANISER, OFFICER})


def is_registrar(account: Visitor) -> bool:
    """Return whether an account may change the register of players and clubs."""
    return not roles(account).isdisjoint({REGISTRAR, OFFICER})


def keeps_one_club(account: Visitor) -> bool:
    """Return whether an account keeps the register of one club only."""
    return isinstance(account, Account) and account.club_id is not None and not is_officer(account)


def may_edit_player(account: Visitor, player: Player) -> bool:
    """Return whether an account may change a player: a club's registrar those of the club, others all."""
    if not isinstance(account, Account) or not is_registrar(account):
        return False
    return not keeps_one_club(account) or account.club_id == player.club_id


def may_edit_club(account: Visitor, club: Club) -> bool:
    """Return whether an account may change a club; a club's registrar may the contact of the own one."""
    if not isinstance(account, Account) or not is_registrar(account):
        return False
    return not keeps_one_club(account) or account.club_id == club.pk


def editable_players(account: Visitor) -> QuerySet[Player]:
    """Return the players of whom `may_edit_player` is true."""
    if not isinstance(account, Account) or not is_registrar(account):
        return Player.objects.none()
    if not keeps_one_club(account):
        return Player.objects.all()
    return Player.objects.filter(club__accounts=account)


def holds_record(account: Account, player: int) -> bool:
    """Return whether a player's record is an account's own."""
    return RecordClaim.objects.filter(account=account, state=RecordClaim.State.HELD, player=player).exists()


def needs_second_factor(account: Visitor) -> bool:
    """Return whether a second factor is needed: by officers and superusers, not in a demonstration."""
    return settings.SECOND_FACTOR_REQUIRED and is_officer(account)


def lacks_second_factor(account: Visitor) -> bool:
    """Return whether a second factor is needed and missing; with one, no login goes without it."""
    if not needs_second_factor(account):
        return False
    return not Authenticator.objects.filter(user_id=account.pk, type__in=_FACTORS).exists()


def to_second_factor(request: HttpRequest) -> HttpResponse:
    """Redirect an account without second factor to the page where one is set up."""
    messages.warning(request, _("Officers log in with a second factor. Set one up to open the office pages."))
    return redirect("mfa_index")


def _requiring(question: Question) -> Callable[[View[P]], View[P]]:
    """Make the decorator that lets in whom `question` is true of.

    A stranger is sent to log in, an officer without second factor to set one up; everybody else sees the
    page of error 403.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not question(request.user):
                raise PermissionDenied
            if lacks_second_factor(request.user):
                return to_second_factor(request)
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def organiser_required(view: View[P]) -> View[P]:
    """Wrap a view for organisers and officers."""
    return _requiring(is_organiser)(view)


def registrar_required(view: View[P]) -> View[P]:
    """Wrap a view for registrars and officers."""
    return _requiring(is_registrar)(view)


def _keeps_register(account: Visitor) -> bool:
    return is_registrar(account) and not keeps_one_club(account)


def whole_register_required(view: View[P]) -> View[P]:
    """Wrap a view for officers and registrars of the whole register, not of one club."""
    return _requiring(_keeps_register)(view)


def officer_required(view: View[P]) -> View[P]:
    """Wrap a view for officers."""
    return _requiring(is_officer)(view)


def administrator_required(view: View[P]) -> View[P]:
    """Wrap a view for administrators."""
    return _requiring(is_administrator)(view)
