"""Changes a list would make, as records for pages, and as a file to be checked before they are applied.

Their kinds: new, changed, resembling, gone, not read.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from federation.models import Identifier, ListDifference
from federation.player_lists.identities import Member
from federation.player_lists.import_plan import HELD, TAKEN, Description
from federation.player_lists.planning import Decision, Decisions, Prepared, doubt
from federation.player_lists.readers.row import TEXTS, ListFinding, PlayerRow
from federation.vocabulary.names import full_name, key_of
from federation.vocabulary.player_fields import CLUB, COUNTRY, GRADE, LICENCE, NAME

NUMBER = "number"
Kind = ListDifference.Kind
Change = tuple[str, str, str]  # what, before, after
_RESEMBLING = ListDifference.Kind.RESEMBLING.value
_NEW = ListDifference.NEWCOMER


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which a list differs from the register."""

    kind: Kind
    name: str
    line: int | None = None
    player: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    decision: str = ""  # the default until an officer decides

    @property
    def key(self) -> str:
        """The name as it is searched for."""
        return key_of(self.name)


def in_words(difference: Difference) -> str:
    """Return a difference as one line for a terminal."""
    values = difference.values
    parts = [f"{what} {before or '–'} → {after or '–'}" for what, before, after in values.get("changes", ())]
    if "row" in values:
        row, numbers = values["row"], values["row"]["numbers"]
        known = (f"{scheme.upper()} {number}" for scheme, number in sorted(numbers.items()))
        parts += [text for text in (row["grade"], row["club"], row["country"], *known) if text]
    if "why" in values:
        code, gaps = values["why"]
        parts.append(_(TEXTS[code]).format(**gaps))
    parts += [f"{each['name']} ({each['player']})" for each in values.get("candidates", ())]
    parts += [values["number"]] if "number" in values else []
    place = f"{difference.line}: " if difference.line else ""
    return f"{place}{difference.name}{' – ' if difference.name else ''}{', '.join(parts)}"


def counts_of(prepared: Prepared) -> dict[str, int]:
    """Return how many would be created, changed, left, by name of the count."""
    plan = prepared.undecided
    return {
        "created": len(plan.created) - len(prepared.doubtful),
        "changed": plan.changed,
        "unchanged": plan.unchanged,
        "older": plan.older,
        "resembling": len(prepared.choices) + len(prepared.doubtful),
        "refused": len(plan.findings) - len(prepared.choices),
    }


def differences(prepared: Prepared) -> Iterator[Difference]:
    """Yield everything in which a list differs from the register, a kind after the other."""
    for row in prepared.undecided.created:
        if row.line in prepared.doubtful:
            continue
        yield Difference(Kind.NEW, row.name, row.line, values={"row": _as_record(row)})
    yield from _changed(prepared)
    rows, choices = prepared.by_line, prepared.choices
    for line, finding in choices.items():
        yield resembling(rows[line], finding, prepared.near.get(line, ()))
    for line in sorted(prepared.doubtful):
        row = rows[line]
        finding, near = doubt(row, prepared.scheme), prepared.near[line]
        yield resembling(row, finding, near, decision=ListDifference.NEWCOMER)
    yield from _gone(prepared)
    for refusal in prepared.undecided.findings:
        if refusal.line not in choices:
            yield Difference(
                Kind.REFUSED, "", refusal.line, values={"why": [refusal.code, dict(refusal.values)]}
            )


def _as_record(row: PlayerRow) -> dict[str, Any]:
    fields = {"country": row.country, "club": row.club, "grade": row.grade, "licence": row.licence_status}
    return {**fields, "numbers": dict(row.identifiers)}


def _changed(prepared: Prepared) -> Iterator[Difference]:
    plan = prepared.undecided
    changes: dict[int, list[Change]] = defaultdict(list)
    members: dict[int, Member] = {}
    for description in plan.described:
        members[description.member.number] = description.member
        changes[description.member.number] += _described(description)
    for member, row in plan.numbered:
        members[member.number] = member
        number = row.identifiers[prepared.scheme]
        changes[member.number].append((NUMBER, "", f"{prepared.scheme.upper()} {number}"))
    for member, row in plan.licensed:
        members[member.number] = member
        before = " ".join(member.licence) if member.licence else ""
        after = f"{row.licence_status} {row.club}".strip()
        changes[member.number].append((LICENCE, before, f"{prepared.season}: {after}"))
    for player, player_changes in changes.items():
        yield Difference(Kind.CHANGED, members[player].name, None, player, {"changes": player_changes})


def _described(description: Description) -> Iterable[Change]:
    member = description.member
    club = member.club if description.club is None else description.club[0]
    known = member.club_label or member.club
    if description.club is not None and known == club:
        # named by a file, and a club of the register from now on
        known = ""
    pairs = (
        (NAME, member.name, full_name(description.surname, description.given_name)),
        (COUNTRY, member.country, description.country),
        (CLUB, known, club if description.club is not None else member.club_label),
        (GRADE, member.grade, description.grade),
    )
    return [(what, before, after) for what, before, after in pairs if before != after]


def resembling(
    row: PlayerRow,
    finding: ListFinding,
    near: Iterable[Member],
    *,
    decision: str = "",
    born: int | None = None,
) -> Difference:
    """Return the difference of a row that resembles players; `born`: its year of birth, if any."""
    candidates = [
        {
            "player": member.number,
            "name": member.name,
            "country": member.country,
            "club": member.club_label or member.club,
            "grade": member.grade,
            "numbers": dict(member.identifiers),
            "born": member.birth_year if born else None,
        }
        for member in near
    ]
    values = {
        "row": {**_as_record(row), "born": born},
        "why": [finding.code, dict(finding.values)],
        "candidates": candidates,
    }
    return Difference(Kind.RESEMBLING, row.name, row.line, values=values, decision=decision)


def _gone(prepared: Prepared) -> Iterator[Difference]:
    """Yield players whose number is not on the list any more; an older list gives none."""
    if prepared.newer.lists:
        return
    listed = {row.identifiers.get(prepared.scheme) for row in prepared.by_line.values()}
    numbered = Identifier.objects.filter(scheme=prepared.scheme, player__merged_into=None)
    columns = ("value", "player", "player__surname", "player__given_name")
    for value, player, surname, given_name in numbered.order_by("player").values_list(*columns):
        if value not in listed:
            name, number = full_name(surname, given_name), f"{prepared.scheme.upper()} {value}"
            yield Difference(Kind.GONE, name, None, player, {"number": number})


class NoPlan(ValueError):
    """The file is no plan of this list, or a decision in it is invalid; the text names it."""


def digest_of(path: Path) -> str:
    """Return the digest by which a plan knows its list."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_plan(path: Path, prepared: Prepared, *, digest: str) -> Mapping[str, int]:
    """Write a plan, to be checked before the command applies it; return its counts.

    JSON: the list by its digest, counts, and the differences by kind. In rows that resemble players,
    `decision` is to be filled in: the number of a candidate, "new", or nothing, which leaves the row out. Of
    a row whose number another player has: the number of that player (renamed), of another candidate, "new"
    (without the number), or "taken" (a new player, to whom the number belongs).
    """
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


def read_plan(path: Path, *, digest: str) -> tuple[str, Decisions]:
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
