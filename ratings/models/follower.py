"""Followers of players or of the lists of a system by e-mail, and letters sent; no accounts."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Follower(models.Model):
    """An address that follows something; deleted with the last thing it follows."""

    email = models.EmailField(_("e-mail address"), unique=True)  # in lower case
    language = models.CharField(_("language"), max_length=8)
    since = models.DateTimeField(_("since"), auto_now_add=True)
    refused = models.PositiveSmallIntegerField(default=0)  # letters in a row its server would not take

    class Meta:
        verbose_name = _("follower")
        verbose_name_plural = _("followers")

    def __str__(self) -> str:
        return f"follower {self.pk}"  # never the address: texts end in logs


class Follow(models.Model):
    """One thing an address follows, a player or the lists of a system; counts once it is confirmed."""

    follower = models.ForeignKey(Follower, models.CASCADE, related_name="follows")
    player = models.ForeignKey("federation.Player", models.CASCADE, null=True, related_name="follows")
    system = models.ForeignKey("ratings.RatingSystem", models.CASCADE, null=True, related_name="follows")
    asked = models.DateTimeField(pgettext_lazy("when", "asked"))
    sent = models.DateTimeField(null=True)  # the letter that asks for a confirmation; set before it leaves
    expires = models.DateTimeField(null=True, db_index=True)  # while it waits; null = confirmed
    confirmed = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("subscription")
        verbose_name_plural = _("subscriptions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["follower", "player"], name="follow_player_once"),
            models.UniqueConstraint(fields=["follower", "system"], name="follow_system_once"),
            models.CheckConstraint(
                condition=models.Q(player__isnull=True, system__isnull=False)
                | models.Q(player__isnull=False, system__isnull=True),
                name="follow_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(expires__isnull=True, confirmed__isnull=False)
                | models.Q(expires__isnull=False, confirmed__isnull=True),
                name="follow_waits_or_counts",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["asked"], condition=models.Q(sent=None), name="follow_letter_waits"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} {self.player_id or self.system_id}"


class Bulletin(models.Model):
    """Lists published together, and how far the letters to their followers have come."""

    # key of a system -> {"list", "before", "correction"}: the news, and against which list
    lists = models.JSONField(default=dict)
    opened = models.DateTimeField(pgettext_lazy("when", "opened"))
    due = models.DateTimeField(_("due"))  # what is published before joins it
    week = models.DateField(null=True, unique=True)  # of a weekly bulletin of streams: its Monday
    reached = models.BigIntegerField(default=0)  # key of the last follower who has been looked at
    sent = models.PositiveIntegerField(pgettext_lazy("letters", "sent"), default=0)
    refused = models.PositiveIntegerField(pgettext_lazy("letters", "rejected"), default=0)
    done = models.DateTimeField(pgettext_lazy("when", "done"), null=True)

    class Meta:
        verbose_name = _("bulletin")
        verbose_name_plural = _("bulletins")
        indexes: ClassVar = [
            models.Index(fields=["due"], condition=models.Q(done=None), name="bulletin_open"),
        ]

    def __str__(self) -> str:
        return f"bulletin {self.pk}"


class Letter(models.Model):
    """The letter of a bulletin to a follower, written before it leaves, so that none leaves twice."""

    bulletin = models.ForeignKey(Bulletin, models.CASCADE, related_name="letters", db_index=False)
    follower = models.ForeignKey(Follower, models.CASCADE, related_name="+")
    waiting = models.BooleanField(
        default=False
    )  # its server would not take it yet; the process that unsets this sends it
    # its server has taken or refused it; until then unknown, if the process that claimed it was killed
    answered = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("e-mail to a follower")
        verbose_name_plural = _("e-mails to followers")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bulletin", "follower"], name="letter_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["bulletin", "follower"], condition=models.Q(waiting=True), name="letter_waits"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bulletin_id} {self.follower_id}"
