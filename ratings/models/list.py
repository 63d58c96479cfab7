"""Lists as published, and the players on them: frozen."""

from datetime import date
from typing import Any, ClassVar, Self
from zlib import crc32

from django.apps import apps
from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.exact_math import LIBRARY
from ratings.models import list_years


class PublishedLists(models.QuerySet["PublishedList"]):
    """Lists, and which of them are in force: what is not ready is public nowhere."""

    def newest(self) -> Self:
        """Return the public lists, the newest first, of each date its newest revision first."""
        return self.filter(ready=True).order_by("-date", "-revision")

    def before(self, day: date) -> Self:
        """Return the public lists of earlier dates, the newest first."""
        return self.newest().filter(date__lt=day)

    def newest_of_each(self) -> Self:
        """Return the newest public list of each system among these; one look into the index a system."""
        return self._first_of_each(PublishedList.objects.newest())

    def last_of_each(self) -> Self:
        """Return the newest list of each system among these, public or not, likewise."""
        return self._first_of_each(PublishedList.objects.order_by("-date", "-revision"))

    def _first_of_each(self, ordered: "PublishedLists") -> Self:
        lists = ordered.filter(system=models.OuterRef("pk"))
        systems = apps.get_model("ratings", "RatingSystem")._default_manager.order_by()
        return self.filter(pk__in=systems.values(newest=models.Subquery(lists.values("pk")[:1])))


class PublishedList(models.Model):
    """A list as published on a date. Frozen: a correction is a new revision, both stay."""

    system = models.ForeignKey(
        "ratings.RatingSystem", models.PROTECT, related_name="lists", verbose_name=_("rating system")
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
    regions = models.JSONField(default=dict, blank=True)  # code -> name, as they were called on that day
    # `scopes` of its entries hold; not of lists written before there were any, nor once a year of birth of it
    # is hidden or comes back
    scoped = models.BooleanField(default=False, db_default=False)
    # {"created", "changed", "unchanged", "gone"} against the list before; "numeric": its contract, below;
    # "choices", "imported_replace": of rules that came after release 1.0.0 (ratings.lists.build)
    report = models.JSONField(_("report"), default=dict)
    # downloads made at publication: name -> {"size", "sha256", "lists": [keys of the lists they are made of]}
    files = models.JSONField(default=dict, blank=True)

    objects = PublishedLists.as_manager()

    # what its `choices` hold, where they were read with the list; no column
    known: dict[str, Any] | None = None

    class Meta:
        verbose_name = _("published list")
        verbose_name_plural = _("published lists")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["system", "date", "revision"], name="list_revision_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["system", "-date", "-revision"], name="list_newest")]

    def __str__(self) -> str:
        return f"{self.system_id} {self.date} r{self.revision}"

    def save(self, *args: Any, **options: Any) -> None:
        """Save; a new list gets a key that begins with its year, and a place for its entries."""
        if self.pk is None:
            year = date.fromisoformat(str(self.date)).year
            list_years.ensure(year)
            self.pk = list_years.key_of(year)
            options["force_insert"] = True
        super().save(*args, **options)

    @property
    def files_state(self) -> int:
        """A number for what pages say of the downloads, for their tags; 0 where there are none."""
        return crc32("".join(str(note.get("sha256", "")) for note in self.files.values()).encode())

    @property
    def numeric(self) -> int:
        """The contract of the functions it was computed with; lists made before there were two note none."""
        return int(self.report.get("numeric", LIBRARY))

    def get_absolute_url(self) -> str:
        return reverse("list", args=[self.system.key, self.date.isoformat()])


class ListChoices(models.Model):
    """What a list can be filtered by, found when it is written; apart, for its own pages alone read it."""

    list = models.OneToOneField(PublishedList, models.CASCADE, related_name="choices", primary_key=True)
    # {"federations": [code], "clubs": [[code, name]], "titles": bool, "categories": [[sex, age, players]]}
    known = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.list_id)


class ListEntry(models.Model):
    """A player on a list, everything copied as listed, so that a list never changes afterwards."""

    list = models.ForeignKey(PublishedList, models.CASCADE, related_name="entries", db_index=False)
    player = models.ForeignKey(
        "federation.Player", models.PROTECT, related_name="list_entries", db_index=False
    )
    position = models.PositiveIntegerField()  # 1.. without gaps over everybody, the order of the page
    rank = models.PositiveIntegerField()  # among all; ties share
    active_rank = models.PositiveIntegerField(null=True)  # among the active; null = inactive
    active_position = models.PositiveIntegerField(null=True)  # 1.. without gaps over the active
    # places among fewer than the whole list, packed by ratings.lists.group_ranks; null = not counted
    scopes = models.BinaryField(null=True)
    surname = models.CharField(max_length=80)
    given_name = models.CharField(max_length=80)
    search_key = models.CharField(max_length=200)
    sex = models.CharField(max_length=1)
    birth_year = models.PositiveSmallIntegerField(null=True)
    federation = models.CharField(max_length=8)
    club = models.CharField(max_length=16)  # public code, "" = none
    club_name = models.CharField(max_length=120)
    region = models.CharField(max_length=8, default="", db_default="")  # the club's, "" = none
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

    club_shown = ""  # what a page calls the club (register.club_names.show_clubs); no column

    class Meta:
        verbose_name = _("list entry")
        verbose_name_plural = _("list entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["list", "position"], name="entry_position_once"),
            models.UniqueConstraint(fields=["list", "player"], name="entry_player_once_a_list"),
        ]
        indexes: ClassVar = [
            # The courses of a hundred players beside a page, read without a look at 1,200 rows far apart.
            models.Index(fields=["player", "list", "rating"], name="entry_course"),
            models.Index(fields=["list", "active_position"], name="entry_active_position"),
            models.Index(fields=["list", "federation", "position"], name="entry_federation"),
            models.Index(fields=["list", "federation", "active_position"], name="entry_federation_active"),
            models.Index(fields=["list", "club", "position"], name="entry_club"),
            # Clubs of few federations have a region; of a list of the whole world few players are in it.
            models.Index(
                fields=["list", "region", "active_position"],
                condition=~models.Q(region=""),
                name="entry_region_active",
            ),
            # One in twelve of a FIDE list has a title; asked for one, no other row need be looked at.
            models.Index(
                fields=["list", "active_position"],
                condition=~models.Q(title="") | ~models.Q(women_title=""),
                name="entry_titled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.surname}"
