"""Reader of a system's file: every mistake is a finding with line and column, and none stops the others."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from federation.vocabulary.system_files.fields import MOST_ROWS, Entry, Spec, entries_of
from federation.vocabulary.system_files.positions import DEEPEST, Lines, Path, TooDeepError, offsets
from federation.vocabulary.system_files.records import SCHEMA, SystemFile
from federation.vocabulary.system_files.rules import problems
from federation.vocabulary.systems.declaration import KEY

LARGEST = 1_000_000  # bytes
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_LONGEST_SHOWN = 40


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One mistake: where it is, in the file and by the names of the entries, and a sentence about it."""

    line: int
    column: int
    place: str
    sentence: str

    def __str__(self) -> str:
        entry = f"{self.place}: " if self.place else ""
        return f"line {self.line}, column {self.column}: {entry}{self.sentence}"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A system, or what is wrong with its file; never both."""

    system: SystemFile | None
    findings: tuple[Finding, ...] = ()


class _Wrong:
    """The value of an entry that has a finding."""


WRONG = _Wrong()


@dataclass(slots=True)
class _Reader:
    lines: Lines
    offsets: Mapping[Path, int]
    findings: list[Finding] = field(default_factory=list)

    def find(self, path: Path, sentence: str) -> _Wrong:
        """Note a mistake at an entry, or at the nearest table around it that the file has."""
        size = next((size for size in range(len(path), 0, -1) if path[:size] in self.offsets), 0)
        line, column = self.lines.place(self.offsets[path[:size]] if size else 0)
        self.findings.append(Finding(line, column, place_of(path), sentence))
        return WRONG

    def record(self, kind: type[Any], value: Any, path: Path) -> Any:
        """Read a table into a record."""
        if not isinstance(value, dict):
            return self.find(path, "must be a table")
        known = entries_of(kind)
        for name in value:
            if name not in known:
                self.find((*path, name), f"is not known here; known are {', '.join(known)}")
        found = {
            entry.attribute: self.entry(entry, value, (*path, name))
            for name, entry in known.items()
            if name in value or entry.is_required
        }
        return WRONG if any(item is WRONG for item in found.values()) else kind(**found)

    def entry(self, entry: Entry, table: Mapping[str, Any], path: Path) -> Any:
        """Read one entry of a table."""
        if entry.name not in table:
            return self.find(path, "is missing")
        return getattr(self, f"_{entry.spec.kind}")(entry.spec, table[entry.name], path)

    def _number(self, spec: Spec, value: Any, path: Path) -> Any:
        if not isinstance(value, int | float) or isinstance(value, bool):
            return self.find(path, f"must be a number, not {_shown(value)}")
        found = self._within(spec, value, path)
        return found if found is WRONG else float(value) + 0.0

    def _whole(self, spec: Spec, value: Any, path: Path) -> Any:
        if not isinstance(value, int) or isinstance(value, bool):
            return self.find(path, f"must be a whole number, not {_shown(value)}")
        return self._within(spec, value, path)

    def _within(self, spec: Spec, value: float, path: Path) -> Any:
        """Return a number within its bounds."""
        if spec.least <= value <= spec.most:
            return value
        return self.find(path, f"must be from {spec.least:g} to {spec.most:g}, not {_shown(value)}")

    def _flag(self, _spec: Spec, value: Any, path: Path) -> Any:
        return (
            value
            if isinstance(value, bool)
            else self.find(path, f"must be true or false, not {_shown(value)}")
        )

    def _name(self, spec: Spec, value: Any, path: Path) -> Any:
        if not isinstance(value, str):
            return self.find(path, f"must be a text, not {_shown(value)}")
        if not value.strip() or len(value) > spec.most or not value.isprintable():
            return self.find(path, f"must be one line of 1 to {spec.most:g} characters")
        return value

    def _key(self, spec: Spec, value: Any, path: Path) -> Any:
        if not isinstance(value, str) or not KEY.fullmatch(value):
            words = f"{spec.least:g} to {spec.most:g} lower-case letters, digits and hyphens, a letter first"
            return self.find(path, f"must be {words}, not {_shown(value)}")
        return value

    def _word(self, spec: Spec, value: Any, path: Path) -> Any:
        if not isinstance(value, str) or value not in spec.words:
            return self.find(path, f"must be one of {', '.join(spec.words)}, not {_shown(value)}")
        return value

    def _day(self, _spec: Spec, value: Any, path: Path) -> Any:
        if not isinstance(value, date) or isinstance(value, datetime):
            return self.find(path, f"must be a day such as 2027-03-01, not {_shown(value)}")
        return value

    def _text(self, spec: Spec, value: Any, path: Path) -> Any:
        by_language = {"en": value} if isinstance(value, str) else value
        if not isinstance(by_language, dict) or not by_language:
            return self.find(path, 'must be a text, or one a language such as { en = "..." }')
        for language, words in by_language.items():
            if not _LANGUAGE.fullmatch(language):
                return self.find((*path, language), "must be the code of a language such as en")
            if not isinstance(words, str) or not words.strip() or len(words) > spec.most:
                return self.find((*path, language), f"must be a text of 1 to {spec.most:g} characters")
        return tuple(sorted(by_language.items(), key=lambda pair: (pair[0] != "en", pair[0])))

    def _texts(self, spec: Spec, value: Any, path: Path) -> Any:
        if not isinstance(value, dict):
            return self.find(path, "must be a table of texts")
        if len(value) > MOST_ROWS:
            return self.find(path, f"must have at most {MOST_ROWS} texts")
        found: list[tuple[str, Any]] = []
        for name, item in sorted(value.items()):
            words = self._text(spec, item, (*path, name))
            if words is not WRONG and (not name.strip() or len(name) > 60 or not name.isprintable()):
                words = self.find((*path, name), "must have a name of 1 to 60 characters")
            found.append((name, words))
        return WRONG if any(words is WRONG for _, words in found) else tuple(found)

    def _each(self, read: Any, spec: Spec, value: Any, path: Path) -> Any:
        """Read the items of an array one by one."""
        if not isinstance(value, list) or len(value) > MOST_ROWS:
            return self.find(path, f"must be an array of at most {MOST_ROWS}")
        found = [read(spec, item, (*path, place)) for place, item in enumerate(value)]
        return WRONG if any(item is WRONG for item in found) else tuple(found)

    def _words(self, spec: Spec, value: Any, path: Path) -> Any:
        found = self._each(self._word if spec.words else self._name, spec, value, path)
        if found is not WRONG and len(set(found)) < len(found):
            return self.find(path, "must not have the same word twice")
        return found

    def _numbers(self, spec: Spec, value: Any, path: Path) -> Any:
        return self._each(self._number, spec, value, path)

    def _wholes(self, spec: Spec, value: Any, path: Path) -> Any:
        return self._each(self._whole, spec, value, path)

    def _pairs(self, spec: Spec, value: Any, path: Path) -> Any:
        found = self._each(self._numbers, spec, value, path)
        if found is not WRONG and any(len(pair) != 2 for pair in found):
            return self.find(path, "must have pairs of numbers, such as [3, 0.5]")
        return found

    def _record(self, spec: Spec, value: Any, path: Path) -> Any:
        return self.record(spec.record or object, value, path)

    def _rows(self, spec: Spec, value: Any, path: Path) -> Any:
        return self._each(self._record, spec, value, path)

    _records = _rows


def _shown(value: object) -> str:
    """Return a value as a sentence shows it, shortened."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "an array"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**15:
        return "a number of that size"
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}..."


def place_of(path: Path) -> str:
    """Return names and places in arrays in words, rows counted from 1: edition 1, k, rows 2."""
    words: list[str] = []
    for part in path:
        if isinstance(part, int) and words:
            words[-1] += f" {part + 1}"
        else:
            words.append(_shown(part))
    return ", ".join(words)


def parse(data: bytes) -> Parsed:
    """Read a file; every mistake in it is a finding, in the order of the file. Raises nothing."""
    if len(data) > LARGEST:
        return Parsed(None, (Finding(1, 1, "", f"is larger than {LARGEST:,} bytes and was not read"),))
    try:
        text = data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8")
        line, column = Lines(before).place(len(before))
        return Parsed(None, (Finding(line, column, "", "is not UTF-8 from here on"),))
    try:
        where = offsets(text)
        whole = tomllib.loads(text)
    except TooDeepError as problem:
        found = Finding(*Lines(text).place(problem.offset), "", f"is nested deeper than {DEEPEST}")
        return Parsed(None, (found,))
    except RecursionError:
        return Parsed(None, (Finding(1, 1, "", f"is nested deeper than {DEEPEST}"),))
    except ValueError as problem:
        return Parsed(None, (_not_toml(text, str(problem)),))
    return _read(_Reader(Lines(text), where), whole)


def _not_toml(text: str, problem: str) -> Finding:
    """Return the finding for a text that is no TOML."""
    match = _AT.search(problem)
    sentence = problem[: match.start()] if match else "a number is too long"
    if match and match.group(1):
        return Finding(int(match.group(1)), int(match.group(2)), "", f"is not TOML: {sentence}")
    line, column = Lines(text).place(len(text)) if match else (1, 1)
    return Finding(line, column, "", f"is not TOML: {sentence}")


def _read(reader: _Reader, whole: dict[str, Any]) -> Parsed:
    schema = whole.pop("schema", None)
    if schema != SCHEMA or isinstance(schema, bool):
        reader.find(("schema",), f"must be {SCHEMA}, the only schema that is known")
    system = reader.record(SystemFile, whole, ())
    if not reader.findings:
        for path, sentence in problems(system):
            reader.find(path, sentence)
    if reader.findings:
        return Parsed(None, tuple(sorted(set(reader.findings))))
    return Parsed(system)
