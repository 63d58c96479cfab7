"""The FFG ladder engine: levels move round by round, misplaced players are adjusted.

Source: FFG ladder rules 1.2-1.9, editions 2013 and 2022-10; the rules are compiled in ffg_kernels.py.
"""

from ratings.engines.contract import TOURNAMENT, Changes, Facts, Floats, GameDetail, Standing
from ratings.engines.explaining import details
from ratings.engines.ffg_event import A_NUMERATOR as A_NUMERATOR
from ratings.engines.ffg_event import DIVISOR as DIVISOR
from ratings.engines.ffg_event import HANDICAP_STEP as HANDICAP_STEP
from ratings.engines.ffg_event import KOMI_STONES as KOMI_STONES
from ratings.engines.ffg_event import PASSES_MOST as PASSES_MOST
from ratings.engines.ffg_event import room
from ratings.engines.ffg_kernels import rate_event, replay, trace_of
from ratings.engines.table import carried, columns, excerpt, output


class FfgEngine:
    """The FFG ladder behind the Engine protocol."""

    def replay(self, facts: Facts, standing: Standing, parameters: Floats) -> tuple[Changes, Standing]:
        """Compute all events in order.

        An entry without rated game leaves no trace. For a manual event `start` is the level it sets. The
        ceiling and floor (1.6) may swallow part of a change: after - start - sum of the game changes is what
        they took.
        """
        state, done = carried(standing), output(facts)
        replay(columns(facts), state, done, room(facts), parameters)
        return Changes(*done), Standing(*state)

    def explain(self, facts: Facts, standing: Standing, parameters: Floats, event: int) -> list[GameDetail]:
        """Return the per-game sum of one event: White's side, then Black's, game by game.

        A side the game does not count for is left out; the weight of one that counts is never 0.
        """
        if event > 0:
            standing = self.replay(excerpt(facts, 0, event), standing, parameters)[1]
        part = excerpt(facts, event, event + 1)
        if part.event_kind[0] != TOURNAMENT:
            return []
        work, rule = room(part), parameters[part.event_edition[0]]
        games = rate_event(columns(part), 0, carried(standing), work, rule)[1]
        trace = trace_of(work, part.entry_player.size, games, rule)
        every = details(
            trace, first_game=int(facts.game_start[event]), first_entry=int(facts.entry_start[event])
        )
        return [side for side in every if side.weight > 0.0]


engine = FfgEngine()
