"""Mail to an organiser at each step of his tournament: noted with the step, sent once after it.

A notice is a row written in the transaction of the step, so that a step taken back tells nobody; a job sends
what waits. A row is claimed before its mail leaves: a mail may be lost with the machine that sends it, none
goes out twice. Only what was handed in by the site or by a program is told of, archives are not.
"""

import logging
from collections.abc import Mapping
from datetime import date
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from federation.language.dates import written
from federation.models import Account
from tournaments.models import MailPreference, Notice, Tournament

WORK = "tournaments.mail"
SALT = "tournaments.mail"
_AT_ONCE = 200
Step = Notice.Step
logger = logging.getLogger(__name__)


class Unsent(Exception):
    """Some mail could not be sent; it waits for the next time."""


def note(tournament: Tournament, step: Step, about: Mapping[str, Any] | None = None) -> Notice | None:
    """Note that the organiser is to hear of a step; None for whom nobody told that it was received.

    What happens once (approved, rated, on the list) is noted once, however often it is asked.
    """
    if tournament.organiser_id is None:
        return None
    told = Notice.objects.filter(tournament=tournament, step=Step.RECEIVED)
    if step != Step.RECEIVED and not told.exists():
        return None
    try:
        with transaction.atomic():
            return Notice.objects.create(
                tournament=tournament, step=step, account_id=tournament.organiser_id, about=dict(about or {})
            )
    except IntegrityError:
        return None


def remember_language(account: Account) -> None:
    """Note the language somebody reads while he hands in, unless he has chosen one."""
    language = translation.get_language() or settings.LANGUAGE_CODE
    held, made = MailPreference.objects.get_or_create(account=account, defaults={"language": language})
    if not made and not held.language:
        MailPreference.objects.filter(pk=held.pk).update(language=language)


def send_waiting() -> int:
    """Send every mail that waits; says how many left. Raises Unsent when some could not be sent."""
    sent = failed = 0
    for notice in _waiting():
        # Whoever sets the moment sends it; the other of two jobs finds it set.
        if not Notice.objects.filter(pk=notice.pk, sent=None).update(sent=timezone.now()):
            continue
        try:
            sent += _send(notice)
        except (OSError, SMTPException):
            logger.exception("notice %s could not be sent", notice.pk)
            Notice.objects.filter(pk=notice.pk).update(sent=None)
            failed += 1
    if failed:
        raise Unsent(f"{failed} of {failed + sent} could not be sent")
    return sent


def _waiting() -> list[Notice]:
    waiting = Notice.objects.filter(sent=None).select_related("tournament", "account__mail_preference")
    return list(waiting.order_by("pk")[:_AT_ONCE])


def _send(notice: Notice) -> int:
    """Send one mail, unless its receiver wants none."""
    preference = getattr(notice.account, "mail_preference", None)
    if not notice.account.is_active or (preference is not None and not preference.wanted):
        return 0
    language = preference.language if preference and preference.language else settings.LANGUAGE_CODE
    with translation.override(language):
        message = _message(notice)
    return message.send()


def _message(notice: Notice) -> EmailMessage:
    """Write the mail in the language that is active: the first line of the template is the subject."""
    current = notice.tournament
    off = address("mail-off", off_token(notice.account))
    page = {
        "tournament": current,
        "about": notice.about,
        "lists": [_list(one) for one in notice.about.get("lists", [])],
        "url": address("desk-tournament", current.number, current.revision),
        "off": off,
        "federation_name": settings.FEDERATION_NAME,
    }
    subject, _, text = render_to_string(f"emails/{notice.step}.txt", page).strip().partition("\n")
    headers = {"List-Unsubscribe": f"<{off}>", "Auto-Submitted": "auto-generated"}
    receiver = [notice.account.email]
    return EmailMessage(" ".join(subject.split()), text.strip() + "\n", to=receiver, headers=headers)


def _list(told: Mapping[str, str]) -> dict[str, str]:
    return {
        "name": translation.gettext(told["name"]),
        "day": written(date.fromisoformat(told["day"]), "j F Y"),
        "url": _site() + told["path"],
    }


def address(name: str, *args: object) -> str:
    """Return the address of a page as a mail needs it: with the site's own, where the office has said it."""
    return _site() + reverse(name, args=args)


def _site() -> str:
    origins: list[str] = settings.CSRF_TRUSTED_ORIGINS
    return origins[0].rstrip("/") if origins else ""


def off_token(account: Account) -> str:
    """Sign who may end his mail without logging in."""
    return signing.dumps(account.pk, salt=SALT)


def account_of_token(token: str) -> Account | None:
    """Return who ends his mail; None for a token nobody signed."""
    try:
        return Account.objects.filter(pk=signing.loads(token, salt=SALT)).first()
    except signing.BadSignature:
        return None
