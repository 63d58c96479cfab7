"""The rules a list was made by, as a bundle has them: every constant of every edition.

A constant that release 1.0.0 did not have is written where its value is not what 1.0.0 computed with, and
then among those replaced: so bundles without a new choice keep their bytes, and older verifiers refuse the
others by name. Amendments are those of the rule book until the day of the list, all of FIDE's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    newer_than_1_0,
)
from ratings.rulebook.systems import SYSTEMS, as_in_1_0, editions_of


class OtherRules(Exception):
    """The rules of a bundle are not those of the rule book; the text names the difference."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What an office chose of the rule book for a list; without more, the rule book's own rules."""

    edition: str = ""  # for everything; "": each event's own
    parameters: Mapping[str, object] = field(default_factory=dict)  # constants replaced
    numeric: int = LIBRARY  # who computes exp and pow (exact_math)


def document(key: str, chosen_rules: Rules, on: date) -> dict[str, Any]:
    """Return the rules of a list of a day as an office runs them; the first numeric contract is not named.

    Raises LookupError for an unknown edition, the rulebook's errors for a parameter.
    """
    edition, replaced = chosen_rules.edition, chosen_rules.parameters
    chosen = [edition for edition, _ in editions_of(key, edition=edition, parameters=replaced)]
    newest = chosen[-1]
    return {
        "system": key,
        "edition": edition,
        "replaced": _told(newest, {**newer_than_1_0(newest), **replaced}),
        "editions": [_written(_as_told(key, edition, on)) for edition in chosen],
    } | ({} if chosen_rules.numeric == LIBRARY else {"numeric": chosen_rules.numeric})


def _as_told(key: str, edition: Edition, on: date) -> Edition:
    """Return an edition with the rule book's amendments; replaced constants are written beside."""
    printed = edition_named(SYSTEMS[key].editions, edition.name) or edition
    later = (amendment for amendment in printed.later if amendment[0] <= on or edition.engine_is_amended)
    return replace(edition, later=tuple(later))


def _written(edition: Edition) -> dict[str, Any]:
    effective = edition.effective.isoformat() if edition.effective else None
    return {
        "name": edition.name,
        "effective": effective,
        "clause": str(edition.clause),
        "constants": _told(edition, constants_of(edition)),
    }


def _told(edition: Edition, constants: Mapping[str, Any]) -> dict[str, Any]:
    """Return constants without those that are as in release 1.0.0, which did not have them."""
    newer = newer_than_1_0(edition)
    return {
        name: value for name, value in constants.items() if name in newer or name not in edition.since_1_0
    }


def write(key: str, chosen: Rules, on: date) -> bytes:
    """Return the rules of a list of a day as a file; raises like `document`."""
    return in_json(document(key, chosen, on))


def read(key: str, data: bytes, on: date) -> Rules:
    """Return what the office chose of the rule book.

    Raises BadPackage for another form, OtherRules where a constant is not the rule book's.
    """
    payload = parse_json(RULES, data)
    if not isinstance(payload, dict) or payload.get("system") != key:
        raise OtherRules(f"{RULES} is not of {key}.")
    edition, replaced = payload.get("edition"), payload.get("replaced")
    plain = isinstance(replaced, dict) and all(
        isinstance(constant, bool | int | float | str) for constant in replaced.values()
    )
    if not isinstance(edition, str) or not plain or not isinstance(replaced, dict):
        raise BadPackage(f"{RULES} does not say which rules these are.")
    numeric = payload.get("numeric", LIBRARY)
    if isinstance(numeric, bool) or numeric not in (LIBRARY, EXACT):
        raise OtherRules(f"{RULES}: this verifier knows no numeric contract {str(numeric)[:40]}.")
    try:
        chosen = Rules(edition, as_in_1_0(key, replaced, edition=edition), numeric)
        wanted = document(key, chosen, on)
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
        for given, its in zip(editions, wanted["editions"], strict=True):
            constants = given.get("constants") if isinstance(given, dict) else None
            if not isinstance(constants, dict):
                break
            for name, value in its["constants"].items():
                if constants.get(name) != value:
                    text = str(constants.get(name))[:40]
                    return f"{name} of edition {its['name']} is {text}, in the rule book {str(value)[:40]}."
            for name in constants:
                if name not in its["constants"]:
                    return f"{str(name)[:40]} of edition {its['name']} is no constant such a bundle tells."
    return "the editions are not those of the rule book."
