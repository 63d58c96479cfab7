"""The e-mail to the owner of a webhook that was paused."""

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from federation.mail.letters import Content, LetterByState
from federation.mail.outbox import address
from federation.models import JournalEntry, Webhook

WORK = "federation.webhook_letters"


class PauseMail(LetterByState[Webhook]):
    """The e-mail about one webhook, in the language of the site."""

    outbox, label = "webhooks", "webhook"

    @classmethod
    def waiting(cls) -> QuerySet[Webhook]:
        return Webhook.objects.filter(letter=Webhook.Letter.WAITING).select_related("account").order_by("pk")

    def waits_since(self) -> datetime | None:
        """Return when the webhook was paused, which the journal knows."""
        lines = JournalEntry.objects.filter(
            act="webhook.paused", subject="webhook", subject_id=str(self.row.pk)
        )
        return lines.order_by("-pk").values_list("at", flat=True).first()

    def content(self) -> Content:
        page = {
            "webhook": self.row,
            "is_gone": self.row.state == Webhook.State.GONE,
            "days": settings.WEBHOOK_PAUSE_DAYS,
            "address": address("webhook", self.row.pk),
        }
        return Content("emails/webhook_paused.txt", self.row.account.email, page)
