"""What v1 of the interface promises, taken from its description: calls, parameters, statuses, fields, types.

What was promised last stands in v1.json beside this file. A promise that is gone or changed breaks programs
of others; a new one is recorded, so that it holds from then on:

    .venv/bin/python -m tests.ratings.api.contract
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("v1.json")
RECORD = ".venv/bin/python -m tests.ratings.api.contract"
# Words for people, and what names the release: no program depends on them.
_WORDS = frozenset(("title", "description", "summary", "operationId", "tags", "info", "servers", "examples"))
_NAMED = frozenset(("paths", "properties", "schemas", "responses", "content", "headers"))  # keys are names


def canonical(part: Any, *, is_named: bool = False) -> Any:
    """Return a description without its words, in one order."""
    if isinstance(part, dict):
        kept = (name for name in sorted(part, key=str) if is_named or name not in _WORDS)
        return {str(name): canonical(part[name], is_named=not is_named and name in _NAMED) for name in kept}
    if isinstance(part, list):
        return sorted((canonical(one) for one in part), key=lambda one: json.dumps(one, sort_keys=True))
    return part


def promises(description: Any) -> dict[str, Any]:
    """Return every promise of a description by its place."""
    return {" > ".join(place): value for place, value in _flat(canonical(description), ())}


def _flat(part: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(part, dict) and part:
        for name, one in part.items():
            yield from _flat(one, (*place, name))
    elif isinstance(part, list):
        for one in part:
            yield from _flat(one if isinstance(one, dict) else True, (*place, _name_of(one)))
    else:
        yield place, part


def _name_of(one: Any) -> str:
    """Name a part of a list: a parameter by where it stands and its name, else by what it says."""
    if isinstance(one, dict) and "in" in one and "name" in one:
        return f"{one['in']} {one['name']}"
    return json.dumps(one, sort_keys=True)


def broken(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return what of the promises does not hold any more, a line each."""
    gone = [f"removed: {place} ({before[place]})" for place in before if place not in now]
    moved = [
        f"changed: {place}: {before[place]} -> {now[place]}"
        for place in before
        if place in now and now[place] != before[place]
    ]
    return [*gone, *moved, *_demands(before, now)]


def _demands(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return what calls that are known already have to say since."""
    calls = {place.partition(" > parameters > ")[0].partition(" > requestBody > ")[0] for place in before}
    made = []
    for place in now.keys() - before.keys():
        call, parameter, name = place.partition(" > parameters > ")
        if parameter and call in _calls(calls) and name.endswith("> required") and now[place]:
            made.append(f"demanded of a call that is known: {place}")
        call, body, _ = place.partition(" > requestBody > ")
        if body and call in _calls(calls) and " > required" in place:
            made.append(f"demanded in a body that is known: {place}")
    return sorted(made)


def _calls(places: set[str]) -> set[str]:
    """Return the calls, address and method, among some places."""
    return {" > ".join(place.split(" > ")[:3]) for place in places if place.startswith("paths > ")}


def added(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return what is promised since, a line each."""
    return sorted(f"{place} ({now[place]})" for place in now.keys() - before.keys())


def description_now() -> Any:
    """Return the description the code gives."""
    from federation.urls import interface

    return json.loads(json.dumps(interface.get_openapi_schema(path_prefix="/api/v1/")))


def recorded() -> Any:
    """Return the description as it was recorded."""
    return json.loads(RECORDED.read_text())


def record() -> None:
    """Write down what the code promises now."""
    RECORDED.write_text(json.dumps(canonical(description_now()), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
    django.setup()
    record()
