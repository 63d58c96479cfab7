"""Lists of games that come one by one from servers: deviations with their bands, two tables."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _

from ratings.charts import bands, figures
from ratings.lists.layouts import columns
from ratings.lists.layouts.cells import day, escaped
from ratings.lists.layouts.columns import BY_GAMES, Cells, Column, Rows, by_figure
from ratings.lists.layouts.list_table import Layout, ListTable
from ratings.rulebook import deviation
from ratings.rulebook.list_fields import STREAM

Deviations = Sequence[float | None]


def _players(
    rows: Rows, numbers: Cells, surnames: Iterable[str], given: Iterable[str], federations: Sequence[str]
) -> tuple[Cells, ...]:
    """Return numbers and names, and the federations where a page shows several."""
    named = columns.names()(rows, numbers, surnames, given)
    return (*named, escaped(federations)) if _has_federations(rows) else named


def _player(rows: Rows) -> str:
    shown = ' <span class="federation">{}</span>' if _has_federations(rows) else ""
    return columns.linked(rows) + shown


def _has_federations(rows: Rows) -> bool:
    return len(set(rows.values["federation"])) > 1


def _deviations(_rows: Rows, deviations: Deviations) -> tuple[Cells, ...]:
    """Return the deviations with one decimal."""
    separator = str(get_format("DECIMAL_SEPARATOR"))
    return (["" if rd is None else f"{rd:.1f}".replace(".", separator) for rd in deviations],)


def _all_ends(_rows: Rows, ratings: Sequence[int], deviations: Deviations) -> tuple[Cells, ...]:
    """Return the ends of the 95 % bands."""
    return ([_ends(rating, rd) for rating, rd in zip(ratings, deviations, strict=True)],)


def _bars(_rows: Rows, ratings: Sequence[int], deviations: Deviations) -> tuple[Cells, ...]:
    """Draw the bands, all between the same ends."""
    certain = zip(ratings, deviations, strict=True)
    drawn = [None if rd is None else bands.Band("", rating, rd) for rating, rd in certain]
    span = bands.span_of([band for band in drawn if band is not None])
    return ([bands.small(band, span) if band else "" for band in drawn],)


def _ends(rating: int, rd: float | None) -> str:
    return "" if rd is None else " – ".join(figures.plain(end) for end in deviation.band(rating, rd))


class OnlineTable(ListTable):
    """A list of games that come one by one. Courses are shown where there are no deviations."""

    rank = columns.rank(th="rank", td="rank")
    here = columns.here()
    name = columns.name(_players, also=("federation",), cell=_player)
    rating = columns.rating()
    deviation = Column(
        "± RD",
        _deviations,
        "deviation",
        th="number",
        td="number deviation",
        order=by_figure("deviation"),
        cell="± {}",
    )
    ends = Column(_("95% band"), _all_ends, "rating", "deviation", th="number", td="number second muted")
    bar = Column("", _bars, "rating", "deviation", th="bar", td="bar phone-off")
    course = columns.course()
    change = columns.change()
    games = columns.declared("games", order=BY_GAMES)
    last = columns.last(_("Last game"), day, "last_played", td="number second muted")

    css: ClassVar[str] = "rows list stream"

    @classmethod
    def hidden(cls, rows: Rows) -> tuple[str, ...]:
        """Show deviations or courses, whichever there are."""
        has_deviations = any(rd is not None for rd in rows.values["deviation"])
        return (*super().hidden(rows), *(("course",) if has_deviations else ("deviation", "ends", "bar")))


class LiveTable(OnlineTable):
    """The standing between two lists: there are no lists behind it, nor other orders."""

    class Meta:
        orderable = False
        exclude = ("course",)


ONLINE = Layout(
    OnlineTable,
    filters="ratings/parts/filters_stream.html",
    side="ratings/parts/list_side_stream.html",
    file=STREAM,
    has_tables=True,
    by_register=True,
)
