"""Tables of tournaments: uploads, tournaments (one row a revision), entries, games, byes."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.wording import choices
from federation.models import Player
from federation.models.search_keys import Findable, MadeText
from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES, Discipline
from federation.vocabulary.names import full_name
from federation.vocabulary.search_words import LONGEST, search_words
from tournaments.models.desk import (
    Career,
    Claim,
    Confirmation,
    Correction,
    Enrolment,
    MailPreference,
    Notice,
    OfficeRule,
    Remark,
    Reply,
    Trial,
)
from tournaments.models.dispatch import Dispatch, DispatchAct, DispatchRule
from tournaments.models.online_game import GameServer, Handle, Seat, Stream, TableGame
from tournaments.models.pairing_program import ExpectedEntrant, ExpectedTournament, PublishedRound
from tournaments.models.stages import Stage
from tournaments.reports.findings import Finding
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Report

__all__ = [
    "Bye",
    "Career",
    "Claim",
    "Confirmation",
    "Correction",
    "Dispatch",
    "DispatchAct",
    "DispatchRule",
    "Enrolment",
    "Entry",
    "ExpectedEntrant",
    "ExpectedTournament",
    "Game",
    "GameServer",
    "Handle",
    "MailPreference",
    "Notice",
    "OfficeRule",
    "PublishedRound",
    "Remark",
    "Reply",
    "Seat",
    "Stream",
    "TableGame",
    "Tournament",
    "Trial",
    "Upload",
]

STAGES = [
    (Stage.DRAFT.value, _("draft")),
    (Stage.SUBMITTED.value, _("submitted")),
    (Stage.RETURNED.value, _("returned")),
    (Stage.APPROVED.value, _("approved")),
    (Stage.SUPERSEDED.value, _("superseded")),
    (Stage.REVOKED.value, pgettext_lazy("tournament", "revoked")),
    (Stage.WITHDRAWN.value, _("withdrawn")),
]

RATES = [("standard", _("standard")), ("rapid", _("rapid")), ("blitz", _("blitz"))]


class Upload(models.Model):
    """The bytes of an uploaded file, unchanged, and the result of reading them."""

    sha256 = models.CharField(max_length=64, db_index=True)
    filename = models.CharField(_("file"), max_length=200)
    size = models.PositiveIntegerField(_("size"))
    content = models.BinaryField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="uploads",
        verbose_name=_("account"),
    )
    received = models.DateTimeField(_("received"), auto_now_add=True)
    format = models.CharField(_("format"), max_length=20, blank=True, default="")
    encoding = models.CharField(_("encoding"), max_length=20, blank=True, default="")
    # [{"code", "severity", "place": {line, column, round, entrant}, "values": {...}}]
    findings = models.JSONField(_("findings"), default=list)
    # What intake read in these bytes, as long as this object lives: reading is the dear part of a request.
    reading: tuple[Report | None, tuple[Finding, ...]] | None = None

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")

    def __str__(self) -> str:
        return self.filename


class Tournament(Findable):
    """One revision of a tournament. The public number is shared by its revisions; one of them is approved."""

    number = models.PositiveIntegerField(_("number"), db_index=True)
    revision = models.PositiveSmallIntegerField(_("revision"), default=1)
    stage = models.CharField(_("stage"), max_length=10, choices=STAGES, default=Stage.DRAFT.value)
    upload = models.ForeignKey(
        Upload, models.PROTECT, null=True, blank=True, related_name="tournaments", verbose_name=_("upload")
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("organiser"),
    )
    # who handed in another revision and agrees with this one (tournaments.checks.four_eyes)
    consented_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("accepted by"),
    )
    name = models.CharField(_("name"), max_length=200)
    start = models.DateField(_("start"))
    end = models.DateField(_("end"))
    place = models.CharField(_("place"), max_length=100, blank=True, default="")
    country = models.CharField(_("country"), max_length=2, blank=True, default="")
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    board_size = models.PositiveSmallIntegerField(_("board size"), default=19)
    komi = models.DecimalField(_("komi"), max_digits=4, decimal_places=1, null=True, blank=True)
    time_class = models.CharField(_("class"), max_length=1, blank=True, default="")
    adjusted_minutes = models.FloatField(_("adjusted minutes"), null=True, blank=True)
    online = models.BooleanField(_("online"), default=False)
    discipline = models.CharField(
        _("discipline"),
        max_length=8,
        choices=choices(DISCIPLINES.values()),
        default=DEFAULT,
        db_default=DEFAULT,
    )
    rate = models.CharField(
        _("time control"), max_length=8, choices=RATES, blank=True, default="", db_default=""
    )
    official = models.BooleanField(_("official FIDE event"), default=False, db_default=False)
    # ISO days by round, null where the file is silent: a long event of chess is rated month by month
    round_dates = models.JSONField(default=list, db_default=[], blank=True)
    # Go: start scores as the file has them (tournaments.reports.mcmahon); null = it does not say
    mcmahon = models.JSONField(default=None, blank=True, null=True)
    # day the first revision was handed in: late reports count later; null = in time
    reported = models.DateField(_("reported"), null=True, blank=True)
    # families of systems it is handed in for; the rulebook then decides where it counts
    rated_for = models.JSONField(_("rated for"), default=list)
    # families in doubt, because few of the entrants have their licence: a person has to decide; null = none
    asked_for = models.JSONField(default=None, blank=True, null=True)
    ruled = models.BooleanField(default=False, db_default=False)  # a person has decided where it counts
    # what is found in the revision as it stands, stored as on an upload; null = as reading the file found it
    findings = models.JSONField(_("findings"), null=True, blank=True)
    submitted = models.DateTimeField(pgettext_lazy("when", "submitted"), null=True, blank=True)
    # approved or returned
    decided = models.DateTimeField(pgettext_lazy("when", "decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    reason = models.TextField(_("reason"), blank=True, default="")  # of a return
    search_words = MadeText(max_length=LONGEST, blank=True, default="", db_default="", editable=False)

    MADE, MADE_OF = "search_words", frozenset({"name", "place"})

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["number", "revision"], name="tournament_revision_once"),
            models.UniqueConstraint(
                fields=["number"], condition=models.Q(stage="approved"), name="tournament_approved_once"
            ),
            models.CheckConstraint(
                condition=models.Q(end__gte=models.F("start")), name="tournament_ends_after_start"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["stage", "start", "number"], name="tournament_stage_start"),
            # Read whole instead of the table, whose rows are ten times as long.
            models.Index(fields=["stage", "search_words"], name="tournament_stage_words"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.number])

    def make_search_words(self) -> str:
        """Return what the tournament is found by."""
        return search_words(self.name, self.place)

    @property
    def game(self) -> Discipline:
        """Return the declaration of its discipline."""
        return DISCIPLINES[self.discipline]

    @property
    def current_findings(self) -> list[dict[str, Any]]:
        """What is found in it now: after corrections and matches, or else as reading the file found it."""
        if self.findings is not None:
            return list(self.findings)
        return list(self.upload.findings) if self.upload else []


class Entry(models.Model):
    """An entrant as written, and the player they were matched to."""

    class Match(models.TextChoices):
        CERTAIN = "certain", _("certain")
        LIKELY = "likely", _("likely")
        AMBIGUOUS = "ambiguous", _("ambiguous")
        UNKNOWN = "unknown", _("unknown")
        CONFIRMED = "confirmed", _("confirmed")  # decided by a person
        ENROL = "enrol", _("to be enrolled")  # decided by a person: a new player

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()  # 1-based order in the file
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="entries")
    surname = models.CharField(max_length=80)
    given_name = models.CharField(max_length=80, blank=True, default="")
    grade = models.CharField(max_length=3, blank=True, default="")
    country = models.CharField(max_length=3, blank=True, default="")
    club = models.CharField(max_length=16, blank=True, default="")
    identifiers = models.JSONField(default=dict)
    rank = models.CharField(max_length=8, blank=True, default="")  # as written
    # 1 = first; of an approved tournament, as its table shows it (tournaments.revisions.places)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    # chess, as written: nothing is computed from them
    title = models.CharField(max_length=3, blank=True, default="", db_default="")
    sex = models.CharField(max_length=1, blank=True, default="", db_default="")
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_written = models.IntegerField(null=True, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    match = models.CharField(max_length=10, choices=Match.choices, default=Match.UNKNOWN)
    # [{"player": id, "score": 0..100, "reasons": [[code, values], ...]}], best first
    suggestions = models.JSONField(default=list)
    # numbers of the players offered when the entrant was called new; null = never called new
    declined = models.JSONField(null=True, blank=True, default=None)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            # no player twice in a tournament
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=models.Q(player__isnull=False),
                name="entry_player_once",
            ),
        ]

    def __str__(self) -> str:
        return full_name(self.surname, self.given_name)

    @property
    def is_called_new(self) -> bool:
        """Whether the entrant was decided to be a new player, and has not been enrolled yet."""
        return self.player_id is None and self.match == Entry.Match.ENROL


class Game(models.Model):
    """A pairing of two entries in a round and how it ended (tournaments.reports.outcomes)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="games", db_index=False)
    round = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entry, models.CASCADE, related_name="games_white", db_index=False)
    black = models.ForeignKey(Entry, models.CASCADE, related_name="games_black", db_index=False)
    outcome = models.PositiveSmallIntegerField(choices=[(o.value, o.name) for o in Outcome])
    by_default = models.BooleanField(default=False)
    handicap = models.PositiveSmallIntegerField(default=0)
    colour_known = models.BooleanField(default=True)
    board = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "round", "white"], name="game_white_once"),
            models.UniqueConstraint(fields=["tournament", "round", "black"], name="game_black_once"),
            models.CheckConstraint(condition=~models.Q(white=models.F("black")), name="game_two_people"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round} {self.white_id}-{self.black_id}"


class Bye(models.Model):
    """An entry without opponent in a round."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="byes", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="byes", db_index=False)
    round = models.PositiveSmallIntegerField()
    kind = models.PositiveSmallIntegerField(choices=[(k.value, k.name) for k in ByeKind])

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "entry", "round"], name="bye_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round} {self.entry_id}"
