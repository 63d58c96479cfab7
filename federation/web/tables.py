"""Tables of the site, on django-tables2: a column is declared once, with label, classes and order."""

from collections.abc import Callable, Iterable
from copy import copy
from datetime import date, datetime
from typing import Any, ClassVar, Self

import django_tables2
from django.http import HttpRequest
from django.utils.html import escape
from django.utils.timezone import localtime
from django_tables2.utils import computed_values

from federation.language.dates import format_date
from federation.language.wording import grouped

# Classes that the head of a column shares with its cells.
_OF_HEADS = frozenset({"rank", "number", "tick", "nw"})
Label = Any  # a text, or one that is translated where it is shown
Varying = Callable[..., Any]  # asked for each record, as attributes of django-tables2 are


def attributes(attrs: dict[str, Any]) -> str:
    """Return the attributes of a tag, those without a value left out."""
    return "".join([f' {name}="{escape(value)}"' for name, value in attrs.items() if value is not None])


class Column(django_tables2.Column):  # type: ignore[misc]  # the library has no types
    """A column: its label, the classes of its cells, and what a telephone prints before a value.

    That is the label where `told` is true, or else the text of `told`. A `hidden` label is only read out;
    `by` writes a value; cells may be heads of their rows. Whole numbers of a column of class "number" are
    counts, whose thousands are grouped; identifiers among them are written by `str`.
    """

    def __init__(
        self,
        label: Label = "",
        css: str | Varying = "",
        *,
        told: Label | Varying = None,
        hidden: bool = False,
        head: str | None = None,
        by: Callable[[Any], object] | None = None,
        heads_row: bool = False,
        **options: Any,
    ) -> None:
        if head is None:
            head = "" if callable(css) else " ".join(word for word in css.split() if word in _OF_HEADS)
        attrs = {
            "th": {"class": head or None},
            "td": {
                "scope": "row" if heads_row else None,
                "class": css or None,
                "data-label": label if told is True else told,
            },
        }
        self.hidden, self.by, self.tag = hidden, by, "th" if heads_row else "td"
        self.has_counts = by is None and isinstance(css, str) and "number" in css.split()
        super().__init__(verbose_name=label, attrs=attrs, **options)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        """Return a copy for one page, which may label it otherwise; what it holds is never changed."""
        return copy(self)

    def render(self, value: Any) -> object:
        """Write a value `by` the function named; a count in the reader's language."""
        if self.by:
            return self.by(value)
        return grouped(value) if self.has_counts and type(value) is int else value

    def value(self, **offered: Any) -> Any:
        """Return what files have: a count in its digits alone, anything else as the page writes it."""
        number = offered["value"]
        if type(number) is int and (self.has_counts or self.by is grouped):
            return number
        return super().value(**offered)


class Day(Column):
    """A column of days, written as the reader's language does; `pattern` is that of the `date` filter."""

    def __init__(self, label: Label = "", css: str = "", *, pattern: str = "j N Y", **options: Any) -> None:
        self.pattern = pattern
        super().__init__(label, css, **options)

    def render(self, value: date) -> str:
        """Write the day."""
        return format_date(localtime(value) if isinstance(value, datetime) else value, self.pattern)

    def value(self, **offered: Any) -> Any:
        """Return the day itself, for files."""
        return offered["value"]


class Moment(Day):
    """A column of moments, by day and minute."""

    def __init__(self, label: Label = "", css: str = "", **options: Any) -> None:
        super().__init__(label, css, **{"pattern": "j N Y, H:i", **options})


class Table(django_tables2.Table):  # type: ignore[misc]  # the library has no types
    """A table in the markup of the site; `{% table %}` sets it."""

    css: ClassVar[str] = "rows"
    is_sorted: ClassVar[bool] = False
    blank: ClassVar[str] = ""  # stands where there is no value

    def __init__(
        self,
        data: Iterable[Any] = (),
        *,
        attrs: dict[str, Any] | None = None,
        labels: dict[str, Label] | None = None,
        **options: Any,
    ) -> None:
        attrs = {"class": self.css, **(attrs or {})}
        # The library takes an ordered query for one whose heads may be clicked, and orders it again.
        data = data if self.is_sorted else list(data)
        super().__init__(data, attrs=attrs, orderable=self.is_sorted, default=self.blank, **options)
        for name, label in (labels or {}).items():
            self.columns[name].column.verbose_name = label

    def __len__(self) -> int:
        """Return how many records it has; templates test so whether there are any."""
        return len(self.data)

    def opening(self, tag: str, attrs: dict[str, Any]) -> Callable[[object], str]:
        """Return what opens a row or a cell of a record."""
        if not any(callable(value) for value in attrs.values()):
            text = f"<{tag}{attributes(attrs)}>"
            return lambda _record: text
        return lambda record: f"<{tag}{attributes(computed_values(attrs, kwargs={'record': record}))}>"


def lay_out(table: Table, request: HttpRequest, *, per_page: int) -> None:
    """Order a table as the address asks and turn to its page; the page size is fixed."""
    table.request = request
    ordering = request.GET.getlist(table.prefixed_order_by_field)
    if wanted := [name for name in ordering if name.removeprefix("-") in table.columns.names()]:
        table.order_by = wanted
    table.paginate(per_page=per_page)
    table.page = table.paginator.get_page(request.GET.get("page", "1"))
