"""The tables of tournaments, and of what was handed in."""

from collections.abc import Sequence
from datetime import date

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.language.dates import format_date
from federation.language.wording import translated
from federation.vocabulary.disciplines.catalogue import Discipline
from federation.web.tables import Column, Day, Table
from ratings.charts import figures
from ratings.crosstables.crosstables import Upset
from ratings.crosstables.spoken import colour_of, stones
from ratings.site.handed_in import STEPS, HandedIn
from tournaments.models import Entry, Tournament


class HandedInTable(Table):
    """Submitted tournaments, and their status."""

    css, blank = "rows handed-in", "–"
    name = Column(_("Tournament"), "name", accessor="title")
    place = Column(_("Place"), "second", accessor="where")
    start = Day(_("Start"), "second nowrap", accessor="tournament__start")
    end = Day(_("End"), "second nowrap phone-off", accessor="tournament__end")
    step = Column(pgettext_lazy("of a tournament", "Status"), "second")
    since = Day(pgettext_lazy("step of a tournament", "Since"), "second nowrap", told=True, default="")

    def render_step(self, value: str, record: HandedIn) -> str:
        """Name the step, and the list a tournament counts for."""
        return capfirst(step_words(value, record.due))


def step_words(step: str, due: date | None) -> str:
    """Return a step in words; with the list a tournament counts for where it is known."""
    if due is None:
        return str(STEPS[step])
    words = gettext("counts for the list of %(day)s") % {"day": format_date(due, "j F Y")}
    return f"{STEPS[step]}, {words}"


class UpsetTable(Table):
    """The greatest upset of each round of a tournament."""

    css = "rows dense"
    game: Discipline
    round = Column(_("Round"), "rank")
    winner = Column(pgettext_lazy("of a tournament", "Winner"), "name")
    rating = Column(_("Rating"), "number second", accessor="winner__rating")
    loser = Column(_("Opponent"), "name")
    other = Column(_("Opponent’s rating"), "number second", accessor="loser__rating")
    handicap = Column(_("Handicap"), "second", accessor="cell__handicap")
    difference = Column(_("Difference"), "number", told=True)

    def render_rating(self, value: int) -> str:
        """Set a rating, which may be below 0."""
        return figures.plain(value)

    def render_other(self, value: int) -> str:
        """Set the other one."""
        return figures.plain(value)

    def render_handicap(self, value: int, record: Upset) -> str:
        """Say what the winner played with."""
        words = (colour_of(record.cell, self.game), stones(value)) if value else ()
        return ", ".join(filter(None, words))


def upset_table(upsets: Sequence[Upset], game: Discipline) -> UpsetTable:
    """Return the table of upsets, without handicap where no game had one."""
    has_handicap = any(upset.cell.handicap for upset in upsets)
    labels = {}
    if game.has_ratings:  # as players of chess have them
        labels = {"rating": pgettext("chess", "Rating"), "other": pgettext("chess", "Opponent’s rating")}
    table = UpsetTable(upsets, exclude=() if has_handicap else ("handicap",), labels=labels)
    table.game = game
    return table


class TournamentTable(Table):
    """Tournaments of a year."""

    is_sorted, blank = True, "—"
    start = Day(_("Start"), "nowrap second")
    name = Column(_("Tournament"), "name", linkify=True)
    discipline = Column(pgettext_lazy("Go or chess", "Game"), "second nowrap")
    place = Column(_("Place"), "second")
    winner = Column(
        pgettext_lazy("of a tournament", "Winner"),
        "second",
        told=True,
        accessor="winners",
        orderable=False,
    )
    rounds = Column(_("Rounds"), "number phone-off")
    entrants = Column(_("Players"), "number second", told=True)

    def render_discipline(self, record: Tournament) -> str:
        """Name the game, with the rate of play if it has one, which decides where it counts."""
        named = (translated(record.game.name), record.get_rate_display())
        return ", ".join(str(part) for part in named if part)

    def render_winner(self, value: list[Entry]) -> str:
        """Name who took the first place."""
        return ", ".join(str(entry.player or entry) for entry in value)

    def render_place(self, record: Tournament) -> str:
        """Name the place with its country."""
        return ", ".join(part for part in (record.place, record.country) if part)
