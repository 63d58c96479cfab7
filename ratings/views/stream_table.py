"""The rows of a list of a stream, set by the compiled template: ratings with their bands."""

from collections.abc import Mapping, Sequence
from datetime import date

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ratings import deviation
from ratings.renderings import bands, figures
from ratings.renderings.sparks import spark
from ratings.selection import Selection
from ratings.views import list_table
from ratings.views.sums import in_language

FEDERATION, RATING, CHANGE, MOVED, DEVIATION = (
    4,
    5,
    6,
    7,
    11,
)  # places in a row: the rank, then queries.STREAM_ROW


def table(
    selection: Selection,
    rows: list[list_table.Row],
    *,
    courses: Mapping[int, Sequence[int]],
    is_live: bool = False,
) -> SafeString:
    """Set the rows of a page; the template escapes whatever is not a figure.

    Courses are shown where there are no deviations; live there are no lists behind it, nor other orders.
    """
    drawn = [bands.Band("", row[RATING], row[DEVIATION]) for row in rows if row[DEVIATION] is not None]
    span = bands.span_of(drawn) if drawn else None
    context = {
        "rows": rows,
        "columns": _columns(selection, has_deviations=bool(drawn), is_live=is_live),
        "has_courses": not drawn and not is_live,
        "has_federations": len({row[FEDERATION] for row in rows}) > 1,
        "has_deviations": bool(drawn),
        "player": reverse("players"),
        "games": escape(_("Games")),
        "inactive": format_html('<span class="off">{}</span>', _("inactive")),
        "everybody": selection.everybody,
        "plain": list_table.set_each(rows, RATING, list_table.rating),
        "moves": list_table.set_each(rows, CHANGE, list_table.change),
        "places": list_table.set_each(rows, MOVED, list_table.places),
        "tenths": _tenths,
        "day": _day,
        "ends": _ends,
        "sparks": {player: spark(course) for player, course in courses.items()},
        "bar": lambda rating, rd: mark_safe(  # noqa: S308  # figures only
            bands.small(bands.Band("", rating, rd), span) if span and rd is not None else ""
        ),
    }
    return mark_safe(render_to_string("list_rows_stream.html", context, using="jinja2"))  # noqa: S308  # escaped there


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


def _day(day: date | None) -> SafeString:
    return mark_safe(day.isoformat() if day else "")  # noqa: S308 - a date
