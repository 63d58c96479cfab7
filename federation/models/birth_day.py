"""The day and month a player was born, beside the year in Player."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class BirthDay(models.Model):
    """A day of birth the office has noted: never public, never in the journal, whose lines name the row.

    A value that was replaced stays until the player is erased, so that an undo can put it back.
    """

    player = models.ForeignKey(
        "federation.Player", models.CASCADE, related_name="birth_days", verbose_name=_("player")
    )
    value = models.CharField(_("day of birth"), max_length=5)  # "03-05", "03" where only the month is known
    stands = models.BooleanField(default=True, db_default=True)

    class Meta:
        verbose_name = _("day of birth")
        verbose_name_plural = _("days of birth")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(stands=True), name="birth_day_once_a_player"
            )
        ]

    def __str__(self) -> str:
        return str(self.player_id)
