"""The games of systems rated tournament by tournament, as a fit forecasts them again and again. Pure."""

import numpy as np

from ratings.cadence.shared.columns import Longs
from ratings.cadence.shared.expectation import ffg_white, gor_white
from ratings.cadence.shared.record import Floats
from ratings.engines.contract import TOURNAMENT
from ratings.laboratory.figures.fitting.trials import Sample
from ratings.laboratory.figures.simulation import Ground, Outcome, simulate
from ratings.laboratory.figures.variant import Rules


def sample_of(ground: Ground) -> Sample:
    """Return the games the rules in force rate for both sides; their unit is the tournament."""
    facts, of_entry = ground.facts, ground.event_of_entry
    base = simulate(ground, ground.base)
    rated = (base.changes.games > 0) & (facts.event_kind[of_entry] == TOURNAMENT)
    chosen = rated[facts.game_white] & rated[facts.game_black]
    rows = np.flatnonzero(chosen & (facts.game_score >= 0) & (facts.game_score <= 2))
    rows = rows[~np.isnan(_expected(ground, base, rows))]
    event = of_entry[facts.game_white[rows]]

    def expect(rules: Rules) -> Floats:
        return _expected(ground, simulate(ground, rules), rows)

    return Sample(event, ground.days[event], facts.game_score[rows] / 2.0, expect)


def _expected(ground: Ground, outcome: Outcome, rows: Longs) -> Floats:
    """Return White's expected score in some games, from the levels both sides brought to the tournament."""
    facts, curve = ground.facts, gor_white if ground.engine == "gor" else ffg_white
    white, black = outcome.brought[facts.game_white[rows]], outcome.brought[facts.game_black[rows]]
    stones = facts.game_handicap[rows]
    edition = outcome.edition[ground.event_of_entry[facts.game_white[rows]]]
    found = np.empty(rows.size)
    for row in np.unique(edition).tolist():  # one row of parameters for all its games, none copied for each
        own = edition == row
        found[own] = curve(white[own], black[own], stones[own], outcome.rules.parameters[row : row + 1])
    return found
