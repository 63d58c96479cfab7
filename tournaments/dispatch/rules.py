"""Rules of the office for sending onward: first day, receivers, own deadlines, reminders."""

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation.journal import journal
from federation.models import Account
from tournaments.models import DispatchRule, Tournament
from tournaments.onward.deadlines import Deadline
from tournaments.onward.receivers import RECEIVERS, Facts, Receiver, deadline_of, receivers_of
from tournaments.revisions.report_to_models import EARLIEST

# Of the row of rules: receivers on or off, the days of those whose documents name none.
FIELDS = (
    "begins",
    *RECEIVERS,
    *(f"{key}_days" for key, receiver in RECEIVERS.items() if receiver.terms[-1].days is None),
    "remind_days",
)


def rule() -> DispatchRule:
    """Return what the office has set; one query. Where the row is gone, what ends from today on counts."""
    return DispatchRule.objects.first() or DispatchRule(begins=timezone.localdate())


@transaction.atomic
def choose(values: dict[str, Any], *, account: Account) -> bool:
    """Record what the office decides; return whether anything changed."""
    DispatchRule.objects.get_or_create(pk=1, defaults={"begins": timezone.localdate()})
    dispatch_rule = DispatchRule.objects.select_for_update().get(pk=1)
    before = {name: getattr(dispatch_rule, name) for name in FIELDS}
    after = before | {name: values[name] for name in FIELDS if name in values}
    if after == before:
        return False
    for name, value in after.items():
        setattr(dispatch_rule, name, value)
    dispatch_rule.save()
    changed = [name for name in FIELDS if after[name] != before[name]]
    journal.write(
        "office.dispatches",
        dispatch_rule,
        account=account,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
    return True


def facts_of(tournament: Tournament) -> Facts:
    """Return what decides where a tournament goes."""
    start = tournament.start if tournament.start >= EARLIEST else None
    return Facts(tournament.discipline, tournament.rated_for, start)


def receivers_for(tournament: Tournament, held: DispatchRule) -> list[Receiver]:
    """Return where the office sends a tournament."""
    return [receiver for receiver in receivers_of(facts_of(tournament)) if held.is_on(receiver.key)]


def deadline_for(receiver: str, end: date, held: DispatchRule) -> Deadline:
    """Return by when a receiver wants the results of a tournament that ends on a day."""
    return deadline_of(receiver, end, held.own_days(receiver))
