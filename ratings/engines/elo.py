"""The generic Elo: expectation, K, weights, bonus, first ratings and floors from decision tables.

A span of events is computed from the ratings before it. Facts and tables are checked before any is
computed; a number out of bounds is refused as a whole. Numeric contract 2.
"""

import numpy as np

from ratings.engines.decision_tables import OutOfBoundsError, Rules
from ratings.engines.elo_contract import (
    EloChanges,
    EloFacts,
    EloStanding,
    Work,
    columns_of,
    people_of,
    refuse_out_of_bounds,
    standing_of,
)
from ratings.engines.elo_kernels import WIDTH_OF_CHANGE, WIDTH_OF_ENTRY, WIDTH_OF_SLOT, replay, wrong_event
from ratings.engines.table import most_in_an_event


class EloEngine:
    """The generic Elo over packed tables (`decision_tables.packed`)."""

    def replay(self, facts: EloFacts, standing: EloStanding, rules: Rules) -> tuple[EloChanges, EloStanding]:
        """Compute all spans in order; the standing given is not changed, the one after is returned.

        Raises OutOfBoundsError for facts or a standing with a number out of bounds.
        """
        refuse_out_of_bounds(facts, standing, rules)
        columns, people = columns_of(facts), people_of(standing)
        wrong = wrong_event(columns, len(people))
        if wrong >= 0:
            raise OutOfBoundsError(f"event {wrong}: a player twice, or a game that is none of two entries")
        done = np.empty((WIDTH_OF_CHANGE, facts.entry_player.size))
        replay(columns, people, _room(facts, len(people)), rules, done)
        return EloChanges(*done), standing_of(people)


def _room(facts: EloFacts, players: int) -> Work:
    """Make room for the largest span of some facts, to be used for each in turn."""
    entries = most_in_an_event(facts.entry_start[facts.span_start])
    games = most_in_an_event(facts.game_start[facts.span_start])
    return Work(
        slot=np.full(players, -1, np.int32),
        player=np.zeros(entries, np.int32),
        entry_slot=np.zeros(entries, np.int32),
        entry=np.zeros((entries, WIDTH_OF_ENTRY)),
        slots=np.zeros((entries, WIDTH_OF_SLOT)),
        weight=np.zeros(games),
        widest=np.zeros(entries, np.int32),
    )


engine = EloEngine()
