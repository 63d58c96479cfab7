"""Writes: organisers are reminded once of every deadline, by the letters that tell of the other steps."""

from django.db import transaction
from django.utils import timezone

from federation.jobs import jobs
from tournaments.dispatch import board, rules
from tournaments.models import Dispatch, Notice
from tournaments.submission import organiser_mail


def remind() -> int:
    """Note a letter for each deadline that is near; return how many. Three queries where none is.

    How near, the office sets; 0 days reminds nobody. What is over is the board's.
    """
    rule, today = rules.rule(), timezone.localdate()
    if not rule.remind_days:
        return 0
    near = [one for one in board.rows(rule, today) if 0 <= one.days_left <= rule.remind_days]
    return sum(_remind(one) for one in near if not one.is_changed)


@transaction.atomic
def _remind(row: board.Row) -> bool:
    """Note the letter of one deadline, unless it was noted before."""
    day = row.deadline.last_day
    if row.dispatch.reminded == day:
        return False
    dispatch, _made = Dispatch.objects.get_or_create(number=row.dispatch.number, receiver=row.receiver.key)
    if not Dispatch.objects.filter(pk=dispatch.pk).exclude(reminded=day).update(reminded=day):
        return False
    about = {"receiver": row.receiver.name, "day": day.isoformat()}
    notice = organiser_mail.note(row.tournament, Notice.Step.ONWARD, about)
    if notice is None:
        return False
    jobs.enqueue_after_commit(jobs.request_once(organiser_mail.WORK, arguments={}))
    return True
