"""The rounds of a crosstable: a cell is set once for each way a game can end, opponents are put in."""

from collections.abc import Sequence
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ratings.charts.figures import MINUS
from ratings.crosstables.table import Cell, Row

_GAP = "\0"  # in no text the database holds
_WORDS = {
    "signs": {"win": "+", "loss": MINUS, "draw": "=", "none": "?"},  # of Go
    "played": ("0", "½", "1"),  # of chess, by half points
    "unplayed": (MINUS, "½", "+"),
}


def cells(rows: Sequence[Row], template: str) -> list[str]:
    """Set the rounds of every row with the Jinja2 template of one cell: a text a row, names escaped."""
    language = get_language() or ""
    names = {row.entrant.name: str(escape(row.entrant.name)) for row in rows}
    return ["".join([_set(cell, template, language, names) for cell in row.cells]) for row in rows]


def _set(cell: Cell | None, template: str, language: str, names: dict[str, str]) -> str:
    if cell is None:
        return _pattern(None, template, language)
    result, opponent, name, *shape = cell
    pattern = _pattern((result, *shape), template, language)
    return pattern if result == "bye" else pattern % (names.get(name, ""), opponent)


@lru_cache(1024)
def _pattern(shape: tuple[object, ...] | None, template: str, language: str) -> str:  # noqa: ARG001 - part of the key
    """Set a cell but for its opponent; one that has one is a pattern for his name and place."""
    cell = None if shape is None else Cell(str(shape[0]), 0, "", *shape[1:])  # type: ignore[arg-type]  # a cell's own
    holes = {"name": f"{_GAP}s", "opponent": f"{_GAP}s"}
    context = {**_WORDS, "cell": cell, "unpaired": escape(_("no opponent")), **holes}
    made = render_to_string(template, context, using="jinja2")
    if cell is None or cell.result == "bye":
        return made
    return made.replace("%", "%%").replace(_GAP, "%")
