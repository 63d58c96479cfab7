"""Queries of several tables in one written statement: rows become their columns' models.

A page that shows a little of everything would else spend its time on writing statements that never change.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model

Row = TypeVar("Row", bound=Model)
Converter = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Part(Generic[Row]):
    """The columns of one table in a statement: all of a model's, or `only` some, its key the first."""

    model: type[Row]
    alias: str
    only: tuple[str, ...] = ()

    @property
    def fields(self) -> list[Any]:
        """Return the fields, in the order of the columns."""
        every = self.model._meta.concrete_fields
        return [field for field in every if not self.only or field.attname in self.only]


def columns(*parts: Part[Any]) -> str:
    """Name the columns of every part, one behind the other."""
    quote = connection.ops.quote_name
    return ", ".join(f"{part.alias}.{quote(field.column)}" for part in parts for field in part.fields)


@lru_cache(64)
def cut(parts: tuple[Part[Any], ...]) -> list[slice]:
    """Return the positions of each part's columns in a row."""
    ends = [0, *accumulate(len(part.fields) for part in parts)]
    return [slice(first, last) for first, last in pairwise(ends)]


def perhaps(part: Part[Row], values: Sequence[Any]) -> Row | None:
    """Make an object of the values of its columns; None where a join found nothing."""
    return None if values[0] is None else made(part, values)


def made(part: Part[Row], values: Sequence[Any]) -> Row:
    """Make an object of the values of its columns."""
    names, converters = _columns_and_converters(part, connection.vendor)
    taken = list(values)
    for at, convert, expression in converters:
        taken[at] = convert(taken[at], expression, connection)
    return part.model.from_db(DEFAULT_DB_ALIAS, names, taken)


@lru_cache(64)
def _columns_and_converters(
    part: Part[Any], _vendor: str
) -> tuple[list[str], list[tuple[int, Converter, Any]]]:
    """Return the names of a part's columns, and what makes Python's values of the vendor's."""
    fields = part.fields
    converters = []
    for at, field in enumerate(fields):
        expression = field.get_col(part.alias)
        own = [*connection.ops.get_db_converters(expression), *expression.get_db_converters(connection)]
        converters += [(at, convert, expression) for convert in own]
    return [field.attname for field in fields], converters
