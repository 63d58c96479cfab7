"""Evidence against a log, stored for ever; each alarm is sent once, and settled by an officer."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from federation.journal import journal
from federation.models import Account
from ratings.merkle_log.notes import text_of
from ratings.models import LogAlarm


def raise_alarm(origin: str, kind: str, *, before: str, after: str) -> LogAlarm | None:
    """Keep two signed checkpoints that no honest log can have signed; None where these are known already.

    While an alarm about a log is open there is no second one.
    """
    alarms = LogAlarm.objects.filter(origin=origin)
    text = text_of(after)
    if any(alarm.settled is None or text_of(alarm.after) == text for alarm in alarms):
        return None
    try:
        with transaction.atomic():
            alarm = LogAlarm.objects.create(origin=origin, kind=kind, before=before, after=after)
            journal.write("log.alarm", alarm, account=None, origin=origin, kind=kind)
    except IntegrityError:  # another job has just found the same
        return None
    return alarm


@transaction.atomic
def settle(alarm: LogAlarm, *, account: Account) -> bool:
    """Note that an officer has seen to an alarm, the evidence stays; False if settled before."""
    if not LogAlarm.objects.filter(pk=alarm.pk, settled=None).update(settled=timezone.now()):
        return False
    journal.write("log.alarm-settled", alarm, account=account, origin=alarm.origin, kind=alarm.kind)
    return True


def evidence(alarm: LogAlarm) -> str:
    """Write both checkpoints as one text that anyone can check with the key of the log."""
    moment = alarm.found.strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"{alarm.origin}: {alarm.kind}, found {moment}\n\nbefore\n\n{alarm.before}\nafter\n\n{alarm.after}"
