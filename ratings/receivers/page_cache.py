"""Receivers of acts and rows that show in public: change the state of kept pages."""

from typing import Any

from federation.journal import acts
from federation.models import JournalEntry
from ratings.page_cache import version


def public_act(instance: JournalEntry, **_: Any) -> None:
    """Change the public state with every act, but for those nobody sees."""
    if acts.is_public(instance.act):
        version.change_after_commit()


def public_row(**_: Any) -> None:
    """Change the public state with what is computed by the clock."""
    version.change_after_commit()
