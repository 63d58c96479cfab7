"""Mail to an organiser at each step of their tournament: noted with the step, sent once after it.

A notice is a row written in the transaction of the step, so that a step taken back is not written of; a job
sends what waits. Only what was handed in by the site or by a program has notices, archives have none.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import translation

from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.mail.letters import Content, LetterByMoment
from federation.mail.outbox import address, site
from federation.models import Account
from federation.vocabulary.systems.catalogue import CATALOGUE
from tournaments.models import MailPreference, Notice, Tournament

WORK = "tournaments.mail"
SALT = "tournaments.mail"
Step = Notice.Step


def note(tournament: Tournament, step: Step, about: Mapping[str, Any] | None = None) -> Notice | None:
    """Note that the organiser gets a letter about a step; None where they got none when it was received.

    What happens once (approved, rated, on the list) is noted once, however often it is asked.
    """
    if tournament.organiser_id is None:
        return None
    received = Notice.objects.filter(tournament=tournament, step=Step.RECEIVED)
    if step != Step.RECEIVED and not received.exists():
        return None
    try:
        with transaction.atomic():
            return Notice.objects.create(
                tournament=tournament, step=step, account_id=tournament.organiser_id, about=dict(about or {})
            )
    except IntegrityError:
        return None


def remember_language(account: Account) -> None:
    """Note the language an organiser reads while they hand in, unless they have chosen one."""
    language = translation.get_language() or settings.LANGUAGE_CODE
    preference, created = MailPreference.objects.get_or_create(
        account=account, defaults={"language": language}
    )
    if not created and not preference.language:
        MailPreference.objects.filter(pk=preference.pk).update(language=language)


class OrganiserMail(LetterByMoment[Notice]):
    """A notice whose letter waits, in its receiver's language; one address ends them all (RFC 2369)."""

    outbox, label = "organisers", "notice"

    @classmethod
    def waiting(cls) -> QuerySet[Notice]:
        rows = Notice.objects.filter(sent=None).select_related("tournament", "account__mail_preference")
        return rows.order_by("pk")

    @property
    def _preference(self) -> MailPreference | None:
        return getattr(self.row.account, "mail_preference", None)

    def language(self) -> str:
        return (self._preference and self._preference.language) or super().language()

    def content(self) -> Content | None:
        notice, account, preference = self.row, self.row.account, self._preference
        if not account.is_active or (preference is not None and not preference.wanted):
            return None
        current, off = notice.tournament, address("mail-off", off_token(account))
        page = {
            "tournament": current,
            "about": notice.about,
            "lists": [_list(item) for item in notice.about.get("lists", [])],
            "awaited": [_system(name) for name in notice.about.get("awaited", [])],
            "day": _day(notice.about.get("day", "")),
            "onward": address("desk-onward", current.number, current.revision),
            "url": address("desk-tournament", current.number, current.revision),
            "off": off,
        }
        headers = {"List-Unsubscribe": f"<{off}>"}
        return Content(f"emails/{notice.step}.txt", account.email, page, headers=headers)


def _day(noted: str) -> str:
    """Write a day a notice is about; "" where it is about none."""
    return format_date(date.fromisoformat(noted), "j F Y") if noted else ""


def _list(noted: Mapping[str, str]) -> dict[str, str]:
    return {
        "name": _system(noted.get("system") or noted["name"]),
        "day": format_date(date.fromisoformat(noted["day"]), "j F Y"),
        "url": site() + noted["path"],
    }


def off_token(account: Account) -> str:
    """Sign the account that may end its mail without logging in."""
    return signing.dumps(account.pk, salt=SALT)


def account_of_token(token: str) -> Account | None:
    """Return the account that ends its mail; None for a token that was not signed here."""
    try:
        return Account.objects.filter(pk=signing.loads(token, salt=SALT)).first()
    except signing.BadSignature:
        return None


def _system(noted: str) -> str:
    """Name a rating system in the reader's language; rows of earlier releases have its English name."""
    named = (key for key, declared in CATALOGUE.items() if noted in (key, declared.name))
    return system_name(next(named, noted))
