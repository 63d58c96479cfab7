"""The e-mail that tells the administrators of an alarm about a log, by the outbox of all e-mails."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import translation

from federation.mail import message
from federation.mail.outbox import Outbox, ServerAwayError
from federation.models import Account
from ratings.models import LogAlarm, LogHead

Letter = LogAlarm.Letter


def waiting() -> QuerySet[LogAlarm]:
    """Select the alarms the administrators are to be told of."""
    return LogAlarm.objects.filter(letter=Letter.WAITING)


def send_waiting() -> int:
    """Send what waits; returns how many left. What the server does not take now waits for the next job."""
    with Outbox() as outbox:
        for alarm in waiting():
            try:
                outbox.send(_Told(alarm))
            except ServerAwayError:
                break
        return outbox.sent


class _Told:
    """The e-mail about one alarm."""

    def __init__(self, alarm: LogAlarm) -> None:
        self._alarm = alarm

    def __str__(self) -> str:
        return f"alarm {self._alarm.pk}"

    def claim(self) -> bool:
        return self._move(Letter.WAITING, Letter.LEAVING)

    def write(self) -> EmailMessage | None:
        administrators = Account.objects.filter(is_superuser=True, is_active=True).exclude(email="")
        addresses = list(administrators.order_by("pk").values_list("email", flat=True))
        if not addresses:
            self.settle(taken=False)
            return None
        alarm = self._alarm
        told = {
            "alarm": alarm,
            "is_own": LogHead.objects.filter(origin=alarm.origin).exists(),
            "evidence": message.address("log-evidence", alarm.pk),
            "address": message.address("witnesses"),
            "federation_name": settings.FEDERATION_NAME,
        }
        with translation.override(settings.LANGUAGE_CODE):
            text = render_to_string("emails/log_alarm.txt", told)
        letter = message.compose(text, to=addresses[0])
        letter.to = addresses
        return letter

    def settle(self, *, taken: bool) -> None:
        self._move(Letter.LEAVING, Letter.SENT if taken else Letter.REFUSED)

    def requeue(self) -> None:
        self._move(Letter.LEAVING, Letter.WAITING)

    def _move(self, before: LogAlarm.Letter, after: LogAlarm.Letter) -> bool:
        return bool(LogAlarm.objects.filter(pk=self._alarm.pk, letter=before).update(letter=after))
