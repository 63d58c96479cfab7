"""What it is worth: systems, the ledger of changes, runs and their proposals, published lists."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models import Job, Player
from ratings.stages import RunStage
from ratings.statistic_models import Statistic as Statistic
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


class StreamLedger(models.Model):
    """How far the games of a stream are rated. Written only by ratings.streams, under its own lock."""

    system = models.OneToOneField(RatingSystem, models.PROTECT, related_name="stream_ledger")
    last_key = models.BigIntegerField(default=0)  # every TableGame up to this key is rated
    moment = models.BigIntegerField(null=True)  # end of the last rated game; null = none yet
    games = models.PositiveIntegerField(default=0)  # rated
    # Facts from this moment on moved otherwise (a game withdrawn, a manual event); null = nothing to do.
    moved_from = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("ledger of a stream")
        verbose_name_plural = _("ledgers of streams")

    def __str__(self) -> str:
        return f"{self.system_id} {self.last_key}"


class GameHistory(models.Model):
    """A stretch of a player's rated games in one stream, oldest first, packed by ratings.streams.packing.

    Rows of the ledger would be twice the games and be rewritten one by one when a late game moves them all.
    """

    system = models.ForeignKey(
        RatingSystem, models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="game_histories", db_constraint=False)
    part = models.PositiveIntegerField()  # 0.. in time
    first = models.BigIntegerField()  # end of its first game, milliseconds since 1970, UTC
    last = models.BigIntegerField()  # end of its last game
    games = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        verbose_name = _("history of games")
        verbose_name_plural = _("histories of games")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["system", "player", "part"], name="history_part_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["system", "last"], name="history_system_last")]

    def __str__(self) -> str:
        return f"{self.system_id} {self.player_id} {self.part}"


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


class PublishedList(models.Model):
    """A list as published on a date. Frozen: a correction is a new revision, both stay."""

    system = models.ForeignKey(
        RatingSystem, models.PROTECT, related_name="lists", verbose_name=_("rating system")
    )
    date = models.DateField(_("list date"))
    revision = models.PositiveSmallIntegerField(_("revision"), default=1)
    ready = models.BooleanField(_("ready"), default=False)  # public; false until then
    # its entries and files are made, and an officer may look at them; null while they are not
    prepared = models.DateTimeField(pgettext_lazy("when", "prepared"), null=True, blank=True)
    published = models.DateTimeField(pgettext_lazy("when", "published"), null=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("published by"),
    )
    note = models.TextField(_("note"), blank=True, default="")
    state = models.PositiveIntegerField(_("state"), default=0)  # RatingSystem.state it was frozen from
    players = models.PositiveIntegerField(_("players"), default=0)
    active_players = models.PositiveIntegerField(_("active players"), default=0)
    # streams: the established come first in `position`, the provisional behind them; null = no such tables
    established = models.PositiveIntegerField(_("established players"), null=True)
    # {"created", "changed", "unchanged", "gone"} against the list before
    report = models.JSONField(_("report"), default=dict)
    # downloads made once at publication: name -> {"size", "sha256"}
    files = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("published list")
        verbose_name_plural = _("published lists")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["system", "date", "revision"], name="list_revision_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["system", "-date", "-revision"], name="list_newest")]

    def __str__(self) -> str:
        return f"{self.system_id} {self.date} r{self.revision}"

    def get_absolute_url(self) -> str:
        return reverse("list", args=[self.system.key, self.date.isoformat()])


class ListEntry(models.Model):
    """A player on a list, everything copied as listed, so that a list never changes afterwards."""

    list = models.ForeignKey(PublishedList, models.CASCADE, related_name="entries", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="list_entries")
    position = models.PositiveIntegerField()  # 1.. without gaps over everybody, the order of the page
    rank = models.PositiveIntegerField()  # among all; ties share
    active_rank = models.PositiveIntegerField(null=True)  # among the active; null = inactive
    active_position = models.PositiveIntegerField(null=True)  # 1.. without gaps over the active
    surname = models.CharField(max_length=80)
    given_name = models.CharField(max_length=80)
    search_key = models.CharField(max_length=200)
    sex = models.CharField(max_length=1)
    birth_year = models.PositiveSmallIntegerField(null=True)
    federation = models.CharField(max_length=8)
    club = models.CharField(max_length=16)  # public code, "" = none
    club_name = models.CharField(max_length=120)
    ffg = models.CharField(max_length=16)  # identifiers as listed, "" = none
    egd = models.CharField(max_length=16)
    fide = models.CharField(max_length=16, default="", db_default="")
    title = models.CharField(max_length=3, default="", db_default="")
    women_title = models.CharField(max_length=3, default="", db_default="")
    other_titles = models.CharField(max_length=40, default="", db_default="")
    declared_grade = models.CharField(max_length=3)
    grade = models.CharField(max_length=3)  # grade of the rating
    rating = models.IntegerField()  # as shown: rounded once, by the system's rule
    exact = models.FloatField()  # unrounded, for verify_list
    change = models.IntegerField(null=True)  # against the list before; null = new
    rank_change = models.IntegerField(null=True)  # places won since the list before, among the active
    games = models.PositiveIntegerField()
    period_games = models.PositiveSmallIntegerField(
        default=0, db_default=0
    )  # rated in the period that led to the list
    k = models.PositiveSmallIntegerField(null=True)
    # streams: RD aged to the list's date (Glicko); ranks of the provisional are counted among themselves
    deviation = models.FloatField(null=True)
    provisional = models.BooleanField(default=False, db_default=False)
    events = models.PositiveIntegerField()
    last_played = models.DateField(null=True)
    last_event = models.CharField(max_length=16)  # code or number of the last tournament
    active = models.BooleanField()
    licence = models.CharField(max_length=1)  # FFG status letter, "-" = none

    class Meta:
        verbose_name = _("list entry")
        verbose_name_plural = _("list entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["list", "position"], name="entry_position_once"),
            models.UniqueConstraint(fields=["list", "player"], name="entry_player_once_a_list"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["list", "active_position"], name="entry_active_position"),
            models.Index(fields=["list", "federation", "position"], name="entry_federation"),
            models.Index(fields=["list", "federation", "active_position"], name="entry_federation_active"),
            models.Index(fields=["list", "club", "position"], name="entry_club"),
            # One in twelve of a FIDE list has a title; asked for one, nobody else need be looked at.
            models.Index(
                fields=["list", "active_position"],
                condition=~models.Q(title="") | ~models.Q(women_title=""),
                name="entry_titled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.surname}"
