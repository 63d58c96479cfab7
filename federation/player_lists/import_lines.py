"""Journal lines of an import, one a player and field: former and new value."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from federation.database.slicing import slices
from federation.history.list_imports import ENTERED, LISTED
from federation.models import Licence
from federation.player_lists.import_plan import Description, Plan, needs_licence
from federation.player_lists.readers.row import PlayerRow
from federation.register import federations
from federation.register.club_names import Meant
from federation.register.federations import Filed
from federation.register.register import state_of
from federation.vocabulary.names import full_name, key_of

Line = tuple[str, int, Mapping[str, Any]]  # act, player, detail
Clubs = Mapping[tuple[str, str], Meant]
_AT_ONCE = 5000


def lines_of(plan: Plan, clubs: Clubs, new: Sequence[int], *, scheme: str, season: int) -> list[Line]:
    """Return the lines of a plan that is about to be written; `new`: the numbers of its new players."""
    moved = [
        description for description in plan.described if description.member.country != description.country
    ]
    filed = federations.resolve(
        {country for description in moved for country in (description.member.country, description.country)}
    )
    lines = [line for description in plan.described for line in _described(description, clubs, filed)]
    for member in plan.freed:
        lines.append(listed_line(member.number, f"number:{scheme}", member.identifiers[scheme], None))
    for member, row in plan.numbered:
        lines.append(listed_line(member.number, f"number:{scheme}", None, row.identifiers[scheme]))
    for member, row in plan.spelled:
        key = key_of(row.surname, row.given_name)
        lines.append(listed_line(member.number, f"spelling:{key}", None, row.name))
    lines += _licences(plan, clubs, season)
    lines += (_entered(*pair) for pair in zip(new, plan.created, strict=True))
    return lines


def listed_line(player: int, field: str, was: Any, now: Any, **words: str) -> Line:
    """Return the line of one field of a player; `words`: its texts for the journal."""
    return LISTED, player, {**words, "state": state_of(field, was, now)}


def name_line(player: int, was: tuple[str, str], now: tuple[str, str], known: Sequence[str]) -> Line:
    """Return the line of a name; `known`: keys the player is known by beside it."""
    before, after = full_name(*was), full_name(*now)
    key = key_of(*was)
    is_added = bool(key) and key != key_of(*now) and key not in known
    names = ({"surname": surname, "given_name": given_name} for surname, given_name in (was, now))
    former, now_name = names
    stands: dict[str, Any] = {**now_name, "known": [key, before] if is_added else None}
    return listed_line(player, "name", former, stands, before=before, after=after)


def ranges(numbers: Sequence[int]) -> list[list[int]]:
    """Return rising numbers as first and last of each run."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    return [[run[0][1], run[-1][1]] for run in (list(pairs) for _gap, pairs in runs)]


def _described(description: Description, clubs: Clubs, filed: Mapping[str, Filed]) -> Iterator[Line]:
    member = description.member
    was, now = (member.surname, member.given_name), (description.surname, description.given_name)
    if was != now:
        yield name_line(member.number, was, now, member.known)
    if member.country != description.country:
        former, new = filed[member.country].state, filed[description.country].state
        yield listed_line(
            member.number, "federation", former, new, before=member.country, after=description.country
        )
    if description.club is not None:
        states = club_state(Meant(*member.meant)), club_state(clubs[description.club])
        yield listed_line(member.number, "club", *states, before=member.club_label, after=description.club[0])
    if member.grade != description.grade:
        before, after = (
            {"since": None, "row": None, "grade": grade} for grade in (member.grade, description.grade)
        )
        yield listed_line(member.number, "grade", before, after, before=member.grade, after=description.grade)


def club_state(meant: Meant) -> int | list[str] | None:
    """Return a club as undos know it (register.club_state)."""
    return meant.club if meant.club is not None or not meant.text else [meant.text, meant.code]


def _licences(plan: Plan, clubs: Clubs, season: int) -> Iterator[Line]:
    held: dict[int, list[Any]] = {}
    for part in slices([member.number for member, _row in plan.licensed], _AT_ONCE):
        rows = Licence.objects.filter(player__in=part, season=season)
        held.update(
            {player: list(row) for player, *row in rows.values_list("player_id", "status", "club_id")}
        )
    for member, row in plan.licensed:
        before = held.get(member.number)
        after = [row.licence_status, clubs[row.club_place].club]
        words = {"before": before[0] if before else "", "after": row.licence_status}
        yield listed_line(member.number, f"licence:{season}", before, after, **words)


def _entered(player: int, row: PlayerRow) -> Line:
    licence = row.licence_status if needs_licence(None, row) else ""
    return ENTERED, player, {"name": row.name, "identifiers": dict(row.identifiers), "licences": licence}
