"""The tables of two players against each other, and of what is followed."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.web.tables import Column, Day, Label, Table
from ratings.templatetags.palmares import percent, signed


class FollowTable(Table):
    """Players and lists that are followed."""

    followed = Column(_("Followed"), "name")
    confirmed = Day(_("Since"), "second nowrap")
    end = Column(pgettext_lazy("following", "Unsubscribe"), "number", head="", hidden=True)


class OpponentTable(Table):
    """Whom a player may be set against."""

    css = "rows later"
    name = Column(_("Name"), "name")
    club = Column(_("Club"), "second")


def _if_played(label: Label) -> object:
    return lambda record: label if record.played else None


class PairTable(Table):
    """Two players in each system that knows both."""

    css = "rows pair"
    system = Column(_("System"), "name")
    own = Column("", "number rating")
    other = Column("", "number rating")
    difference = Column(_("Difference"), "number second", told=True, by=signed)
    expected = Column(_("Expected score"), "number second", told=_("expected"))
    scored = Column(_("Score in even games"), "number second", told=_if_played(_("scored")))
    foreseen = Column(_("Expected at the time"), "number second", told=_if_played(_("expected at the time")))

    class Meta:
        row_attrs = {"data-system": lambda record: record.now.system}


class MeetingTable(Table):
    """Games of two players against each other."""

    css = "rows meetings"
    day = Column(_("Date"), "nowrap second")
    game = Column(_("Game"), "name")
    result = Column(_("Result"), "result")
    ratings = Column(_("Ratings at the time"), "number second")
    expected = Column(_("Expected"), "number second phone-off")


class GameTable(Table):
    """Every game of a player in tournaments."""

    css = "rows dense"
    day = Column(_("Date"), "nowrap second")
    opponent = Column(_("Opponent"), "name", empty_values=())
    result = Column(_("Result"), "result")
    colour = Column(_("Colour"), "second", empty_values=())
    tournament = Column(_("Tournament"), "second")


class OwnGameTable(GameTable):
    """The latest games of a player, for themselves: each leads to a report of an error."""

    css = "rows dense own-games"
    report = Column(_("Report an error"), "second", head="", hidden=True, empty_values=())

    class Meta:
        exclude = ("colour",)


class ResultTable(Table):
    """Results of games, counted by group."""

    css = "grid-table results"
    of = Column("", empty_values=(), heads_row=True)
    games = Column(_("Games"), "number", accessor="tally__games")
    won = Column(_("Won"), "number", accessor="tally__won")
    drawn = Column(_("Drawn"), "number", accessor="tally__drawn")
    lost = Column(_("Lost"), "number", accessor="tally__lost")
    score = Column(_("Score"), "number", by=percent)


class AllOpponentsTable(Table):
    """Everybody a player has met."""

    css = "rows dense met"
    player = Column(_("Player"), "name")
    games = Column(_("Games"), "number", told=True, accessor="tally__games")
    won = Column(_("Won"), "number second", told=True, accessor="tally__won")
    drawn = Column(_("Drawn"), "number second", told=True, accessor="tally__drawn")
    lost = Column(_("Lost"), "number second", told=True, accessor="tally__lost")
    score = Column(_("Score"), "number", told=True)
    last = Day(_("Last game"), "second nowrap", told=True)
