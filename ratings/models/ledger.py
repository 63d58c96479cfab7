"""The ledger that stands, one row an event and player, and where everybody stands now."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Player
from federation.vocabulary.systems.declaration import LONGEST_EDITION
from tournaments.models import Tournament


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
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_changes", db_index=False)
    tournament = models.ForeignKey(Tournament, models.PROTECT, null=True, related_name="rating_changes")
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
    player = models.ForeignKey(Player, models.PROTECT, related_name="current_ratings")
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
