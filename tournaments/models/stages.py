"""The stages of a tournament and the only moves between them.

draft -> submitted -> approved -> superseded; submitted -> returned -> (a new revision); draft, submitted and
returned -> withdrawn. Approved is final for a revision: going back is a new revision that supersedes it.
"""

from enum import StrEnum


class Stage(StrEnum):
    """Where one revision of a tournament stands."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    APPROVED = "approved"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


MOVES: dict[Stage, frozenset[Stage]] = {
    Stage.DRAFT: frozenset({Stage.SUBMITTED, Stage.WITHDRAWN}),
    Stage.SUBMITTED: frozenset({Stage.APPROVED, Stage.RETURNED, Stage.WITHDRAWN}),
    Stage.RETURNED: frozenset({Stage.SUBMITTED, Stage.WITHDRAWN}),
    Stage.APPROVED: frozenset({Stage.SUPERSEDED}),
    Stage.SUPERSEDED: frozenset(),
    Stage.WITHDRAWN: frozenset(),
}


def may_move(now: Stage, then: Stage) -> bool:
    """Return whether a revision may go from one stage to another."""
    return then in MOVES[now]
