"""The stages of a rating run and the only moves between them."""

from enum import StrEnum


class RunStage(StrEnum):
    """Where one recalculation stands."""

    REQUESTED = "requested"  # a row and a job; nothing computed yet
    PROPOSED = "proposed"  # the difference is stored and waits for an officer
    APPLIED = "applied"
    DISCARDED = "discarded"
    OVERTAKEN = "overtaken"  # the facts or the standing ratings moved since it was computed
    FAILED = "failed"
    UNDONE = "undone"  # was applied; what stood before stands again


MOVES: dict[RunStage, frozenset[RunStage]] = {
    RunStage.REQUESTED: frozenset(
        {RunStage.PROPOSED, RunStage.DISCARDED, RunStage.FAILED, RunStage.OVERTAKEN}
    ),
    RunStage.PROPOSED: frozenset({RunStage.APPLIED, RunStage.DISCARDED, RunStage.OVERTAKEN}),
    RunStage.APPLIED: frozenset({RunStage.UNDONE}),
    RunStage.DISCARDED: frozenset(),
    RunStage.OVERTAKEN: frozenset(),
    RunStage.FAILED: frozenset(),
    RunStage.UNDONE: frozenset(),
}


def may_move(now: RunStage, then: RunStage) -> bool:
    """Say whether a run may go from one stage to another."""
    return then in MOVES[now]
