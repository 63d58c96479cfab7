"""Work on tournaments beside their files: corrections, review, enrolments, stored games of careers."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Correction(models.Model):
    """Change of one part of a revision against its file; the bytes of the file are unchanged."""

    class Kind(models.TextChoices):
        FACTS = "facts", _("data")
        ENTRANT = "entrant", _("entrant")
        ROUND = "round", _("game or bye")

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="corrections")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    entrant = models.PositiveSmallIntegerField(null=True)  # number of the entry it was made at
    round = models.PositiveSmallIntegerField(null=True)
    # facts and entrant: {field: value}; round: {"games": [...], "byes": [...]} (tournaments.revisions.rounds)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    # [[number of an entry, round or null], ...]: what is marked on the crosstable
    touched = models.JSONField(default=list)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.kind} {self.entrant} {self.round}"


class Confirmation(models.Model):
    """A warning looked at and found right (tournaments.checks.warning_confirmations)."""

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="confirmations")
    key = models.CharField(max_length=40)
    code = models.CharField(max_length=40)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("confirmed warning")
        verbose_name_plural = _("confirmed warnings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="confirmation_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.code}"


class Trial(models.Model):
    """A file a program tried out with a token of the sandbox, and what it did to it since."""

    token = models.ForeignKey("federation.Token", models.CASCADE, related_name="trials")
    filename = models.CharField(_("file"), max_length=200)
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)  # hexadecimal, of the content
    # the first of the files that correct one another; its key is the number of them all
    first = models.ForeignKey("self", models.CASCADE, null=True, related_name="corrections")
    # as the file has them: a file of the same name and first day looks like its correction
    name = models.CharField(_("name"), max_length=200)
    start = models.DateField(_("first day"))
    acts = models.JSONField(default=list)  # [{"kind", "values"}], tournaments.api.acts.Act
    created = models.DateTimeField(pgettext_lazy("when", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("trial")
        verbose_name_plural = _("trials")
        indexes: ClassVar = [models.Index(fields=["token", "sha256"], name="trial_known")]

    def __str__(self) -> str:
        return f"{self.token_id} {self.filename}"


class MailPreference(models.Model):
    """Whether an account wants mail about its tournaments, and in which language it reads."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_preference", verbose_name=_("account")
    )
    wanted = models.BooleanField(_("mail wanted"), default=True)
    language = models.CharField(_("language"), max_length=8, blank=True, default="")

    class Meta:
        verbose_name = _("mail preference")
        verbose_name_plural = _("mail preferences")

    def __str__(self) -> str:
        return f"{self.account_id} {self.language}"


class Notice(models.Model):
    """One mail about one step of one revision; the row keeps it from being sent twice."""

    class Step(models.TextChoices):
        RECEIVED = "received", pgettext_lazy("tournament", "received")
        RETURNED = "returned", pgettext_lazy("tournament", "returned")
        APPROVED = "approved", pgettext_lazy("tournament", "approved")
        RATED = "rated", pgettext_lazy("tournament", "rated")
        LISTED = "listed", pgettext_lazy("tournament", "on the list")
        REVOKED = "revoked", pgettext_lazy("tournament", "revoked")
        ONWARD = "onward", pgettext_lazy("tournament", "results due soon")

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="notices")
    step = models.CharField(max_length=8, choices=Step.choices)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    # data of the text besides the tournament: {"reason": ...}, {"lists": [...]}
    about = models.JSONField(default=dict)
    noted = models.DateTimeField(auto_now_add=True)
    sent = models.DateTimeField(pgettext_lazy("when", "sent"), null=True)  # set before the mail leaves

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes: ClassVar = [models.Index(fields=["step", "tournament"], name="notice_step")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "step"],
                condition=models.Q(step__in=["approved", "rated", "listed"]),
                name="notice_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.step}"


CLAIM_LASTS = timedelta(minutes=20)  # without a sign of life


class Claim(models.Model):
    """The officer who has a submitted revision on their desk; it lapses when nothing is heard of them."""

    tournament = models.OneToOneField(
        "tournaments.Tournament", models.CASCADE, related_name="claim", verbose_name=_("tournament")
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="claims", verbose_name=_("account")
    )
    since = models.DateTimeField(pgettext_lazy("when", "taken"))
    alive = models.DateTimeField(_("last activity"))

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.account_id}"

    @property
    def until(self) -> datetime:
        """The moment it lapses."""
        return self.alive + CLAIM_LASTS

    @property
    def is_live(self) -> bool:
        """Return whether it still holds."""
        return self.until > timezone.now()


class Remark(models.Model):
    """What an officer who returned a revision wants done about one finding."""

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="remarks")
    key = models.CharField(
        max_length=40
    )  # names the finding (tournaments.checks.warning_confirmations.key_of)
    code = models.CharField(max_length=40)
    text = models.CharField(_("remark"), max_length=500)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="remark_once"),
        ]

    def __str__(self) -> str:
        return self.text


class Reply(models.Model):
    """What an organiser answers to an officer who returned a revision, without a new file."""

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="replies")
    # names the finding the remark was made at; empty: to the reason of the return
    key = models.CharField(max_length=40, blank=True)
    about = models.TextField(_("remark"))  # as the officer wrote it
    text = models.CharField(_("answer"), max_length=500)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="reply_once"),
        ]

    def __str__(self) -> str:
        return self.text


class OfficeRule(models.Model):
    """What the office has decided for all tournaments; one row, none while everything is as usual."""

    class FourEyes(models.TextChoices):
        ALWAYS = "always", _("Never: another officer always reviews")
        WHEN_TWO = "when-two", _("Only if there is no other officer")
        CONSENT = "consent", _("If the organiser of another of its revisions agrees")

    four_eyes = models.CharField(max_length=8, choices=FourEyes.choices, default=FourEyes.ALWAYS)
    # submissions are not announced outside before they are approved
    hides_handed_in = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("office rule")
        verbose_name_plural = _("office rules")

    def __str__(self) -> str:
        return self.four_eyes


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


class Career(models.Model):
    """The rateable games of a player in approved tournaments, packed by tournaments.careers.packing.

    Written only by tournaments.careers.stored_games, in the transaction of what changes them. Without a row a
    player has played nothing.
    """

    player = models.OneToOneField(
        "federation.Player", models.CASCADE, primary_key=True, related_name="career"
    )
    data = models.BinaryField()

    class Meta:
        verbose_name = _("games of a player")
        verbose_name_plural = _("games of players")

    def __str__(self) -> str:
        return str(self.player_id)
