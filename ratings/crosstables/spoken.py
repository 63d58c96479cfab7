"""Cells of a crosstable in words, for screen readers, which would spell "23b1+"."""

from functools import lru_cache

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from federation.language.wording import translated
from federation.vocabulary.disciplines.catalogue import Discipline
from tournaments.standings.table import Cell


def said(cell: Cell, game: Discipline) -> str:
    """Return a game in words: beat Ann Abel (place 23), with Black, 1 stone."""
    start, end = _around(cell.result, colour_of(cell, game), cell.handicap, get_language())
    words = start % {"name": cell.opponent_name, "place": cell.opponent} + end
    unplayed = _("not played")
    return words if cell.played else f"{words}, {unplayed}"


@lru_cache(1024)
def _around(result: str, colour: str, handicap: int, _language: str | None) -> tuple[str, str]:
    """Return the sentence about an opponent, and what follows it."""
    starts = {
        "win": pgettext("cell of a crosstable", "beat %(name)s (place %(place)s)"),
        "loss": pgettext("cell of a crosstable", "lost to %(name)s (place %(place)s)"),
        "draw": pgettext("cell of a crosstable", "drew with %(name)s (place %(place)s)"),
    }
    start = starts.get(result) or pgettext("cell of a crosstable", "%(name)s (place %(place)s), no result")
    return start, "".join(f", {words}" for words in (colour, stones(handicap)) if words)


def colour_of(cell: Cell, game: Discipline) -> str:
    """Return with which colour a game was played, "" where none is known."""
    seat = game.seats.get(cell.colour)
    return translated(seat.phrase) if seat else ""


def stones(handicap: int) -> str:
    """Return a number of handicap stones in words, "" for none."""
    return ngettext("%(n)s stone", "%(n)s stones", handicap) % {"n": handicap} if handicap else ""
