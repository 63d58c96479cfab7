"""The rows of a list of a stream, set by a template of one row: ratings with their bands."""

from collections.abc import Mapping, Sequence
from datetime import date

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ratings.charts import bands, figures
from ratings.lists.selection import Selection
from ratings.rulebook import deviation
from ratings.views.lists import list_table
from ratings.views.lists.fill_rows import escaped, filled
from ratings.views.players.breakdowns import in_language

# places in a row: the rank, then queries.STREAM_ROW
RATING, CHANGE, MOVED, GAMES, LAST_PLAYED, ACTIVE, DEVIATION = range(5, 12)


def table(
    selection: Selection,
    rows: list[list_table.Row],
    *,
    courses: Mapping[int, Sequence[int]],
    is_live: bool = False,
) -> SafeString:
    """Set the rows of a page; whatever somebody wrote is escaped here, the rest is figures.

    Courses are shown where there are no deviations; live there are no lists behind it, nor other orders.
    """
    drawn = [bands.Band("", row[RATING], row[DEVIATION]) for row in rows if row[DEVIATION] is not None]
    span = bands.span_of(drawn) if drawn else None
    ranks, numbers, surnames, given, federations, *_figures = zip(*rows, strict=True)
    certain = [(row[RATING], row[DEVIATION]) for row in rows]
    cells = {
        "rank": [rank or "" for rank in ranks],
        "places": list_table.set_each(rows, MOVED, list_table.places),
        "number": numbers,
        "name": escaped(map(_name, surnames, given)),
        "federation": escaped(federations),
        "rating": list_table.set_each(rows, RATING, list_table.rating),
        "rd": [_tenths(rd) for _rating, rd in certain],
        "ends": [_ends(rating, rd) for rating, rd in certain],
        "bar": [
            bands.small(bands.Band("", rating, rd), span) if span and rd is not None else ""
            for rating, rd in certain
        ],
        "course": list_table.sparks(numbers, courses),
        "change": list_table.set_each(rows, CHANGE, list_table.change),
        "played": [row[GAMES] for row in rows],
        "inactive": list_table.absent(row[ACTIVE] if selection.everybody else True for row in rows),
        "day": [_day(row[LAST_PLAYED]) for row in rows],
    }
    context = {
        "has_courses": not drawn and not is_live,
        "has_federations": len(set(federations)) > 1,
        "has_deviations": bool(drawn),
        "player": reverse("players"),
        "games": _("Games"),
    }
    heads = _columns(selection, has_deviations=bool(drawn), is_live=is_live)
    return list_table.framed("list_rows_stream.html", heads, filled("list_row_stream.html", cells, context))


def _name(surname: str, given_name: str) -> str:
    return f"{surname} {given_name}" if given_name else surname


def _columns(selection: Selection, *, has_deviations: bool, is_live: bool) -> list[tuple[str, str, str, str]]:
    """Describe the head of the table: label, class, address of the sorting, aria-sort."""
    certainty = (
        ("deviation", "± RD", "number"),
        ("", _("95% band"), "number"),
        ("", "", "bar"),
    )
    heads = (
        ("rank", _("Rank"), "rank"),
        ("name", _("Name"), ""),
        ("rating", _("Rating"), "number rating"),
        *(certainty if has_deviations else () if is_live else (("", _("Course"), "spark"),)),
        ("change", pgettext("of a rating", "Change"), "number"),
        ("games", _("Games"), "number"),
        ("", _("Last game"), "number"),
    )
    return [
        (label, css, *list_table.sorting(selection, "" if is_live else name)) for name, label, css in heads
    ]


def _tenths(value: float | None) -> str:
    return "" if value is None else in_language(f"{value:.1f}")


def _ends(rating: int, rd: float | None) -> str:
    """Set the ends of the 95 % band."""
    return "" if rd is None else " – ".join(figures.plain(end) for end in deviation.band(rating, rd))


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""
