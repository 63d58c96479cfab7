"""The register: federations, clubs, players and their numbers; accounts, the journal and jobs beside it."""

from datetime import date
from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.models.account import Account as Account
from federation.models.account import AccountLetter as AccountLetter
from federation.models.account import AccountManager as AccountManager
from federation.models.account import Invitation as Invitation
from federation.models.account import LoginKey as LoginKey
from federation.models.account import Token as Token
from federation.models.club import Club as Club
from federation.models.club import ClubChange as ClubChange
from federation.models.club import ClubSpelling as ClubSpelling
from federation.models.club import Region as Region
from federation.models.display_name import ShownText, ShownYear, is_public, public_view, shows_numbers
from federation.models.job import Backup as Backup
from federation.models.job import Job as Job
from federation.models.job import SiteText as SiteText
from federation.models.job import Tally as Tally
from federation.models.journal import JournalEntry as JournalEntry
from federation.models.journal import JournalHead as JournalHead
from federation.models.list_import import ErasedMark as ErasedMark
from federation.models.list_import import ListDifference as ListDifference
from federation.models.list_import import ListImport as ListImport
from federation.models.list_import import Listing as Listing
from federation.models.list_import import ListPiece as ListPiece
from federation.models.requests import ClaimLetter as ClaimLetter
from federation.models.requests import Contact as Contact
from federation.models.requests import CorrectionRequest as CorrectionRequest
from federation.models.requests import DataRequest as DataRequest
from federation.models.requests import OfficeLetter as OfficeLetter
from federation.models.requests import RecordClaim as RecordClaim
from federation.models.search_keys import Findable, MadeText
from federation.models.webhook import Webhook as Webhook
from federation.models.webhook import WebhookMark as WebhookMark
from federation.models.webhook import WebhookMessage as WebhookMessage
from federation.vocabulary import sounds
from federation.vocabulary.names import LONGEST_KEY, full_name


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


class FederationSpelling(models.Model):
    """Another way to write a federation, decided by the office; `key`: vocabulary.countries.spelling_key."""

    key = models.CharField(_("spelling"), max_length=40, unique=True)
    federation = models.ForeignKey(
        Federation, models.CASCADE, related_name="spellings", verbose_name=_("federation")
    )

    class Meta:
        verbose_name = _("spelling of a federation")
        verbose_name_plural = _("spellings of federations")

    def __str__(self) -> str:
        return self.key


class Player(Findable):
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
    search_key = models.CharField(max_length=LONGEST_KEY, db_index=True)
    # federation.vocabulary.sounds.player_sounds of surname and given name
    sound_key = MadeText(max_length=sounds.LONGEST_KEY, blank=True, default="", db_default="", editable=False)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex.choices, blank=True, default="")
    birth_year = ShownYear(_("year of birth"), null=True, blank=True)
    federation = models.ForeignKey(
        Federation, models.PROTECT, related_name="players", verbose_name=_("federation")
    )
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    # What a file names and the register has not: read only where `club` is none (register.club_names), and
    # only where `federation` is the unknown one. `club_code` is the code a club of that label would have.
    club_text = models.CharField(
        _("club named in a file"), max_length=8, blank=True, default="", db_default=""
    )
    club_code = models.CharField(max_length=16, blank=True, default="", db_default="")
    country_text = models.CharField(
        _("country named in a file"), max_length=16, blank=True, default="", db_default=""
    )
    grade = models.CharField(_("declared grade"), max_length=3, blank=True, default="")
    # chess: as FIDE writes them ("GM", "WIM", "FA,NI")
    title = ShownText(_("title"), max_length=3, blank=True, default="", db_default="")
    women_title = ShownText(_("women's title"), max_length=3, blank=True, default="", db_default="")
    other_titles = models.CharField(_("other titles"), max_length=40, blank=True, default="", db_default="")
    UNKNOWN_DEATH = "?"
    # "" for nothing known of it; the day or the year (2024-03-05, 2024), "?" where neither is known
    death = models.CharField(_("deceased"), max_length=10, blank=True, default="", db_default="")
    death_shown = models.BooleanField(
        _("year of death shown on the public page"), default=False, db_default=False
    )
    enrolled = models.DateTimeField(pgettext_lazy("when", "enrolled"), auto_now_add=True)
    privacy = models.CharField(
        _("shown"), max_length=9, choices=Privacy.choices, default="public", db_default="public"
    )
    # whether the player, a parent or the office chose that; else it follows settings.MINORS_SHOWN
    privacy_chosen = models.BooleanField(_("chosen"), default=False, db_default=False)
    # anonymous, and of few players of the club on a list: the public is not shown the club
    club_hidden = models.BooleanField(default=False, db_default=False, editable=False)
    # the player this number stands for since the two were merged (register.merging); never found in a search
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged", verbose_name=_("merged into")
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes: ClassVar = [
            models.Index(fields=["club_code"], condition=~models.Q(club_code=""), name="player_named_club"),
        ]

    MADE, MADE_OF = "sound_key", frozenset({"surname", "given_name", "search_key"})

    def __str__(self) -> str:
        return full_name(self.surname, self.given_name)

    def make_sound_key(self) -> str:
        """Return how the name sounds; nothing of a number that stands for another player."""
        return sounds.player_sounds(self.surname, self.given_name) if self.search_key else ""

    @property
    def shown_club(self) -> "Club | None":
        """The club; None on a public page that may not show it."""
        return None if self._hides_club else self.club

    @property
    def club_name(self) -> str:
        """The name of the club, or what a file calls it; "" for none."""
        return self._of_club("name", self.club_text)

    @property
    def club_label(self) -> str:
        """The characters files write for the club; "" for none."""
        return self._of_club("label", self.club_text)

    @property
    def club_address(self) -> str:
        """The code lists and programs know the club by, taken by the office or not; "" for none."""
        return self._of_club("code", self.club_code)

    @property
    def _hides_club(self) -> bool:
        return self.club_hidden and is_public()

    def _of_club(self, name: str, written: str) -> str:
        if self._hides_club:
            return ""
        return str(getattr(self.club, name)) if self.club is not None else written

    @property
    def number(self) -> int:
        """The public number."""
        return self.pk

    @property
    def shows_numbers(self) -> bool:
        """Whether the public sees the numbers other registers know the player by."""
        with public_view(shown=False):
            return shows_numbers(self.birth_year, self.privacy)

    @property
    def public_death(self) -> str:
        """What everybody may read: the year of death, "?" for one not known, "" where nothing is shown."""
        is_told = self.death_shown and self.privacy != self.Privacy.ANONYMOUS
        return self.death[:4] if is_told else ""

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk])


class BirthDay(models.Model):
    """A day of birth the office has noted, beside the year: never public; the journal names its row.

    A value that was replaced stays until the player is erased, so that an undo can put it back.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="birth_days", verbose_name=_("player"))
    value = models.CharField(_("day of birth"), max_length=5)  # "03-05", "03" where only the month is known
    stands = models.BooleanField(default=True, db_default=True)

    class Meta:
        verbose_name = _("day of birth")
        verbose_name_plural = _("days of birth")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(stands=True), name="birth_day_once_a_player"
            )
        ]

    def __str__(self) -> str:
        return str(self.player_id)


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
    """Another spelling of a player's name; a remembered decision of the person who matched it."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="known_names", verbose_name=_("player"))
    name = models.CharField(_("name"), max_length=160)
    key = models.CharField(max_length=LONGEST_KEY, db_index=True)

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
    """A grade a player or their federation declared on a date."""

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
    """Values of a list's row withheld for a player not shown by name; the row itself has fewer."""

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
