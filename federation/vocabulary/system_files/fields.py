"""Fields of the records of a system's file: what an entry may hold, declared once for reader and writer."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, NamedTuple, get_type_hints

from federation.vocabulary.systems.declaration import LONGEST_KEY

Text = tuple[tuple[str, str], ...]  # language and text, English first
LONGEST_TEXT, MOST_ROWS = 300, 500


class Spec(NamedTuple):
    """What an entry holds; `kind` is the name of the function below that made it."""

    kind: str
    least: float = 0.0
    most: float = 0.0
    words: tuple[str, ...] = ()
    record: type[Any] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a table: its name in the file and in the record, and its default, MISSING without."""

    name: str
    attribute: str
    spec: Spec
    default: object

    @property
    def is_required(self) -> bool:
        """Return whether a table without the entry is refused."""
        return self.default is MISSING


_ENTRIES: dict[type[Any], Mapping[str, Entry]] = {}  # read once a process


def entries_of(record: type[Any]) -> Mapping[str, Entry]:
    """Return the entries of a record by their names in the file, in order."""
    if record in _ENTRIES:
        return _ENTRIES[record]
    hints = get_type_hints(record, include_extras=True)
    found = (
        Entry(
            "from" if field.name == "since" else field.name, field.name, hint.__metadata__[0], field.default
        )
        for field in fields(record)
        for hint in [hints[field.name]]
    )
    return _ENTRIES.setdefault(record, {entry.name: entry for entry in found})


def number(least: float, most: float) -> Spec:
    """Return the entry of a number."""
    return Spec("number", least, most)


def whole(least: int, most: int) -> Spec:
    """Return the entry of a whole number."""
    return Spec("whole", least, most)


def flag() -> Spec:
    """Return the entry of true or false."""
    return Spec("flag")


def word(words: Sequence[str]) -> Spec:
    """Return the entry of one of some words."""
    return Spec("word", words=tuple(words))


def name(longest: int) -> Spec:
    """Return the entry of a text of one line in no language."""
    return Spec("name", 1, longest)


def key() -> Spec:
    """Return the entry of a key, as those of systems."""
    return Spec("key", 2, LONGEST_KEY)


def text() -> Spec:
    """Return the entry of a text in one or more languages."""
    return Spec("text", 1, LONGEST_TEXT)


def texts() -> Spec:
    """Return the entry of texts by name."""
    return Spec("texts", 1, LONGEST_TEXT)


def day() -> Spec:
    """Return the entry of a date."""
    return Spec("day")


def words(known: Sequence[str] = ()) -> Spec:
    """Return the entry of an array of different words, of some or of any."""
    return Spec("words", 1, 100, tuple(known))


def numbers(least: float, most: float) -> Spec:
    """Return the entry of an array of numbers."""
    return Spec("numbers", least, most)


def wholes(least: int, most: int) -> Spec:
    """Return the entry of an array of whole numbers."""
    return Spec("wholes", least, most)


def pairs(least: float, most: float) -> Spec:
    """Return the entry of an array of pairs of numbers."""
    return Spec("pairs", least, most)


def record(kind: type[Any]) -> Spec:
    """Return the entry of a table."""
    return Spec("record", record=kind)


def rows(kind: type[Any]) -> Spec:
    """Return the entry of an array of small tables, one a line."""
    return Spec("rows", record=kind)


def records(kind: type[Any]) -> Spec:
    """Return the entry of an array of tables."""
    return Spec("records", record=kind)
