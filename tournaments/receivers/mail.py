"""Hears the steps of a tournament and lets its organiser know, once they are really taken."""

from typing import Any

from django.dispatch import receiver

from federation.jobs import jobs
from federation.models import Account
from tournaments.models import Notice, Tournament
from tournaments.signals import approved, returned, submitted
from tournaments.submission import organiser_mail


@receiver(submitted, dispatch_uid="tournaments.mail_submitted")
def tell_received(tournament: Tournament, account: Account | None, **_: Any) -> None:
    """Say that it has come, in the language its organiser reads."""
    if account is not None and account.pk == tournament.organiser_id:
        organiser_mail.remember_language(account)
    _told(organiser_mail.note(tournament, Notice.Step.RECEIVED))


@receiver(returned, dispatch_uid="tournaments.mail_returned")
def tell_returned(tournament: Tournament, **_: Any) -> None:
    """Say that something has to be mended, and why."""
    _told(organiser_mail.note(tournament, Notice.Step.RETURNED, {"reason": tournament.reason}))


@receiver(approved, dispatch_uid="tournaments.mail_approved")
def tell_approved(tournament: Tournament, **_: Any) -> None:
    """Say that it counts."""
    _told(organiser_mail.note(tournament, Notice.Step.APPROVED))


def _told(notice: Notice | None) -> None:
    """Have the mail sent behind the commit; one job sends all that waits."""
    if notice is not None:
        jobs.send_after_commit(jobs.request_once(organiser_mail.WORK, arguments={}))
