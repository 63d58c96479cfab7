"""A JSON document read field by field, every complaint with its path; answers that are no numbers refused."""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from federation.vocabulary.grades import Grade, parse_grade
from federation.vocabulary.messages import gettext_noop
from ratings.engines.contract import Floats
from ratings.rulebook.bounds import Bounds

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOMENT = re.compile(
    r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?", re.ASCII
)

NOT_TEXT = gettext_noop("the file is not UTF-8 text")
NOT_JSON = gettext_noop("the file is not JSON: {reason}")
NOT_AN_OBJECT = gettext_noop("must be an object")
NOT_A_LIST = gettext_noop("must be a list")
NOT_A_STRING = gettext_noop("must be a string that is not empty")
NOT_A_NUMBER = gettext_noop("must be a finite number")
NOT_WHOLE = gettext_noop("must be a whole number from {least} to {most}")
NOT_A_TRUTH = gettext_noop("must be true or false")
NOT_A_DAY = gettext_noop("must be a date written YYYY-MM-DD")
NOT_A_MOMENT = gettext_noop("must be a time since 1970 such as 2017-10-08T16:24:00Z")
NOT_A_GRADE = gettext_noop("must be a grade such as 5k, 2d or 3p")
NOT_KNOWN = gettext_noop("must be one of {known}")
MISSING = gettext_noop("is missing")
UNKNOWN_KEY = gettext_noop("unknown key; known: {known}")
WRONG_SYSTEM = gettext_noop("has no meaning in this system")
KEY_TWICE = gettext_noop("the key {key} is given twice in one object")
MOST_FINDINGS = 1_000
MORE = gettext_noop("has more than {most} findings; the others are not listed")
NO_RATINGS = gettext_noop("gives no finite ratings with these numbers")


@dataclass(frozen=True, slots=True)
class JobFinding:
    """Something wrong in a job file: where, and a sentence whose gaps `values` fill."""

    path: str
    text: str
    values: Mapping[str, str | int | float] = field(default_factory=dict)


class NotADocumentError(Exception):
    """The bytes are no JSON object; `finding` is the reason."""

    def __init__(self, finding: JobFinding) -> None:
        super().__init__(finding.text)
        self.finding = finding


def parse(content: bytes) -> "Document":
    """Read bytes as a document.

    Raises NotADocumentError for anything but one JSON object in UTF-8 with unrepeated keys.
    """
    try:
        root = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_refuse_constant
        )
    except UnicodeDecodeError:
        raise NotADocumentError(JobFinding("$", NOT_TEXT)) from None
    except (ValueError, RecursionError) as error:
        raise NotADocumentError(JobFinding("$", NOT_JSON, {"reason": str(error)})) from None
    if not isinstance(root, dict):
        raise NotADocumentError(JobFinding("$", NOT_AN_OBJECT))
    return Document(root)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise NotADocumentError(JobFinding("$", KEY_TWICE, {"key": key}))
        found[key] = value
    return found


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


@dataclass(frozen=True, slots=True)
class Document:
    """The root object and what was found wrong so far. Readers give None where there is no usable value."""

    root: Mapping[str, Any]
    findings: list[JobFinding] = field(default_factory=list)

    def find(self, path: str, text: str, **values: str | float) -> None:
        """Keep a finding; behind MOST_FINDINGS only that there are more."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(JobFinding(path or "$", text, values))
        elif len(self.findings) == MOST_FINDINGS:
            self.findings.append(JobFinding("$", MORE, {"most": MOST_FINDINGS}))

    @property
    def is_full(self) -> bool:
        """Return whether no further finding is collected."""
        return len(self.findings) > MOST_FINDINGS

    def know(
        self, path: str, row: Mapping[str, Any], known: Sequence[str], *, elsewhere: Sequence[str] = ()
    ) -> None:
        """Find every key that is not among the known ones, and those that only have a meaning elsewhere."""
        for key in row:
            if key in elsewhere:
                self.find(_below(path, key), WRONG_SYSTEM)
            elif key not in known:
                self.find(_below(path, key), UNKNOWN_KEY, known=", ".join(known))

    def rows(self, path: str, row: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the objects of a list that must be there, each with its path."""
        value = row.get(key)
        if not isinstance(value, list):
            self.find(_below(path, key), MISSING if key not in row else NOT_A_LIST)
            return
        for place, item in enumerate(value):
            item_path = f"{_below(path, key)}[{place}]"
            if isinstance(item, dict):
                yield item_path, item
            else:
                self.find(item_path, NOT_AN_OBJECT)

    def mapping(self, path: str, row: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        """Return an object that may be missing."""
        value = row.get(key)
        if value is not None and not isinstance(value, dict):
            self.find(_below(path, key), NOT_AN_OBJECT)
            return {}
        return value or {}

    def text(self, path: str, row: Mapping[str, Any], key: str, *, default: str | None = None) -> str | None:
        """Return a string; one without default must be there."""
        value = row.get(key)
        if value is None:
            if default is None:
                self.find(_below(path, key), MISSING)
            return default
        if not isinstance(value, str) or not value.strip() or _has_lone_surrogate(value):
            self.find(_below(path, key), NOT_A_STRING)
            return None
        return value

    def choice(
        self, path: str, row: Mapping[str, Any], key: str, *, known: Sequence[str], default: str | None = None
    ) -> str | None:
        """Return one of the known words; one without default must be there."""
        value = self.text(path, row, key, default=default)
        if value is not None and value not in known:
            self.find(_below(path, key), NOT_KNOWN, known=", ".join(known))
            return None
        return value

    def number(self, path: str, row: Mapping[str, Any], key: str, *, bounds: Bounds) -> float | None:
        """Return a number inside bounds that may be missing."""
        value = row.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.find(_below(path, key), NOT_A_NUMBER)
            return None
        if not bounds.admit(value):
            self.find(_below(path, key), bounds.text, **bounds.values)
            return None
        return float(value)

    def whole(self, path: str, row: Mapping[str, Any], key: str, *, least: int = 0, most: int) -> int | None:
        """Return a whole number that may be missing."""
        value = row.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.find(_below(path, key), NOT_WHOLE, least=least, most=most)
            return None
        return value

    def truth(self, path: str, row: Mapping[str, Any], key: str, *, default: bool) -> bool:
        """Return true or false."""
        value = row.get(key, default)
        if not isinstance(value, bool):
            self.find(_below(path, key), NOT_A_TRUTH)
            return default
        return value

    def day(self, path: str, row: Mapping[str, Any], key: str, *, required: bool = True) -> date | None:
        """Return a day."""
        value = row.get(key)
        if value is None:
            if required:
                self.find(_below(path, key), MISSING)
            return None
        try:
            # Python reads week dates and dates without hyphens as well; the format knows only one form.
            return date.fromisoformat(value if _DAY.fullmatch(value) else "")
        except (TypeError, ValueError):
            self.find(_below(path, key), NOT_A_DAY)
            return None

    def moment(self, path: str, row: Mapping[str, Any], key: str, *, required: bool) -> int | None:
        """Return a date-time in milliseconds since 1970, UTC; without an offset it is UTC already."""
        value = row.get(key)
        if value is None:
            if required:
                self.find(_below(path, key), MISSING)
            return None
        try:
            read = datetime.fromisoformat(value if _MOMENT.fullmatch(value) else "")
        except (TypeError, ValueError):
            self.find(_below(path, key), NOT_A_MOMENT)
            return None
        since = read.replace(tzinfo=read.tzinfo or UTC) - datetime(1970, 1, 1, tzinfo=UTC)
        if since.days < 0:
            self.find(_below(path, key), NOT_A_MOMENT)
            return None
        return since // timedelta(milliseconds=1)

    def grade(self, path: str, row: Mapping[str, Any], key: str) -> Grade | None:
        """Return a declared grade that may be missing."""
        value = row.get(key)
        if value is None:
            return None
        grade = parse_grade(value) if isinstance(value, str) else None
        if grade is None:
            self.find(_below(path, key), NOT_A_GRADE)
        return grade


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _has_lone_surrogate(value: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in value)


class NoRatingsError(ArithmeticError):
    """A job cannot be computed; `finding` has the path of what gives no finite ratings."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} {NO_RATINGS}")
        self.finding = JobFinding(path, NO_RATINGS)


def check_columns(path: str, *columns: Floats) -> None:
    """Raise NoRatingsError where a column computed for an event holds a NaN or an infinity."""
    if not all(math.isfinite(value) for column in columns for value in column.tolist()):
        raise NoRatingsError(path)


def check_rows(path: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Raise NoRatingsError where a row of the answer holds a NaN or an infinity."""
    numbers = (value for row in rows for value in row.values() if isinstance(value, float))
    if not all(map(math.isfinite, numbers)):
        raise NoRatingsError(path)
