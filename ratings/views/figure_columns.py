"""Columns of figures, in the reader's language on a page, plain in a file; drawings as parts of a page."""

from collections.abc import Callable
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from federation.web.tables import Column, Label
from ratings.charts import figures


class FigureColumn(Column):
    """A column of numbers, shown `by` a function; files have them rounded to as many decimals as a page."""

    def __init__(
        self,
        label: Label = "",
        css: str = "",
        *,
        by: Callable[[Any], object],
        places: int = 0,
        **options: Any,
    ) -> None:
        self.places = places
        super().__init__(label, css, by=by, **options)

    def value(self, **offered: Any) -> Any:
        """Return the number itself, for files: in digits every spreadsheet computes with."""
        value = offered["value"]
        number = round(value, self.places) if self.places else figures.whole(value)
        return number or 0  # never -0.0


def safe_svg(svg: str) -> SafeString:
    """Mark what a module of ratings.charts drew as a part of a page: all texts are escaped there."""
    return mark_safe(svg)  # noqa: S308 - charts are pure and know no Django, so they cannot say it themselves
