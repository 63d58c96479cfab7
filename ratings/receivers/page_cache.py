"""Receivers of acts and rows that show in public: change the state of kept pages."""

from typing import Any

from federation.models import JournalEntry
from ratings.page_cache import version

# What nobody sees outside the office: accounts, and tournaments that are not handed in yet.
_INSIDE = ("account.", "token.", "invitation.", "upload.", "server.", "run.requested", "run.discarded",
           "run.closed", "run.cancelled", "player.exported", "player.email", "claim.", "login-",
           "correction.", "follower.", "office.four-eyes", "office.dispatches", "dispatch.", "expected.",
           "system.schedule", "webhook.", "job.")  # fmt: skip
_DESK = {
    f"tournament.{act}"
    for act in (
        "drafted",
        "rewritten",
        "corrected",
        "matched",
        "confirmed",
        "unconfirmed",
        "claimed",
        "left",
        "consented",
    )
}


def public_act(instance: JournalEntry, **_: Any) -> None:
    """Change the public state with every act, but for those nobody sees."""
    if instance.act not in _DESK and not instance.act.startswith(_INSIDE):
        version.change_after_commit()


def public_row(**_: Any) -> None:
    """Change the public state with what is computed by the clock."""
    version.change_after_commit()
