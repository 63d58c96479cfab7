"""Values of the snapshot as text: moments in UTC, JSON in one form. Pure."""

import json
from datetime import UTC, datetime
from typing import Any

CHUNK = 5000  # rows read at a time
Row = tuple[Any, ...]


def moment(value: datetime | None) -> str | None:
    """Write a moment: `2026-11-26T10:00:00.000Z`."""
    if value is None:
        return None
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def as_json(value: Any) -> str:
    """Write a value as JSON: keys sorted, no blanks."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
