"""Tournaments that are run with a pairing program: entered, changed, found again by their code, ended."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from federation.accounts import tokens
from federation.journal import journal
from federation.models import Account, Token
from tournaments.models import ExpectedTournament
from tournaments.pairing_programs.pairgoth.refusals import Unusable

MOST = 50  # tournaments of one account that are not ended
PROGRAM = "Pairgoth"


class NotEntered(Exception):
    """The tournament is not entered or changed; `field` and `message` say why."""

    def __init__(self, field: str, message: str | Promise) -> None:
        super().__init__(str(message))
        self.field, self.message = field, message


@dataclass(frozen=True, slots=True)
class Facts:
    """Details of a tournament as its organiser enters them."""

    code: str
    name: str
    start: date
    end: date
    place: str
    country: str
    rounds: int
    rated_by: str


@transaction.atomic
def enter(facts: Facts, *, account: Account) -> ExpectedTournament:
    """Enter a tournament. Raises NotEntered for a code the account uses already, or for too many."""
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if ExpectedTournament.objects.filter(account=account, ended=None).count() >= MOST:
        raise NotEntered(
            "code", _("You already have %(count)s tournaments here; disconnect one first.") % {"count": MOST}
        )
    _refuse_taken(facts.code, account, but=None)
    tournament = ExpectedTournament.objects.create(
        account=account, language=(get_language() or "en")[:8], **_values(facts)
    )
    journal.write("expected.entered", tournament, account=account, **asdict(facts))
    return tournament


@transaction.atomic
def change(tournament: ExpectedTournament, facts: Facts, *, account: Account) -> bool:
    """Change the details of a tournament; False where nothing differs. Raises NotEntered."""
    Account.objects.select_for_update(no_key=True).get(pk=tournament.account_id)
    current = locked(tournament)
    _refuse_taken(facts.code, tournament.account, but=current)
    values = {name: value for name, value in _values(facts).items() if getattr(current, name) != value}
    if not values:
        return False
    before = {name: getattr(current, name) for name in values}
    ExpectedTournament.objects.filter(pk=current.pk).update(**values)
    journal.write("expected.changed", current, account=account, before=before, after=values)
    return True


@transaction.atomic
def end(tournament: ExpectedTournament, *, account: Account) -> bool:
    """End the connection of a tournament: nothing flows any more; what became a draft stays."""
    moved = ExpectedTournament.objects.filter(pk=tournament.pk, ended=None).update(ended=timezone.now())
    if moved:
        journal.write("expected.ended", tournament, account=account, code=tournament.code)
    return bool(moved)


@transaction.atomic
def take_up(tournament: ExpectedTournament, *, account: Account) -> bool:
    """Take an ended connection up again."""
    moved = ExpectedTournament.objects.filter(pk=tournament.pk).exclude(ended=None).update(ended=None)
    if moved:
        journal.write("expected.taken-up", tournament, account=account, code=tournament.code)
    return bool(moved)


def secrets_of(account: Account) -> list[Token]:
    """Return the secrets of an account that are in force, the newest first."""
    return [token for token in tokens.in_force(account) if tokens.PAIRING_PROGRAM in token.scopes]


@transaction.atomic
def new_secret(account: Account) -> str:
    """Make a secret in place of those there were, and return it. Raises tokens.TokenError.

    A program that still shows an old one is refused from now on.
    """
    for old in secrets_of(account):
        if old.scopes == [tokens.PAIRING_PROGRAM]:
            tokens.revoke(old, account=account)
    return tokens.issue(account, name=PROGRAM, scopes=[tokens.PAIRING_PROGRAM])[1]


def find(account: Account, code: str) -> ExpectedTournament:
    """Find a tournament of an account by what the program calls it. Raises Unusable."""
    rows = ExpectedTournament.objects.filter(account=account, code=code.lower()[:30])
    tournament = rows.first() if len(code) <= 30 and "\0" not in code else None
    if tournament is None:
        shown = "".join(letter for letter in code if letter.isprintable())[:60]
        raise Unusable("unknown-code", code=shown)
    if tournament.ended is not None:
        raise Unusable("ended", code=tournament.code)
    return tournament


def locked(tournament: ExpectedTournament) -> ExpectedTournament:
    """Lock a tournament and return it as it stands: before revisions and all that is locked after them."""
    return ExpectedTournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def note_heard(tournament: ExpectedTournament, refusal: Unusable | None = None) -> None:
    """Note that the program called, and why it was refused."""
    now = timezone.now()
    detail: Mapping[str, Any] | None = None
    if refusal is not None:
        detail = {"code": refusal.code, "values": refusal.values, "at": now.isoformat()}
    ExpectedTournament.objects.filter(pk=tournament.pk).update(heard=now, refusal=detail)


def _values(facts: Facts) -> dict[str, Any]:
    return {**asdict(facts), "code": facts.code.lower()}


def _refuse_taken(code: str, account: Account, *, but: ExpectedTournament | None) -> None:
    rows = ExpectedTournament.objects.filter(account=account, code=code.lower())
    if but is not None:
        rows = rows.exclude(pk=but.pk)
    if rows.exists():
        raise NotEntered("code", _("You already use this code for another tournament."))
