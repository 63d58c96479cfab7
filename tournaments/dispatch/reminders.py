"""Reminders of deadlines: organisers get one for each, among the letters about other steps."""

from django.db import transaction
from django.utils import timezone

from federation.jobs import jobs
from tournaments.dispatch import board, rules
from tournaments.models import Dispatch, Notice
from tournaments.submission import organiser_mail


def remind() -> int:
    """Note a letter for each near deadline; return how many. Three queries if there are none.

    The office sets how near; 0 days turns reminders off. Deadlines that have passed are listed on the board.
    """
    rule, today = rules.rule(), timezone.localdate()
    if not rule.remind_days:
        return 0
    near = [row for row in board.rows(rule, today) if 0 <= row.days_left <= rule.remind_days]
    return sum(_remind(row) for row in near if not row.is_changed)


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
