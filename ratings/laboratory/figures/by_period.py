"""Systems that move list by list (FIDE) under any rules, lists of several months among them. Pure.

A forecast is White's expected score by the table or curve of the edition of the event's first day, from the
ratings in force that day. Whole numbers, so that the rules in force give the published ratings themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ratings.cadence.by_period.assemble import (
    GameColumns,
    Held,
    Month,
    Played,
    counted,
    month_columns,
    played_rows,
)
from ratings.cadence.by_period.decisions import CORRECTION, Decisions
from ratings.cadence.by_period.policy import PeriodPolicy
from ratings.cadence.by_period.rated_lists import Given, ListReplay, Past, RatedList
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.expectation import fide_white
from ratings.cadence.shared.record import Floats
from ratings.engines.contract import Ints
from ratings.engines.fide_contract import NOT_RATED, ListStanding
from ratings.engines.fide_lists import rounded
from ratings.engines.fide_rules import FIRST_MOST, FLOOR, REPORT_LISTS
from ratings.laboratory.figures.codes import FIRST
from ratings.laboratory.figures.rules import Rules
from ratings.laboratory.figures.simulation import (
    CONVERSION_OF_LIST,
    DECISION,
    EVENT,
    STEPS,
    Forecasts,
    Moves,
    Outcome,
    Pairs,
    touched,
)
from ratings.rulebook.bounds import PUBLISHED
from ratings.rulebook.fide_periods import list_date, month_of

BANDS = (1600.0, 1800.0, 2000.0, 2200.0, 2400.0)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Ratings in the system newcomers enter from, by player and list; nothing of who had none there."""

    key: Longs  # list * players + player, rising
    rating: Ints

    def of(self, keys: Longs) -> Ints:
        """Return the ratings of some players on some lists; 0 = none."""
        at = np.minimum(np.searchsorted(self.key, keys), max(self.key.size - 1, 0))
        if not self.key.size:
            return np.zeros(keys.size, np.int32)
        return np.where(self.key[at] == keys, self.rating[at], 0).astype(np.int32)


@dataclass(frozen=True, slots=True)
class PeriodFacts:
    """The facts of a period system under any rules: tournaments, games in any order, decisions."""

    held: tuple[Held, ...]
    games: GameColumns
    entry: Longs
    player: Longs
    decisions: Decisions  # players by index
    seeds: Seeds | None
    seeded_list: dict[int, Ints]


@dataclass(frozen=True, slots=True)
class _Calendar:
    """The facts as they count for lists of some months, with the columns of every list."""

    played: Played
    rows: dict[int, Longs]  # of each list the pairs of its games
    months: dict[int, Month]
    past: Past
    decisions: Decisions


@dataclass(frozen=True, slots=True)
class _Whole:
    """Every list, from the beginning."""

    standing: int | None = None
    last: int | None = None


@dataclass(slots=True)
class _Found:
    """What a replay notes while it goes from list to list."""

    expected: Floats  # by pair
    fewest: Longs
    middle: Floats
    waiting: Ints  # P: games against rated opponents, of who has no rating
    moves: list[Moves] = field(default_factory=list)
    first_games: list[Longs] = field(default_factory=list)
    acted: dict[str, int] = field(default_factory=dict)

    def count(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self.acted[name] = self.acted.get(name, 0) + number


@dataclass(frozen=True)
class PeriodGround:
    """Everything simulations of a period system stand on; P players."""

    key: str
    facts: PeriodFacts
    standing: ListStanding  # P: before the first list: no one rated, years of birth
    players: Longs  # P: keys, rising
    birth_year: Longs
    base: Rules
    one_offs: bool = True  # the adjustments of whole lists are made
    knows_handicap: bool = False
    knows_colours: bool = True
    bands: Sequence[float] = BANDS
    _calendars: dict[tuple[int, int], _Calendar] = field(default_factory=dict, init=False, repr=False)

    @property
    def start(self) -> Floats:
        """Return the ratings before the first list: none."""
        return np.full(self.players.size, np.nan)

    @cached_property
    def days(self) -> Longs:
        """Return the days of the lists that tournaments count for under the rules in force."""
        months = np.unique(self._calendar(self.base).played.month).tolist()
        decided = np.unique(self.facts.decisions.month).tolist()
        return np.array(sorted({list_date(month).toordinal() for month in (*months, *decided)}), np.int64)

    @cached_property
    def pairs(self) -> Pairs:
        """Return the games that were played, in the order of their rows."""
        games, held = self.facts.games, {tournament.key: tournament for tournament in self.facts.held}
        order = np.argsort(self.facts.entry)
        players = [self._player_of(seat, order) for seat in (games.white, games.black)]
        keys, place = np.unique(games.tournament, return_inverse=True)
        numbers = np.array([held[key].number if key in held else 0 for key in keys.tolist()], np.int64)
        days = [held[key].start.toordinal() if key in held else 1 for key in keys.tolist()]
        return Pairs(
            event=numbers[place],
            day=np.array(days, np.int64)[place],
            score=games.score / 2.0,
            first=players[0],
            other=players[1],
            handicap=np.zeros(games.white.size, np.bool_),
        )

    def _player_of(self, seat: Longs, order: Longs) -> Longs:
        """Return the player of each side; 0 of one that is no player, whose game no rules forecast."""
        entry = self.facts.entry[order]
        if not entry.size:
            return np.zeros(seat.size, np.int64)
        at = np.minimum(np.searchsorted(entry, seat), entry.size - 1)
        found = np.searchsorted(self.players, self.facts.player[order][at])
        return np.where(entry[at] == seat, found, 0)

    def replay(self, rules: Rules) -> Outcome:
        """Compute all lists, the conversion with the first on or after its day."""
        calendar, policy = self._calendar(rules), self._policy(rules)
        size = self.facts.games.white.size
        nowhere = np.full(size, np.nan)
        found = _Found(
            nowhere, np.zeros(size, np.int64), nowhere.copy(), np.zeros(self.players.size, np.int32)
        )
        going = ListReplay(
            calendar.played,
            calendar.past,
            calendar.decisions,
            policy,
            _Whole(),
            rules.period,
            lambda month: calendar.months.get(month) or month_columns(calendar.played, month),
        )
        months = going.months()
        self._note_decided(found, going, months.start - 1)
        for month in months:
            if month % rules.period == 0:
                rated = going.rate(month)
                self._note_forecasts(found, calendar, rated, policy)
                self._note_list(found, rated, policy)
                if _converts(rules, month):
                    self._convert(found, going, rules, month, policy)
            self._note_decided(found, going, month)
        rating = going.standing.rating
        return Outcome(
            rules=rules,
            rating=_or_none(rating),
            moves=_joined(found.moves),
            forecasts=Forecasts(found.expected, found.fewest, found.middle),
            first_games=np.concatenate([np.zeros(0, np.int64), *found.first_games]),
            first_is=FIRST,
            acted=found.acted,
        )

    def _policy(self, rules: Rules) -> PeriodPolicy:
        names = tuple(dict.fromkeys(rules.names))
        return PeriodPolicy(
            key=self.key,
            names=names,
            effective=rules.effective,
            edition=tuple(names.index(name) for name in rules.names),
            rules=rules.parameters.astype(np.int64),
            one_offs=self.one_offs,
        )

    def _calendar(self, rules: Rules) -> _Calendar:
        """Return the facts as they count under some rules, arranged once for each period and limit."""
        key = (rules.period, int(rules.parameters[:, REPORT_LISTS].max()))
        if key not in self._calendars:
            self._calendars[key] = self._arrange(*key)
        return self._calendars[key]

    def _arrange(self, period: int, lists: int) -> _Calendar:
        facts = self.facts
        parts = [
            replace(part, month=-(-part.month // period) * period)
            for held in facts.held
            for part in counted(held, lists=lists)
        ]
        played, row = played_rows(
            parts, facts.games, entry=facts.entry, player=facts.player, players=self.players
        )
        months = {month: month_columns(played, month) for month in np.unique(played.month).tolist()}
        corrected = facts.decisions.kind == CORRECTION
        month = np.where(
            corrected, -(-(facts.decisions.month + 1) // period) * period - 1, facts.decisions.month
        )
        past = Past(
            self.standing, _nothing_given(self.players.size), {}, self._seeds(played), facts.seeded_list
        )
        of_game = played.month[played.part]
        rows = {
            month: row[slice(*np.searchsorted(of_game, np.array([month, month + 1], of_game.dtype)))]
            for month in months
        }
        return _Calendar(played, rows, months, past, replace(facts.decisions, month=month.astype(np.int32)))

    def _seeds(self, played: Played) -> Ints | None:
        if self.facts.seeds is None or not played.white.size:
            return None
        in_force = np.array([part.in_force for part in played.parts], np.int64)[played.part]
        keys = [in_force * self.players.size + side for side in (played.white, played.black)]
        return np.stack([self.facts.seeds.of(column) for column in keys])

    def _note_decided(self, found: _Found, going: ListReplay, month: int) -> None:
        """Put in what the office decided on a list, and note where it left players."""
        before = going.standing.rating
        rows = going.close(month)
        for row in rows:
            found.moves.append(_moves_of(row.player, going.standing.rating, month, DECISION))
            new = row.player[(before[row.player] == 0) & (going.standing.rating[row.player] > 0)]
            found.first_games.append(np.zeros(new.size, np.int64))
            found.waiting[new] = 0

    def _note_forecasts(
        self, found: _Found, calendar: _Calendar, rated: RatedList, policy: PeriodPolicy
    ) -> None:
        """Note what was expected of the games of a list from the ratings in force when their events began."""
        facts = rated.facts
        if not facts.game_white.size:
            return
        rows = calendar.rows[rated.month]
        white, black = (_or_none(facts.entry_seen[side]) for side in (facts.game_white, facts.game_black))
        event = np.repeat(np.arange(facts.event_edition.size), np.diff(facts.game_start))
        found.expected[rows] = fide_white(white, black, policy.rules[facts.event_edition[event]])
        games = [
            rated.before.games[facts.entry_player[side]] for side in (facts.game_white, facts.game_black)
        ]
        found.fewest[rows] = np.minimum(*games)
        found.middle[rows] = (white + black) / 2.0

    def _note_list(self, found: _Found, rated: RatedList, policy: PeriodPolicy) -> None:
        """Note where a list left players, first ratings, and which rules acted."""
        changes, before, after = rated.changes, rated.before.rating, rated.after.rating
        unrated = before == 0
        found.waiting += np.where(unrated, changes.games, 0).astype(np.int32)
        new = np.flatnonzero(unrated & (after > 0))
        found.first_games.append(found.waiting[new].astype(np.int64))
        found.waiting[new] = 0
        moved = np.flatnonzero((changes.games > 0) | (after != before))
        found.moves.append(_moves_of(moved, after, rated.month, EVENT, played=changes.games[moved] > 0))
        rule, facts = policy.rules[rated.facts.list_edition], rated.facts
        sides = changes.side_expected != NOT_RATED
        own = changes.entry_own[np.stack([facts.game_white, facts.game_black], axis=1)]
        met = facts.entry_seen[np.stack([facts.game_black, facts.game_white], axis=1)]
        rated_now = changes.k > 0
        dropped = (before > 0) & (after == 0)
        found.count(
            sides=int(sides.sum()),
            capped=int(changes.side_capped.sum()),
            too_wide=int(((own > 0) & (met > 0) & ~sides).sum()),
            k_reduced=int((rated_now & (changes.k < rated.before.k)).sum()),
            below_floor=int(dropped.sum()),
            first_most=int((rule[FIRST_MOST] > 0) * (after[new] == rule[FIRST_MOST]).sum()),
            round_robins=int(facts.event_robin.sum()),
        )
        if facts.one_off.is_due:
            usual = changes.before + rounded(changes.k, changes.sum)
            found.count(list_adjusted=int(((changes.before > 0) & (after > 0) & (after != usual)).sum()))

    def _convert(
        self, found: _Found, going: ListReplay, rules: Rules, month: int, policy: PeriodPolicy
    ) -> None:
        """Convert everybody's rating on a list, whole points, a half away from zero; below the floor none."""
        conversion, rating = rules.conversion, going.standing.rating
        if conversion is None:
            return
        raw = rating * conversion.factor + conversion.offset
        whole = np.minimum(np.floor(raw + 0.5), PUBLISHED.most)
        floor = max(int(policy.rule(month)[FLOOR]), int(PUBLISHED.least))
        new = np.where((rating > 0) & (whole >= floor), whole, 0).astype(np.int32)
        going.standing = replace(
            going.standing, rating=new, peak=np.maximum(going.standing.peak, new).astype(np.int32)
        )
        everybody = np.flatnonzero(rating > 0)
        found.moves.append(_moves_of(everybody, new, month, CONVERSION_OF_LIST))
        found.count(**touched(_or_none(rating), _or_none(new), low=floor, high=PUBLISHED.most))


def _converts(rules: Rules, month: int) -> bool:
    """Return whether a conversion is made with a list: the first on or after its day."""
    if rules.conversion is None:
        return False
    day = rules.conversion.day
    first = month_of(day) if day.day == 1 else month_of(day) + 1
    return month - rules.period < first <= month


def _nothing_given(players: int) -> Given:
    return Given(np.zeros(players, np.int32), np.zeros(players, np.int32))


def _or_none(ratings: Ints) -> Floats:
    """Return whole ratings as numbers, NaN for none."""
    return np.where(ratings > 0, ratings, np.nan).astype(np.float64)


def _moves_of(player: Longs, rating: Ints, month: int, what: int, *, played: object = None) -> Moves:
    when = np.full(player.size, list_date(month).toordinal(), np.int64)
    step = np.full(player.size, month * STEPS + what, np.int64)
    real = np.zeros(player.size, np.bool_) if played is None else np.asarray(played, np.bool_)
    return Moves(player.astype(np.int64), when, step, _or_none(rating[player]), real)


def _joined(parts: list[Moves]) -> Moves:
    none = np.zeros(0, np.int64)
    nothing = Moves(none, none, none, np.zeros(0), np.zeros(0, np.bool_))
    every = [nothing, *parts]
    return Moves(
        np.concatenate([part.player for part in every]),
        np.concatenate([part.day for part in every]),
        np.concatenate([part.step for part in every]),
        np.concatenate([part.after for part in every]),
        np.concatenate([part.played for part in every]),
    )
