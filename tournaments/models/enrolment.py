"""Players enrolled by an approval, so that the enrolment can be undone as one act."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Enrolment(models.Model):
    """The new players of one approved revision; `removed` are those of them that were taken away again."""

    tournament = models.OneToOneField(
        "tournaments.Tournament", models.CASCADE, related_name="enrolment", verbose_name=_("tournament")
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"), auto_now_add=True)
    # [[number of the entry, number of the player], ...]; numbers of players are never given again
    players = models.JSONField(default=list)
    removed = models.JSONField(default=list)  # numbers of players
    undone = models.DateTimeField(pgettext_lazy("when", "undone"), null=True, blank=True)  # last time
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("undone by"),
    )

    class Meta:
        verbose_name = _("enrolment")
        verbose_name_plural = _("enrolments")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {len(self.players)}"

    def get_absolute_url(self) -> str:
        return reverse("register-enrolment", args=[self.pk])

    @property
    def left(self) -> dict[int, int]:
        """The number of the entry by player, of those who were not taken away."""
        gone = set(self.removed)
        return {player: entry for entry, player in self.players if player not in gone}
