"""Reads: the record of a system, by its clock, with the ratings its ledger had before each game.

A forecast stands on what was known before: an FFG adjustment looks at the event itself when it moves the
level somebody starts from (ladder rules 1.9), so there the level carried into the event is taken; the GoR
is reset by a declaration (EGF 1.4), which is known, so the rating the event was computed from is.
"""

import numpy as np

from federation.database import bulk
from federation.vocabulary.grades import GOR_MINUS_LEVEL, Scale
from ratings.cadence.by_event import replay as ledger
from ratings.cadence.by_event.assemble import Assembly
from ratings.cadence.by_game import facts as stream_sources
from ratings.cadence.by_game import replay as stream_replay
from ratings.cadence.by_game.stale import ledger_of
from ratings.cadence.by_period import facts as period_sources
from ratings.cadence.by_period.assemble import Played, played
from ratings.cadence.by_period.policy import PeriodPolicy, period_policy_of
from ratings.cadence.by_period.standings import ratings_on
from ratings.cadence.shared.columns import F8, I8, Longs
from ratings.cadence.shared.sequence import day_of
from ratings.engines.contract import TOURNAMENT
from ratings.models import RatingSystem
from ratings.rulebook.fide_periods import list_date
from ratings.rulebook.fide_periods import month_of as list_of
from ratings.rulebook.systems import SYSTEMS, has_periods, has_streams
from ratings.statistics.expectation import ffg_white, fide_white, gor_white
from ratings.statistics.record import Flags, Floats, Pairs, Record, month_of
from ratings.statistics.record_streams import record_of

_FIRST_DAN = 2100.0  # GoR of 1 dan


def record(system: RatingSystem) -> Record:
    """Read the rated games of a system, as far as its ledger goes.

    Raises LookupError where the system's edition does not exist.
    """
    if has_streams(system.key):
        return _of_stream(system)
    return _of_periods(system) if has_periods(system.key) else _of_events(system)


# --- event by event


def _of_events(system: RatingSystem) -> Record:
    replay = ledger.load(system)
    assembly, facts = replay.assembly, replay.assembly.facts
    games, before = _standing(system, assembly)
    rated = np.flatnonzero((games[facts.game_white] > 0) & (games[facts.game_black] > 0))
    white, black = facts.game_white[rated], facts.game_black[rated]
    event = np.repeat(np.arange(facts.event_kind.size), np.diff(facts.entry_start))
    months = np.array([month_of(day_of(place)) for place in assembly.events.sequence.tolist()], np.int64)
    handicap = facts.game_handicap[rated]
    curve = gor_white if SYSTEMS[system.key].engine == "gor" else ffg_white
    rules = replay.policy.parameters[facts.event_edition[event[white]]]
    grades = _grades(system, assembly, event)
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
    )


def _standing(system: RatingSystem, assembly: Assembly) -> tuple[Longs, Floats]:
    """Return of every entry its rated games and the rating before the event; NaN: none before."""
    place, player, games, before, start = bulk.read_columns(
        'SELECT sequence, player_id, games, "before", "start" FROM ratings_ratingchange'
        " WHERE system_id = %s AND tournament_id IS NOT NULL",
        [system.pk],
        [I8, I8, I8, F8, F8],
    )
    facts, width = assembly.facts, assembly.players.size + 1
    event = np.repeat(np.arange(facts.event_kind.size), np.diff(facts.entry_start))
    known = np.isin(place, assembly.events.sequence) & np.isin(player, assembly.players)
    keys = np.searchsorted(assembly.events.sequence, place[known]) * width
    keys += np.searchsorted(assembly.players, player[known])
    carried = start if SYSTEMS[system.key].engine == "gor" else before
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
    shift = GOR_MINUS_LEVEL if SYSTEMS[system.key].scale is Scale.FFG else 0.0
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


# --- list by list


def _of_periods(system: RatingSystem) -> Record:
    policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
    window = period_sources.Window()
    parts = period_sources.parts(system, window, policy)
    entry, player = period_sources.entries(system, window, policy)
    players = np.unique(player)
    games = period_sources.games(system, window, policy)
    found = played(parts, games, entry=entry, player=player, players=players)
    month = np.asarray(found.month, np.int64)[found.part]
    counted: Flags = month <= _last_list(system)
    white, black = players[found.white[counted]], players[found.black[counted]]
    ratings = _in_force(system, found, counted, (white, black))
    month, score = month[counted], found.score[counted] / 2.0
    nothing = np.full(month.size, np.nan)
    return Record(
        month=month,
        seat_month=np.concatenate([month, month]),
        seat_player=np.concatenate([white, black]),
        pairs=Pairs(
            month=month,
            score=score,
            expected=fide_white(*ratings, policy.rules[_readings(policy, month)]),
            lead=ratings[0] - ratings[1],
            even=np.ones(month.size, np.bool_),
            grade=nothing,
            other_grade=nothing,
        ),
    )


def _last_list(system: RatingSystem) -> int:
    """Return the newest list the ledger knows; 0 = none."""
    (place,) = bulk.read_columns(
        "SELECT MAX(sequence) FROM ratings_ratingchange WHERE system_id = %s", [system.pk], [I8]
    )
    return list_of(day_of(int(place[0]))) if place[0] >= 0 else 0


def _in_force(
    system: RatingSystem, found: Played, counted: Flags, sides: tuple[Longs, Longs]
) -> tuple[Floats, Floats]:
    """Return the ratings of both sides on the list in force when their event began; NaN = none."""
    lists = np.array([part.in_force for part in found.parts], np.int64)[found.part[counted]]
    both = ratings_on(system.key, np.concatenate(sides), np.concatenate([lists, lists]))
    ratings = np.where(both > 0, both, np.nan).astype(np.float64)
    return ratings[: lists.size], ratings[lists.size :]


def _readings(policy: PeriodPolicy, month: Longs) -> Longs:
    """Return the reading of the rules each list was computed by."""
    lists, place = np.unique(month, return_inverse=True)
    rows = [policy.reading_on(list_date(one)) for one in lists.tolist()]
    return np.array(rows, np.int64)[place]


# --- game by game


def _of_stream(system: RatingSystem) -> Record:
    rated = ledger_of(system)
    before = stream_sources.BEGINNING if rated.moment is None else rated.moment + 1
    replay = stream_replay.from_scratch(system, before=before, last_key=rated.last_key)
    return record_of(
        replay.assembly.facts,
        stream_replay.rate(replay).changes,
        replay.assembly.players,
        replay.policy.parameters,
        engine=SYSTEMS[system.key].stream_engine,
    )
