"""Requests to the office: a player's own record, the correction of an error, personal data."""

from datetime import date
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.wording import round_name
from federation.models.account import Account


class Contact(models.Model):
    """The e-mail address of a player as the office knows it: never public, never in the journal."""

    player = models.OneToOneField(
        "federation.Player", models.CASCADE, related_name="contact", verbose_name=_("player")
    )
    email = models.EmailField(_("e-mail address"))

    class Meta:
        verbose_name = _("contact")
        verbose_name_plural = _("contacts")

    def __str__(self) -> str:
        return str(self.player_id)


class RecordClaim(models.Model):
    """An account's claim to be a player; written by federation.claims.claims."""

    class State(models.TextChoices):
        CODE = "code", pgettext_lazy("claim", "code sent")
        WAITING = "waiting", pgettext_lazy("claim", "waiting for the office")
        HELD = "held", pgettext_lazy("claim", "confirmed")
        REFUSED = "refused", pgettext_lazy("claim", "refused")
        ENDED = "ended", pgettext_lazy("claim", "ended")

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="record_claims", verbose_name=_("account")
    )
    player = models.ForeignKey(
        "federation.Player", models.PROTECT, related_name="claims", verbose_name=_("player")
    )
    state = models.CharField(_("state"), max_length=7, choices=State.choices)
    text = models.CharField(_("message to the office"), max_length=500, blank=True, default="")
    reason = models.CharField(_("reason"), max_length=500, blank=True, default="")
    language = models.CharField(_("language"), max_length=8)  # of the letters about it
    digest = models.CharField(max_length=64, blank=True, default="")  # of the code; "" where none was sent
    tries = models.PositiveSmallIntegerField(default=0)
    expires = models.DateTimeField(null=True, blank=True)  # the code
    asked = models.DateTimeField(pgettext_lazy("when", "asked"), auto_now_add=True)
    decided = models.DateTimeField(pgettext_lazy("when", "decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("record claim")
        verbose_name_plural = _("record claims")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["account", "player"],
                condition=models.Q(state__in=["code", "waiting", "held"]),
                name="record_claim_once_an_account",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.get_state_display()}"


class ClaimLetter(models.Model):
    """A letter about a claim; the row keeps it from being sent twice."""

    claim = models.ForeignKey(RecordClaim, models.CASCADE, related_name="letters")
    step = models.CharField(max_length=8)  # "code", or the state a claim has come to
    noted = models.DateTimeField(auto_now_add=True)
    sent = models.DateTimeField(null=True)  # set before the letter leaves
    taken = models.BooleanField(default=False)  # it has left

    class Meta:
        verbose_name = _("letter about a claim")
        verbose_name_plural = _("letters about claims")

    def __str__(self) -> str:
        return f"{self.claim_id} {self.step}"


class OfficeLetter(models.Model):
    """The last letter to an account about work waiting in the office: one a day at most."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    noted = models.DateTimeField()
    sent = models.DateTimeField(null=True)  # set before the letter leaves

    class Meta:
        verbose_name = _("e-mail to the office")
        verbose_name_plural = _("e-mails to the office")

    def __str__(self) -> str:
        return f"{self.account_id} {self.noted:%Y-%m-%d}"


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


class DataRequests(models.QuerySet["DataRequest"]):
    """Requests about personal data, some of them."""

    def forget(self) -> None:
        """Remove what names a person; number, kind, dates and state stay."""
        self.update(name="", text="", delay_reason="", answer="", account=None)

    def answered_before(self, day: date) -> "DataRequests":
        """Select those answered before a day."""
        return self.exclude(state=DataRequest.State.OPEN).filter(answered__lt=day)

    def overdue(self) -> "DataRequests":
        """Select those that wait although their day has passed."""
        return self.filter(state=DataRequest.State.OPEN, due__lt=localdate())


class DataRequest(models.Model):
    """What a person asks about personal data; written by federation.privacy.data_requests."""

    class Kind(models.TextChoices):
        COPY = "copy", pgettext_lazy("request", "copy of the data")
        CORRECTION = "correction", pgettext_lazy("request", "correction")
        ERASURE = "erasure", pgettext_lazy("request", "erasure")
        HANDOVER = "handover", pgettext_lazy("request", "transfer to another office")
        OBJECTION = "objection", pgettext_lazy("request", "objection to being named")

    class Way(models.TextChoices):
        PAGE = "page", _("My page")
        EMAIL = "email", _("e-mail")
        POST = "post", _("by post")
        PHONE = "phone", _("by phone")
        PERSON = "person", _("in person")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("request", "waiting for the office")
        DONE = "done", pgettext_lazy("request", "done")
        REFUSED = "refused", pgettext_lazy("request", "refused")

    player = models.ForeignKey(
        "federation.Player",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="data_requests",
        verbose_name=_("player"),
    )
    name = models.CharField(_("name"), max_length=100, blank=True, default="")  # where no player was found
    kind = models.CharField(_("request"), max_length=10, choices=Kind.choices)
    text = models.CharField(_("details"), max_length=1000, blank=True, default="")
    way = models.CharField(_("received"), max_length=6, choices=Way.choices)
    came = models.DateField(_("received on"))
    due = models.DateField(_("answer by"))
    delay_reason = models.CharField(_("reason"), max_length=300, blank=True, default="")
    # whose page it came from
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="+")
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.OPEN)
    answer = models.CharField(_("answer"), max_length=1000, blank=True, default="")
    answered = models.DateField(_("answered on"), null=True, blank=True)
    answered_by = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="+")

    objects = DataRequests.as_manager()

    class Meta:
        verbose_name = _("request about personal data")
        verbose_name_plural = _("requests about personal data")
        indexes: ClassVar = [
            models.Index(fields=["due"], condition=models.Q(state="open"), name="data_request_open"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.player_id or self.name or '–'}"

    def get_absolute_url(self) -> str:
        """Return the office's page of the request."""
        return reverse("register-request", args=[self.pk])

    @property
    def mark(self) -> str:
        """The class of its state on a page."""
        return {"open": "waiting", "done": "done"}.get(self.state, "failed")

    @property
    def days_left(self) -> int:
        """How many days are left for the answer; negative where it is overdue."""
        return (self.due - localdate()).days
