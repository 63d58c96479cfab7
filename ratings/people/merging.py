"""Ratings when two players are merged: decisions move, systems become stale, lists stay.

Called by ratings.receivers.register. The ledger is left alone: the next run proposes what
changes, as after any other move of the facts.
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.database.slicing import slices
from federation.language.dates import format_date
from federation.language.system_names import system_name
from federation.models import Merge, Player
from federation.register.merging import Foreseen, Part
from ratings.cadence.traits import traits_of
from ratings.models import GameHistory, ListEntry, ManualEvent, RatingChange, RatingSystem
from ratings.rulebook.systems import Played, takes
from ratings.runs.recalculation import mark_stale
from tournaments.models import Tournament
from tournaments.models.stages import Stage

LABEL = "ratings"
NOTE = "ratings.since"  # Foreseen.notes: which systems wait from which day on
_YEAR = "birth_year"
_AT_ONCE = 500


# --- before


def foresee(kept: Player, gone: Player) -> Foreseen:
    """Return which decisions would move, and which systems would wait from when."""
    moving, doubled = _events(kept, gone)
    lists = ListEntry.objects.filter(player=gone).count()
    parts = (
        Part(_("Manual adjustments and levels from lists"), moving.count(), doubled.count()),
        Part(pgettext_lazy("entries of published lists", "Published lists"), 0, lists),
    )
    since = stale_since(kept, gone, changed={_YEAR} if kept.birth_year != gone.birth_year else ())
    texts = tuple(_waits(key, day) for key, day in since.items())
    return Foreseen(parts, consequences=texts, notes={NOTE: since})


def _waits(key: str, day: date) -> str | Promise:
    gaps = {"system": system_name(key), "date": format_date(day)}
    return gettext(traits_of(key).changes_notice) % gaps


def _events(kept: Player, gone: Player) -> tuple[QuerySet[ManualEvent], QuerySet[ManualEvent]]:
    """Return the decisions that move, and those the remaining player has alike that day: these go."""
    like = ManualEvent.objects.filter(
        system=OuterRef("system"), kind=OuterRef("kind"), date=OuterRef("date"), player=kept, withdrawn=None
    )
    doubled = Q(Exists(like), withdrawn=None)
    his = ManualEvent.objects.filter(player=gone).order_by("pk")
    return his.exclude(doubled), his.filter(doubled)


def stale_since(kept: Player, gone: Player, *, changed: Collection[str]) -> dict[str, date]:
    """Return the earliest day of either player's facts, by key of each system the merge moves something in.

    That is every system the one who goes has facts or ratings in, and where a year of birth decides.
    """
    days = _days([kept, gone])
    moved = set(_days([gone]))
    rated = RatingChange.objects.filter(player=gone).values_list("system__key", flat=True)
    played = GameHistory.objects.filter(player=gone).values_list("system__key", flat=True)
    moved |= {*rated.distinct(), *played.distinct()}
    return {
        key: day
        for key, day in sorted(days.items())
        if key in moved or (traits_of(key).reads_birth_years and _YEAR in changed)
    }


def born_since(player: Player) -> dict[str, date]:
    """Return the first day of a player's facts by key of each system that reads years of birth."""
    return {key: day for key, day in sorted(_days([player]).items()) if traits_of(key).reads_birth_years}


def _days(players: list[Player]) -> dict[str, date]:
    """Return the first day of the facts of some players by key of system; games of streams are not asked."""
    days: dict[str, date] = {}
    systems = list(RatingSystem.objects.all())
    played = Tournament.objects.filter(entries__player__in=players, stage=Stage.APPROVED.value)
    for facts in (Played(*row) for row in played.values_list(*Played._fields)):
        for system in systems:
            if takes(system, facts):
                days[system.key] = min(facts.start, days.get(system.key, facts.start))
    decided = ManualEvent.objects.filter(player__in=players, withdrawn=None).order_by()
    for key, day in decided.values_list("system__key").annotate(Min("date")):
        days[key] = min(day, days.get(key, day))
    return days


# --- moving there and back


def move(kept: Player, gone: Player, since: Mapping[str, date]) -> dict[str, Any]:
    """Move decisions to the remaining player, and mark stale what they and the games decide."""
    moving, doubled = (list(rows.values_list("pk", flat=True)) for rows in _events(kept, gone))
    _update(moving, player=kept)
    _update(doubled, withdrawn=timezone.now())
    mark(since)
    days = {key: day.isoformat() for key, day in since.items()}
    return {"decisions": moving, "doubled": doubled, "since": days}


def move_back(merge: Merge) -> dict[str, date]:
    """Put decisions back and mark systems stale again; return the systems that wait, with their days."""
    moved = merge.record.get(LABEL, {})
    _update(moved.get("decisions", ()), player=merge.gone)
    _update(moved.get("doubled", ()), withdrawn=None)
    since = {key: date.fromisoformat(day) for key, day in moved.get("since", {}).items()}
    mark(since)
    return since


def undo_obstacles(merge: Merge) -> list[str | Promise]:
    """Return which decisions are no more where the merge put them."""
    moved = merge.record.get(LABEL, {})
    keys = moved.get("decisions", [])
    if ManualEvent.objects.filter(pk__in=keys, player=merge.kept).count() != len(keys):
        return [_("A manual adjustment has been changed since.")]
    return []


def mark(since: Mapping[str, date]) -> None:
    """Mark systems stale, always in one order."""
    for system in RatingSystem.objects.filter(key__in=since).order_by("pk"):
        mark_stale(system, since[system.key])


def _update(keys: Collection[int], **values: Any) -> None:
    for part in slices(list(keys), _AT_ONCE):
        ManualEvent.objects.filter(pk__in=part).update(**values)
