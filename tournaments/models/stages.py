"""Stages of a revision and the moves between them; every change of a stage uses this table.

A returned revision is mended and submitted again. An approved one is superseded by the next revision, or
revoked: it stays public, marked, and may be approved again. To reopen is to draft a new revision: no stage
leads back to draft.
"""

from enum import StrEnum


class Stage(StrEnum):
    """Where one revision of a tournament stands."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    APPROVED = "approved"
    SUPERSEDED = "superseded"
    REVOKED = "revoked"  # taken out of the facts without a successor
    WITHDRAWN = "withdrawn"


MOVES: dict[Stage, frozenset[Stage]] = {
    Stage.DRAFT: frozenset({Stage.SUBMITTED, Stage.WITHDRAWN}),
    Stage.SUBMITTED: frozenset({Stage.APPROVED, Stage.RETURNED, Stage.WITHDRAWN}),
    Stage.RETURNED: frozenset({Stage.SUBMITTED, Stage.WITHDRAWN}),
    Stage.APPROVED: frozenset({Stage.SUPERSEDED, Stage.REVOKED}),
    Stage.SUPERSEDED: frozenset(),
    Stage.REVOKED: frozenset({Stage.APPROVED}),
    Stage.WITHDRAWN: frozenset(),
}


def origins(to: Stage) -> tuple[str, ...]:
    """Return the stages a revision may come from to a stage, as the column holds them."""
    return tuple(stage.value for stage, targets in MOVES.items() if to in targets)


OPEN = origins(Stage.SUBMITTED)  # the organiser still works on it
UNDECIDED = origins(Stage.WITHDRAWN)  # not yet approved
OVER = (Stage.SUPERSEDED.value, Stage.REVOKED.value, Stage.WITHDRAWN.value)  # no more work on it
ONCE_APPROVED = (Stage.APPROVED.value, Stage.SUPERSEDED.value, Stage.REVOKED.value)  # it was a fact
SHOWN = (Stage.APPROVED.value, Stage.REVOKED.value)  # everybody may see who played whom
