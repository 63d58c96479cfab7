"""E-mail to the administrators about an alarm of a log."""

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import translation

from federation.mail import outbox
from federation.mail.rows import LetterByState
from federation.models import Account
from ratings.models import LogAlarm, LogHead


def waiting() -> QuerySet[LogAlarm]:
    """Select the alarms the administrators are to be informed of."""
    return LogAlarm.objects.filter(letter=LogAlarm.Letter.WAITING)


def send_waiting() -> int:
    """Send the letters that wait; return how many left. Raise UnsentError when some could not be sent."""
    return outbox.send_waiting(_Alarm(alarm) for alarm in waiting().order_by("pk"))


class _Alarm(LetterByState[LogAlarm]):
    """The e-mail about one alarm."""

    def __str__(self) -> str:
        return f"alarm {self.row.pk}"

    def waits_since(self) -> datetime:
        """Return when the alarm was raised."""
        return self.row.found

    def write(self) -> EmailMessage | None:
        """Write the letter in the language of the site; None where no administrator has an address."""
        administrators = Account.objects.filter(is_superuser=True, is_active=True).exclude(email="")
        addresses = list(administrators.order_by("pk").values_list("email", flat=True))
        if not addresses:
            self.settle(taken=False)
            return None
        context = {
            "alarm": self.row,
            "is_own": LogHead.objects.filter(origin=self.row.origin).exists(),
            "evidence": outbox.address("log-evidence", self.row.pk),
            "address": outbox.address("witnesses"),
            "federation_name": settings.FEDERATION_NAME,
        }
        with translation.override(settings.LANGUAGE_CODE):
            text = render_to_string("emails/log_alarm.txt", context)
        letter = outbox.compose(text, to=addresses[0])
        letter.to = addresses
        return letter
