"""Sending of letters: confirmations of a wish to follow, and news of publications.

One that was leaving when its job was killed is named when the bulletin is closed. What a mail server does not
take now is tried again for a day, what it refuses for good is counted, and an address that refuses three in a
row is forgotten; neither keeps another waiting.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone, translation

from federation.mail.letters import Content, LetterByMoment
from federation.mail.outbox import Outbox, ServerAwayError, UnsentError, address
from federation.models import display_name
from ratings.following import bulletins, contents, subscribing
from ratings.following.subscribing import confirm_token, letters_token
from ratings.models import Bulletin, Follow, Follower, Letter

SLICE = 100  # followers whose letters are written from the same queries
SECONDS = 15.0  # after which a job leaves the rest to the next one: others wait too
RETRY = timedelta(minutes=10)
PATIENCE = timedelta(days=1)  # of a letter a server does not take
REFUSALS = 3  # in a row, until an address is forgotten
logger = logging.getLogger(__name__)


# --- asking for a confirmation


class Question(LetterByMoment[Follow]):
    """A wish to follow that has to be confirmed, or was before: the letter asks, or reports that."""

    outbox, label = "confirmations", "follow"
    since = "confirmed"  # a wish without confirmation is deleted in time

    @classmethod
    def waiting(cls) -> QuerySet[Follow]:
        rows = Follow.objects.filter(sent=None).select_related("follower", "player__merged_into", "system")
        return rows.order_by("asked")

    @classmethod
    def due(cls) -> QuerySet[Follow]:
        return cls.waiting().filter(asked__lt=timezone.now() - RETRY)

    def language(self) -> str:
        return self.row.follower.language

    def content(self) -> Content:
        follow = self.row
        page = {
            "follow": follow,
            "url": address("follow-confirm", confirm_token(follow.pk)),
            "manage": address("follow-manage", letters_token(follow.follower_id)),
            "hours": int(subscribing.LASTS.total_seconds() // 3600),
        }
        name = "follow_already" if follow.confirmed else "follow_confirm"
        return Content(f"emails/{name}.txt", follow.follower.email, page)

    def write(self) -> EmailMessage | None:
        """Write the letter with names as they are shown."""
        with display_name.public_view():
            return super().write()

    def requeue(self) -> None:
        """Let it wait for RETRY."""
        self.rows().update(sent=None, asked=timezone.now())


# --- telling of what was published


@dataclass(frozen=True, slots=True)
class _News:
    """The news of a bulletin for a follower, sent for the first time or once more."""

    bulletin: Bulletin
    follower: Follower
    content: contents.Content | None
    again: bool = False

    def __str__(self) -> str:
        return f"follower {self.follower.pk}"

    def claim(self) -> bool:
        """Note that the letter leaves; False where it has left, or its receiver is gone."""
        if self.again:
            row = self._row().filter(waiting=True)
            return bool(row.update(waiting=False, answered=self.content is None))
        try:
            with transaction.atomic():
                Letter.objects.create(bulletin=self.bulletin, follower=self.follower)
        except IntegrityError:
            return False
        return True

    def write(self) -> EmailMessage | None:
        """Write the letter, unless its receiver has ended it meanwhile."""
        return _letter(self.bulletin, self.follower, self.content) if self.content else None

    def waits_since(self) -> None:
        """Name no moment: what waits is given up with its bulletin, and does not count against an address."""

    def settle(self, *, taken: bool) -> None:
        """Note the answer and count it; forget an address that refuses REFUSALS in a row."""
        with transaction.atomic():  # not the follower: who ends it locks him first, then his letters
            self._row().update(answered=True)
            counted = {"sent": F("sent") + 1} if taken else {"refused": F("refused") + 1}
            Bulletin.objects.filter(pk=self.bulletin.pk).update(**counted)
        if not taken:
            _count_refusal(self.follower)
        elif self.follower.refused:
            Follower.objects.filter(pk=self.follower.pk).update(refused=0)

    def requeue(self) -> None:
        """Let it wait for RETRY."""
        self._row().update(waiting=True)

    def _row(self) -> QuerySet[Letter]:
        return Letter.objects.filter(bulletin=self.bulletin, follower=self.follower)


def _count_refusal(follower: Follower) -> None:
    Follower.objects.filter(pk=follower.pk).update(refused=F("refused") + 1)
    if follower.refused + 1 >= REFUSALS:
        logger.info("follower %s is forgotten: no letter was taken", follower.pk)
        subscribing.forget(follower)


def send(key: int, *, seconds: float = SECONDS) -> bool:
    """Send a bulletin to followers for some seconds; return whether more are to be sent at once.

    Harmless when repeated, or when two do it at the same time. Raise UnsentError where the mail server is
    away or letters cannot be written; the clock tries again. A letter its server wants later is no failure.
    """
    bulletin, until = Bulletin.objects.get(pk=key), time.monotonic() + seconds
    if bulletin.done:
        return False
    try:
        with Outbox() as outbox:
            is_more = _send(bulletin, outbox, until=until)
    except ServerAwayError:
        Bulletin.objects.filter(pk=key).update(due=timezone.now() + RETRY)
        raise UnsentError(f"bulletin {key} waits for the mail server") from None
    if outbox.unwritten:
        raise UnsentError(f"bulletin {key}: letters cannot be written")
    return is_more


def _send(bulletin: Bulletin, outbox: Outbox, *, until: float) -> bool:
    """Send to those who have not been looked at, then again what was not taken; True where time was up."""
    news = contents.news_of(bulletin)
    while followers := _next(bulletin):
        wordings = contents.contents(news, followers)
        for follower in followers:
            if content := wordings.get(follower.pk):
                outbox.send(_News(bulletin, follower, content))
        bulletin.reached = followers[-1].pk
        reached = Bulletin.objects.filter(pk=bulletin.pk, reached__lt=bulletin.reached)
        reached.update(reached=bulletin.reached)
        if time.monotonic() >= until:
            return True
    _send_again(bulletin, news, outbox, until=until)
    return False


def _next(bulletin: Bulletin) -> list[Follower]:
    followers = Follower.objects.filter(pk__gt=bulletin.reached)
    return list(followers.order_by("pk")[:SLICE])


def _send_again(
    bulletin: Bulletin, news: Sequence[contents.ListNews], outbox: Outbox, *, until: float
) -> None:
    """Try again what was not taken; close the bulletin where nothing is left, or it has taken long enough."""
    for letters in _waiting(bulletin):
        followers = [letter.follower for letter in letters]
        wordings = contents.contents(news, followers)
        for follower in followers:
            outbox.send(_News(bulletin, follower, wordings.get(follower.pk), again=True))
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


def _waiting(bulletin: Bulletin) -> Iterable[list[Letter]]:
    """Return the letters that wait, each once, some at a time."""
    last = 0
    while True:
        waiting = Letter.objects.filter(bulletin=bulletin, waiting=True, follower__gt=last)
        letters = list(waiting.select_related("follower").order_by("follower")[:SLICE])
        if not letters:
            return
        last = letters[-1].follower_id
        yield letters


def in_doubt(bulletin: Bulletin) -> QuerySet[Letter]:
    """Return the letters that were leaving when their job was killed; while one is at work, theirs too."""
    claimed = Letter.objects.filter(bulletin=bulletin, waiting=False, answered=False)
    return claimed.select_related("follower").order_by("follower")


def _close(bulletin: Bulletin) -> None:
    """Close a bulletin, and name in the log whom it may not have reached."""
    bulletins.close(bulletin)
    for letter in in_doubt(bulletin):
        logger.warning("bulletin %s: follower %s may not have been told", bulletin.pk, letter.follower_id)


def _is_over(bulletin: Bulletin, now: datetime) -> bool:
    return now - bulletin.opened > PATIENCE


def _letter(bulletin: Bulletin, follower: Follower, content: contents.Content) -> EmailMessage:
    """Write the letter to a follower in their language; one address ends it (RFC 2369, RFC 8058)."""
    token = letters_token(follower.pk)
    off = address("follow-off", token)
    with translation.override(follower.language):
        subject = contents.subject(content)
        page = {
            "lines": contents.letter_lines(content),
            "weekly": bulletin.week is not None,
            "follows": content.follows,
            "manage": address("follow-manage", token),
            "off": off,
        }
        headers = {
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "List-Id": f"<ratings.{_host()}>",
        }
        return Content("emails/followed.txt", follower.email, page, subject, headers).compose()


def _host() -> str:
    """Name whom the letters come from, as a list is named (RFC 2919)."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
