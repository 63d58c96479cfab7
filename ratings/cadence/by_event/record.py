"""The record of a system that moves event by event, with the ratings its ledger had before each game.

A forecast stands on what was known before: an FFG adjustment looks at the event itself when it moves the
level a player starts from (ladder rules 1.9), so there the level carried into the event is taken; the GoR
is reset by a declaration (EGF 1.4), which is known, so the rating the event was computed from is.

Of the FFG ladder also forecasts under other settings of its adjustment: the facts are replayed once a
setting, nothing is written. A newcomer's level is the one they would start from (1.8).
"""

import dataclasses
from collections.abc import Callable

import numpy as np

from federation.database import bulk
from ratings.cadence.by_event.replay import load
from ratings.cadence.shared.columns import F8, I8, Longs
from ratings.cadence.shared.expectation import BY_EVENT, ffg_white
from ratings.cadence.shared.hypothetical_facts import day_of
from ratings.cadence.shared.record import (
    AS_IS,
    GUARDED,
    NEWCOMERS,
    OFF,
    SETTINGS,
    Alternatives,
    Floats,
    Pairs,
    Record,
    Sides,
    log_odds,
    month_of,
)
from ratings.engines import ffg_event as at
from ratings.engines.contract import TOURNAMENT, Bytes, Changes, Facts
from ratings.models import RatingSystem
from ratings.replay.event_facts import Assembly, event_of_entry
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.systems import SYSTEMS

_FIRST_DAN = 2100.0  # GoR of 1 dan
Curve = Callable[[Floats, Floats, Bytes, Floats], Floats]


def record(system: RatingSystem) -> Record:
    """Read the rated games of a system, as far as its ledger goes; LookupError for an unknown edition."""
    replay = load(system)
    assembly, facts = replay.assembly, replay.assembly.facts
    games, before = _standing(system, assembly)
    rated = np.flatnonzero((games[facts.game_white] > 0) & (games[facts.game_black] > 0))
    white, black = facts.game_white[rated], facts.game_black[rated]
    event = event_of_entry(facts)
    dates = [day_of(place) for place in assembly.events.sequence.tolist()]
    months = np.array([month_of(day) for day in dates], np.int64)
    days = np.array([day.toordinal() for day in dates], np.int64)
    handicap = facts.game_handicap[rated]
    curve = BY_EVENT[SYSTEMS[system.key].engine].white
    rules = replay.policy.parameters[facts.event_edition[event[white]]]
    grades = _grades(system, assembly, event)
    sides = np.where(np.isnan(before), assembly.facts.entry_value, before)
    playing = np.flatnonzero((games > 0) & (facts.event_kind[event] == TOURNAMENT))
    return Record(
        month=months[event[white]],
        seat_month=months[event[playing]],
        seat_player=assembly.players[facts.entry_player[playing]],
        pairs=Pairs(
            month=months[event[white]],
            score=facts.game_score[rated] / 2.0,
            expected=curve(before[white], before[black], handicap, rules),
            lead=before[white] - before[black],
            even=handicap == 0,
            grade=grades[white],
            other_grade=grades[black],
        ),
        sides=Sides(
            first=assembly.players[facts.entry_player[white]],
            other=assembly.players[facts.entry_player[black]],
            day=days[event[white]],
            tournament=assembly.events.tournament[event[white]],
            advantage=_advantage(curve, (sides[white], sides[black]), handicap, rules),
            rating=before[white],
            other_rating=before[black],
        ),
    )


def _advantage(curve: Curve, sides: tuple[Floats, Floats], handicap: Bytes, rules: Floats) -> Floats:
    """Return what the stones of each game are worth to White in log odds, on the curve of the system.

    `sides` are the ratings White and Black came with. Where one is not known, nothing is.
    """
    with_stones = curve(*sides, handicap, rules)
    apart = log_odds(with_stones) - log_odds(curve(*sides, np.zeros_like(handicap), rules))
    return np.where((handicap > 0) & ~np.isnan(apart), apart, 0.0)


def _standing(system: RatingSystem, assembly: Assembly) -> tuple[Longs, Floats]:
    """Return of every entry its rated games and the rating before the event; NaN: none before."""
    place, player, games, before, start = bulk.read_columns(
        'SELECT sequence, player_id, games, "before", "start" FROM ratings_ratingchange'
        " WHERE system_id = %s AND tournament_id IS NOT NULL",
        [system.pk],
        [I8, I8, I8, F8, F8],
    )
    facts, width = assembly.facts, assembly.players.size + 1
    event = event_of_entry(facts)
    known = np.isin(place, assembly.events.sequence) & np.isin(player, assembly.players)
    keys = np.searchsorted(assembly.events.sequence, place[known]) * width
    keys += np.searchsorted(assembly.players, player[known])
    carried = start if BY_EVENT[SYSTEMS[system.key].engine].start_is_known else before
    carried = np.where(np.isnan(before), np.nan, carried)[known]
    order = np.argsort(keys)
    wanted = event * width + facts.entry_player
    at = np.minimum(np.searchsorted(keys[order], wanted), max(keys.size - 1, 0))
    found_games, found_before = np.zeros(wanted.size, np.int64), np.full(wanted.size, np.nan)
    if keys.size:
        met = np.flatnonzero(keys[order][at] == wanted)
        found_games[met] = games[known][order[at[met]]]
        found_before[met] = carried[order[at[met]]]
    return found_games, found_before


def _grades(system: RatingSystem, assembly: Assembly, event: Longs) -> Floats:
    """Number the declared grade of every entry, 0 = 1 dan; NaN for none, and for professionals."""
    scale = SYSTEMS[system.key].scale
    shift = scale.below_gor if scale else 0.0
    grades = np.rint((assembly.facts.entry_value + (shift - _FIRST_DAN)) / 100.0)
    tournament, player = bulk.read_columns(
        "SELECT tournament_id, player_id FROM tournaments_entry WHERE grade LIKE %s OR grade LIKE %s",
        ["%p%", "%P%"],
        [I8, I8],
    )
    if tournament.size:
        width = int(max(player.max(), assembly.players.max(initial=0))) + 1
        mine = assembly.events.tournament[event] * width + assembly.players[assembly.facts.entry_player]
        grades[np.isin(mine, tournament * width + player)] = np.nan
    return grades


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
