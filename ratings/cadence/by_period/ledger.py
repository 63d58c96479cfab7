"""The bridge of the period systems: approved tournaments, decisions and lists to arrays, and back to rows.

What `by_event.replay` is to systems that move event by event. A replay begins behind any list: the last row
of a player up to it, and the results that wait for a first rating, are all that is needed of what was before.
"""

from dataclasses import dataclass, fields, replace
from datetime import date
from hashlib import sha256

import numpy as np

from ratings.cadence.by_period import facts as sources
from ratings.cadence.by_period import standings
from ratings.cadence.by_period.assemble import Played, played
from ratings.cadence.by_period.facts import Decisions, Window
from ratings.cadence.by_period.policy import PeriodPolicy, period_engine_version, period_policy_of
from ratings.cadence.by_period.rated_lists import Given, Past
from ratings.cadence.by_period.replay import Replayed, replay_lists
from ratings.cadence.by_period.standings import PeriodStandings
from ratings.cadence.shared.columns import Longs, Values
from ratings.cadence.shared.comparison import Rows, pick
from ratings.cadence.shared.hypothetical_facts import Supposed
from ratings.engines.contract import Floats, Ints, Standing
from ratings.engines.fide_contract import ListStanding, Pool, empty_pool
from ratings.models import RatingSystem
from ratings.rulebook.fide_periods import COMPRESSION, FAST_CORRECTION, list_date, one_off_on
from ratings.rulebook.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class PeriodReplay:
    """Everything one replay of a period system computes from."""

    window: Window
    policy: PeriodPolicy
    players: Longs  # P: player index -> primary key, rising
    played: Played
    decisions: Decisions
    past: Past

    @property
    def before(self) -> Floats:
        """Ratings before the replay; NaN = none."""
        return or_none(self.past.standing.rating)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the editions, by number."""
        return self.policy.names

    @property
    def first(self) -> int:
        """Return the first place of the ledger that is recomputed."""
        return self.window.first

    def moves_of(self, tournament: int, rows: Rows) -> list[tuple[date | None, Rows]]:
        """Pick the rows of every list a tournament counts for: of whom games moved there."""
        months = sorted({part.month for part in self.played.parts if part.key == tournament})
        of_list = [(rows.sequence == sources.place_of(month)) & (rows.games > 0) for month in months]
        return [
            (list_date(month), pick(rows, np.flatnonzero(own)))
            for month, own in zip(months, of_list, strict=True)
        ]

    @property
    def counts(self) -> dict[str, int]:
        """What is replayed."""
        return {
            "tournaments": len({part.key for part in self.played.parts}),
            "manual_events": int(self.decisions.key.size),
            "games": int(self.played.white.size),
            "periods": len({part.month for part in self.played.parts}),
        }

    @property
    def fingerprint(self) -> str:
        """Hash everything the replay depends on; equal hashes give equal bits."""
        digest = sha256()
        for word in (self.policy.key, period_engine_version(self.policy.key), *self.policy.names):
            digest.update(word.encode() + b"\0")
        for part in self.played.parts:
            digest.update(repr((part.number, part.first, part.in_force, part.month)).encode() + b"\0")
        for column in self._columns():
            digest.update(str((column.dtype.str, column.shape)).encode())
            digest.update(np.ascontiguousarray(column).view(np.uint8).data)
        return digest.hexdigest()

    def _columns(self) -> list[Longs | Ints | Floats]:
        records = (self.played, self.decisions, self.past.given, self.past.standing.pool)
        named = [getattr(record, name) for record in records for name in _names(record)]
        standing = [getattr(self.past.standing, field.name) for field in fields(ListStanding)[:-1]]
        seeds = [] if self.past.seeds is None else [self.past.seeds]
        lists = [self.past.lists[month] for month in sorted(self.past.lists)]
        columns = [self.players, self.policy.rules, *named, *standing, *lists, *seeds]
        return [column for column in columns if isinstance(column, np.ndarray)]


def _names(record: object) -> tuple[str, ...]:
    # what has no _fields is a dataclass
    return getattr(record, "_fields", None) or tuple(field.name for field in fields(record))  # type: ignore[arg-type]


def or_none(ratings: Ints) -> Floats:
    """Return whole ratings as numbers, NaN for none."""
    return np.where(ratings > 0, ratings, np.nan).astype(np.float64)


def load(system: RatingSystem, window: Window) -> PeriodReplay:
    """Read the facts of a window, the list before it, and the ratings in force when its events began.

    Raises LookupError where the system's edition does not exist.
    """
    policy = period_policy_of(system.key, edition=system.edition, parameters=system.parameters)
    parts = sources.parts(system, window, policy)
    entry, player = sources.entries(system, window, policy)
    decisions = sources.decisions(system, window)
    who = sources.concerned(system, window, policy)
    if window.player is None and _moves_everybody(policy, window):
        who = sources.everybody(system)
    before = _nobody() if window.standing is None else standings.stood(system, who, until=window.first)
    named = [window.player] if window.player is not None else []
    players = np.unique(np.concatenate([player, decisions.player, before.player, named])).astype(np.int64)
    games = played(parts, sources.games(system, window, policy), entry=entry, player=player, players=players)
    past = Past(
        standing=_standing(system, players, before, window=window, policy=policy),
        given=_read_given(system, players, who, window=window),
        lists={
            month: _ratings_on(system, players, who, month=month)
            for month in {part.in_force for part in games.parts}
            if window.standing is not None and month < window.standing
        },
        seeds=_seeds(system, players, games, window.supposed),
        seeded_list=_seeded_list(system, players, policy=policy, window=window),
    )
    return PeriodReplay(window, policy, players, games, decisions, past)


def rate(replay: PeriodReplay) -> tuple[Rows, Standing]:
    """Replay the lists of a window; give the rows of the ledger and the standings after the last."""
    outcome: Replayed = replay_lists(
        replay.played,
        replay.past,
        decisions=indexed(replay.decisions, replay.players),
        policy=replay.policy,
        window=replay.window,
    )
    rows = replace(outcome.rows, player=replay.players[outcome.rows.player])
    after = Standing(
        or_none(outcome.standing.rating), outcome.standing.games.copy(), np.full(replay.players.size, np.nan)
    )
    return rows, after


def standing_rows(system: RatingSystem, window: Window, policy: PeriodPolicy) -> tuple[Rows, Longs]:
    """Read what stands in a window, and the keys of its rows."""
    return sources.rows(system, window, policy)


def _moves_everybody(policy: PeriodPolicy, window: Window) -> bool:
    """Return whether a list of the window adjusts everybody's rating."""
    if window.standing is None or not policy.one_offs:
        return False
    return any(window.holds(month) for month in one_off_months(policy.key))


def one_off_months(key: str) -> tuple[int, ...]:
    """Return the lists that are adjusted as a whole."""
    return tuple(
        month
        for month in (FAST_CORRECTION, COMPRESSION)
        if (due := one_off_on(key, month)).lift_percent or due.standard_gap
    )


def _nobody() -> PeriodStandings:
    nothing = np.zeros(0, np.int32)
    return PeriodStandings(np.zeros(0, np.int64), nothing, nothing, nothing)


def _standing(
    system: RatingSystem, players: Longs, before: PeriodStandings, *, window: Window, policy: PeriodPolicy
) -> ListStanding:
    place = np.searchsorted(players, before.player)
    columns = [np.zeros(players.size, np.int32) for _ in range(3)]
    for column, values in zip(columns, (before.rating, before.games, before.peak), strict=True):
        column[place] = values
    return ListStanding(
        rating=columns[0],
        k=np.zeros(players.size, np.int32),
        games=columns[1],
        peak=columns[2],
        birth_year=standings.birth_years(players, window.supposed),
        pool=_pool(system, players, window=window, policy=policy),
    )


def _pool(system: RatingSystem, players: Longs, *, window: Window, policy: PeriodPolicy) -> Pool:
    if window.standing is None or not players.size:
        return empty_pool()
    key, pool = standings.pool(system, standing=window.standing, policy=policy)
    at = np.minimum(np.searchsorted(players, key), players.size - 1)
    here = players[at] == key
    return Pool._make(column[here] for column in pool)._replace(player=at[here].astype(np.int32))


def _read_given(system: RatingSystem, players: Longs, who: tuple[str, Values], *, window: Window) -> Given:
    given = Given(np.zeros(players.size, np.int32), np.zeros(players.size, np.int32))
    if window.standing is not None:
        player, k, month = standings.given_k(system, who, until=window.standing)
        place = np.searchsorted(players, player)
        place, k, month = _among(players, player, place, k, month)
        given.k[place], given.month[place] = k, month
    return given


def _among(players: Longs, player: Longs, place: Longs, k: Ints, month: Ints) -> tuple[Longs, Ints, Ints]:
    known = np.flatnonzero(players[np.minimum(place, players.size - 1)] == player) if players.size else place
    return place[known], k[known], month[known]


def _ratings_on(system: RatingSystem, players: Longs, who: tuple[str, Values], *, month: int) -> Ints:
    period_standings = standings.stood(system, who, until=sources.place_of(month) + sources.PLACES_A_DAY)
    ratings = np.zeros(players.size, np.int32)
    ratings[np.searchsorted(players, period_standings.player)] = period_standings.rating
    return ratings


def _seeds(system: RatingSystem, players: Longs, games: Played, supposed: Supposed) -> Ints | None:
    """Return the sides' ratings of each game in the system newcomers enter from; None without it."""
    other = SYSTEMS[system.key].seeds_from
    if not other or not games.white.size:
        return None
    in_force = np.array([part.in_force for part in games.parts], np.int64)[games.part]
    month = np.concatenate([in_force, in_force])
    player = players[np.concatenate([games.white, games.black])]
    return standings.ratings_on(other, player, month, supposed).reshape(2, -1)


def _seeded_list(
    system: RatingSystem, players: Longs, *, policy: PeriodPolicy, window: Window
) -> dict[int, Ints]:
    """Return everybody's rating in that system on the lists that are adjusted by it (1.7)."""
    other = SYSTEMS[system.key].seeds_from
    if not other or not policy.one_offs:
        return {}
    due = [month for month in one_off_months(system.key) if one_off_on(system.key, month).standard_gap]
    return {
        month: standings.ratings_on(other, players, np.full(players.size, month, np.int64), window.supposed)
        for month in due
        if window.holds(month)
    }


def indexed(decisions: Decisions, players: Longs) -> Decisions:
    """Return decisions with the indices of their players."""
    return replace(decisions, player=np.searchsorted(players, decisions.player))
