"""Hears every line of the journal that tells of something public, and what is computed without one."""

from typing import Any

from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from federation.models import JournalEntry
from ratings.models import PublishedList, Statistic
from ratings.page_cache import version

# What nobody sees outside the office: accounts, and tournaments that are not handed in yet.
_INSIDE = ("account.", "token.", "invitation.", "upload.", "server.", "run.requested", "run.discarded",
           "run.closed", "run.cancelled", "player.exported", "follower.")  # fmt: skip
_DESK = {f"tournament.{act}" for act in ("drafted", "corrected", "matched", "confirmed", "unconfirmed",
                                         "claimed", "left")}  # fmt: skip


@receiver(post_save, sender=JournalEntry, dispatch_uid="ratings.public_act")
def public_act(instance: JournalEntry, **_: Any) -> None:
    """Change the public state with every act, but for those nobody sees."""
    if instance.act not in _DESK and not instance.act.startswith(_INSIDE):
        version.change_after_commit()


@receiver([post_save, post_delete], sender=Statistic, dispatch_uid="ratings.public_statistic")
@receiver([post_save, post_delete], sender=PublishedList, dispatch_uid="ratings.public_list")
def public_row(**_: Any) -> None:
    """Change the public state with what is computed by the clock."""
    version.change_after_commit()
