"""What it is worth: systems, the ledger of changes, runs and their proposals; lists and streams beside it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models import Job, Player
from ratings.follow_models import Bulletin as Bulletin
from ratings.follow_models import Follow as Follow
from ratings.follow_models import Follower as Follower
from ratings.follow_models import Letter as Letter
from ratings.list_models import ListEntry as ListEntry
from ratings.list_models import PublishedList as PublishedList
from ratings.stages import RunStage
from ratings.statistic_models import Statistic as Statistic
from ratings.stream_models import GameHistory as GameHistory
from ratings.stream_models import StreamLedger as StreamLedger
from tournaments.models import Tournament

RUN_STAGES = [
    (RunStage.REQUESTED.value, _("requested")),
    (RunStage.PROPOSED.value, _("to be reviewed")),
    (RunStage.APPLIED.value, _("applied")),
    (RunStage.DISCARDED.value, _("discarded")),
    (RunStage.OVERTAKEN.value, _("overtaken")),
    (RunStage.FAILED.value, _("failed")),
    (RunStage.UNDONE.value, _("undone")),
]


class RatingSystem(models.Model):
    """A rating system as this federation runs it: policy and state; its rules are ratings.rulebook."""

    key = models.SlugField(_("key"), max_length=20, unique=True)
    position = models.PositiveSmallIntegerField(_("position"), default=0)  # order on the site
    active = models.BooleanField(_("active"), default=True)
    edition = models.CharField(_("edition"), max_length=20, blank=True, default="")  # "" = by event date
    # named constants replaced, {"divisor": 6}
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)
    # Facts from this day on have changed since the standing ratings were applied; null = nothing to do.
    stale_from = models.DateField(_("stale from"), null=True, blank=True)
    # Raised by one by every applied run: a proposal based on an older state is overtaken.
    state = models.PositiveIntegerField(_("state"), default=0)
    # Raised by one by every change of the facts (approval, manual event, policy).
    facts = models.PositiveIntegerField(_("facts"), default=0)
    # bounds of alarms where the office has its own (ratings.comparison.Bounds), {"largest_move": 300}
    bounds = models.JSONField(_("bounds of alarms"), default=dict, db_default={}, blank=True)

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
        ADJUSTMENT = "adjustment", _("adjustment")  # global: factor and offset, player is null

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
        verbose_name = _("manual event")
        verbose_name_plural = _("manual events")
        indexes: ClassVar = [models.Index(fields=["system", "date"], name="manual_system_date")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind="adjustment", player__isnull=True)
                | models.Q(player__isnull=False, value__isnull=False),
                name="manual_event_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.label or self.kind


class ChangeNumbers(models.Model):
    """What one event did to one player, as numbers. Ratings are unrounded; null = none."""

    # Replay order: event day, then manual events by id, then tournaments by number (ratings.ledger.sequence).
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
    edition = models.CharField(max_length=20)

    class Meta:
        abstract = True


class RatingChange(ChangeNumbers):
    """The ledger that stands: one row per system, event and player. Written only by applying a run."""

    # The database checks player and tournament. It does not check what one statement writes to every row
    # (system, run) nor a manual event read a moment before: half a million rows would wait 15 seconds for it.
    system = models.ForeignKey(
        RatingSystem, models.PROTECT, related_name="changes", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_changes", db_index=False)
    tournament = models.ForeignKey(Tournament, models.PROTECT, null=True, related_name="rating_changes")
    manual_event = models.ForeignKey(
        ManualEvent,
        models.PROTECT,
        null=True,
        related_name="rating_changes",
        db_index=False,
        db_constraint=False,
    )
    run = models.ForeignKey(
        "RatingRun", models.PROTECT, related_name="changes", db_index=False, db_constraint=False
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
    """Where a player stands in a system now: the last row of his ledger, kept for quick reading."""

    system = models.ForeignKey(RatingSystem, models.PROTECT, related_name="current", db_index=False)
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


class RatingRun(models.Model):
    """One recalculation: what it was asked, what it proposes, how it ended."""

    system = models.ForeignKey(
        RatingSystem, models.PROTECT, related_name="runs", verbose_name=_("rating system")
    )
    job = models.OneToOneField(
        Job, models.SET_NULL, null=True, blank=True, related_name="rating_run", verbose_name=_("job")
    )
    stage = models.CharField(_("stage"), max_length=10, choices=RUN_STAGES, default=RunStage.REQUESTED.value)
    # replayed from this day; null = from the beginning
    since = models.DateField(_("since"), null=True, blank=True)
    based_on_state = models.PositiveIntegerField(_("based on state"), default=0)
    based_on_facts = models.PositiveIntegerField(_("based on facts"), default=0)
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

    def __str__(self) -> str:
        return f"{self.system_id} run {self.pk} {self.stage}"

    def get_absolute_url(self) -> str:
        return reverse("run", args=[self.pk])


class Proposal(ChangeNumbers):
    """One row of a run's difference: a change that is new, gone, or moved against the ledger that stands."""

    class Kind(models.IntegerChoices):
        NEW = 0, _("new")
        MOVED = 1, _("moved")
        GONE = 2, _("gone")

    # No constraint on any of these: proposals come by the hundred thousand, and applying them is checked.
    run = models.ForeignKey(RatingRun, models.CASCADE, related_name="proposals", db_constraint=False)
    kind = models.PositiveSmallIntegerField(choices=Kind.choices)
    # The row of the ledger it replaces or removes; null when new. No constraint: the row may go when applied.
    change_id = models.BigIntegerField(null=True)
    old_after = models.FloatField(null=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )
    manual_event = models.ForeignKey(
        ManualEvent, models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")

    def __str__(self) -> str:
        return f"{self.run_id} {self.player_id} {self.sequence}"


class Displaced(ChangeNumbers):
    """A row of the ledger as it was before a run replaced or removed it; kept while the run can be undone."""

    # No constraints, for the reason proposals have none: what was checked when it was written is put back.
    run = models.ForeignKey(RatingRun, models.CASCADE, related_name="displaced", db_constraint=False)
    change_id = models.BigIntegerField()  # key of the row
    previous_run_id = models.BigIntegerField()  # the run that wrote it
    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )
    manual_event = models.ForeignKey(
        ManualEvent, models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )

    class Meta:
        verbose_name = _("displaced row")
        verbose_name_plural = _("displaced rows")

    def __str__(self) -> str:
        return f"{self.run_id} {self.change_id}"


class Preview(models.Model):
    """What approving a revision would do to every rating, as computed for its organiser."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="preview")
    job = models.ForeignKey(Job, models.SET_NULL, null=True, related_name="+")
    digest = models.CharField(max_length=64)  # of the draft it was asked for (ratings.preview.digest)
    made = models.DateTimeField(null=True)
    # {"systems": [{"key", "list", "moved"}], "entries": {entry key: [[before, after] or null by system]}}
    result = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("preview")
        verbose_name_plural = _("previews")

    def __str__(self) -> str:
        return str(self.tournament_id)
