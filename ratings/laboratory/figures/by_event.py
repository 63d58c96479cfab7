"""Systems that move event by event (FFG, EGF) under any rules, or in the order events arrived. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.expectation import BY_EVENT, EventCurve
from ratings.cadence.shared.record import Flags, Floats
from ratings.engines import gor
from ratings.engines.contract import TOURNAMENT, Changes, Facts, Standing
from ratings.laboratory.figures.codes import FIRST
from ratings.laboratory.figures.rules import Rules
from ratings.laboratory.figures.simulation import (
    CONVERSION,
    EVENT,
    STEPS,
    Forecasts,
    Moves,
    Outcome,
    Pairs,
    edition_of_conversion,
    editions_on,
    touched,
)
from ratings.replay.by_event import EventDataset
from ratings.replay.event_facts import event_of_entry
from ratings.rulebook.egf import EgfEdition

_BANDS = (-1500.0, -1000.0, -500.0, 0.0, 300.0)
_SAME = 1e-9
MOVED_BY = (1, 5, 10, 25, 50, 100)
MOST_PERSONS = 50


@dataclass(frozen=True)
class EventGround:
    """Everything simulations of a system stand on; P players, E events."""

    engine: str
    facts: Facts
    standing: Standing
    days: Longs  # E: ordinals, rising
    players: Longs  # P: keys, rising
    birth_year: Longs  # P: 0 = not known
    base: Rules
    knows_handicap: bool = True
    knows_colours: bool = True

    @property
    def start(self) -> Floats:
        """Return the ratings before the first event."""
        return self.standing.rating

    @property
    def _curve(self) -> EventCurve:
        return BY_EVENT[self.engine]

    @property
    def bands(self) -> Sequence[float]:
        """Return the edges of the bands of levels, or of GoR."""
        return [edge + self._curve.first_dan for edge in _BANDS]

    @cached_property
    def event_of_entry(self) -> Longs:
        """Return the event of each entry."""
        return event_of_entry(self.facts)

    @cached_property
    def games(self) -> Longs:
        """Return the rows of the games with a result, which are the pairs."""
        return np.flatnonzero((self.facts.game_score >= 0) & (self.facts.game_score <= 2))

    @cached_property
    def _sides(self) -> tuple[Longs, Longs]:
        """Return White's and Black's entry of the games with a result."""
        white, black = (side[self.games] for side in (self.facts.game_white, self.facts.game_black))
        return white.astype(np.int64), black.astype(np.int64)

    @cached_property
    def pairs(self) -> Pairs:
        """Return the games with a result."""
        facts, rows, (white, black) = self.facts, self.games, self._sides
        event = self.event_of_entry[white]
        return Pairs(
            event=event,
            day=self.days[event],
            score=facts.game_score[rows] / 2.0,
            first=facts.entry_player[white].astype(np.int64),
            other=facts.entry_player[black].astype(np.int64),
            handicap=facts.game_handicap[rows] > 0,
        )

    def replay(self, rules: Rules) -> Outcome:
        """Compute all events, the conversion between two of them where there is one."""
        edition = editions_on(self.days, rules.effective)
        facts = replace(self.facts, event_edition=edition.astype(self.facts.event_edition.dtype))
        dataset, at, converted = EventDataset(self.engine, facts, self.standing, rules.parameters), -1, None
        acted: dict[str, int] = {}
        if rules.conversion is None:
            changes, after = dataset.replay()
        else:
            at = int(np.searchsorted(self.days, rules.conversion.day.toordinal()))
            first, middle = dataset.part(0, at, self.standing).replay()
            converted, acted = self._converted(middle.rating, rules)
            middle = replace(middle, rating=converted)
            second, after = dataset.part(at, facts.event_kind.size, middle).replay()
            changes = Changes(
                *(
                    np.concatenate([getattr(part, column.name) for part in (first, second)])
                    for column in fields(Changes)
                )
            )
        brought = self._brought(changes, rules, edition)
        played = (changes.games > 0) & (self.facts.event_kind[self.event_of_entry] == TOURNAMENT)
        new = np.isnan(changes.before) & ~np.isnan(changes.after)
        return Outcome(
            rules=rules,
            rating=after.rating,
            moves=self._moves(changes, played, rules, at, converted),
            forecasts=self._forecasts(changes, played, brought, rules, edition),
            first_games=changes.games[new].astype(np.int64),
            first_is=FIRST,
            acted=self._acted(changes, played, brought, rules.parameters[edition]) | acted,
        )

    def _converted(self, rating: Floats, rules: Rules) -> tuple[Floats, dict[str, int]]:
        """Return ratings after the conversion, clipped to its day's limits, and whom it touched."""
        conversion = rules.conversion
        if conversion is None:
            return rating, {}
        row = edition_of_conversion(rules, conversion)
        low, high = self._limits(rules.parameters, np.array([row]))
        found: Floats = np.clip(rating * conversion.factor + conversion.offset, low, high)
        return found, touched(rating, found, low=float(low[0]), high=float(high[0]))

    def _limits(self, parameters: Floats, rows: Longs) -> tuple[Floats, Floats]:
        """Return floor and ceiling of some rows of parameters, without copies of whole rows."""
        return parameters[:, self._curve.floor][rows], parameters[:, self._curve.ceiling][rows]

    def _brought(self, changes: Changes, rules: Rules, edition: Longs) -> Floats:
        """Return the level each entry brought to its event, known before its first game.

        GoR: the start, lifted by a declared grade (1.4) where it was. FFG: never the start the event's own
        games moved (1.9), but what was carried in; a newcomer's is the one they start from (1.8).
        """
        low, high = self._limits(rules.parameters, edition[self.event_of_entry])
        level = changes.start if self._curve.start_is_known else changes.before
        for other in (changes.before, self.facts.entry_seed, self.facts.entry_value):
            level = np.where(np.isnan(level), other, level)
        found: Floats = np.clip(level, low, high)
        return found

    def _moves(
        self, changes: Changes, played: Flags, rules: Rules, at: int, converted: Floats | None
    ) -> Moves:
        """Return a row an entry, and one a player where everybody was converted before event `at`."""
        player, event = self.facts.entry_player.astype(np.int64), self.event_of_entry
        day, step = self.days[event], event * STEPS + EVENT
        if converted is None or rules.conversion is None:
            return Moves(player, day, step, changes.after, played)
        row, size = int(self.facts.entry_start[at]), converted.size
        when = np.full(size, rules.conversion.day.toordinal(), np.int64)
        return Moves(
            player=np.insert(player, row, np.arange(size)),
            day=np.insert(day, row, when),
            step=np.insert(step, row, np.full(size, at * STEPS + CONVERSION)),
            after=np.insert(changes.after, row, converted),
            played=np.insert(played, row, np.zeros(size, np.bool_)),
        )

    def _forecasts(
        self, changes: Changes, played: Flags, brought: Floats, rules: Rules, edition: Longs
    ) -> Forecasts:
        white, black = self._sides
        rated = played[white] & played[black]
        expected = np.full(white.size, np.nan)
        stones, of_game = self.facts.game_handicap[self.games], edition[self.event_of_entry[white]]
        for row in np.unique(edition).tolist():
            some = np.flatnonzero(rated & (of_game == row))
            levels = brought[white[some]], brought[black[some]]
            expected[some] = self._curve.white(*levels, stones[some], rules.parameters[row : row + 1])
        before = (changes.total_games - changes.games).astype(np.int64)
        return Forecasts(
            expected=expected,
            fewest=np.minimum(before[white], before[black]),
            middle=(brought[white] + brought[black]) / 2.0,
        )

    def _acted(self, changes: Changes, played: Flags, brought: Floats, by_event: Floats) -> dict[str, int]:
        """Count how often each rule that bounds or moves ratings acted, as far as the columns show.

        Of the FFG's adjustment (1.9) and the EGF's reset (1.4) the starts show it; floors and ceilings are
        counted where an event ended on them; the limit of a loss where the loss is exactly the limit.
        """
        of_entry = self.event_of_entry
        low, high = self._limits(by_event, of_entry)
        found = {
            "entries": int(played.sum()),
            "floor": int((played & (changes.after <= low)).sum()),
            "ceiling": int((played & (changes.after >= high)).sum()),
        }
        if self.engine == EgfEdition.engine:
            drop = by_event[:, gor.EVENT_DROP][of_entry] * self.facts.event_weight[of_entry]
            limited = (drop > 0.0) & (np.abs(changes.start - changes.after - drop) < _SAME)
            risen = ~np.isnan(changes.before) & (changes.start > np.maximum(changes.before, low) + _SAME)
            return found | {"event_drop": int((played & limited).sum()), "reset": int((played & risen).sum())}
        return found | {
            "adjusted": int((played & (np.abs(changes.start - brought) > _SAME)).sum()),
            "repeated_events": int((changes.event_passes > 1).sum()),
            "passes": int(changes.event_passes.sum()),
        }


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


def compare_arrival(ground: EventGround, arrived: Longs, *, grace: int) -> dict[str, Any]:
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
