"""Writes: letters leave, to confirm what somebody asked for and to tell what was published.

A letter is claimed in the database before it leaves, and marked when its server has answered: none goes out
twice, and one that was leaving when its job was killed is named when the bulletin is closed. What a mail
server does not take now is tried again for a day, what it refuses for good is counted, and an address that
refuses three in a row is forgotten; neither keeps anybody else waiting.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from smtplib import SMTPException, SMTPRecipientsRefused

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation

from federation.models import display_name
from ratings.following import bulletins, lines, subscribing, wording
from ratings.following.tokens import address, confirm_token, letters_token
from ratings.models import Bulletin, Follow, Follower, Letter

SLICE = 100  # followers whose letters are written from the same queries
SECONDS = 15.0  # after which a job leaves the rest to the next one: others wait too
RETRY = timedelta(minutes=10)
PATIENCE = timedelta(days=1)  # of a letter a server does not take
REFUSALS = 3  # in a row, until an address is forgotten
AWAY = 5  # failures in a row after which the mail server is taken to be away
_ASKED_AT_ONCE = 200
_GONE = 500  # a reply of this class or above is for good (RFC 5321, 4.2.1)
logger = logging.getLogger(__name__)


class ServerAwayError(Exception):
    """One letter after the other could not be handed over."""


class Post:
    """A connection to the mail server, opened with the first letter and anew after a failure."""

    def __init__(self) -> None:
        self._connection = get_connection()
        self._failed = 0

    def send(self, message: EmailMessage) -> bool:
        """Hand a letter over; False where it was refused for good.

        Raises OSError or SMTPException where another try may help, ServerAwayError after AWAY of these.
        """
        message.connection = self._connection
        try:
            self._connection.open()
            message.send()
        except SMTPRecipientsRefused as refused:
            self._failed = 0
            if all(code >= _GONE for code, _text in refused.recipients.values()):
                return False
            raise
        except (OSError, SMTPException) as problem:
            self.close()
            self._failed += 1
            if self._failed >= AWAY:
                raise ServerAwayError from problem
            raise
        self._failed = 0
        return True

    def close(self) -> None:
        """Hang up."""
        try:
            self._connection.close()
        except (OSError, SMTPException):
            logger.info("the mail server did not say goodbye")


# --- asking for a confirmation


def send_asked() -> int:
    """Ask everybody who waits for it to confirm what he wants to follow; says how many letters left."""
    post, sent = Post(), 0
    waiting = Follow.objects.filter(sent=None).select_related("follower", "player__merged_into", "system")
    for follow in waiting.order_by("asked")[:_ASKED_AT_ONCE]:
        claimed = Follow.objects.filter(pk=follow.pk, sent=None)
        if not claimed.update(sent=timezone.now()):
            continue
        try:
            sent += post.send(_question(follow))
        except (OSError, SMTPException, ServerAwayError) as problem:
            logger.warning("follow %s: the letter waits: %s", follow.pk, type(problem).__name__)
            Follow.objects.filter(pk=follow.pk).update(sent=None, asked=timezone.now())
            if isinstance(problem, ServerAwayError):
                break
    post.close()
    return sent


def _question(follow: Follow) -> EmailMessage:
    """Write the letter that asks for a confirmation, or says that there is one already."""
    with translation.override(follow.follower.language), display_name.public():
        page = {
            "follow": follow,
            "url": address("follow-confirm", confirm_token(follow.pk)),
            "manage": address("follow-manage", letters_token(follow.follower_id)),
            "hours": int(subscribing.LASTS.total_seconds() // 3600),
            "federation_name": settings.FEDERATION_NAME,
        }
        name = "follow_already" if follow.confirmed else "follow_confirm"
        subject, _, text = render_to_string(f"emails/{name}.txt", page).strip().partition("\n")
    headers = {"Auto-Submitted": "auto-generated"}
    to = [follow.follower.email]
    return EmailMessage(" ".join(subject.split()), text.strip() + "\n", to=to, headers=headers)


# --- telling of what was published


def send(key: int, *, seconds: float = SECONDS) -> bool:
    """Tell followers of a bulletin for some seconds; True where more are to be told at once.

    Harmless when repeated, or when two do it at the same time.
    """
    bulletin, until = Bulletin.objects.get(pk=key), time.monotonic() + seconds
    if bulletin.done:
        return False
    told, post = lines.told_by(bulletin), Post()
    try:
        while followers := _next(bulletin):
            _tell(bulletin, told, followers, post)
            bulletin.reached = followers[-1].pk
            Bulletin.objects.filter(pk=key, reached__lt=bulletin.reached).update(reached=bulletin.reached)
            if time.monotonic() >= until:
                return True
        return _send_again(bulletin, told, post, until=until)
    except ServerAwayError:
        logger.exception("bulletin %s waits for the mail server", key)
        Bulletin.objects.filter(pk=key).update(due=timezone.now() + RETRY)
        return False
    finally:
        post.close()


def _next(bulletin: Bulletin) -> list[Follower]:
    followers = Follower.objects.filter(pk__gt=bulletin.reached)
    return list(followers.order_by("pk")[:SLICE])


def _tell(bulletin: Bulletin, told: Sequence[lines.Told], followers: Sequence[Follower], post: Post) -> None:
    contents = lines.contents(told, followers)
    for follower in followers:
        content = contents.get(follower.pk)
        if content and _claim(bulletin, follower):
            _leave(bulletin, follower, content, post)


def _claim(bulletin: Bulletin, follower: Follower) -> bool:
    """Note that a letter leaves; False where it has left, or its receiver is gone."""
    try:
        with transaction.atomic():
            Letter.objects.create(bulletin=bulletin, follower=follower)
    except IntegrityError:
        return False
    return True


def _leave(bulletin: Bulletin, follower: Follower, content: lines.Content, post: Post) -> None:
    """Let a claimed letter leave; one that could not is put back to be tried again."""
    try:
        taken = post.send(_letter(bulletin, follower, content))
    except (OSError, SMTPException, ServerAwayError) as problem:
        logger.warning("follower %s: the letter waits: %s", follower.pk, type(problem).__name__)
        Letter.objects.filter(bulletin=bulletin, follower=follower).update(waiting=True)
        if isinstance(problem, ServerAwayError):
            raise
        return
    with transaction.atomic():  # without the follower: whoever ends it locks him first, then his letters
        Letter.objects.filter(bulletin=bulletin, follower=follower).update(answered=True)
        counted = {"sent": F("sent") + 1} if taken else {"refused": F("refused") + 1}
        Bulletin.objects.filter(pk=bulletin.pk).update(**counted)
    if not taken:
        _refused(follower)
    elif follower.refused:
        Follower.objects.filter(pk=follower.pk).update(refused=0)


def _refused(follower: Follower) -> None:
    Follower.objects.filter(pk=follower.pk).update(refused=F("refused") + 1)
    if follower.refused + 1 >= REFUSALS:
        logger.info("follower %s is forgotten: no letter was taken", follower.pk)
        subscribing.forget(follower)


def _send_again(bulletin: Bulletin, told: Sequence[lines.Told], post: Post, *, until: float) -> bool:
    """Try again what was not taken; close the bulletin where nothing is left, or it has taken long enough."""
    for letters in _waiting(bulletin):
        followers = [letter.follower for letter in letters]
        contents = lines.contents(told, followers)
        for letter in letters:
            content = contents.get(letter.follower_id)  # None: he has ended it meanwhile
            claimed = Letter.objects.filter(pk=letter.pk, waiting=True)
            if claimed.update(waiting=False, answered=content is None) and content:
                _leave(bulletin, letter.follower, content, post)
        if time.monotonic() >= until:
            break
    left = Letter.objects.filter(bulletin=bulletin, waiting=True)
    if not left.exists():
        _close(bulletin)
    elif _is_over(bulletin, timezone.now()):
        count = left.update(waiting=False, answered=True)
        Bulletin.objects.filter(pk=bulletin.pk).update(refused=F("refused") + count)
        _close(bulletin)
    else:
        Bulletin.objects.filter(pk=bulletin.pk).update(due=timezone.now() + RETRY)
    return False


def _waiting(bulletin: Bulletin) -> Iterable[list[Letter]]:
    """Return the letters that wait, each once, some at a time."""
    last = 0
    while True:
        waiting = Letter.objects.filter(bulletin=bulletin, waiting=True, follower__gt=last)
        found = list(waiting.select_related("follower").order_by("follower")[:SLICE])
        if not found:
            return
        last = found[-1].follower_id
        yield found


def in_doubt(bulletin: Bulletin) -> QuerySet[Letter]:
    """Return the letters that were leaving when their job was killed; while one is at work, his too."""
    claimed = Letter.objects.filter(bulletin=bulletin, waiting=False, answered=False)
    return claimed.select_related("follower").order_by("follower")


def _close(bulletin: Bulletin) -> None:
    """Close a bulletin, and name in the log whom it may not have reached."""
    bulletins.close(bulletin)
    for letter in in_doubt(bulletin):
        logger.warning("bulletin %s: follower %s may not have been told", bulletin.pk, letter.follower_id)


def _is_over(bulletin: Bulletin, now: datetime) -> bool:
    return now - bulletin.opened > PATIENCE


def _letter(bulletin: Bulletin, follower: Follower, content: lines.Content) -> EmailMessage:
    """Write what one follower is told, in his language; one address ends it all (RFC 2369, RFC 8058)."""
    token = letters_token(follower.pk)
    off = address("follow-off", token)
    with translation.override(follower.language):
        subject = wording.subject(content)
        page = {
            "lines": wording.lines(content),
            "weekly": bulletin.week is not None,
            "follows": content.follows,
            "manage": address("follow-manage", token),
            "off": off,
            "federation_name": settings.FEDERATION_NAME,
        }
        text = render_to_string("emails/followed.txt", page)
    headers = {
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "List-Id": f"<ratings.{_host()}>",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(" ".join(subject.split()), text.strip() + "\n", to=[follower.email], headers=headers)


def _host() -> str:
    """Name whom the letters come from, as a list is named (RFC 2919)."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
