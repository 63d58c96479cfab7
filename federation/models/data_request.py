"""The table of requests about personal data: what a person asked, until when it is answered, the answer."""

from datetime import date
from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.account import Account


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
