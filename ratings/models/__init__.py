"""Tables of ratings: systems and decisions of the office; ledger, runs, lists, streams, letters beside it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.models import Player
from federation.vocabulary.systems.declaration import LONGEST_EDITION, LONGEST_KEY
from ratings.exact_math import EXACT, LIBRARY
from ratings.models.follower import Bulletin as Bulletin
from ratings.models.follower import Follow as Follow
from ratings.models.follower import Follower as Follower
from ratings.models.follower import Letter as Letter
from ratings.models.ledger import ChangeNumbers as ChangeNumbers
from ratings.models.ledger import CurrentRating as CurrentRating
from ratings.models.ledger import GameHistory as GameHistory
from ratings.models.ledger import RatingChange as RatingChange
from ratings.models.ledger import StreamLedger as StreamLedger
from ratings.models.list import ListChoices as ListChoices
from ratings.models.list import ListEntry as ListEntry
from ratings.models.list import PublishedList as PublishedList
from ratings.models.list_years import ListNumber as ListNumber
from ratings.models.public_log import BundleDelta as BundleDelta
from ratings.models.public_log import BundlePart as BundlePart
from ratings.models.public_log import ListBundle as ListBundle
from ratings.models.public_log import LogAlarm as LogAlarm
from ratings.models.public_log import LogEntry as LogEntry
from ratings.models.public_log import LogHead as LogHead
from ratings.models.public_log import LogTile as LogTile
from ratings.models.public_log import LogWitness as LogWitness
from ratings.models.public_log import WatchedLog as WatchedLog
from ratings.models.run import RUN_STAGES as RUN_STAGES
from ratings.models.run import Displaced as Displaced
from ratings.models.run import Preview as Preview
from ratings.models.run import Proposal as Proposal
from ratings.models.run import RatingRun as RatingRun
from ratings.models.snapshot import Snapshot as Snapshot
from ratings.models.snapshot import Statistic as Statistic

NUMERIC = [
    (LIBRARY, _("1: functions of this machine's C library")),
    (EXACT, _("2: correctly rounded functions, the same bits on every machine")),
]


class RatingSystem(models.Model):
    """A rating system as this federation runs it: policy and state; its rules are ratings.rulebook."""

    key = models.SlugField(_("key"), max_length=LONGEST_KEY, unique=True)
    position = models.PositiveSmallIntegerField(_("position"), default=0)  # order on the site
    active = models.BooleanField(_("active"), default=True)
    # "" = by event date
    edition = models.CharField(_("edition"), max_length=LONGEST_EDITION, blank=True, default="")
    # named constants replaced, {"divisor": 6}
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)
    # who computes exp and pow (ratings.exact_math): what began with a C library's bits stays with them
    numeric = models.PositiveSmallIntegerField(
        _("numeric contract"), choices=NUMERIC, default=EXACT, db_default=EXACT
    )
    # from the day of an imported list its ratings take the place of earlier ones (systems by event)
    imported_replace = models.BooleanField(
        _("imported ratings replace earlier ones"), default=True, db_default=True
    )
    # Facts from this day on have changed since the standing ratings were applied; null = nothing to do.
    stale_from = models.DateField(_("to be recalculated since"), null=True, blank=True)
    # Raised by one by every applied run: a proposal based on an older state is overtaken.
    state = models.PositiveIntegerField(_("state"), default=0)
    # Raised by one by every change of the facts (approval, manual event, policy).
    facts = models.PositiveIntegerField(_("data"), default=0)
    # bounds of alarms where the office has its own (cadence.shared.comparison.Bounds), {"largest_move": 300}
    bounds = models.JSONField(_("alert thresholds"), default=dict, db_default={}, blank=True)
    # automatic steps the office has chosen (ratings.runs.automation.Schedule), {"approve": true}
    schedule = models.JSONField(_("schedule"), default=dict, db_default={}, blank=True)

    class Meta:
        verbose_name = _("rating system")
        verbose_name_plural = _("rating systems")
        ordering: ClassVar = ["position", "key"]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("list-newest", args=[self.key])


class ManualEvent(models.Model):
    """A dated decision of the office that is part of the facts (initial level, reset, adjustment...)."""

    class Kind(models.TextChoices):
        INITIAL = "initial", _("initial level")
        BASE = "base", _("imported list")
        CORRECTION = "correction", _("corrected base")  # FIDE: the base of the period from that list on
        REEVALUATION = "reevaluation", _("re-evaluation")
        RESET = "reset", _("reset")
        ADJUSTMENT = "adjustment", _("general correction")  # global: factor and offset, player is null

    system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="manual_events")
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="manual_events")
    date = models.DateField(_("date"))
    value = models.FloatField(_("rating"), null=True, blank=True)
    # FIDE: of an imported list, as printed there; a rating of 0 is none
    k = models.PositiveSmallIntegerField(null=True, blank=True)
    games = models.PositiveIntegerField(_("rated games"), null=True, blank=True)
    peak = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    deviation = models.FloatField(_("deviation"), null=True, blank=True)  # Glicko: RD, ages from the date on
    factor = models.FloatField(default=1.0)
    offset = models.FloatField(default=0.0)
    label = models.CharField(_("label"), max_length=120, blank=True, default="")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    entered = models.DateTimeField(auto_now_add=True)
    withdrawn = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("manual adjustment")
        verbose_name_plural = _("manual adjustments")
        indexes: ClassVar = [models.Index(fields=["system", "date"], name="manual_system_date")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind="adjustment", player__isnull=True)
                | models.Q(player__isnull=False, value__isnull=False),
                name="manual_event_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.label or str(self.get_kind_display())
