"""Games that come one by one: servers and their handles, streams, games and their seats."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.vocabulary.systems.declaration import LONGEST_KEY


class GameServer(models.Model):
    """Where games come from one by one: a game server, a club's own tables. Its handles are its own."""

    class Stakes(models.TextChoices):
        """What a game of the ladder is played for that does not say it: its server's kind of game."""

        USUAL = "usual", _("32 points")
        PER_OPPONENT = "per-opponent", _("8 points per opponent (Ticket to Ride)")

    key = models.SlugField(_("key"), max_length=20, unique=True)
    name = models.CharField(_("name"), max_length=100)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="game_servers",
        verbose_name=_("account"),
    )
    # where people are enrolled who are first seen here
    federation = models.ForeignKey(
        "federation.Federation", models.PROTECT, related_name="+", verbose_name=_("federation")
    )
    # of the games that come from now on; what is at stake in a game stands in its row
    stakes = models.CharField(
        _("points at stake"),
        max_length=12,
        choices=Stakes,
        default=Stakes.USUAL,
        db_default=Stakes.USUAL,
    )

    class Meta:
        verbose_name = _("game server")
        verbose_name_plural = _("game servers")
        ordering: ClassVar = ["key"]

    def __str__(self) -> str:
        return self.name


class Handle(models.Model):
    """The name a player is known by on a server."""

    server = models.ForeignKey(GameServer, models.PROTECT, related_name="handles", db_index=False)
    player = models.ForeignKey("federation.Player", models.PROTECT, related_name="handles")
    name = models.CharField(_("handle"), max_length=80)  # as first written
    key = models.CharField(max_length=80)  # lower case: servers do not distinguish "Anna" from "anna"

    class Meta:
        verbose_name = _("handle")
        verbose_name_plural = _("handles")
        constraints: ClassVar = [models.UniqueConstraint(fields=["server", "key"], name="handle_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def as_number(self) -> tuple[str, str]:
        """The handle as a number of its server, as marks of erased people know it."""
        return f"handle {self.server.key}", self.key


class Stream(models.Model):
    """Games received of one system; locked while games are added: keys rise as they commit."""

    system = models.CharField(_("rating system"), max_length=LONGEST_KEY, unique=True)  # its key
    games = models.PositiveIntegerField(_("games"), default=0)  # accepted and not withdrawn
    last_key = models.BigIntegerField(default=0)  # of the game that was accepted last

    class Meta:
        verbose_name = _("stream of games")
        verbose_name_plural = _("streams of games")

    def __str__(self) -> str:
        return self.system


class TableGame(models.Model):
    """A game received alone, as its server reported it: two seats in the row, more in `Seat`.

    Its place in the replay is (ended, server, code), regardless of its arrival.
    """

    # A million rows arrive in one statement, of servers and players read a moment before; checking each
    # again would take longer than everything else together. Neither is ever deleted.
    server = models.ForeignKey(
        GameServer, models.PROTECT, related_name="games", db_index=False, db_constraint=False
    )
    code = models.CharField(_("game"), max_length=40)  # the game's own number at its server
    system = models.CharField(_("rating system"), max_length=LONGEST_KEY)  # its key
    ended = models.BigIntegerField(_("ended"))  # milliseconds since 1970, UTC
    white = models.ForeignKey(
        "federation.Player", models.PROTECT, null=True, related_name="+", db_index=False, db_constraint=False
    )
    black = models.ForeignKey(
        "federation.Player", models.PROTECT, null=True, related_name="+", db_index=False, db_constraint=False
    )
    # White's half points, or those of the first team; null = the places of the seats decide
    score = models.PositiveSmallIntegerField(null=True)
    max_points = models.FloatField(null=True)  # at stake (Ticket to Ride); null = the system's own
    withdrawn = models.DateTimeField(null=True)
    # digest of the server's data (online_games.same_games.digests): the same game is recognised even when a
    # handle has been given to another player since
    told = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        verbose_name = _("game of a stream")
        verbose_name_plural = _("games of streams")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["server", "code"], name="table_game_once"),
            models.CheckConstraint(
                condition=models.Q(white__isnull=True, black__isnull=True)
                | models.Q(white__isnull=False, black__isnull=False, score__isnull=False),
                name="table_game_two_seats_or_rows",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["system", "ended"], name="table_game_system_ended")]

    def __str__(self) -> str:
        return f"{self.server_id} {self.code}"


class Seat(models.Model):
    """Who sat at a game of more than two, and how they finished."""

    game = models.ForeignKey(TableGame, models.CASCADE, related_name="seats", db_constraint=False)
    player = models.ForeignKey(
        "federation.Player", models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    number = models.PositiveSmallIntegerField()  # 1.. as reported
    place = models.PositiveSmallIntegerField()  # 1 = first; who tied shares one
    team = models.PositiveSmallIntegerField(default=0, db_default=0)  # bughouse: 1 and 2; 0 = alone

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"
