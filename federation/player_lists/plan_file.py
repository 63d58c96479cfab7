"""The file of a plan: changes of a list, for a check before the command applies it.

JSON: the list by its digest, counts, and the differences by kind. In rows that resemble players, `decision`
is to be filled in: the number of a candidate, "new", or nothing, which leaves the row out. Of a row whose
number another player has: that player's number (renamed), another candidate's or "new" (without the number),
or "taken" (a new player, to whom the number belongs).
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from federation.models import ListDifference
from federation.player_lists.differences import counts_of, differences
from federation.player_lists.import_plan import HELD, TAKEN
from federation.player_lists.planning import Decision, Decisions, Prepared

_RESEMBLING = ListDifference.Kind.RESEMBLING.value
_NEW = ListDifference.NEWCOMER


class NoPlan(ValueError):
    """The file is no plan of this list, or a decision in it is invalid; the text names it."""


def digest_of(path: Path) -> str:
    """Return the digest by which a plan knows its list."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write(path: Path, prepared: Prepared, *, digest: str) -> Mapping[str, int]:
    """Write a plan; return its counts."""
    kinds: dict[str, list[dict[str, Any]]] = {kind.value: [] for kind in ListDifference.Kind}
    for difference in differences(prepared):
        fields = {
            "line": difference.line,
            "player": difference.player,
            "name": difference.name,
            **difference.values,
        }
        record = {name: value for name, value in fields.items() if value not in (None, "")}
        if difference.kind == ListDifference.Kind.RESEMBLING:
            record["decision"] = difference.decision
        kinds[difference.kind.value].append(record)
    counts = {**counts_of(prepared), "gone": len(kinds[ListDifference.Kind.GONE.value])}
    head = {"list": digest, "fingerprint": prepared.undecided.fingerprint, "counts": counts}
    path.write_text(json.dumps({**head, **kinds}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return counts


def read(path: Path, *, digest: str) -> tuple[str, Decisions]:
    """Return the fingerprint of a plan and what was decided in it; raises NoPlan."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        fingerprint, known = str(document["fingerprint"]), document["list"]
        rows = [(int(row["line"]), row.get("decision", ""), row) for row in document.get(_RESEMBLING, ())]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NoPlan("this is no plan that --plan has written") from None
    if known != digest:
        raise NoPlan("the plan was made of another list")
    return fingerprint, {
        line: _decision(line, decision, row) for line, decision, row in rows if decision not in ("", None)
    }


def _decision(line: int, decision: object, row: Mapping[str, Any]) -> Decision:
    if decision == _NEW:
        return None
    if decision == TAKEN and row.get("why", [""])[0] in HELD:
        return TAKEN
    offered = [
        candidate.get("player") for candidate in row.get("candidates", ()) if isinstance(candidate, dict)
    ]
    for player in offered:
        if isinstance(player, int) and str(decision) == str(player):
            return player
    raise NoPlan(f'line {line}: the decision "{decision}" is neither "new" nor the number of a candidate')
