"""Systems that move game by game (FICS, the online ladder) under any rules. Pure.

A forecast is of two sides by the system's own curve, from the ratings just before the game: of a duel White
against Black, of bughouse one team against the other (means, and the deviations of the three others), of a
table of several each two of its seats, the seat listed first being the first side. Games of one day (UTC) are
drawn together. A side has a rating of its own after one game, on the ladder once it is established.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import cached_property

import numpy as np

from ratings.cadence.by_game.pairs import forecast, pairs_of, rated_before, whole_table
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.engines import glicko, ladder
from ratings.engines.stream_contract import (
    DUEL,
    LEVEL,
    TEAMS,
    StreamChanges,
    StreamFacts,
    StreamStanding,
)
from ratings.engines.stream_table import games_between
from ratings.engines.table import stream_engine_named
from ratings.laboratory.figures.codes import ESTABLISHED
from ratings.laboratory.figures.rules import Rules
from ratings.laboratory.figures.simulation import (
    CONVERSION,
    EVENT,
    STEPS,
    Forecasts,
    Moves,
    Outcome,
    Pairs,
    editions_on,
    touched,
)
from ratings.laboratory.figures.variant import Conversion
from ratings.rulebook.bounds import RATING
from ratings.rulebook.fics import FicsEdition

MS_A_DAY = 86_400_000  # milliseconds
_EPOCH = date(1970, 1, 1).toordinal()
_GLICKO_BANDS, _LADDER_BANDS = (1200.0, 1500.0, 1800.0, 2100.0), (1300.0, 1500.0, 1700.0)


@dataclass(frozen=True)
class GameGround:
    """Everything simulations of a stream stand on; P players, G games, N seats."""

    engine: str  # glicko or ladder
    facts: StreamFacts
    standing: StreamStanding  # before the first game
    players: Longs  # P: keys, rising
    birth_year: Longs
    base: Rules
    knows_handicap: bool = False

    @property
    def start(self) -> Floats:
        """Return the ratings before the first game."""
        return self.standing.rating

    @property
    def has_deviation(self) -> bool:
        """Return whether ratings carry a deviation: those of Glicko do, those of the ladder do not."""
        return self.engine == FicsEdition.engine

    @property
    def knows_colours(self) -> bool:
        """Return whether the first side is White: at a table of several there is no colour."""
        return self.has_deviation

    @property
    def bands(self) -> Sequence[float]:
        """Return the edges of the bands of ratings."""
        return _GLICKO_BANDS if self.has_deviation else _LADDER_BANDS

    @cached_property
    def game_days(self) -> Longs:
        """Return the day of each game (UTC)."""
        days: Longs = self.facts.moment // MS_A_DAY + _EPOCH
        return days

    @cached_property
    def days(self) -> Longs:
        """Return the days with a game or a decision."""
        return np.unique(self.game_days)

    @cached_property
    def seat_game(self) -> Longs:
        """Return the game of each seat."""
        return np.repeat(np.arange(self.facts.kind.size), np.diff(self.facts.seat_start))

    @cached_property
    def seat_player(self) -> Longs:
        """Return the player of each seat."""
        return self.facts.seat_player.astype(np.int64)

    @cached_property
    def _seat_days(self) -> Longs:
        return self.game_days[self.seat_game]

    @cached_property
    def _seat_moments(self) -> Longs:
        return self.facts.moment[self.seat_game]

    @cached_property
    def _played(self) -> Flags:
        played: Flags = self.facts.kind[self.seat_game] != LEVEL
        return played

    @cached_property
    def rows(self) -> tuple[Longs, Longs, Longs]:
        """Return game, first seat and other seat of every pair."""
        return pairs_of(self.facts)

    @cached_property
    def pairs(self) -> Pairs:
        """Return every two sides that met."""
        game, first, other = self.rows
        place = self.facts.seat_place.astype(np.int64)
        return Pairs(
            event=self.game_days[game],
            day=self.game_days[game],
            score=0.5 + 0.5 * np.sign(place[other] - place[first]),
            first=self.seat_player[first],
            other=self.seat_player[other],
            handicap=np.zeros(game.size, np.bool_),
        )

    def replay(self, rules: Rules) -> Outcome:
        """Compute all games, the conversion between two of them where there is one."""
        facts = self._facts_under(rules)
        engine, at, converted = stream_engine_named(self.engine), -1, None
        acted: dict[str, int] = {}
        if rules.conversion is None:
            changes, after = engine.replay(facts, self.standing, rules.parameters)
        else:
            at = int(np.searchsorted(self.game_days, rules.conversion.day.toordinal()))
            begin, end = games_between(facts, 0, at), games_between(facts, at, facts.kind.size)
            first, middle = engine.replay(begin, self.standing, rules.parameters)
            converted = self._converted(middle.rating, rules.conversion)
            acted = touched(middle.rating, converted, low=RATING.least, high=RATING.most)
            second, after = engine.replay(end, replace(middle, rating=converted), rules.parameters)
            changes = StreamChanges(
                *(
                    np.concatenate([getattr(part, column.name) for part in (first, second)])
                    for column in fields(StreamChanges)
                )
            )
        known = rated_before(facts, changes, rules.parameters, engine=self.engine)
        return Outcome(
            rules=rules,
            rating=after.rating,
            moves=self._moves(changes, rules, at, converted),
            forecasts=self._forecasts(facts, changes, rules, known),
            first_games=self._first_games(facts, changes, rules),
            first_is=ESTABLISHED,
            acted=self._acted(facts, changes, rules, known) | acted,
        )

    def _facts_under(self, rules: Rules) -> StreamFacts:
        """Return the games with the editions of some rules, and what they say is at stake."""
        edition = editions_on(self.game_days, rules.effective).astype(self.facts.edition.dtype)
        facts = replace(self.facts, edition=edition)
        return replace(facts, points=facts.points * rules.stakes) if rules.stakes != 1.0 else facts

    def _converted(self, rating: Floats, conversion: Conversion) -> Floats:
        """Return ratings after a conversion; those of FICS are whole numbers (1.1 step 5). RDs stay."""
        found = np.clip(rating * conversion.factor + conversion.offset, RATING.least, RATING.most)
        if self.has_deviation:
            found = np.copysign(np.floor(np.abs(found) + 0.5), found)
        converted: Floats = found
        return converted

    def _moves(self, changes: StreamChanges, rules: Rules, at: int, converted: Floats | None) -> Moves:
        """Return a row a seat, and one a player where everybody was converted before game `at`."""
        who, when = self.seat_player, self._seat_days
        step = when * STEPS + EVENT
        columns = (who, when, step, changes.after, self._played, changes.deviation, self._seat_moments)
        if converted is None or rules.conversion is None:
            return Moves(*columns)
        row, size = int(self.facts.seat_start[at]), converted.size
        day = rules.conversion.day.toordinal()
        unsaid, never = np.full(size, np.nan), np.full(size, -1, np.int64)
        put = (
            np.arange(size),
            np.full(size, day),
            np.full(size, day * STEPS + CONVERSION),
            converted,
            np.zeros(size, np.bool_),
            unsaid,
            never,
        )
        all_columns = (np.insert(column, row, values) for column, values in zip(columns, put, strict=True))
        return Moves(*all_columns)

    def _forecasts(self, facts: StreamFacts, changes: StreamChanges, rules: Rules, known: Flags) -> Forecasts:
        game, first, other = self.rows
        expected, _ = forecast(facts, changes, rules.parameters, engine=self.engine, rows=self.rows)
        fits = known[first] & known[other]
        if self.has_deviation:
            fits &= whole_table(known, facts)[game]
        before = changes.games.astype(np.int64) - 1
        return Forecasts(
            expected=np.where(fits, expected, np.nan),
            fewest=np.minimum(before[first], before[other]),
            middle=(changes.before[first] + changes.before[other]) / 2.0,
        )

    def _first_games(self, facts: StreamFacts, changes: StreamChanges, rules: Rules) -> Longs:
        """Return the games after which each player was in the table of the established (1.1, 2.1).

        FICS: an RD small enough just after a game; the ladder: games enough. Levels of the office count as 0.
        """
        edition = facts.edition[self.seat_game]
        if self.has_deviation:
            settled = changes.deviation <= rules.parameters[edition, glicko.ESTABLISHED_DEVIATION]
        else:
            settled = changes.games >= rules.parameters[edition, ladder.PROVISIONAL_GAMES]
        rows = np.flatnonzero(settled)[::-1]
        earliest = np.full(self.players.size, -1, np.int64)
        earliest[self.seat_player[rows]] = rows  # of several the last written stays, which is the first
        rows = earliest[earliest >= 0]
        return np.where(self._played[rows], changes.games[rows].astype(np.int64), 0)

    def _acted(
        self, facts: StreamFacts, changes: StreamChanges, rules: Rules, known: Flags
    ) -> dict[str, int]:
        sides = {"sides": int(self._played.sum())}
        if not self.has_deviation:
            return sides | self._branches(known)
        return sides | self._clamps(facts, changes, rules)

    def _branches(self, settled: Flags) -> dict[str, int]:
        """Count the sides of duels by the formula that rated them (ladder 2.1)."""
        _, first, other = self.rows
        first_settled, other_settled = settled[first], settled[other]
        both, none = int((first_settled & other_settled).sum()), int((~first_settled & ~other_settled).sum())
        apart = first.size - both - none
        return {
            "both_established": 2 * both,
            "both_provisional": 2 * none,
            "provisional": apart,
            "against_provisional": apart,
        }

    def _clamps(self, facts: StreamFacts, changes: StreamChanges, rules: Rules) -> dict[str, int]:
        """Count where the minimum of K and the largest RD decided (FICS 1.1 steps 1 and 4).

        K = q f RD'² with f of the others' RDs, of duels one, of bughouse three.
        """
        edition = facts.edition[self.seat_game]
        divisor, of_teams, least, cap = (
            rules.parameters[edition, place]
            for place in (glicko.DIVISOR, glicko.TEAM_DIVISOR, glicko.K_MINIMUM, glicko.DEVIATION_CAP)
        )
        square = changes.aged * changes.aged
        others = np.bincount(self.seat_game, square, facts.kind.size)[self.seat_game] - square
        kind = facts.kind[self.seat_game]
        q = np.log(10.0) / np.where(kind == TEAMS, of_teams, divisor)
        f = 1.0 / np.sqrt(1.0 + 3.0 * q * q / np.pi**2 * others)
        k = q * f * changes.deviation * changes.deviation
        rated = (kind == DUEL) | (kind == TEAMS)
        return {
            "k_minimum": int((rated & (k < least)).sum()),
            "deviation_cap": int((rated & (changes.aged >= cap)).sum()),
        }
