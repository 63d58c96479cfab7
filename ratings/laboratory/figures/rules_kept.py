"""The rules in force on a day, stored as JSON, and their later changes. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from ratings.laboratory.figures.rules import Dated
from ratings.rulebook.editions import constants_of

FROM = "from"  # beside the constants of an edition: the day it is in force from
NEW, GONE = "new", "gone"  # of whole editions
Change = list[Any]  # edition, constant (NEW, GONE: all of it), before, after; None: a printed table


def kept(editions: Sequence[Dated]) -> dict[str, dict[str, Any]]:
    """Return every constant of every edition by name, printed tables and amendments among them, for JSON."""
    return {edition.name: {FROM: day.isoformat(), **constants_of(edition)} for edition, day in editions}


def changed(
    before: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]], today: date
) -> list[Change]:
    """Return what is other now than it was; editions that are not in force yet on `today` do not count.

    A constant that only one of the two knows is no change: it came or went with a version of the program.
    Amendments count from their day on, too.
    """
    found: list[Change] = []
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old is None or new is None:
            known = old or new or {}
            if known[FROM] <= today.isoformat():
                found.append([name, NEW if old is None else GONE, None, None])
        elif min(old[FROM], new[FROM]) <= today.isoformat():
            found += [[name, *change] for change in _constants_changed(old, new, today)]
    return found


def _constants_changed(old: Mapping[str, Any], new: Mapping[str, Any], today: date) -> list[Change]:
    found: list[Change] = []
    for name in old:
        if name not in new:
            continue
        values = [_in_force(rules[name], today) for rules in (old, new)]
        if values[0] != values[1]:
            found.append([name, None, None] if isinstance(values[0], list) else [name, *values])
    return found


def _in_force(value: Any, today: date) -> Any:
    """Leave out of amendments, [day, constant, value] each, those of later days."""
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        return [item for item in value if item[0] <= today.isoformat()]
    return value
