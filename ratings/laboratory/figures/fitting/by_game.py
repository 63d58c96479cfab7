"""The games of systems rated game by game, as a fit forecasts them again and again. Pure."""

from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from ratings.cadence.by_game.forecasts import forecast, pairs, rated_before, whole_table
from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.record import Flags, Floats
from ratings.engines.stream_contract import StreamFacts, StreamStanding
from ratings.engines.table import stream_engine_named
from ratings.laboratory.figures.fitting.trials import Sample
from ratings.laboratory.figures.simulation import editions_on
from ratings.laboratory.figures.variant import Rules

A_DAY = 86_400_000  # milliseconds
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Stream:
    """Everything a fit of a stream stands on."""

    engine: str
    facts: StreamFacts
    standing: StreamStanding
    base: Rules


def sample_of(stream: Stream) -> Sample:
    """Return the pairs of seats the rules in force forecast; their unit is the day (UTC)."""
    rows = pairs(stream.facts)
    found, known = _forecast(stream, stream.base, rows)
    game, first, other = (column[known & ~np.isnan(found)] for column in rows)
    day = stream.facts.moment[game] // A_DAY + _EPOCH
    place = stream.facts.seat_place.astype(np.int64)
    score = 0.5 + 0.5 * np.sign(place[other] - place[first])

    def expect(rules: Rules) -> Floats:
        return _forecast(stream, rules, (game, first, other))[0]

    return Sample(day, day, score, expect)


def _forecast(stream: Stream, rules: Rules, rows: tuple[Longs, Longs, Longs]) -> tuple[Floats, Flags]:
    """Return what rules expected of the first sides, and which pairs had ratings of their own."""
    day = stream.facts.moment // A_DAY + _EPOCH
    edition = editions_on(day, rules.effective).astype(stream.facts.edition.dtype)
    facts = replace(stream.facts, edition=edition)
    changes = stream_engine_named(stream.engine).replay(facts, stream.standing, rules.parameters)[0]
    expected = forecast(facts, changes, rules.parameters, engine=stream.engine, rows=rows)[0]
    game, first, other = rows
    known = rated_before(facts, changes, rules.parameters, engine=stream.engine)
    fits: Flags = known[first] & known[other]
    if stream.engine == "glicko":
        fits &= whole_table(known, facts)[game]
    return expected, fits
