"""v1 keeps what it promised: nothing is taken from its description. Real answers: test_reference."""

import copy
from typing import Any

from tests.ratings.api import contract


def test_nothing_recorded_of_v1_is_removed_or_changed() -> None:
    before, now = contract.promises(contract.recorded()), contract.promises(contract.description_now())
    broken = contract.broken(before, now)

    assert not broken, "Programs of others break:\n  " + "\n  ".join(broken)


def test_whatever_v1_adds_is_recorded() -> None:
    before, now = contract.promises(contract.recorded()), contract.promises(contract.description_now())
    added = contract.added(before, now)

    assert not added, f"New in v1; record it with `{contract.RECORD}`:\n  " + "\n  ".join(added)


def changed() -> Any:
    return copy.deepcopy(contract.recorded())


LISTS = ("paths", "/api/v1/lists", "get")


def _of(description: Any, *place: str) -> Any:
    for name in place:
        description = description[name]
    return description


def test_field_that_goes_is_named() -> None:
    less = changed()
    del _of(less, "components", "schemas", "EntryHere", "properties")["rating"]

    told = contract.broken(contract.promises(contract.recorded()), contract.promises(less))
    assert told == ["removed: components > schemas > EntryHere > properties > rating > type (integer)"]


def test_type_path_status_and_parameter_that_change_are_named() -> None:
    less = changed()
    _of(less, "components", "schemas", "EntryHere", "properties", "rating")["type"] = "string"
    del less["paths"]["/api/v1/systems"]
    del _of(less, *LISTS, "responses")["429"]
    _of(less, *LISTS)["parameters"].pop(0)

    told = "\n".join(contract.broken(contract.promises(contract.recorded()), contract.promises(less)))
    assert "changed: components > schemas > EntryHere > properties > rating > type: integer -> string" in told
    assert "removed: paths > /api/v1/systems > get" in told
    assert "removed: paths > /api/v1/lists > get > responses > 429" in told
    assert "removed: paths > /api/v1/lists > get > parameters > query cursor" in told


def test_new_parameter_that_must_be_given_breaks_and_one_that_may_does_not() -> None:
    before, more = contract.promises(contract.recorded()), changed()
    _of(more, *LISTS)["parameters"].append({"in": "query", "name": "year", "required": False})
    assert contract.broken(before, contract.promises(more)) == []
    assert len(contract.added(before, contract.promises(more))) == 3

    _of(more, *LISTS)["parameters"][-1]["required"] = True
    [told] = contract.broken(before, contract.promises(more))
    assert told.startswith("demanded of a call that is known: paths > /api/v1/lists > get > parameters")
