"""Dated decisions of the office, facts like games: levels set, reset, adjusted, imported."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from federation.database import bulk
from federation.database.slicing import slices
from federation.journal import journal
from federation.models import Account, Player
from federation.signals import LevelCounts
from ratings.models import ManualEvent, RatingSystem
from ratings.runs.recalculation import mark_stale

_VALUES = ("value", "factor", "offset", "deviation", "games")


@dataclass(frozen=True, slots=True)
class Decision:
    """What the office decides: a rating for one player, or factor and offset for everybody who has one."""

    kind: str
    date: date
    label: str
    player: Player | None = None
    value: float | None = None
    factor: float = 1.0
    offset: float = 0.0
    deviation: float | None = None  # streams
    games: int | None = None  # streams: rated games assumed


class PlayerGoneError(Exception):
    """The player of a decision was taken out of the register meanwhile."""


class AlreadyEnteredError(Exception):
    """The same decision stands already: a second one would count twice."""

    def __init__(self, standing: ManualEvent) -> None:
        super().__init__(standing.pk)
        self.standing = standing


@transaction.atomic
def enter(system: RatingSystem, decision: Decision, *, account: Account | None) -> ManualEvent:
    """Write a decision down and mark the system stale from its day; of a merged player, of whom they are now.

    Raises PlayerGoneError, AlreadyEnteredError.
    """
    if decision.player is None:  # two of these at once meet here, those of a player at the player
        RatingSystem.objects.select_for_update(no_key=True).get(pk=system.pk)
    event = _make_event(system, decision, decision.player and _standing_for(decision.player))
    if standing := _same(event):
        raise AlreadyEnteredError(standing)
    event.account = account
    event.save()
    mark_stale(system, decision.date)
    journal.write(
        "manual-event.entered",
        event,
        account=account,
        system=system.key,
        before={},
        after=_decision_values(event),
    )
    return event


def expected(system: RatingSystem, decision: Decision) -> ManualEvent:
    """Return a decision as it would be entered, with the next key; nothing is written."""
    player = decision.player
    while player and player.merged_into:
        player = player.merged_into
    event = _make_event(system, decision, player)
    event.pk = 1 + (ManualEvent.objects.aggregate(last=Max("pk"))["last"] or 0)
    return event


def _make_event(system: RatingSystem, decision: Decision, player: Player | None) -> ManualEvent:
    return ManualEvent(
        system=system,
        kind=decision.kind,
        player=player,
        date=decision.date,
        value=decision.value,
        factor=decision.factor,
        offset=decision.offset,
        deviation=decision.deviation,
        games=decision.games,
        label=decision.label,
    )


def _same(event: ManualEvent) -> ManualEvent | None:
    """Return a decision in force that decides the same, with any label."""
    same = {name: getattr(event, name) for name in ("kind", "player", "date", *_VALUES)}
    standing = ManualEvent.objects.filter(system=event.system, withdrawn=None, **same)
    return standing.select_related("account").order_by("pk").first()


def _standing_for(player: Player) -> Player:
    """Return the player a number stands for, held so that no merge comes in between."""
    locked = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if locked is None:
        raise PlayerGoneError(player.pk)
    return _standing_for(locked.merged_into) if locked.merged_into else locked


@transaction.atomic
def withdraw(event: ManualEvent, *, account: Account | None) -> bool:
    """Take a decision out of the facts; False when it was out already."""
    standing = ManualEvent.objects.filter(pk=event.pk, withdrawn__isnull=True)
    if not standing.update(withdrawn=timezone.now()):
        return False
    mark_stale(event.system, event.date)
    journal.write(
        "manual-event.withdrawn",
        event,
        account=account,
        system=event.system.key,
        before=_decision_values(event),
        after={},
    )
    return True


def _decision_values(event: ManualEvent) -> dict[str, Any]:
    """Return the values of a decision, those it has."""
    values = {
        "kind": event.kind,
        "date": event.date,
        "player": event.player_id,
        "rating": event.value,
        "label": event.label,
    }
    if event.player_id is None:
        values |= {"factor": event.factor, "offset": event.offset}
    return {name: value for name, value in values.items() if value not in (None, "")}


@transaction.atomic
def enter_base(system: RatingSystem, levels: Sequence[tuple[int, float]], day: date) -> LevelCounts:
    """Write the levels of an imported list (player, rating) as base levels of a day; count them.

    A list imported again writes what differs only: its earlier levels of that day are withdrawn.
    """
    standing = ManualEvent.objects.filter(
        system=system, kind=ManualEvent.Kind.BASE, date=day, withdrawn__isnull=True
    )
    known = {player: (key, value) for key, player, value in standing.values_list("pk", "player_id", "value")}
    fresh = [(player, value) for player, value in levels if player not in known or known[player][1] != value]
    replaced = [known[player][0] for player, _ in fresh if player in known]
    counts = LevelCounts(system.key, len(fresh) - len(replaced), len(replaced), len(levels) - len(fresh))
    if not fresh:
        return counts
    now, count = timezone.now(), len(fresh)
    for part in slices(replaced, 500):
        ManualEvent.objects.filter(pk__in=part).update(withdrawn=now)
    bulk.write_columns(
        ManualEvent._meta.db_table,
        {
            "system_id": [system.pk] * count,
            "kind": [ManualEvent.Kind.BASE.value] * count,
            "player_id": [player for player, _ in fresh],
            "date": [day] * count,
            "value": [value for _, value in fresh],
            "factor": [1.0] * count,
            "offset": [0.0] * count,
            "label": [""] * count,
            "entered": [now] * count,
        },
    )
    mark_stale(system, day)
    return counts
