"""The table of errors players report: a result, a name, a club; and what the office answered."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.wording import round_name


class CorrectionRequest(models.Model):
    """An error reported by a player; written by federation.claims.corrections."""

    class Kind(models.TextChoices):
        RESULT = "result", pgettext_lazy("error", "result of a game")
        ENTRY = "entry", pgettext_lazy("error", "player or club in a tournament")
        NAME = "name", pgettext_lazy("error", "name in the register")
        CLUB = "club", pgettext_lazy("error", "club in the register")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("error", "waiting for the office")
        ACCEPTED = "accepted", pgettext_lazy("error", "corrected")
        REFUSED = "refused", pgettext_lazy("error", "rejected")

    player = models.ForeignKey(
        "federation.Player", models.PROTECT, related_name="correction_requests", verbose_name=_("player")
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("account")
    )
    kind = models.CharField(_("what is wrong"), max_length=6, choices=Kind.choices)
    tournament = models.PositiveIntegerField(_("tournament"), null=True, blank=True)  # its number
    tournament_name = models.CharField(max_length=200, blank=True, default="")  # as it was called then
    game = models.PositiveBigIntegerField(null=True, blank=True)  # a game's key, named by journal.subjects
    round = models.PositiveSmallIntegerField(null=True, blank=True)  # of the game
    # as the person wrote it; until 0033 behind the round of the game, in the language of the person
    row = models.CharField(_("round or table"), max_length=40, blank=True, default="")
    text = models.CharField(_("what it should be"), max_length=1000)
    language = models.CharField(max_length=8)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    answer = models.CharField(_("answer"), max_length=500, blank=True, default="")
    asked = models.DateTimeField(pgettext_lazy("when", "asked"), auto_now_add=True)
    decided = models.DateTimeField(pgettext_lazy("when", "decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    told = models.DateTimeField(null=True, blank=True)  # set before the answer leaves

    class Meta:
        verbose_name = _("error report")
        verbose_name_plural = _("error reports")
        indexes: ClassVar = [
            models.Index(fields=["player"], condition=models.Q(state="open"), name="correction_request_open"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.tournament_name or self.player_id}"

    @property
    def mark(self) -> str:
        """The class of its state on a page."""
        return {"open": "waiting", "accepted": "done"}.get(self.state, "withdrawn")

    @property
    def place(self) -> str:
        """Where in the tournament: the round, and what the person wrote."""
        return ", ".join(filter(None, (round_name(self.round) if self.round else "", self.row)))

    @property
    def is_about_register(self) -> bool:
        """Whether a registrar can correct it."""
        return self.kind in (self.Kind.NAME, self.Kind.CLUB)
