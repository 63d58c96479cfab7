"""The types a column of the snapshot may have, by the Data Package standard, and values as text. Pure."""

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple

TEXT, WHOLE, NUMBER, FLAG = "string", "integer", "number", "boolean"
DATE, MOMENT, JSON = "date", "datetime", "object"
CHUNK = 5000  # rows read at a time
Row = tuple[Any, ...]


class Column(NamedTuple):
    """A column: its name, its type, its meaning. A text is never missing, anything else may be."""

    name: str
    type: str
    says: str


def moment(value: datetime | None) -> str | None:
    """Write a moment: `2026-11-26T10:00:00.000Z`."""
    if value is None:
        return None
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def as_json(value: Any) -> str:
    """Write a value as JSON: keys sorted, no blanks."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
