"""Ledgers of ratings by tournament and by game."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.vocabulary.systems.declaration import LONGEST_EDITION


class ChangeNumbers(models.Model):
    """What one event did to one player, as numbers. Ratings are unrounded; null = none."""

    # Replay order: event day, then manual events by id, then tournaments by number (cadence.shared.place).
    sequence = models.BigIntegerField()
    before = models.FloatField(null=True)
    start = models.FloatField(null=True)  # the rating the event was computed from
    after = models.FloatField(null=True)
    games = models.PositiveSmallIntegerField()  # rated games of this event
    total_games = models.PositiveIntegerField()  # rated games so far, this event included
    highest = models.FloatField(null=True)  # value of the highest grade declared so far
    passes = models.PositiveSmallIntegerField()
    # period systems (FIDE): K printed on the new list, sum of score minus expectation, highest published
    k = models.PositiveSmallIntegerField(null=True)
    hundredths = models.IntegerField(null=True)
    peak = models.IntegerField(null=True)
    # results that wait for a first rating: games, sum of the opponents in hundredths, half points
    pooled = models.PositiveSmallIntegerField(null=True)
    pooled_opponents = models.IntegerField(null=True)
    pooled_points = models.PositiveSmallIntegerField(null=True)
    edition = models.CharField(max_length=LONGEST_EDITION)

    class Meta:
        abstract = True


class RatingChange(ChangeNumbers):
    """The ledger that stands: one row per system, event and player. Written only by applying a run."""

    # The database checks player and tournament. It does not check what one statement writes to every row
    # (system, run) nor a manual event read a moment before: half a million rows would wait 15 seconds for it.
    system = models.ForeignKey(
        "ratings.RatingSystem", models.PROTECT, related_name="changes", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(
        "federation.Player", models.PROTECT, related_name="rating_changes", db_index=False
    )
    tournament = models.ForeignKey(
        "tournaments.Tournament", models.PROTECT, null=True, related_name="rating_changes"
    )
    manual_event = models.ForeignKey(
        "ratings.ManualEvent",
        models.PROTECT,
        null=True,
        related_name="rating_changes",
        db_index=False,
        db_constraint=False,
    )
    run = models.ForeignKey(
        "ratings.RatingRun", models.PROTECT, related_name="changes", db_index=False, db_constraint=False
    )

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["system", "player", "sequence"], name="change_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["system", "sequence"], name="change_system_sequence"),
            models.Index(fields=["player"], name="change_player"),
        ]

    def __str__(self) -> str:
        return f"{self.system_id} {self.player_id} {self.sequence}"


class CurrentRating(models.Model):
    """The present rating of a player in a system: the last row of their ledger, for quick reading."""

    system = models.ForeignKey("ratings.RatingSystem", models.PROTECT, related_name="current", db_index=False)
    player = models.ForeignKey("federation.Player", models.PROTECT, related_name="current_ratings")
    rating = models.FloatField()
    games = models.PositiveIntegerField()
    highest_rating = models.FloatField()
    events = models.PositiveIntegerField()  # tournaments played
    last_played = models.DateField(null=True)  # start of the last tournament with a rated game
    sequence = models.BigIntegerField()
    # streams: RD after the last rated game (Glicko), and the moment it ended in milliseconds since 1970, UTC
    deviation = models.FloatField(_("deviation"), null=True)
    moment = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("current rating")
        verbose_name_plural = _("current ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["system", "player"], name="current_once"),
        ]

    def __str__(self) -> str:
        return f"{self.system_id} {self.player_id}"


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
        "federation.Player",
        models.PROTECT,
        related_name="game_histories",
        db_index=False,
        db_constraint=False,
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
