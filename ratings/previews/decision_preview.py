"""What a decision of the office would do to the ratings, found by entering it and taking it back.

First whatever waits is recalculated, then the decision is entered and the system recalculated once more; the
difference between the two is the decision's own. Everything is rolled back.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import numpy as np
from django.db import transaction
from django.utils.translation import gettext_noop

from federation.database import bulk
from federation.jobs import jobs
from federation.models import Account, Job, Player
from ratings.cadence.by_game import update_ratings
from ratings.cadence.shared.columns import F8, I8
from ratings.cadence.shared.comparison import Standings, buckets, movers
from ratings.engines.contract import Floats
from ratings.engines.stream_contract import Longs
from ratings.models import RatingSystem
from ratings.rulebook.systems import has_streams
from ratings.runs import manual_events
from ratings.runs.manual_events import Decision
from ratings.runs.recalculation import apply, compute, request_run

WORK = "ratings.decision-preview"
Say = Callable[[float, str], None]


def request(system: RatingSystem, decision: Decision, *, account: Account | None) -> Job:
    """Ask for the preview of a decision; the job's result holds it, and its arguments the decision."""
    arguments = {"system": system.key, "decision": written(decision)}
    return jobs.request(WORK, arguments=arguments, account=account)


def written(decision: Decision) -> dict[str, Any]:
    """Write a decision as JSON."""
    return {
        "kind": decision.kind,
        "date": decision.date.isoformat(),
        "label": decision.label,
        "player": decision.player.pk if decision.player else None,
        "value": decision.value,
        "factor": decision.factor,
        "offset": decision.offset,
        "deviation": decision.deviation,
        "games": decision.games,
    }


def read(said: Mapping[str, Any]) -> Decision:
    """Read a decision written by `written`; raises Player.DoesNotExist."""
    player = Player.objects.get(pk=said["player"]) if said["player"] else None
    return Decision(**{**said, "date": date.fromisoformat(said["date"]), "player": player})


def rehearse(
    system: RatingSystem, decision: Decision, *, say: Say = lambda _percent, _message: None
) -> dict[str, Any]:
    """Enter a decision, recalculate, compare, and take everything back.

    Gives counts of players who move, come and go, the sum of the moves, the largest and their buckets. Other
    systems that seed from this one are not followed.
    """
    with transaction.atomic():
        say(5, gettext_noop("computing what waits"))
        _bring_up(system)
        before = _standing(system)
        manual_events.enter(system, decision, account=None)
        say(50, gettext_noop("computing"))
        _bring_up(system)
        result = _compared(before, _standing(system))
        transaction.set_rollback(True)
    return result


def _bring_up(system: RatingSystem) -> None:
    system.refresh_from_db()
    if has_streams(system.key):
        update_ratings.bring_up(system.key)
    elif system.stale_from is not None:
        apply(compute(request_run(system)), account=None)


def _standing(system: RatingSystem) -> tuple[Longs, Floats]:
    """Read where everybody stands, by rising key."""
    player, rating = bulk.read_columns(
        "SELECT player_id, rating FROM ratings_currentrating WHERE system_id = %s ORDER BY player_id",
        [system.pk],
        [I8, F8],
    )
    return player, rating


def _compared(before: tuple[Longs, Floats], after: tuple[Longs, Floats]) -> dict[str, Any]:
    everybody = np.union1d(before[0], after[0])
    old, new = (_placed(everybody, *standing) for standing in (before, after))
    result = Standings(everybody, old, new)
    moves = new - old
    return {
        "moved": int((np.nan_to_num(moves) != 0).sum()),
        "entering": int((np.isnan(old) & ~np.isnan(new)).sum()),
        "leaving": int((~np.isnan(old) & np.isnan(new)).sum()),
        "sum": float(np.nansum(moves)),
        "movers": movers(result),
        "buckets": buckets(result),
    }


def _placed(everybody: Longs, player: Longs, rating: Floats) -> Floats:
    column = np.full(everybody.size, np.nan)
    column[np.searchsorted(everybody, player)] = rating
    return column
