"""The state a journal line stores of an act on a player, for its undo (federation.history).

A field is "name", "club", "federation", "grade", "titles", "birth_year", "sex", "death", "privacy", or
"birth_day" (by the key of its row, for the day itself is not for the journal), or one of several:
"licence:2026" by season, "number:egd" by scheme, "spelling:solberg anna" by key.
"""

from typing import Any


def state_of(field: str, was: Any, now: Any) -> dict[str, Any]:
    """Return the state of a field before and after an act: plain JSON values, None for no value."""
    return {"field": field, "was": was, "now": now}
