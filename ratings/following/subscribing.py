"""Subscriptions by e-mail, requested, confirmed, ended or expired; the signed addresses in letters.

An address is stored in lower case. Who follows nothing any more is deleted, address and all.
"""

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from federation.journal import journal
from federation.models import Account, Player
from ratings.models import Follow, Follower, RatingSystem

ASKED = "ratings.follow_asked"
LASTS = timedelta(days=2)  # how long a confirmation is waited for, and the address stored without one
MOST_WAITING = 10  # confirmations of one address at a time
MOST = 200  # things one address follows
_CONFIRM, _LETTERS = "ratings.following.confirm", "ratings.following.letters"


class TooManyError(Exception):
    """The address follows as much as one may."""


@transaction.atomic
def ask(email: str, thing: Player | RatingSystem, *, language: str) -> None:
    """Note that an address is to be asked whether it wants to follow a player or a system's lists.

    Does nothing where too many of its confirmations are waiting already; the reader gets the same answer. An
    address that follows the thing already gets a letter about it, with the way to what it follows.
    """
    follower, new = Follower.objects.select_for_update().get_or_create(
        email=email.strip().lower(), defaults={"language": language}
    )
    his = Follow.objects.filter(follower=follower)
    if not new and not his.filter(expires=None).exists():
        Follower.objects.filter(pk=follower.pk).update(language=language)
    now = timezone.now()
    about = {"player": thing} if isinstance(thing, Player) else {"system": thing}
    known = his.filter(**about)
    if known.update(asked=now, sent=None):
        known.filter(confirmed=None).update(expires=now + LASTS)
    elif his.filter(confirmed=None).count() < MOST_WAITING:
        Follow.objects.create(follower=follower, asked=now, expires=now + LASTS, **about)


@transaction.atomic
def confirm(follow: Follow) -> bool:
    """Let a follow count; False where it did before. Raises TooManyError, Follow.DoesNotExist."""
    _hold(follow.follower_id)
    current = Follow.objects.get(pk=follow.pk)
    if current.confirmed:
        return False
    if Follow.objects.filter(follower=follow.follower_id, expires=None).count() >= MOST:
        raise TooManyError
    Follow.objects.filter(pk=follow.pk).update(confirmed=timezone.now(), expires=None)
    return True


@transaction.atomic
def end(follower: Follower, key: int) -> None:
    """End one thing an address follows; with the last one the address is forgotten."""
    _hold(follower.pk)
    Follow.objects.filter(follower=follower, pk=key).delete()
    _forget_idle(Follower.objects.filter(pk=follower.pk))


@transaction.atomic
def forget(follower: Follower) -> None:
    """Delete an address and all it follows."""
    _hold(follower.pk)
    Follower.objects.filter(pk=follower.pk).delete()


@transaction.atomic
def forget_expired() -> int:
    """Delete unconfirmed wishes past their time and addresses left without any; return the counts."""
    over = Follow.objects.filter(expires__lt=timezone.now())
    keys = list(over.values_list("follower", flat=True))
    if not keys:
        return 0
    list(Follower.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    gone = over.filter(follower__in=keys).delete()[0]
    _forget_idle(Follower.objects.filter(pk__in=keys))
    return gone


@transaction.atomic
def forget_players(players: list[Player]) -> None:
    """End all subscriptions to players whose data are erased."""
    over = Follow.objects.filter(player__in=players)
    keys = sorted(set(over.values_list("follower", flat=True)))
    list(Follower.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    over.delete()
    _forget_idle(Follower.objects.filter(pk__in=keys))


# --- the office, for those who write to it instead of using their letters


def find(email: str) -> Follower | None:
    """Find an address in any spelling."""
    return Follower.objects.filter(email=email.strip().lower()).first()


@transaction.atomic
def hand_out(follower: Follower, *, account: Account) -> dict[str, object]:
    """Return all data of an address (EU 2016/679, articles 15 and 20); a journal line without it."""
    rows = follower.follows.order_by("pk").values(
        "player", "system__key", "asked", "sent", "expires", "confirmed"
    )
    journal.write("follower.exported", follower, account=account, rows=len(rows))
    return {
        "email": follower.email,
        "language": follower.language,
        "since": follower.since,
        "follows": list(rows),
    }


@transaction.atomic
def erase(follower: Follower, *, account: Account) -> None:
    """Forget an address on its owner's word (article 17); a journal line without it."""
    journal.write("follower.erased", follower, account=account)
    forget(follower)


def _hold(follower: int) -> None:
    """Lock the subscriptions of an address until this transaction ends."""
    list(Follower.objects.select_for_update().filter(pk=follower))


def _forget_idle(followers: QuerySet[Follower]) -> None:
    followers.filter(follows__isnull=True).delete()


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
