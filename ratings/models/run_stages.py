"""The stages of a rating run; every move is a conditional update in ratings.runs."""

from enum import StrEnum


class RunStage(StrEnum):
    """Where one recalculation stands."""

    REQUESTED = "requested"  # a row and a job; nothing computed yet
    PROPOSED = "proposed"  # the difference is stored and waits for an officer
    APPLIED = "applied"
    DISCARDED = "discarded"
    OVERTAKEN = "overtaken"  # the facts or the standing ratings moved since it was computed
    FAILED = "failed"
    UNDONE = "undone"  # was applied; the state before it is restored


OPEN = (RunStage.REQUESTED.value, RunStage.PROPOSED.value)  # not decided yet
