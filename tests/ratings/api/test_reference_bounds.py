"""What the page of reference says a value may be, in the words of JSON."""

from typing import Any

import pytest

from federation.api.reference import kind_of


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({}, "any"),
        ({"type": "integer"}, "integer"),
        ({"type": "integer", "minimum": 0, "maximum": 9}, "integer 0–9"),
        ({"type": "integer", "minimum": 0}, "integer ≥ 0"),
        ({"type": "integer", "maximum": 0}, "integer ≤ 0"),
        ({"type": "string", "maxLength": 40}, "string (≤ 40)"),
        ({"type": "string", "format": "date"}, "string date"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": "array", "items": {"type": "number"}}, "array of number"),
        ({"type": "array"}, "array of any"),
        ({"enum": ["a", "b"]}, '"a" | "b"'),
        ({"$ref": "#/components/schemas/Player"}, "object"),
        ({"anyOf": [{"type": "number"}, {"type": "null"}, {"type": "number"}]}, "number | null"),
        ({"oneOf": [{"$ref": "#/components/schemas/Player"}, {"type": "null"}]}, "object | null"),
    ],
)
def test_schema_is_told_with_its_bounds(schema: dict[str, Any], words: str) -> None:
    assert kind_of(schema) == words
