"""The e-mail that tells the owner of a webhook that it was paused, by the outbox of all e-mails."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import translation

from federation.mail import message
from federation.mail.outbox import Outbox, ServerAwayError
from federation.models import Webhook

Letter = Webhook.Letter


def waiting() -> QuerySet[Webhook]:
    """Select the webhooks whose owners are to be told."""
    return Webhook.objects.filter(letter=Letter.WAITING)


def send_waiting() -> int:
    """Send what waits; returns how many left. What the server does not take now waits for the next job."""
    with Outbox() as outbox:
        for webhook in waiting().select_related("account"):
            try:
                outbox.send(_Paused(webhook))
            except ServerAwayError:
                break
        return outbox.sent


class _Paused:
    """The e-mail of one webhook."""

    def __init__(self, webhook: Webhook) -> None:
        self._webhook = webhook

    def __str__(self) -> str:
        return f"webhook {self._webhook.pk}"

    def claim(self) -> bool:
        return self._move(Letter.WAITING, Letter.LEAVING)

    def write(self) -> EmailMessage | None:
        webhook = self._webhook
        told = {
            "webhook": webhook,
            "is_gone": webhook.state == Webhook.State.GONE,
            "days": settings.WEBHOOK_PAUSE_DAYS,
            "address": message.address("webhook", webhook.pk),
            "federation_name": settings.FEDERATION_NAME,
        }
        with translation.override(settings.LANGUAGE_CODE):
            text = render_to_string("emails/webhook_paused.txt", told)
        return message.compose(text, to=webhook.account.email)

    def settle(self, *, taken: bool) -> None:
        self._move(Letter.LEAVING, Letter.SENT if taken else Letter.REFUSED)

    def requeue(self) -> None:
        self._move(Letter.LEAVING, Letter.WAITING)

    def _move(self, before: Webhook.Letter, after: Webhook.Letter) -> bool:
        mine = Webhook.objects.filter(pk=self._webhook.pk, letter=before)
        return bool(mine.update(letter=after))
