"""Permissions to decide about a run, as questions; the roles are federation.accounts.permissions."""

from federation.accounts.permissions import is_officer
from federation.models import Account
from ratings.models import RatingRun
from ratings.models.run import RunStage


def may_decide(account: Account, run: RatingRun) -> bool:
    """Return whether the account may approve or discard: officers, what waits for review."""
    return is_officer(account) and run.stage == RunStage.PROPOSED
