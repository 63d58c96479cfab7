"""Tokens: credentials of programs instead of a password.

Only the digest is stored; the token itself is shown once.
"""

import hashlib
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

from django.db import OperationalError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.database.time_limits import not_waiting
from federation.journal import journal
from federation.models import Account, Token

GAMES_WRITE, TOURNAMENTS_WRITE = "games:write", "tournaments:write"
PAIRING_PROGRAM = "pairings:exchange"  # the secret of Pairgoth (tournaments.pairing_programs)
WEBHOOKS_WRITE = "webhooks:write"
TOURNAMENTS_TRY = "tournaments:try"  # the sandbox: all of TOURNAMENTS_WRITE, and nothing of it stays
# scope -> what it lets a program do, in the words of the page of tokens
SCOPES: dict[str, str | Promise] = {
    GAMES_WRITE: _("Upload and withdraw games of your own game servers"),
    TOURNAMENTS_WRITE: _("Upload tournaments and check their status"),
    PAIRING_PROGRAM: _("Connect a pairing program (Pairgoth): it receives the entrants and sends the rounds"),
    WEBHOOKS_WRITE: _("Add and delete your webhooks"),
    TOURNAMENTS_TRY: _("Test uploading tournaments (sandbox): nothing reaches the office or any rating"),
}
TICKED = (TOURNAMENTS_WRITE,)  # for a new token: what most of them are for
MAX_TOKENS = 20  # tokens in force for one account
_PREFIX = "plm_"  # so that one left lying about is recognised for what it is
_SECRET_BYTES = 32  # random
_START = 8  # letters shown afterwards
_USE_INTERVAL = timedelta(minutes=1)  # a use is noted once in so long: busy programs write no row a request


class TokenError(Exception):
    """Refusal to make a token; `message` gives the reason to the person who asked."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(str(message))
        self.message = message


def add_scope(scope: str, words: str | Promise) -> None:
    """Let tokens have a scope of an app that an office may leave out; the sandbox stays the last."""
    SCOPES[scope] = words
    SCOPES[TOURNAMENTS_TRY] = SCOPES.pop(TOURNAMENTS_TRY)


@transaction.atomic
def issue(account: Account, *, name: str, scopes: Iterable[str]) -> tuple[Token, str]:
    """Make a token; return its row and the token itself, which cannot be read again later.

    TokenError without a name or a known scope, or when the account has too many.
    """
    scope_names = sorted(set(scopes))
    if not name.strip():
        raise TokenError(_("Give the token a name: which program will use it?"))
    if not scope_names or not set(scope_names) <= set(SCOPES):
        raise TokenError(_("Choose what the token may be used for."))
    if TOURNAMENTS_TRY in scope_names and len(scope_names) > 1:
        raise TokenError(_("A sandbox token cannot be used for anything else; create a second one."))
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if in_force(account).count() >= MAX_TOKENS:
        raise TokenError(_("You have %(count)s tokens; revoke one first.") % {"count": MAX_TOKENS})
    secret = _PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    token = Token.objects.create(
        account=account,
        name=name.strip()[:80],
        start=secret[:_START],
        digest=_digest(secret),
        scopes=scope_names,
    )
    journal.write("token.issued", token, account=account, name=token.name, scopes=scope_names)
    return token, secret


def is_sandbox(token: Token) -> bool:
    """Return whether what a program does with a token is only tried out."""
    return TOURNAMENTS_TRY in token.scopes


def find(secret: str) -> Token | None:
    """Find a token by its secret; None when unknown, revoked or of an account that may not log in."""
    tokens = Token.objects.select_related("account")
    token = tokens.filter(digest=_digest(secret), revoked=None, account__is_active=True).first()
    if token is not None:
        _note_use(token)
    return token


@transaction.atomic
def revoke(token: Token, *, account: Account) -> bool:
    """Put a token out of force for ever; False when it is already."""
    moved = Token.objects.filter(pk=token.pk, revoked=None).update(revoked=timezone.now())
    if moved:
        journal.write("token.revoked", token, account=account, name=token.name)
    return bool(moved)


def in_force(account: Account) -> QuerySet[Token]:
    """Return the tokens of an account that open something, newest first."""
    return Token.objects.filter(account=account, revoked=None).order_by("-pk")


def _note_use(token: Token) -> None:
    """Note that a token was used now, unless another transaction writes: readers never wait."""
    now = timezone.now()
    stale = Q(last_used=None) | Q(last_used__lt=now - _USE_INTERVAL)
    if token.last_used is None or token.last_used < now - _USE_INTERVAL:
        with suppress(OperationalError), not_waiting():
            Token.objects.filter(stale, pk=token.pk).update(last_used=now)


def _digest(secret: str) -> str:
    """Return the digest a token is found by: it is long and by chance, so that no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
