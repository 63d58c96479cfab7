"""The tournament a request is about: one the account handed in, or a trial of its sandbox."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.accounts import tokens
from federation.accounts.permissions import is_organiser
from federation.api.api import token_of
from federation.api.problems import Refused
from federation.models import Account
from tournaments import permissions
from tournaments.api import sandbox
from tournaments.api.acts import Act, carry_out
from tournaments.models import Tournament
from tournaments.submission.rematching import Outcome


@dataclass(slots=True)
class Case:
    """A revision, the number the program knows it by, and who asks; `outcome` of the matches decided."""

    tournament: Tournament
    number: int
    account: Account
    outcome: Outcome | None = None

    @property
    def url(self) -> str:
        """The page of the desk; a trial has none."""
        if self.number < 0:
            return ""
        return reverse("desk-tournament", args=[self.tournament.number, self.tournament.revision])


def organiser_of(request: HttpRequest) -> Account:
    """Return the account of the token; Refused where it may hand in nothing."""
    account = token_of(request).account
    if not is_organiser(account):
        message = _("The account of this token cannot upload tournaments.")
        raise Refused(403, "not-an-organiser", message)
    return account


@contextmanager
def opened(
    request: HttpRequest, number: int, *, act: Act | None = None, reads: bool = False
) -> Iterator[Case]:
    """Yield the newest revision of a number, after an act; `reads`: for all who may see it.

    A trial exists as long as the block lasts: only what was asked is stored. Raises Refused and the
    HINDRANCES of the act.
    """
    token = token_of(request)
    account = token.account if reads else organiser_of(request)
    if tokens.is_sandbox(token):
        trial = sandbox.find(token, number)
        with sandbox.rehearsed():
            yield _acted(Case(sandbox.play(trial), number, account), act)
        if act is not None:
            sandbox.keep(trial, act)
        return
    yield _acted(Case(find(number, account, reads=reads), number, account), act)


def _acted(case: Case, act: Act | None) -> Case:
    if act is not None:
        case.outcome = carry_out(act, case.tournament, account=case.account)
    return case


def find(number: int, account: Account, *, reads: bool = False) -> Tournament:
    """Return the newest revision of a tournament the account handed in; Refused if it has none."""
    rows = Tournament.objects.filter(number=number).select_related("upload").defer("upload__content")
    tournament = rows.order_by("-revision").first()
    if tournament is None or not permissions.may_see(account, tournament):
        raise Refused(404, "no-tournament", _("You have not uploaded such a tournament."))
    if not (reads or permissions.is_own(account, tournament)):
        raise Refused(403, "not-your-tournament", _("The tournament belongs to another account."))
    return tournament
