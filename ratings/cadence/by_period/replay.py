"""List after list: each period rated by the engine, decisions put in, rows of the ledger made.

Ratings are whole points, 0 = none, by player index; months are numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.by_period.assemble import Month, Played, month_columns, robins
from ratings.cadence.by_period.decisions import BASE, CORRECTION, NOT_SAID, Decisions, Lists
from ratings.cadence.by_period.ledger_rows import decided_rows, joined, list_rows
from ratings.cadence.by_period.policy import PeriodPolicy
from ratings.cadence.shared.comparison import Rows
from ratings.engines.contract import Ints
from ratings.engines.fide_contract import ListStanding, OneOff, PeriodChanges, PeriodFacts, Pool
from ratings.engines.fide_lists import k_on_list
from ratings.engines.fide_rules import ROUND_ROBIN
from ratings.engines.table import period_engine_named
from ratings.rulebook.fide import STANDARD
from ratings.rulebook.fide_periods import COMPRESSION, FAST_CORRECTION, list_date, one_off_on
from ratings.rulebook.systems import SYSTEMS

K_NEW = int(STANDARD[-1].k_new)
GAMES_WHEN_RATED = SYSTEMS["fide-standard"].games_when_rated


@dataclass(frozen=True, slots=True)
class Given:
    """K as an imported list printed it, and the month of that list; 0 = none."""

    k: Ints  # P
    month: Ints  # P


@dataclass(frozen=True, slots=True)
class Past:
    """What a replay is given of the time before it, and of other systems."""

    standing: ListStanding
    given: Given
    lists: dict[int, Ints]  # P: ratings of lists before the standing one
    seeds: Ints | None = None  # (2, G): rating of each side in the system newcomers enter from
    seeded_list: dict[int, Ints] = field(default_factory=dict)  # P: that of everybody, on adjusted lists


@dataclass(frozen=True, slots=True)
class Period:
    """One period computed."""

    month: int
    before: Ints  # P: ratings on the list before
    columns: Month
    facts: PeriodFacts
    changes: PeriodChanges
    pool: Pool  # results that waited on the list before


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay gives; `rows.player` are indices."""

    rows: Rows
    standing: ListStanding
    printed: Ints  # P: K on the last list


@dataclass(slots=True)
class _State:
    """The list that stands while a replay goes on."""

    standing: ListStanding
    given: Given
    lists: dict[int, Ints]


def printed_k(standing: ListStanding, given: Given, *, month: int, policy: PeriodPolicy) -> Ints:
    """Return K on a list: what an imported list said holds until the rules give less.

    K only falls, but for rapid and blitz in October 2022: where the rules of K have changed, it is read anew.
    """
    read = k_on_list(standing, month=month, rule=policy.rule(month))
    if not given.k.any():
        return read
    rules = policy.k_rules(month)
    same = [one for one in np.unique(given.month).tolist() if one > 0 and policy.k_rules(one) == rules]
    stands = (given.k > 0) & np.isin(given.month, same) & ((given.k < read) | (given.month == month))
    return np.where(stands, given.k, read).astype(np.int32)


def replay_lists(
    played: Played, past: Past, *, decisions: Decisions, policy: PeriodPolicy, window: Lists
) -> Replayed:
    """Rate list after list, months without an event too, so that a replay from anywhere says the same."""
    state = _State(past.standing, past.given, dict(past.lists))
    months = _months(played, decisions, policy=policy, window=window)
    made: list[Rows] = []
    last = months.start - 1
    made += _decide(state, decisions, month=last)
    state.lists[last] = state.standing.rating
    for month in months:
        made.append(_rate_month(played, past, state, decisions=decisions, policy=policy, month=month))
        made += _decide(state, decisions, month=month)
        state.lists[month] = state.standing.rating
        _forget(state, played, month)
        last = month
    printed = printed_k(state.standing, state.given, month=last, policy=policy)
    return Replayed(joined(made), state.standing, printed)


def periods_of(
    played: Played, past: Past, *, decisions: Decisions, policy: PeriodPolicy, window: Lists
) -> Period:
    """Compute the last period of a window, to be explained; the lists before it in the window are replayed.

    Raises ValueError for a window without a last list.
    """
    if window.last is None:
        raise ValueError("a window without a last list has no period to explain")
    state = _State(past.standing, past.given, dict(past.lists))
    month, months = window.last, _months(played, decisions, policy=policy, window=window)
    last = min(months.start, month) - 1
    list(_decide(state, decisions, month=last))
    state.lists[last] = state.standing.rating
    for one in range(last + 1, month):
        _rate_month(played, past, state, decisions=decisions, policy=policy, month=one)
        list(_decide(state, decisions, month=one))
        state.lists[one] = state.standing.rating
    columns, facts = _facts(played, past, state, decisions=decisions, policy=policy, month=month)
    changes, _ = _engine(policy).rate(facts, _with_k(state, policy, month), policy.rules)
    return Period(month, state.standing.rating, columns, facts, changes, state.standing.pool)


def _engine(policy: PeriodPolicy) -> Any:
    return period_engine_named(SYSTEMS[policy.key].period_engine)


def _months(played: Played, decisions: Decisions, *, policy: PeriodPolicy, window: Lists) -> range:
    """Return the lists to compute: from the first fact, or the standing list, to the last fact."""
    corrected = decisions.kind == CORRECTION
    facts = np.concatenate([played.month, decisions.month + corrected])
    first = window.standing
    if first is None:
        begins = np.concatenate([played.month - 1, decisions.month])
        first = int(begins.min()) if begins.size else COMPRESSION
    adjusted = (FAST_CORRECTION, COMPRESSION) if policy.one_offs else ()
    ends = [*facts.tolist(), *(month for month in adjusted if month > first)]
    last = max(ends, default=first)
    if window.last is not None:
        last = min(last, window.last)
    return range(first + 1, max(first, last) + 1)


def _forget(state: _State, played: Played, month: int) -> None:
    """Let go of lists that no event to come was played under."""
    later = played.parts[int(np.searchsorted(played.month, month + 1)) :]
    oldest = min((part.in_force for part in later), default=month)
    for one in [one for one in state.lists if one < min(oldest, month)]:
        del state.lists[one]


def _with_k(state: _State, policy: PeriodPolicy, month: int) -> ListStanding:
    k = printed_k(state.standing, state.given, month=month - 1, policy=policy)
    return replace(state.standing, k=k)


def _rate_month(
    played: Played, past: Past, state: _State, *, decisions: Decisions, policy: PeriodPolicy, month: int
) -> Rows:
    before = _with_k(state, policy, month)
    _, facts = _facts(played, past, state, decisions=decisions, policy=policy, month=month)
    changes, after = _engine(policy).rate(facts, before, policy.rules)
    state.standing = replace(after, pool=_merge_results(after.pool))
    printed = printed_k(state.standing, state.given, month=month, policy=policy)
    return list_rows(before, changes, after=state.standing, printed=printed, month=month, policy=policy)


def _facts(
    played: Played, past: Past, state: _State, *, decisions: Decisions, policy: PeriodPolicy, month: int
) -> tuple[Month, PeriodFacts]:
    columns = month_columns(played, month)
    rating = state.standing.rating
    reading = np.array([policy.reading_on(part.first) for part in columns.parts], np.int8)
    in_force = _in_force(state, columns)
    seed = _seed_of_entries(past, played, columns, month)
    seen = np.where(in_force > 0, in_force, seed).astype(np.int32)
    own = np.where(rating[columns.entry_player] > 0, in_force, seed).astype(np.int32)
    admitted = policy.rules[reading, ROUND_ROBIN] > 0
    return columns, PeriodFacts(
        month=month,
        list_edition=policy.reading_on(list_date(month)),
        k_edition=policy.reading_on(list_date(month - 1)),
        event_edition=reading,
        event_robin=robins(columns, seen, admitted=admitted),
        entry_start=columns.entry_start,
        game_start=columns.game_start,
        entry_player=columns.entry_player,
        entry_seen=seen,
        entry_own=own,
        game_white=columns.game_white,
        game_black=columns.game_black,
        game_score=columns.game_score,
        base=_corrected_ratings(decisions, rating.size, month),
        one_off=_one_off(past, policy, month),
    )


def _in_force(state: _State, columns: Month) -> Ints:
    """Return the rating of every entry on the list of its event's first day; before the first list none."""
    of_event = np.array([part.in_force for part in columns.parts], np.int64)
    of_entry = of_event[columns.entry_event] if of_event.size else np.zeros(0, np.int64)
    found = np.zeros(columns.entry_player.size, np.int32)
    for one in np.unique(of_entry).tolist():
        ratings = state.lists.get(one)
        if ratings is not None:
            rows = of_entry == one
            found[rows] = ratings[columns.entry_player[rows]]
    return found


def _seed_of_entries(past: Past, played: Played, columns: Month, month: int) -> Ints:
    """Return the rating each entry would enter with; 0 = none."""
    seed = np.zeros(columns.entry_player.size, np.int32)
    if past.seeds is not None:
        first, end = np.searchsorted(played.month, [month, month + 1])
        games = slice(*np.searchsorted(played.part, [first, end]).tolist())
        seed[columns.game_white] = past.seeds[0, games]
        seed[columns.game_black] = past.seeds[1, games]
    return seed


def _corrected_ratings(decisions: Decisions, players: int, month: int) -> Ints | None:
    rows = np.flatnonzero((decisions.kind == CORRECTION) & (decisions.month == month - 1))
    if not rows.size:
        return None
    base = np.zeros(players, np.int32)
    base[decisions.player[rows]] = decisions.rating[rows]
    return base


def _one_off(past: Past, policy: PeriodPolicy, month: int) -> OneOff:
    if not policy.one_offs:
        return OneOff()
    due = one_off_on(policy.key, month)
    return replace(due, standard=past.seeded_list.get(month)) if due.standard_gap else due


def _merge_results(pool: Pool) -> Pool:
    """Add up the results of one player and one list, as the ledger keeps them."""
    if not pool.player.size:
        return pool
    new = np.append(True, (pool.player[1:] != pool.player[:-1]) | (pool.month[1:] != pool.month[:-1]))
    first = np.flatnonzero(new)
    return Pool(
        player=pool.player[first],
        month=pool.month[first],
        games=np.add.reduceat(pool.games, first).astype(np.int32),
        opponents=np.add.reduceat(pool.opponents, first),
        half_points=np.add.reduceat(pool.half_points, first).astype(np.int32),
    )


def _decide(state: _State, decisions: Decisions, *, month: int) -> Iterator[Rows]:
    """Put the ratings in that the office set on a list, the last word on each player, and give its rows.

    Of an imported list nothing stays of what was known; whoever is rated there has played before.
    """
    rows = np.flatnonzero((decisions.kind != CORRECTION) & (decisions.month == month))
    if not rows.size:
        return
    _, last = np.unique(decisions.player[rows][::-1], return_index=True)
    rows = rows[rows.size - 1 - last]
    player, rating = decisions.player[rows], decisions.rating[rows]
    old, whole = state.standing, decisions.kind[rows] == BASE
    usual = _usual_games(old.birth_year[player], decisions, rows)
    games = np.where(decisions.games[rows] == NOT_SAID, usual, decisions.games[rows])
    peak = np.maximum(np.maximum(decisions.peak[rows], rating), np.where(whole, 0, old.peak[player]))
    new = replace(old, rating=old.rating.copy(), games=old.games.copy(), peak=old.peak.copy())
    new.rating[player] = rating
    new.games[player] = np.where(whole, games, old.games[player])
    new.peak[player] = peak
    waiting = ~np.isin(old.pool.player, player)
    state.standing = replace(new, pool=Pool._make(column[waiting] for column in old.pool))
    given = Given(state.given.k.copy(), state.given.month.copy())
    given.k[player[whole]] = np.maximum(decisions.k[rows][whole], 0)
    given.month[player[whole]] = month
    state.given = given
    yield decided_rows(decisions, rows, before=old, after=state.standing, k=given.k, month=month)


def _usual_games(state_birth: Ints, decisions: Decisions, rows: NDArray[np.int64]) -> Ints:
    """Assume 30 games of who is rated, but none where K can only be a new player's."""
    new = (decisions.k[rows] == K_NEW) & (state_birth == 0)
    return np.where((decisions.rating[rows] == 0) | new, 0, GAMES_WHEN_RATED).astype(np.int32)
