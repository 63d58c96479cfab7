"""Previews done in earnest, read, and rolled back: what a replay of arrays must say, too."""

import re
from datetime import date
from typing import Any

import numpy as np
from django.db import transaction
from django.utils import timezone

from federation.database import bulk
from ratings.cadence.ledger import ledger_of
from ratings.cadence.shared.columns import F8, I8, Longs
from ratings.cadence.shared.comparison import Standings, buckets, movers
from ratings.cadence.shared.steps import Move
from ratings.cadence.traits import systems_with_runs
from ratings.crosstables.crosstables import crosstable
from ratings.engines.contract import Floats
from ratings.models import CurrentRating, RatingRun, RatingSystem
from ratings.runs import manual_events
from ratings.runs.manual_events import Decision
from ratings.runs.recalculation import apply, compute, request_run
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.submission.steps import approve, submit

# What takes a lock, or a number that somebody enrolled would miss.
WRITES = re.compile(r"INSERT|UPDATE|DELETE|CREATE|SAVEPOINT|BEGIN|nextval", re.IGNORECASE)


def tournament_preview(tournament: Tournament) -> dict[str, Any]:
    """Approve, recalculate, read the page of the tournament, and take everything back; raises Refused."""
    with transaction.atomic():
        current = Tournament.objects.get(pk=tournament.pk)
        before = _live_ratings()
        if current.stage != Stage.SUBMITTED:
            submit(current, account=current.organiser, on=timezone.localdate())
        approve(current, account=None, four_eyes=False)
        systems = systems_with_runs().filter(active=True).order_by("position")
        runs = [_recalculated(one) for one in systems]
        result = _read(current, [run for run in runs if run], before)
        transaction.set_rollback(True)
    return result


def _recalculated(system: RatingSystem) -> RatingRun | None:
    system.refresh_from_db()
    return None if system.stale_from is None else apply(compute(request_run(system)), account=None)


_Live = dict[tuple[str, int | None], float]


def _live_ratings() -> _Live:
    rows = CurrentRating.objects.values_list("system__key", "player", "rating")
    return {(system, player): rating for system, player, rating in rows}


def _read(tournament: Tournament, runs: list[RatingRun], before: _Live) -> dict[str, Any]:
    after = _live_ratings()

    def figures(key: str, move: Move | None, player: int | None) -> list[Any] | None:
        now, then = before.get((key, player)), after.get((key, player))
        event = [move.before, move.after, move.games] if move else [None, None, 0]
        return [*event, now, then] if move or now != then else None

    found = crosstable(tournament)
    columns: list[tuple[str, date | None]] = [(one.system, one.day) for one in found.counts]
    columns = columns or [(key, None) for key in found.systems]
    counted = ("standings", "entering", "leaving")
    moved = {run.system.key: sum(run.totals[name] for name in counted) for run in runs}
    return {
        "systems": [
            {
                "key": key,
                "list": day.isoformat() if day else "",
                "moved": moved.get(key, 0),
                "entrants": sum(
                    before.get((key, line.row.entrant.player)) != after.get((key, line.row.entrant.player))
                    for line in found.lines
                ),
            }
            for key, day in columns
        ],
        "entries": {
            str(line.row.entrant.key): [
                figures(key, move, line.row.entrant.player)
                for (key, _day), move in zip(columns, line.listed or line.moves, strict=True)
            ]
            for line in found.lines
        },
    }


def decision_preview(system: RatingSystem, decision: Decision) -> dict[str, Any]:
    """Enter a decision, recalculate, compare, and take everything back."""
    with transaction.atomic():
        _bring_up(system)
        before = _standing(system)
        manual_events.enter(system, decision, account=None)
        _bring_up(system)
        after = _standing(system)
        transaction.set_rollback(True)
    everybody = np.union1d(before[0], after[0])
    old, new = (_placed(everybody, *standing) for standing in (before, after))
    result, moves = Standings(everybody, old, new), new - old
    return {
        "moved": int((np.nan_to_num(moves) != 0).sum()),
        "entering": int((np.isnan(old) & ~np.isnan(new)).sum()),
        "leaving": int((~np.isnan(old) & np.isnan(new)).sum()),
        "sum": float(np.nansum(moves)),
        "movers": movers(result),
        "buckets": buckets(result),
    }


def _bring_up(system: RatingSystem) -> None:
    system.refresh_from_db()
    done = ledger_of(system.key).rate_at_once(system.key, whole=False)
    if done is None and system.stale_from is not None:
        apply(compute(request_run(system)), account=None)


def _standing(system: RatingSystem) -> tuple[Longs, Floats]:
    player, rating = bulk.read_columns(
        "SELECT player_id, rating FROM ratings_currentrating WHERE system_id = %s ORDER BY player_id",
        [system.pk],
        [I8, F8],
    )
    return player, rating


def _placed(everybody: Longs, player: Longs, rating: Floats) -> Floats:
    column = np.full(everybody.size, np.nan)
    column[np.searchsorted(everybody, player)] = rating
    return column
