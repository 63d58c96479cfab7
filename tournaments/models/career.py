"""Stored games of each player in tournaments: derived from the facts, never the facts."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Player


class Career(models.Model):
    """The rateable games of a player in approved tournaments, packed by tournaments.careers.packing.

    Written only by tournaments.careers.stored_games, in the transaction of what changes them. Without a row a
    player has played nothing.
    """

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="career")
    data = models.BinaryField()

    class Meta:
        verbose_name = _("games of a player")
        verbose_name_plural = _("games of players")

    def __str__(self) -> str:
        return str(self.player_id)
