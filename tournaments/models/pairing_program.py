"""Tournaments of pairing programs: who is entered, and the pages received of each round."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.language.wording import choices
from federation.vocabulary.names import full_name
from federation.vocabulary.systems.catalogue import CATALOGUE, systems_of_strength
from federation.vocabulary.systems.declaration import LONGEST_KEY, Declaration


def _graded() -> list[Declaration]:
    """Return the systems that measure strength on a scale of grades, by preference."""
    return [CATALOGUE[key] for key in systems_of_strength() if CATALOGUE[key].scale]


def rating_choices() -> list[tuple[str, str | Promise]]:
    """Return what the ratings sent to the program can be of; "" sends declared grades alone."""
    return [*choices(_graded()), ("", _("declared grades only"))]


def usual_rating() -> str:
    """Return the system the ratings sent to the program are of unless another is chosen."""
    return _graded()[0].key


class ExpectedTournament(models.Model):
    """A tournament an organiser runs with a pairing program, from its list of entrants to its draft."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="expected_tournaments",
        verbose_name=_("account"),
    )
    # what the program calls the tournament by: in Pairgoth its short name; lower case
    code = models.CharField(_("code"), max_length=30)
    name = models.CharField(pgettext_lazy("of a thing", "Name"), max_length=200)
    start = models.DateField(_("First day"))
    end = models.DateField(_("Last day"))
    place = models.CharField(_("Town or server"), max_length=100, blank=True, default="")
    country = models.CharField(_("Country"), max_length=2, blank=True, default="")
    rounds = models.PositiveSmallIntegerField(_("Rounds"))
    rated_by = models.CharField(
        _("Ratings"), max_length=LONGEST_KEY, choices=rating_choices, blank=True, default=usual_rating
    )
    language = models.CharField(max_length=8, default="en")  # of texts for the program
    created = models.DateTimeField(pgettext_lazy("when", "created"), auto_now_add=True)
    heard = models.DateTimeField(_("last contact"), null=True, blank=True)
    # why the last call was refused, until one is taken: {"code", "values", "at"}
    refusal = models.JSONField(null=True, blank=True, default=None)
    ended = models.DateTimeField(pgettext_lazy("when", "ended"), null=True, blank=True)
    # the draft: the public number, and the file it was last written from
    number = models.PositiveIntegerField(null=True, blank=True, default=None)
    upload = models.ForeignKey(
        "tournaments.Upload", models.SET_NULL, null=True, blank=True, related_name="+", default=None
    )

    class Meta:
        verbose_name = _("tournament of a pairing program")
        verbose_name_plural = _("tournaments of pairing programs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "code"], name="expected_code_once"),
            models.CheckConstraint(
                condition=models.Q(end__gte=models.F("start")), name="expected_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ExpectedEntrant(models.Model):
    """An entrant: a player of the register, or a new one with the name the organiser wrote.

    The key is what the program knows the entrant by, and stays when the name is mended.
    """

    tournament = models.ForeignKey(ExpectedTournament, models.CASCADE, related_name="entrants")
    player = models.ForeignKey("federation.Player", models.SET_NULL, null=True, blank=True, related_name="+")
    # as written when they were entered; of a player of the register names are read there
    surname = models.CharField(max_length=80)
    given_name = models.CharField(max_length=80, blank=True, default="")
    grade = models.CharField(max_length=3, blank=True, default="")
    country = models.CharField(max_length=2, blank=True, default="")
    club = models.CharField(max_length=16, blank=True, default="")
    identifiers = models.JSONField(default=dict)
    absent = models.JSONField(default=list)  # rounds not played, as reported by the program or the organiser

    class Meta:
        verbose_name = _("entrant of a pairing program")
        verbose_name_plural = _("entrants of pairing programs")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=models.Q(player__isnull=False),
                name="expected_player_once",
            ),
        ]

    def __str__(self) -> str:
        return full_name(self.surname, self.given_name)


class PublishedRound(models.Model):
    """What a program last published of a round: its games, or the standings after it."""

    class Kind(models.TextChoices):
        GAMES = "games", _("pairings and results")
        STANDINGS = "standings", _("standings")

    tournament = models.ForeignKey(ExpectedTournament, models.CASCADE, related_name="published")
    round = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=9, choices=Kind.choices)
    content = models.JSONField()  # tournaments.pairing_programs.pairgoth.pages
    digest = models.CharField(max_length=64)  # of the content, so that the same one is known again
    received = models.DateTimeField(_("received"))

    class Meta:
        verbose_name = _("round of a pairing program")
        verbose_name_plural = _("rounds of pairing programs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "round", "kind"], name="published_round_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round} {self.kind}"
