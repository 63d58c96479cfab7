"""Sent results of the demo: the board begins weeks ago, and most of what is on it was sent."""

from datetime import date, timedelta

from ratings.management.demo.membership import Office
from tournaments.dispatch import acts, board
from tournaments.dispatch.acts import ActDetails, Kind
from tournaments.dispatch.page import section_of
from tournaments.models import DispatchRule, Tournament
from tournaments.models.stages import Stage

BEGAN = timedelta(60)  # before the present
LEFT = 4  # overdue and not sent yet


def fill_board(today: date, *, office: Office) -> int:
    """Begin the board; of what is overdue all but the newest was sent, and mostly accepted."""
    rule, _made = DispatchRule.objects.update_or_create(pk=1, defaults={"begins": today - BEGAN})
    overdue = [
        row
        for row in board.rows(rule, today, board.Wanted("overdue"))
        if row.tournament.stage == Stage.APPROVED
    ]
    done = overdue[:-LEFT]
    for place, row in enumerate(done):
        tournament, key = Tournament.objects.get(pk=row.tournament.pk), row.receiver.key
        section = section_of(tournament, key, rule, today)
        if section is None:
            continue
        day = tournament.end + timedelta(2)
        seen = acts.send(tournament, key, section.file, ActDetails(day), account=office.officer)
        if place % 3:
            details = ActDetails(day + timedelta(1), seen=seen)
            acts.note(tournament, key, Kind.ACCEPTED, details, account=office.officer)
    return len(done)
