"""Recalculations: their stages, the difference each proposes, what it displaced; previews for organisers."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.models.ledger import ChangeNumbers


class RunStage(StrEnum):
    """Where one recalculation stands; every move is a conditional update in ratings.runs."""

    REQUESTED = "requested"  # a row and a job; nothing computed yet
    PROPOSED = "proposed"  # the difference is stored and waits for an officer
    APPLIED = "applied"
    DISCARDED = "discarded"
    OVERTAKEN = "overtaken"  # the facts or the standing ratings moved since it was computed
    FAILED = "failed"
    UNDONE = "undone"  # was applied; the state before it is restored


OPEN = (RunStage.REQUESTED.value, RunStage.PROPOSED.value)  # not decided yet


RUN_STAGES = [
    (RunStage.REQUESTED.value, _("requested")),
    (RunStage.PROPOSED.value, _("to be reviewed")),
    (RunStage.APPLIED.value, _("applied")),
    (RunStage.DISCARDED.value, _("rejected")),
    (RunStage.OVERTAKEN.value, _("outdated")),
    (RunStage.FAILED.value, _("failed")),
    (RunStage.UNDONE.value, _("undone")),
]


class RatingRun(models.Model):
    """One recalculation: what it was asked, what it proposes, how it ended."""

    system = models.ForeignKey(
        "ratings.RatingSystem", models.PROTECT, related_name="runs", verbose_name=_("rating system")
    )
    job = models.OneToOneField(
        "federation.Job",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="rating_run",
        verbose_name=_("job"),
    )
    stage = models.CharField(_("stage"), max_length=10, choices=RUN_STAGES, default=RunStage.REQUESTED.value)
    # replayed from this day; null = from the beginning
    since = models.DateField(_("since"), null=True, blank=True)
    based_on_state = models.PositiveIntegerField(_("based on state"), default=0)
    based_on_facts = models.PositiveIntegerField(_("based on data"), default=0)
    fingerprint = models.CharField(_("fingerprint"), max_length=64, blank=True, default="")
    requested = models.DateTimeField(pgettext_lazy("when", "requested"), auto_now_add=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("requested by"),
    )
    proposed = models.DateTimeField(pgettext_lazy("when", "proposed"), null=True, blank=True)
    decided = models.DateTimeField(pgettext_lazy("when", "decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    undone = models.DateTimeField(pgettext_lazy("when", "undone"), null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("undone by"),
    )
    # {"tournaments", "games", "rated_games", "players", "new", "moved", "gone", "sum", "seconds"}
    totals = models.JSONField(_("totals"), default=dict)
    # {"buckets": [[low, count], ...], "movers": [...], "alarms": [...], "tournaments": [...]}
    comparison = models.JSONField(_("comparison"), default=dict)

    class Meta:
        verbose_name = _("rating run")
        verbose_name_plural = _("rating runs")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["system"],
                condition=models.Q(stage__in=["requested", "proposed"]),
                name="run_one_open_a_system",
            ),
        ]

    @property
    def alarms(self) -> Sequence[Mapping[str, Any]]:
        """What it warns of, in the order an officer answers: {"code", "bound", "found", "subjects"}."""
        alarms: Sequence[Mapping[str, Any]] = self.comparison.get("alarms", ())
        return alarms

    def __str__(self) -> str:
        return f"{self.system_id} run {self.pk} {self.stage}"

    def get_absolute_url(self) -> str:
        return reverse("run", args=[self.pk])


class RowOfRun(ChangeNumbers):
    """Row of a run. No constraint: rows come by the hundred thousand, checked by what writes them."""

    player = models.ForeignKey(
        "federation.Player", models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        models.CASCADE,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    manual_event = models.ForeignKey(
        "ratings.ManualEvent",
        models.CASCADE,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )

    class Meta:
        abstract = True


class Proposal(RowOfRun):
    """One row of a run's difference: a change that is new, gone, or moved against the ledger that stands."""

    class Kind(models.IntegerChoices):
        NEW = 0, _("new")
        MOVED = 1, _("changed")
        GONE = 2, _("removed")

    # no constraint: applying proposals is checked
    run = models.ForeignKey(RatingRun, models.CASCADE, related_name="proposals", db_constraint=False)
    kind = models.PositiveSmallIntegerField(choices=Kind.choices)
    # The row of the ledger it replaces or removes; null when new. No constraint: the row may go when applied.
    change_id = models.BigIntegerField(null=True)
    old_after = models.FloatField(null=True)

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")

    def __str__(self) -> str:
        return f"{self.run_id} {self.player_id} {self.sequence}"


class Displaced(RowOfRun):
    """A row of the ledger before a run replaced or removed it; stored while the run can be undone."""

    # no constraint: what was checked when it was written is put back
    run = models.ForeignKey(RatingRun, models.CASCADE, related_name="displaced", db_constraint=False)
    change_id = models.BigIntegerField()  # key of the row
    previous_run_id = models.BigIntegerField()  # the run that wrote it

    class Meta:
        verbose_name = _("replaced row")
        verbose_name_plural = _("replaced rows")

    def __str__(self) -> str:
        return f"{self.run_id} {self.change_id}"


class Preview(models.Model):
    """What approving a revision would do to every rating, as computed for its organiser."""

    tournament = models.OneToOneField("tournaments.Tournament", models.CASCADE, related_name="preview")
    job = models.ForeignKey("federation.Job", models.SET_NULL, null=True, related_name="+")
    digest = models.CharField(
        max_length=64
    )  # of the draft it was asked for (ratings.previews.tournament_preview.digest)
    made = models.DateTimeField(null=True)
    # {"systems": [{"key", "list", "moved"}], "entries": {entry key: [[before, after] or null by system]}},
    # or {"problems": [[code, values]]} where it could not be made
    result = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("preview")
        verbose_name_plural = _("previews")

    def __str__(self) -> str:
        return str(self.tournament_id)
