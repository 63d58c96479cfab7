"""Datasets of systems that move event by event: facts, and what they are computed by. Pure.

The database (`cadence.by_event.replay`), a bundle (`list_proof.go`), a rating job (`rating_job.answer_go`)
and a variant of the laboratory (`laboratory.figures.by_event`) fill them. Replay and explanation are the
same for all.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ratings.engines.contract import Changes, Facts, Floats, GameDetail, Standing
from ratings.engines.table import engine_named, excerpt


@dataclass(frozen=True, slots=True)
class Side:
    """One side of one rated game: what the engine noted, and what it was given."""

    detail: GameDetail
    is_white: bool
    handicap: int
    size: int
    event_weight: float  # class (EGF) or thinking time (FFG)
    round: int = 0  # as the facts have it
    player: int = 0  # index into the standing
    opponent: int = 0

    @property
    def is_raised(self) -> bool:
        """Return whether the handicap moved the comparison."""
        return self.handicap > 0


@dataclass(frozen=True, slots=True)
class EventDataset:
    """E events, N entries, G games and P players, and the editions they are computed by."""

    engine: str
    facts: Facts
    standing: Standing  # before the first event
    parameters: Floats  # a row an edition, `facts.event_edition` indexes it

    def replay(self) -> tuple[Changes, Standing]:
        """Compute all events; return what each did, and the standing after the last."""
        return engine_named(self.engine).replay(self.facts, self.standing, self.parameters)

    def part(self, first: int, last: int, standing: Standing) -> "EventDataset":
        """Return the events from one to before another, with the standing before them."""
        return replace(self, facts=excerpt(self.facts, first, last), standing=standing)

    def event(self, event: int) -> "EventDataset":
        """Return one event with the standing before it: what lies before is replayed."""
        before = self.part(0, event, self.standing).replay()[1] if event else self.standing
        return self.part(event, event + 1, before)

    def events(self) -> Iterator[tuple["EventDataset", Changes, Standing]]:
        """Yield event by event: the dataset of each, what it did, and the standing after it."""
        standing = self.standing
        for event in range(self.facts.event_kind.size):
            part = self.part(event, event + 1, standing)
            changes, standing = part.replay()
            yield part, changes, standing

    def sides(self, event: int = 0) -> list[Side]:
        """Return every rated side of an event with every number of its sum."""
        facts = self.facts
        details = engine_named(self.engine).explain(facts, self.standing, self.parameters, event)
        return [
            Side(
                detail,
                is_white=bool(facts.game_white[detail.game] == detail.entry),
                handicap=int(facts.game_handicap[detail.game]),
                size=int(facts.game_size[detail.game]),
                event_weight=float(facts.event_weight[event]),
                round=int(facts.game_round[detail.game]),
                player=int(facts.entry_player[detail.entry]),
                opponent=int(facts.entry_player[detail.opponent]),
            )
            for detail in details
        ]
