"""Cells of a crosstable in words, for screen readers, which would spell "23b1+"."""

from functools import lru_cache

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from tournaments.standings.table import Cell


def said(cell: Cell) -> str:
    """Return a game in words: beat Ann Abel (place 23), with Black, 1 stone."""
    start, end = _around(cell.result, cell.colour, cell.handicap, get_language())
    game = start % {"name": cell.opponent_name, "place": cell.opponent} + end
    unplayed = _("not played")
    return game if cell.played else f"{game}, {unplayed}"


@lru_cache(1024)
def _around(result: str, colour: str, handicap: int, _language: str | None) -> tuple[str, str]:
    """Return the sentence about an opponent, and what follows it."""
    starts = {
        "win": pgettext("cell of a crosstable", "beat %(name)s (place %(place)s)"),
        "loss": pgettext("cell of a crosstable", "lost to %(name)s (place %(place)s)"),
        "draw": pgettext("cell of a crosstable", "drew with %(name)s (place %(place)s)"),
    }
    start = starts.get(result) or pgettext("cell of a crosstable", "%(name)s (place %(place)s), no result")
    return start, "".join(f", {words}" for words in conditions(colour, handicap))


def conditions(colour: str, handicap: int) -> list[str]:
    """Return with which colour a game was played, and with how many stones."""
    side = {"w": _("with White"), "b": _("with Black")}.get(colour)
    stones = ngettext("%(n)s stone", "%(n)s stones", handicap) % {"n": handicap} if handicap else ""
    return [words for words in (side, stones) if words]
