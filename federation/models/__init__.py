"""The register: federations, clubs, players and their numbers; accounts, the journal and jobs beside it."""

from datetime import date
from typing import ClassVar

from django.core.validators import RegexValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.models.account import Account as Account
from federation.models.account import AccountManager as AccountManager
from federation.models.account import Token as Token
from federation.models.display_name import ShownText, ShownYear
from federation.models.invitation import Invitation as Invitation
from federation.models.job import Job as Job
from federation.models.journal import JournalEntry as JournalEntry
from federation.models.journal import JournalHead as JournalHead
from federation.models.list_import import ListDifference as ListDifference
from federation.models.list_import import ListImport as ListImport
from federation.models.region import Region as Region
from federation.models.tally import Tally as Tally


class Federation(models.Model):
    """A national federation (or a country without one), by the two-letter code Go files write."""

    code = models.CharField(_("code"), max_length=8, unique=True)
    fide_code = models.CharField(_("FIDE code"), max_length=3, blank=True, default="")
    name = models.CharField(_("name"), max_length=100)

    class Meta:
        verbose_name = _("federation")
        verbose_name_plural = _("federations")
        ordering: ClassVar = ["code"]

    def __str__(self) -> str:
        return gettext(self.name) if self.name else self.code


class Club(models.Model):
    """A club. `code` is its public address (unique everywhere), `label` the four characters files write."""

    code = models.CharField(_("code"), max_length=16, unique=True, validators=[RegexValidator(r"^[\w.-]+$")])
    label = models.CharField(_("label"), max_length=8, db_index=True)
    name = models.CharField(_("name"), max_length=120)
    town = models.CharField(_("town"), max_length=80, blank=True, default="")
    federation = models.ForeignKey(
        Federation, models.PROTECT, related_name="clubs", verbose_name=_("federation")
    )
    region = models.ForeignKey(
        Region, models.SET_NULL, null=True, blank=True, related_name="clubs", verbose_name=_("region")
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering: ClassVar = ["code"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.code])


class Player(models.Model):
    """A person in the register. The public number is the primary key and never reused.

    Names and year of birth are read as they may be shown while a public page is made (federation.privacy).
    """

    class Privacy(models.TextChoices):
        PUBLIC = "public", _("by name")
        INITIALS = "initials", _("by initials")
        ANONYMOUS = "anonymous", _("anonymously")

    class Sex(models.TextChoices):
        FEMALE = "f", _("female")
        MALE = "m", _("male")
        UNKNOWN = "", _("not stated")

    surname = ShownText(_("surname"), max_length=80)
    given_name = ShownText(_("given name"), max_length=80, blank=True, default="")
    # federation.vocabulary.names.fold of "surname given_name": lower case, ASCII, one blank between words
    search_key = models.CharField(max_length=200, db_index=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex.choices, blank=True, default="")
    birth_year = ShownYear(_("year of birth"), null=True, blank=True)
    federation = models.ForeignKey(
        Federation, models.PROTECT, related_name="players", verbose_name=_("federation")
    )
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    grade = models.CharField(_("declared grade"), max_length=3, blank=True, default="")
    # chess: as FIDE writes them ("GM", "WIM", "FA,NI")
    title = models.CharField(_("title"), max_length=3, blank=True, default="", db_default="")
    women_title = models.CharField(_("women's title"), max_length=3, blank=True, default="", db_default="")
    other_titles = models.CharField(_("other titles"), max_length=40, blank=True, default="", db_default="")
    enrolled = models.DateTimeField(pgettext_lazy("when", "enrolled"), auto_now_add=True)
    privacy = models.CharField(
        _("shown"), max_length=9, choices=Privacy.choices, default="public", db_default="public"
    )
    # the player this number stands for since the two were merged (register.merging); nobody to be found
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged", verbose_name=_("merged into")
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return f"{self.given_name} {self.surname}".strip()

    @property
    def number(self) -> int:
        """The public number."""
        return self.pk

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk])


class Identifier(models.Model):
    """A number another register knows the player by."""

    class Scheme(models.TextChoices):
        FFG = "ffg", _("FFG licence")
        EGD = "egd", _("EGD PIN")
        FIDE = "fide", _("FIDE id")
        AGA = "aga", _("AGA id")

    player = models.ForeignKey(Player, models.CASCADE, related_name="identifiers", verbose_name=_("player"))
    scheme = models.CharField(_("scheme"), max_length=8, choices=Scheme.choices)
    value = models.CharField(_("number"), max_length=16)

    class Meta:
        verbose_name = _("identifier")
        verbose_name_plural = _("identifiers")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["scheme", "value"], name="identifier_once"),
            models.UniqueConstraint(fields=["player", "scheme"], name="identifier_one_a_scheme"),
        ]

    def __str__(self) -> str:
        return f"{self.get_scheme_display()} {self.value}"


class KnownName(models.Model):
    """Another spelling the player was seen under; a remembered decision of somebody who matched him."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="known_names", verbose_name=_("player"))
    name = models.CharField(_("name"), max_length=160)
    key = models.CharField(max_length=200, db_index=True)

    class Meta:
        verbose_name = _("known name")
        verbose_name_plural = _("known names")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "key"], name="known_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Licence(models.Model):
    """A season's licence. Status letters as the FFG ladder writes them: L C e - X."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="licences", verbose_name=_("player"))
    season = models.PositiveSmallIntegerField(_("season"))
    status = models.CharField(_("status"), max_length=1)
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("club")
    )

    class Meta:
        verbose_name = _("licence")
        verbose_name_plural = _("licences")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "season"], name="licence_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.status}"


class DeclaredGrade(models.Model):
    """A grade a player or his federation declared on a date."""

    player = models.ForeignKey(
        Player, models.CASCADE, related_name="declared_grades", verbose_name=_("player")
    )
    grade = models.CharField(_("grade"), max_length=3)
    since = models.DateField(_("since"), default=date(1996, 1, 1))
    source = models.CharField(_("source"), max_length=80, blank=True, default="")

    class Meta:
        verbose_name = _("declared grade")
        verbose_name_plural = _("declared grades")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "since"], name="declared_grade_once_a_day"),
        ]

    def __str__(self) -> str:
        return self.grade


class HiddenValues(models.Model):
    """What a row of a published list says of somebody who is not shown by name; the row itself says less."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="hidden_values")
    subject = models.CharField(max_length=40)  # "listentry"
    row = models.BigIntegerField()
    values = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("hidden values")
        verbose_name_plural = _("hidden values")
        constraints: ClassVar = [models.UniqueConstraint(fields=["subject", "row"], name="hidden_once_a_row")]

    def __str__(self) -> str:
        return f"{self.subject} {self.row}"


class Merge(models.Model):
    """Two players that were one: who stayed, who went, and what moved, so that it can move back."""

    kept = models.ForeignKey(Player, models.PROTECT, related_name="merges", verbose_name=_("player kept"))
    gone = models.ForeignKey(
        Player, models.PROTECT, related_name="merged_as", verbose_name=_("player removed")
    )
    reason = models.CharField(_("reason"), max_length=200)
    account = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="+", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"), auto_now_add=True)
    # by app: values before and after, keys of rows moved (register.merging and receivers of players_merged)
    record = models.JSONField(default=dict)
    undone = models.DateTimeField(pgettext_lazy("when", "undone"), null=True, blank=True)
    undone_by = models.ForeignKey(
        Account, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("undone by")
    )

    class Meta:
        verbose_name = _("merge")
        verbose_name_plural = _("merges")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["gone"], condition=models.Q(undone__isnull=True), name="merge_once_gone"
            ),
            models.CheckConstraint(condition=~models.Q(kept=models.F("gone")), name="merge_two_players"),
        ]

    def __str__(self) -> str:
        return f"{self.gone_id} -> {self.kept_id}"

    def get_absolute_url(self) -> str:
        return reverse("merge", args=[self.pk])
