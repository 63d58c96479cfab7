"""One list after another: each period rated by the engine, the office's decisions put in. Pure.

Ratings are whole points, 0 = none, by player index; months are numbers.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import cast

import numpy as np
from numpy.typing import NDArray

from ratings.cadence.by_period.assemble import Month, Played, month_columns, robins
from ratings.cadence.by_period.decisions import BASE, CORRECTION, NOT_SAID, Decisions, Lists
from ratings.cadence.by_period.ledger_rows import decided_rows
from ratings.cadence.by_period.policy import PeriodPolicy
from ratings.cadence.shared.comparison import Rows
from ratings.engines.contract import Ints
from ratings.engines.fide_contract import ListStanding, OneOff, PeriodChanges, PeriodFacts, Pool
from ratings.engines.fide_lists import k_on_list
from ratings.engines.fide_rules import ROUND_ROBIN
from ratings.engines.table import period_engine_named
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.fide_periods import COMPRESSION, FAST_CORRECTION, list_date, one_off_on
from ratings.rulebook.systems import SYSTEMS, System


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
class RatedList:
    """One list computed."""

    month: int
    before: ListStanding  # the list before, with the K printed on it
    facts: PeriodFacts
    changes: PeriodChanges
    after: ListStanding


def printed_k(standing: ListStanding, given: Given, *, month: int, policy: PeriodPolicy) -> Ints:
    """Return K on a list: what an imported list said holds until the rules give less.

    K only falls, but for rapid and blitz in October 2022: where the rules of K have changed, it is read anew.
    """
    read = k_on_list(standing, month=month, rule=policy.rule(month))
    rows = np.flatnonzero((given.k > 0) & ((given.k < read) | (given.month == month)))
    if not rows.size:
        return read
    rules, months = policy.k_rules(month), given.month[rows]
    same = [one for one in np.unique(months).tolist() if one > 0 and policy.k_rules(one) == rules]
    stands, found = rows[np.isin(months, same)], read.copy()
    found[stands] = given.k[stands]
    return found


@dataclass(slots=True)
class ListReplay:
    """The facts of a replay, and the list that stands while it goes on.

    `period`: months from one list to the next; lists are those whose month it divides (every second from
    January, every quarter, January and July). Facts have to count for such lists already.
    `columns` gives the facts of a list; where it is None, they are arranged each time.
    """

    played: Played
    past: Past
    decisions: Decisions
    policy: PeriodPolicy
    window: Lists
    period: int = 1
    columns: Callable[[int], Month] | None = None
    standing: ListStanding = field(init=False)
    given: Given = field(init=False)
    lists: dict[int, Ints] = field(init=False)
    _oldest: list[int] = field(init=False)  # of each part and those behind it, the oldest list in force

    def __post_init__(self) -> None:
        self.standing, self.given, self.lists = self.past.standing, self.past.given, dict(self.past.lists)
        self._oldest = list(accumulate((part.in_force for part in self.played.parts[::-1]), min))[::-1]

    def months(self) -> range:
        """Return the months to compute: from the first fact, or the standing list, to the last fact."""
        played, decisions, window = self.played, self.decisions, self.window
        corrected = decisions.kind == CORRECTION
        facts = np.concatenate([played.month, decisions.month + corrected])
        first = window.standing
        if first is None:
            begins = np.concatenate([played.month - 1, decisions.month])
            first = int(begins.min()) if begins.size else COMPRESSION
        adjusted = (FAST_CORRECTION, COMPRESSION) if self.policy.one_offs else ()
        ends = [*facts.tolist(), *(month for month in adjusted if month > first)]
        last = max(ends, default=first)
        if window.last is not None:
            last = min(last, window.last)
        return range(first + 1, max(first, -(-last // self.period) * self.period) + 1)

    def begin(self, month: int) -> list[Rows]:
        """Put in what the office decided on the list before the first; give the rows of it."""
        rows = list(self._decide(month))
        self.lists[month] = self.standing.rating
        return rows

    def close(self, month: int) -> list[Rows]:
        """Put in what the office decided on a list, behind what its period gave; give the rows of it."""
        rows = self.begin(month)
        self._forget(month)
        return rows

    def rate(self, month: int) -> RatedList:
        """Compute a list, which then stands."""
        before = self.with_k(month)
        _, facts = self.facts_of(month)
        changes, after = self.compute(facts, before)
        self.standing = replace(after, pool=_merge_results(after.pool))
        return RatedList(month, before, facts, changes, self.standing)

    def compute(self, facts: PeriodFacts, before: ListStanding) -> tuple[PeriodChanges, ListStanding]:
        """Compute a period through the engine; nothing is kept of it."""
        engine = period_engine_named(SYSTEMS[self.policy.key].engine)
        return engine.rate(facts, before, self.policy.rules)

    def printed(self, month: int) -> Ints:
        """Return K as printed on the list that stands."""
        return printed_k(self.standing, self.given, month=month, policy=self.policy)

    def with_k(self, month: int) -> ListStanding:
        """Return the standing before a list with the K printed on the list before it."""
        return replace(self.standing, k=self.printed(month - self.period))

    def facts_of(self, month: int) -> tuple[Month, PeriodFacts]:
        """Return what counts for a list, with the ratings in force."""
        columns = self.columns(month) if self.columns else month_columns(self.played, month)
        policy, rating = self.policy, self.standing.rating
        reading = np.array([policy.reading_on(part.first) for part in columns.parts], np.int8)
        in_force = self._in_force(columns)
        seed = self._seed_of_entries(columns, month)
        seen = np.where(in_force > 0, in_force, seed).astype(np.int32)
        own = np.where(rating[columns.entry_player] > 0, in_force, seed).astype(np.int32)
        admitted = policy.rules[reading, ROUND_ROBIN] > 0
        return columns, PeriodFacts(
            month=month,
            list_edition=policy.reading_on(list_date(month)),
            k_edition=policy.reading_on(list_date(month - self.period)),
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
            base=self._corrected_ratings(rating.size, month),
            one_off=self._one_off(month),
        )

    def _forget(self, month: int) -> None:
        """Let go of lists that no event to come was played under."""
        later = int(np.searchsorted(self.played.month, month + 1))
        oldest = self._oldest[later] if later < len(self._oldest) else month
        for one in [one for one in self.lists if one < min(oldest, month)]:
            del self.lists[one]

    def _in_force(self, columns: Month) -> Ints:
        """Return the rating of every entry on the list in force on its event's first day; 0 = none."""
        of_event = np.array([part.in_force for part in columns.parts], np.int64)
        of_entry = of_event[columns.entry_event] if of_event.size else np.zeros(0, np.int64)
        found = np.zeros(columns.entry_player.size, np.int32)
        for one in np.unique(of_entry).tolist():
            ratings = self.lists.get(one)
            if ratings is not None:
                rows = of_entry == one
                found[rows] = ratings[columns.entry_player[rows]]
        return found

    def _seed_of_entries(self, columns: Month, month: int) -> Ints:
        """Return the rating each entry would enter with; 0 = none."""
        seed = np.zeros(columns.entry_player.size, np.int32)
        if self.past.seeds is not None:
            first, end = np.searchsorted(self.played.month, [month, month + 1])
            games = slice(*np.searchsorted(self.played.part, [first, end]).tolist())
            seed[columns.game_white] = self.past.seeds[0, games]
            seed[columns.game_black] = self.past.seeds[1, games]
        return seed

    def _corrected_ratings(self, players: int, month: int) -> Ints | None:
        decisions = self.decisions
        rows = np.flatnonzero((decisions.kind == CORRECTION) & (decisions.month == month - 1))
        if not rows.size:
            return None
        base = np.zeros(players, np.int32)
        base[decisions.player[rows]] = decisions.rating[rows]
        return base

    def _one_off(self, month: int) -> OneOff:
        """Return the adjustment of a list; of one that was due between two lists the next has it."""
        if not self.policy.one_offs:
            return OneOff()
        for due in range(month - self.period + 1, month + 1):
            found = one_off_on(self.policy.key, due)
            if found.standard_gap:
                return replace(found, standard=self.past.seeded_list.get(due))
            if found.lift_percent:
                return found
        return OneOff()

    def _decide(self, month: int) -> Iterator[Rows]:
        """Put the ratings in that the office set on a list, the last word on each player, and give its rows.

        Of an imported list nothing stays of what was known; whoever is rated there has played before.
        """
        decisions, old = self.decisions, self.standing
        rows = np.flatnonzero((decisions.kind != CORRECTION) & (decisions.month == month))
        if not rows.size:
            return
        _, last = np.unique(decisions.player[rows][::-1], return_index=True)
        rows = rows[rows.size - 1 - last]
        player, rating = decisions.player[rows], decisions.rating[rows]
        whole = decisions.kind[rows] == BASE
        usual = _usual_games(SYSTEMS[self.policy.key], old.birth_year[player], decisions, rows)
        games = np.where(decisions.games[rows] == NOT_SAID, usual, decisions.games[rows])
        peak = np.maximum(np.maximum(decisions.peak[rows], rating), np.where(whole, 0, old.peak[player]))
        new = replace(old, rating=old.rating.copy(), games=old.games.copy(), peak=old.peak.copy())
        new.rating[player] = rating
        new.games[player] = np.where(whole, games, old.games[player])
        new.peak[player] = peak
        waiting = ~np.isin(old.pool.player, player)
        self.standing = replace(new, pool=Pool._make(column[waiting] for column in old.pool))
        given = Given(self.given.k.copy(), self.given.month.copy())
        given.k[player[whole]] = np.maximum(decisions.k[rows][whole], 0)
        given.month[player[whole]] = month
        self.given = given
        yield decided_rows(decisions, rows, before=old, after=self.standing, k=given.k, month=month)


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


def _usual_games(system: System, state_birth: Ints, decisions: Decisions, rows: NDArray[np.int64]) -> Ints:
    """Assume the games the system declares of who is rated, but none where K can only be a new player's."""
    k_new = int(cast(FideEdition, system.editions[-1]).k_new)
    new = (decisions.k[rows] == k_new) & (state_birth == 0)
    return np.where((decisions.rating[rows] == 0) | new, 0, system.games_when_rated).astype(np.int32)
