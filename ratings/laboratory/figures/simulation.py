"""Facts read once, replayed under any rules: arrays in, arrays out. Pure."""

from dataclasses import dataclass, fields, replace
from datetime import date

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Floats
from ratings.engines import ffg_event as ffg
from ratings.engines import gor
from ratings.engines.contract import Changes, Facts, Standing
from ratings.engines.table import engine_named, excerpt
from ratings.laboratory.figures.variant import Conversion, Rules


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything simulations of a system stand on; P players, E events."""

    engine: str
    facts: Facts
    standing: Standing
    days: Longs  # E: ordinals, rising
    players: Longs  # P: keys, rising
    birth_year: Longs  # P: 0 = not known
    base: Rules

    @property
    def event_of_entry(self) -> Longs:
        """Return the event of each entry."""
        return np.repeat(np.arange(self.facts.event_kind.size), np.diff(self.facts.entry_start))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What rules make of the facts; N entries."""

    rules: Rules
    edition: Longs  # E: row of the rules in force at each event
    changes: Changes
    brought: Floats  # N: level each entry is forecast by, of a newcomer the one he starts from; NaN: none
    standing: Standing  # after the last event
    converted_at: int  # the event before which everybody was converted; E or more: after all; -1: never


def editions_on(days: Longs, effective: tuple[date, ...]) -> Longs:
    """Return the row of the edition in force on each day; before the first, the first to come."""
    begins = np.array([day.toordinal() for day in effective], np.int64)
    order = np.argsort(begins, kind="stable")
    place = np.maximum(np.searchsorted(begins[order], days, side="right") - 1, 0)
    found: Longs = order[place].astype(np.int64)
    return found


def simulate(ground: Ground, rules: Rules) -> Outcome:
    """Replay the facts under some rules, the conversion between two events where there is one."""
    edition = editions_on(ground.days, rules.effective)
    facts = replace(ground.facts, event_edition=edition.astype(ground.facts.event_edition.dtype))
    engine, at = engine_named(ground.engine), -1
    if rules.conversion is None:
        changes, after = engine.replay(facts, ground.standing, rules.parameters)
    else:
        at = int(np.searchsorted(ground.days, rules.conversion.day.toordinal()))
        first, middle = engine.replay(excerpt(facts, 0, at), ground.standing, rules.parameters)
        middle = replace(middle, rating=convert(middle.rating, rules, ground.engine))
        second, after = engine.replay(excerpt(facts, at, facts.event_kind.size), middle, rules.parameters)
        changes = Changes(
            *(
                np.concatenate([getattr(part, one.name) for part in (first, second)])
                for one in fields(Changes)
            )
        )
    return Outcome(rules, edition, changes, _brought(ground, changes, rules, edition), after, at)


def convert(rating: Floats, rules: Rules, engine: str) -> Floats:
    """Return ratings after the conversion of the rules, kept between floor and ceiling of its day."""
    conversion = rules.conversion or Conversion(date.min, 1.0, 0.0)
    row = editions_on(np.array([conversion.day.toordinal()]), rules.effective)[0]
    low, high = limits(rules.parameters[row : row + 1], engine)
    found: Floats = np.clip(rating * conversion.factor + conversion.offset, low, high)
    return found


def limits(parameters: Floats, engine: str) -> tuple[Floats, Floats]:
    """Return floor and ceiling of each row of parameters."""
    places = (ffg.FLOOR, ffg.CEILING) if engine == "ffg" else (gor.FLOOR, gor.CEILING)
    return parameters[:, places[0]], parameters[:, places[1]]


def _brought(ground: Ground, changes: Changes, rules: Rules, edition: Longs) -> Floats:
    """Return the level each entry brought to its event, known before its first game.

    GoR: the start, lifted by a declared grade (1.4) where it was. FFG: never the start the event's own games
    moved (1.9), but what was carried in; a newcomer's is the one he starts from (1.8).
    """
    low, high = limits(rules.parameters[edition[ground.event_of_entry]], ground.engine)
    level = changes.start if ground.engine == "gor" else changes.before
    for other in (changes.before, ground.facts.entry_seed, ground.facts.entry_value):
        level = np.where(np.isnan(level), other, level)
    found: Floats = np.clip(level, low, high)
    return found
