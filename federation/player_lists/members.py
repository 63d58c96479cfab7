"""Players whom the rows of a list may be, with their names and numbers."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeVar

from django.db.models import F, Q

from federation import signals
from federation.database.slicing import slices
from federation.models import DeclaredGrade, Identifier, KnownName, Licence, Player
from federation.player_lists.identities import Member, key_of_row
from federation.player_lists.import_plan import LADDER
from federation.player_lists.readers.row import PlayerList, PlayerRow
from federation.register import club_names
from federation.register.club_names import WRITTEN
from federation.search import near_names

T = TypeVar("T", str, int)
_AT_ONCE = 5000  # names or players asked for by one statement
_OFFERED = 8
_COLUMNS = (
    "id",
    "surname",
    "given_name",
    "search_key",
    "country",
    "club_written",
    "grade",
    "label",
    "club_id",
    "birth_year",
)


def members(rows: Sequence[PlayerRow], scheme: str, season: int, *, with_base: bool) -> list[Member]:
    """Read the players a list's rows may be: by the list's number, and namesakes of the others.

    `with_base`: the list's levels are taken as ratings, so they are also grades of players who declared none.
    """
    numbers = dict(Identifier.objects.filter(scheme=scheme).values_list("value", "player_id"))
    names = {key_of_row(row) for row in rows if row.identifiers.get(scheme) not in numbers}
    players = {*numbers.values(), *_numbers_by_name(names)}
    return list(read_members(players, season, declared=_declared(scheme, with_base=with_base)))


def near(rows: Sequence[PlayerRow], season: int, *, scheme: str, with_base: bool) -> dict[int, list[Member]]:
    """Read for rows, by line, the players whose names are most like theirs."""
    offered = near_names.nearest([key_of_row(row) for row in rows], _OFFERED)
    players = {number for some in offered for number in some}
    declared = _declared(scheme, with_base=with_base) if players else frozenset()
    known = {member.number: member for member in read_members(players, season, declared=declared)}
    return {
        row.line: [known[number] for number in some if number in known]
        for row, some in zip(rows, offered, strict=True)
    }


def _numbers_by_name(names: Collection[str]) -> Iterator[int]:
    """Find the players of some folded names, by which they may only be known."""
    for part in slices(sorted(names), _AT_ONCE):
        yield from Player.objects.filter(search_key__in=part).values_list("pk", flat=True)
        yield from KnownName.objects.filter(key__in=part).values_list("player_id", flat=True)


def _declared(scheme: str, *, with_base: bool) -> Collection[int]:
    """Return who has a grade of their own, of whom a level of the ladder is no declaration."""
    if scheme != LADDER:
        return frozenset()
    players = set(DeclaredGrade.objects.values_list("player_id", flat=True))
    if not with_base:
        answers: list[Any] = signals.rated_asked.send(sender=PlayerList, scheme=scheme)
        players.update(*(numbers for _receiver, numbers in answers))
    return players


def read_members(
    players: Collection[int], season: int, *, declared: Collection[int] = ()
) -> Iterator[Member]:
    """Read players with all they are known by, and the licences of a season."""
    spelled = club_names.spellings()
    for part in slices(sorted(players), _AT_ONCE):
        of_part = Q(player__in=part)
        numbers: dict[int, dict[str, str]] = defaultdict(dict)
        for player, scheme, value in Identifier.objects.filter(of_part).values_list(
            "player_id", "scheme", "value"
        ):
            numbers[player][scheme] = value
        known: dict[int, list[str]] = defaultdict(list)
        for player, key in KnownName.objects.filter(of_part).values_list("player_id", "key"):
            known[player].append(key)
        licences = Licence.objects.filter(of_part, season=season).annotate(code=F("club__code"))
        licence_of = {
            player: (status, code or "")
            for player, status, code in licences.values_list("player_id", "status", "code")
        }
        shown = Player.objects.filter(pk__in=part, merged_into=None).annotate(**WRITTEN)
        rows = shown.order_by("pk").values_list(*_COLUMNS)
        for number, surname, given_name, key, country, club, grade, label, club_id, birth_year in rows:
            yield Member(
                number, surname, given_name, key, country, club or "", grade, numbers.get(number, {}),
                licence_of.get(number), label or "", club_id, tuple(known.get(number, ())),
                spelled.get(club_id, frozenset()), birth_year, number in declared,
            )  # fmt: skip
