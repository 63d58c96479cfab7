"""Forecasts of the FFG ladder under other settings of its adjustment (ladder rules 1.9).

The facts are replayed once a setting, nothing is written. A forecast knows nothing of its own event: it
stands on the level each brought along; a newcomer's is the one they would start from (1.8).
"""

import dataclasses

import numpy as np

from ratings.cadence.by_event.replay import load
from ratings.cadence.shared.alternatives import AS_IS, GUARDED, NEWCOMERS, OFF, SETTINGS, Alternatives
from ratings.cadence.shared.expectation import ffg_white
from ratings.cadence.shared.record import Floats
from ratings.engines import ffg_event as at
from ratings.engines.contract import TOURNAMENT, Changes, Facts
from ratings.models import RatingSystem
from ratings.replay.event_facts import event_of_entry
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import SYSTEMS

ENGINE = FfgEdition.engine  # the engine that adjusts
_UNREACHABLE = 1e-6  # a divisor that puts the threshold of known players beyond every level


def alternatives(system: RatingSystem) -> Alternatives | None:
    """Replay the facts of a system under each setting; None where nothing it rates was adjusted.

    Raises LookupError for an unknown edition.
    """
    if SYSTEMS[system.key].engine != ENGINE:
        return None
    replay = load(system)
    facts, rules = replay.assembly.facts, replay.policy.parameters
    changes = {
        name: dataclasses.replace(replay.dataset, parameters=with_setting(rules, name)).replay()[0]
        for name in SETTINGS
    }
    adjusts = rules[facts.event_edition, at.PASSES_MOST] > 1.0
    event = event_of_entry(facts)
    as_is, levels = (
        changes[AS_IS],
        {name: _brought(facts, change, rules[0]) for name, change in changes.items()},
    )
    played = (as_is.games > 0) & adjusts[event] & (facts.event_kind[event] == TOURNAMENT)
    newcomer = as_is.total_games == as_is.games
    games = np.flatnonzero(played[facts.game_white] & played[facts.game_black])
    if not games.size:
        return None
    white, black, stones = facts.game_white[games], facts.game_black[games], facts.game_handicap[games]
    of_game = rules[facts.event_edition[event[white]]]
    return Alternatives(
        event=np.unique(event[white], return_inverse=True)[1].astype(np.int64),
        newcomer=newcomer[white] | newcomer[black],
        score=facts.game_score[games] / 2.0,
        expected={
            name: ffg_white(level[white], level[black], stones, of_game) for name, level in levels.items()
        },
        entry_newcomer=newcomer[played],
        distance=np.abs(as_is.start - levels[AS_IS])[played],
    )


def with_setting(rules: Floats, name: str) -> Floats:
    """Return the editions with another setting of the adjustment, in those that adjust at all."""
    changed = rules.copy()
    adjusts = rules[:, at.PASSES_MOST] > 1.0
    if name == OFF:
        changed[:, at.PASSES_MOST] = 1.0
    elif name == GUARDED:
        changed[adjusts, at.GUARD_RAIL] = 1.0
    elif name == NEWCOMERS:
        changed[adjusts, at.THRESHOLD_KNOWN_DIVISOR] = _UNREACHABLE
    return changed


def _brought(facts: Facts, changes: Changes, rule: Floats) -> Floats:
    """Return the level of each entry before its event, of a newcomer the one they start from (1.8)."""
    level = changes.before
    for other in (facts.entry_seed, facts.entry_value):
        level = np.where(np.isnan(level), other, level)
    clipped: Floats = np.clip(level, rule[at.FLOOR], rule[at.CEILING])
    return clipped
