"""Signed addresses in letters, valid without a password. No table is read here."""

from datetime import timedelta

from django.conf import settings
from django.core import signing

_CONFIRM, _LETTERS = "ratings.following.confirm", "ratings.following.letters"


def is_offered() -> bool:
    """Return whether this office can be followed by e-mail: a mail server and its address are set."""
    return bool(settings.FOLLOW_BY_EMAIL and settings.CSRF_TRUSTED_ORIGINS)


def confirm_token(follow: int) -> str:
    """Return the signed token of a letter that asks an address to confirm."""
    return signing.dumps(follow, salt=_CONFIRM)


def confirmed_by(token: str, *, lasts: timedelta) -> int | None:
    """Return the key of what a token confirms; None for a wrong signature or an expired token."""
    return _read_token(token, _CONFIRM, lasts)


def letters_token(follower: int) -> str:
    """Sign who may see and end what an address follows; letters are archived, so it does not age."""
    return signing.dumps(follower, salt=_LETTERS)


def follower_of(token: str) -> int | None:
    """Return the key of the follower a token was signed for."""
    return _read_token(token, _LETTERS, None)


def is_signed(token: str) -> bool:
    """Return whether we signed a token, for any purpose and at any time; a link cut short was not."""
    return any(_read_token(token, salt, None) is not None for salt in (_CONFIRM, _LETTERS))


def _read_token(token: str, salt: str, lasts: timedelta | None) -> int | None:
    try:
        key = signing.loads(token, salt=salt, max_age=lasts)
    except signing.BadSignature:  # too old is one of them
        return None
    return key if isinstance(key, int) else None
