"""Preview of a decision of the office: all that waits is replayed without and with it.

The difference between the two is the decision's own. Nothing is written.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop

from federation.jobs import jobs
from federation.models import Account, Job, Player
from ratings.cadence.ledger import ledger_of
from ratings.cadence.shared.comparison import Standings, buckets, movers
from ratings.cadence.shared.standings import Ratings
from ratings.engines.contract import Floats
from ratings.engines.stream_contract import Longs
from ratings.models import RatingSystem
from ratings.previews.steady import retry_if_moved
from ratings.runs import manual_events
from ratings.runs.manual_events import Decision

WORK = "ratings.decision-preview"
ReportProgress = Callable[[float, str], None]


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


def read(document: Mapping[str, Any]) -> Decision:
    """Read a decision written by `written`; raises Player.DoesNotExist."""
    player = Player.objects.get(pk=document["player"]) if document["player"] else None
    return Decision(**{**document, "date": date.fromisoformat(document["date"]), "player": player})


def rehearse(
    system: RatingSystem, decision: Decision, *, report: ReportProgress = lambda _percent, _message: None
) -> dict[str, Any]:
    """Compare where everybody would stand without a decision and with it.

    Gives counts of players who move, come and go, the sum of the moves, the largest and their buckets. Other
    systems that seed from this one are not followed.
    """
    system.refresh_from_db()
    ledger = ledger_of(system.key)

    def work() -> dict[str, Any]:
        report(5, gettext_noop("calculating pending changes"))
        before = ledger.ratings_with(system, None)
        report(50, gettext_noop("calculating"))
        return _compare_standings(
            before, ledger.ratings_with(system, manual_events.expected(system, decision))
        )

    return retry_if_moved(work)


def _compare_standings(before: Ratings, after: Ratings) -> dict[str, Any]:
    everybody = np.union1d(before[0], after[0])
    old, new = (_column_of(everybody, *standing) for standing in (before, after))
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


def _column_of(everybody: Longs, player: Longs, rating: Floats) -> Floats:
    column = np.full(everybody.size, np.nan)
    column[np.searchsorted(everybody, player)] = rating
    return column
