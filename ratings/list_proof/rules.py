"""The rules a list was made by, as a bundle tells them: every constant of every edition."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from ratings.exact_math import EXACT, LIBRARY
from ratings.list_proof.package import RULES, BadPackage, in_json, parse_json
from ratings.rulebook.editions import (
    Edition,
    UnfitParameterError,
    UnknownParameterError,
    constants_of,
    edition_named,
    with_parameters,
)
from ratings.rulebook.systems import SYSTEMS


class OtherRules(Exception):
    """The rules a bundle tells are not those of the rule book; says which."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What an office chose of the rule book for a list."""

    edition: str = ""  # for everything; "": each event's own
    parameters: Mapping[str, object] = field(default_factory=dict)  # constants replaced
    numeric: int = LIBRARY  # who computes exp and pow (exact_math)


def document(key: str, chosen_rules: Rules) -> dict[str, Any]:
    """Return the rules of a system as an office runs them; the first numeric contract is not named.

    Raises LookupError for an unknown edition, the rulebook's errors for a parameter.
    """
    every, edition = SYSTEMS[key].editions, chosen_rules.edition
    if edition:
        named = edition_named(every, edition)
        if named is None:
            raise LookupError(edition)
        chosen = [named]
    else:
        dated = (one for one in every if one.effective is not None)
        chosen = sorted(dated, key=lambda one: one.effective or date.min)
    chosen[-1] = with_parameters(chosen[-1], chosen_rules.parameters)
    return {
        "system": key,
        "edition": edition,
        "replaced": dict(chosen_rules.parameters),
        "editions": [_written(one) for one in chosen],
    } | ({} if chosen_rules.numeric == LIBRARY else {"numeric": chosen_rules.numeric})


def _written(edition: Edition) -> dict[str, Any]:
    effective = edition.effective.isoformat() if edition.effective else None
    return {
        "name": edition.name,
        "effective": effective,
        "clause": str(edition.clause),
        "constants": constants_of(edition),
    }


def write(key: str, chosen: Rules) -> bytes:
    """Return the rules of a system as a file; raises like `document`."""
    return in_json(document(key, chosen))


def read(key: str, data: bytes) -> Rules:
    """Return what the office chose of the rule book.

    Raises BadPackage for another form, OtherRules where a constant is not the rule book's.
    """
    payload = parse_json(RULES, data)
    if not isinstance(payload, dict) or payload.get("system") != key:
        raise OtherRules(f"{RULES} is not of {key}.")
    edition, replaced = payload.get("edition"), payload.get("replaced")
    plain = isinstance(replaced, dict) and all(
        isinstance(one, bool | int | float | str) for one in replaced.values()
    )
    if not isinstance(edition, str) or not plain or not isinstance(replaced, dict):
        raise BadPackage(f"{RULES} does not say which rules these are.")
    numeric = payload.get("numeric", LIBRARY)
    if isinstance(numeric, bool) or numeric not in (LIBRARY, EXACT):
        raise OtherRules(f"{RULES}: this verifier knows no numeric contract {str(numeric)[:40]}.")
    chosen = Rules(edition, dict(replaced), numeric)
    try:
        wanted = document(key, chosen)
    except LookupError:
        raise OtherRules(f"{RULES}: {key} has no edition of that name.") from None
    except (UnknownParameterError, UnfitParameterError) as problem:
        raise OtherRules(f"{RULES}: {problem}") from None
    if in_json(wanted) != data:
        raise OtherRules(f"{RULES}: {_first_difference(payload, wanted)}")
    return chosen


def _first_difference(payload: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Name the first constant that is not the rule book's."""
    editions = payload.get("editions")
    if isinstance(editions, list) and len(editions) == len(wanted["editions"]):
        for one, its in zip(editions, wanted["editions"], strict=True):
            constants = one.get("constants") if isinstance(one, dict) else None
            if not isinstance(constants, dict):
                break
            for name, value in its["constants"].items():
                if constants.get(name) != value:
                    text = str(constants.get(name))[:40]
                    return f"{name} of edition {its['name']} is {text}, in the rule book {str(value)[:40]}."
    return "the editions are not those of the rule book."
