"""Tables of declarations: entries of TOML files asked for by name and type, mistakes named by their place."""

import tomllib
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from federation.vocabulary.messages import Text

Item = TypeVar("Item", str, int, dict[str, Any])
_ITEMS: Mapping[type, str] = {str: "names", int: "whole numbers", dict: "tables"}


class BadDeclaration(ValueError):
    """A file without a valid declaration; the text gives place and reason."""


def parse(text: str, *, schema: int) -> "Table":
    """Parse a file of a schema.

    Raises BadDeclaration, with line and column where the file is no TOML.
    """
    try:
        whole = Table(tomllib.loads(text), "")
    except tomllib.TOMLDecodeError as problem:
        raise BadDeclaration(str(problem)) from None
    if whole.take("schema", int) != schema:
        raise whole.bad("schema", f"only schema {schema} is known")
    return whole


class Table:
    """A table of a file that is asked for its entries by name and type; `close` refuses what was not."""

    def __init__(self, entries: Mapping[str, Any], place: str) -> None:
        self._left, self._place = dict(entries), place

    def bad(self, name: str, problem: str) -> BadDeclaration:
        """Return the error for an entry."""
        return BadDeclaration(f"{self._place}.{name}: {problem}".lstrip("."))

    def take(self, name: str, kind: type | tuple[type, ...], default: Any = None, *, has: bool = True) -> Any:
        """Return an entry of a type; without one the default, an error without one (`has`)."""
        value = self._left.pop(name, None)
        if value is None:
            if default is None and has:
                raise self.bad(name, "is missing")
            return default
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise self.bad(name, f"is of the wrong kind: {str(value)[:40]}")
        return value

    def truth(self, name: str) -> bool:
        """Return an entry that is true or false, false without one."""
        return bool(self.take(name, bool, has=False))

    def text(self, name: str, default: str | None = None) -> str:
        """Return an entry in several languages."""
        value = self.take(name, (dict, str), default)
        if isinstance(value, str):
            return value
        if not value or not all(isinstance(text, str) and text for text in value.values()):
            raise self.bad(name, "is not a text a language")
        return Text(value)

    def table(self, name: str) -> "Table":
        """Return a table inside, an empty one by default."""
        return Table(self.take(name, dict, {}), f"{self._place}.{name}".lstrip("."))

    def tables(self, name: str) -> list["Table"]:
        """Return the tables of an array."""
        rows: tuple[dict[str, Any], ...] = self.array(name, dict)
        return [Table(row, f"{self._place}.{name}[{place}]".lstrip(".")) for place, row in enumerate(rows)]

    def array(self, name: str, kind: type[Item]) -> tuple[Item, ...]:
        """Return an array of names, whole numbers or tables, an empty one without the entry."""
        items = self.take(name, list, [])
        if not all(type(item) is kind for item in items):
            raise self.bad(name, f"is not an array of {_ITEMS[kind]}")
        return tuple(items)

    def close(self) -> None:
        """Refuse unexpected entries."""
        for name in self._left:
            raise self.bad(name, "is not known")

    def rest(self) -> dict[str, Any]:
        """Return the entries not asked for so far."""
        rest, self._left = self._left, {}
        return rest

    def words(self, name: str, known: Collection[str]) -> tuple[str, ...]:
        """Return an array of words, each of them known; an empty one without the entry."""
        words = self.array(name, str)
        for word in words:
            if word not in known:
                raise self.bad(name, f"no {word[:40]}; one of {', '.join(known)}")
        return words
