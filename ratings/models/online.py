"""Ratings that move game by game: how far they are computed, and every player's history."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Player


class StreamLedger(models.Model):
    """How far the games of a stream are rated. Written by ratings.cadence.by_game, under its own lock."""

    system = models.OneToOneField("ratings.RatingSystem", models.PROTECT, related_name="stream_ledger")
    last_key = models.BigIntegerField(default=0)  # every TableGame up to this key is rated
    moment = models.BigIntegerField(null=True)  # end of the last rated game; null = none yet
    games = models.PositiveIntegerField(default=0)  # rated
    # Facts from this moment on moved otherwise (a game withdrawn, a manual event); null = nothing to do.
    moved_from = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("ledger of a stream")
        verbose_name_plural = _("ledgers of streams")

    def __str__(self) -> str:
        return f"{self.system_id} {self.last_key}"


class GameHistory(models.Model):
    """A stretch of a player's rated games in one stream, oldest first, packed by cadence.by_game.packing.

    Rows of the ledger would be twice the games and be rewritten one by one when a late game moves them all.
    """

    system = models.ForeignKey(
        "ratings.RatingSystem", models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="game_histories", db_index=False, db_constraint=False
    )
    part = models.PositiveIntegerField()  # 0.. in time
    first = models.BigIntegerField()  # end of its first game, milliseconds since 1970, UTC
    last = models.BigIntegerField()  # end of its last game
    games = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        verbose_name = _("history of games")
        verbose_name_plural = _("histories of games")
        # No index on what a further game changes: PostgreSQL then leaves a changed row on its page and writes
        # to no index at all. The player first: pages ask for all his systems, rating for one.
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "system", "part"], name="history_part_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.system_id} {self.player_id} {self.part}"
