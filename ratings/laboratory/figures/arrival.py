"""Events replayed in the order they arrived in instead of that of their days. Pure."""

from dataclasses import replace
from typing import Any

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.engines.contract import Facts
from ratings.laboratory.figures.by_event import EventGround
from ratings.laboratory.figures.simulation import editions_on
from ratings.replay.by_event import EventDataset

MOVED_BY = (1, 5, 10, 25, 50, 100)
MOST_PERSONS = 50


def is_late(days: Longs, arrived: Longs, *, grace: int) -> Flags:
    """Return which of E events arrived more than `grace` days after their own; `arrived` 0 = not known."""
    late: Flags = (arrived > 0) & (arrived - days > grace)
    return late


def order_of_arrival(days: Longs, arrived: Longs, late: Flags) -> Longs:
    """Return the events in the order of arrival: a late one after all of the day it arrived on."""
    place = np.where(late, arrived, days)
    order: Longs = np.lexsort((np.arange(days.size), late, place))
    return order


def rearranged(facts: Facts, order: Longs) -> Facts:
    """Return the facts with some events in another order; the rows of each event stay together."""
    entries, entry_start = _rows(facts.entry_start, order)
    games, game_start = _rows(facts.game_start, order)
    place = np.zeros(facts.entry_player.size, np.int64)
    place[entries] = np.arange(entries.size)
    return replace(
        facts,
        event_kind=facts.event_kind[order],
        event_edition=facts.event_edition[order],
        event_weight=facts.event_weight[order],
        event_factor=facts.event_factor[order],
        event_offset=facts.event_offset[order],
        entry_start=entry_start,
        game_start=game_start,
        entry_player=facts.entry_player[entries],
        entry_value=facts.entry_value[entries],
        entry_seed=facts.entry_seed[entries],
        game_round=facts.game_round[games],
        game_white=place[facts.game_white[games]].astype(np.int32),
        game_black=place[facts.game_black[games]].astype(np.int32),
        game_score=facts.game_score[games],
        game_handicap=facts.game_handicap[games],
        game_size=facts.game_size[games],
    )


def _rows(start: Any, order: Longs) -> tuple[Longs, Any]:
    """Return the rows of events in another order, and where each event begins then."""
    length = np.diff(start)[order]
    begins = np.concatenate([[0], np.cumsum(length)])
    rows: Longs = np.repeat(start[:-1][order] - begins[:-1], length) + np.arange(begins[-1])
    return rows, begins.astype(np.int32)


def compare(ground: EventGround, arrived: Longs, *, grace: int) -> dict[str, Any]:
    """Return how far ratings move by the order of arrival, for JSON; both by the rules in force.

    {"events", "late", "unknown", "compared", "moved", "mean", "largest", "by": [[points, higher, lower]],
    "movers": [[key, by day, by arrival]]}; events are tournaments.
    """
    edition = editions_on(ground.days, ground.base.effective)
    facts = replace(ground.facts, event_edition=edition.astype(ground.facts.event_edition.dtype))
    late = is_late(ground.days, arrived, grace=grace)
    order = order_of_arrival(ground.days, arrived, late)
    dataset = EventDataset(ground.engine, facts, ground.standing, ground.base.parameters)
    _changes, by_day = dataset.replay()
    _changes, by_arrival = replace(dataset, facts=rearranged(facts, order)).replay()
    played = facts.event_kind == 0
    return {
        "events": int(played.sum()),
        "late": int((late & played).sum()),
        "unknown": int((played & (arrived == 0)).sum()),
        **_moves(ground.players, by_day.rating, by_arrival.rating),
    }


def _moves(players: Longs, old: Floats, new: Floats) -> dict[str, Any]:
    move = new - old
    known = ~np.isnan(move)
    far = np.where(known, np.abs(move), 0.0)
    order = np.argsort(-far, kind="stable")[:MOST_PERSONS]
    return {
        "compared": int(known.sum()),
        "moved": int((far > 1e-9).sum()),
        "mean": float(far[known].mean()) if known.any() else 0.0,
        "largest": float(far.max(initial=0.0)),
        "by": [[least, int((move >= least).sum()), int((move <= -least).sum())] for least in MOVED_BY],
        "movers": [
            [int(players[row]), float(old[row]), float(new[row])] for row in order if far[row] >= MOVED_BY[0]
        ],
    }
