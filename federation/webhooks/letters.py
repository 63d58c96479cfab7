"""The e-mail to the owner of a webhook that was paused."""

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import translation

from federation.jobs import jobs
from federation.mail import outbox
from federation.mail.rows import LetterByState
from federation.models import JournalEntry, Webhook

WORK = "federation.webhook_letters"


def request() -> None:
    """Enqueue the job that sends what waits, in the caller's transaction."""
    jobs.enqueue_after_commit(jobs.request_once(WORK, arguments={}))


def waiting() -> QuerySet[Webhook]:
    """Select the webhooks whose owners are to be notified."""
    return Webhook.objects.filter(letter=Webhook.Letter.WAITING)


def send_waiting() -> int:
    """Send the letters that wait; return how many left. Raise UnsentError when some could not be sent."""
    return outbox.send_waiting(
        _Paused(webhook) for webhook in waiting().select_related("account").order_by("pk")
    )


class _Paused(LetterByState[Webhook]):
    """The e-mail of one webhook."""

    def __str__(self) -> str:
        return f"webhook {self.row.pk}"

    def waits_since(self) -> datetime | None:
        """Return when the webhook was paused, which the journal knows."""
        lines = JournalEntry.objects.filter(
            act="webhook.paused", subject="webhook", subject_id=str(self.row.pk)
        )
        return lines.order_by("-pk").values_list("at", flat=True).first()

    def write(self) -> EmailMessage:
        """Write the letter in the language of the site."""
        context = {
            "webhook": self.row,
            "is_gone": self.row.state == Webhook.State.GONE,
            "days": settings.WEBHOOK_PAUSE_DAYS,
            "address": outbox.address("webhook", self.row.pk),
            "federation_name": settings.FEDERATION_NAME,
        }
        with translation.override(settings.LANGUAGE_CODE):
            text = render_to_string("emails/webhook_paused.txt", context)
        return outbox.compose(text, to=self.row.account.email)
