"""Comparison of a list with the register: the players its rows may be, and the plan with decisions."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import F, Q

from federation import signals
from federation.database.slicing import slices
from federation.models import DeclaredGrade, Identifier, KnownName, Licence, Player
from federation.player_lists import newer_acts
from federation.player_lists.identities import Member, club_of, key_of_row, resembles
from federation.player_lists.import_plan import (
    DOUBTFUL,
    ERASED,
    HELD,
    LADDER,
    NAMELESS,
    TAKEN,
    UNCLEAR,
    Newer,
    Plan,
    leave_resembling,
    plan,
)
from federation.player_lists.readers.row import ListFinding, PlayerList, PlayerRow
from federation.privacy import erased_marks
from federation.privacy.erased_marks import ErasedMarks
from federation.register import club_names, federations
from federation.register.club_names import WRITTEN
from federation.search import near_names
from federation.vocabulary.countries import spelling_key

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

# Decisions about rows, by line: the number of the player it is, None for a new player, TAKEN
# for a new player to whom the number belongs that another has.
Decision = int | str | None
Decisions = Mapping[int, Decision]
MOST_DOUBTS = 2000  # rows with a number that are held against names: a first list has ten times as many


@dataclass(frozen=True)  # without slots: it remembers who holds numbers
class Prepared:
    """A list with everything of the register its plan depends on; plans are made of it without a query."""

    scheme: str
    season: int
    rows: Sequence[PlayerRow | ListFinding]
    members: Sequence[Member]
    newer: Newer
    undecided: Plan
    near: Mapping[int, Sequence[Member]]  # resembling players by line, likest first
    # lines new by a number, though a player without one resembles them: new unless decided otherwise
    doubtful: frozenset[int] = frozenset()
    marks: ErasedMarks = field(default_factory=lambda: ErasedMarks({}))

    def plan(self, decisions: Decisions) -> Plan:
        """Return the plan under what was decided; of a player who was not offered nothing is taken."""
        open_lines = {*self.choices, *self.doubtful}
        decided = {
            line: decision
            for line, decision in decisions.items()
            if line in open_lines and self._is_offered(line, decision)
        }
        return self._plan(decided) if decided else self.undecided

    def _is_offered(self, line: int, decision: Decision) -> bool:
        if decision == TAKEN:
            return line in self.holders
        return decision is None or any(member.number == decision for member in self.near.get(line, ()))

    def clear_plan(self, renamed: Collection[str] = ()) -> Plan:
        """Return the plan without new players who resemble known ones: these become findings.

        `renamed`: numbers of the list whose players are known by a new name.
        """
        holders = self.holders.items()
        base = self.plan(
            {line: holder.number for line, holder in holders if holder.identifiers[self.scheme] in renamed}
        )
        left = [row for row in base.created if row.line in self.doubtful]
        created = [row for row in base.created if row.line not in self.doubtful]
        findings = [*base.findings, *(doubt(row, self.scheme) for row in left)]
        return replace(base, created=created, findings=findings)

    @cached_property
    def holders(self) -> Mapping[int, Member]:
        """The players who have the numbers of rows with another name, by line."""
        lines = {line for line, finding in self.choices.items() if finding.code in HELD}
        return {line: self.near[line][0] for line in lines}

    def _rows_and_members(
        self, decided: Mapping[int, Decision]
    ) -> tuple[Sequence[PlayerRow | ListFinding], Sequence[Member]]:
        """Return the rows without the numbers that are not theirs, the members without those that are not."""
        held = {line: holder for line, holder in self.holders.items() if line in decided}
        freed = {holder.number for line, holder in held.items() if decided[line] == TAKEN}
        dropped = {line for line, holder in held.items() if decided[line] not in (TAKEN, holder.number)}
        rows = [
            replace(row, identifiers=without(row.identifiers, self.scheme))
            if isinstance(row, PlayerRow) and row.line in dropped
            else row
            for row in self.rows
        ]
        members = [
            replace(member, identifiers=without(member.identifiers, self.scheme))
            if member.number in freed
            else member
            for member in self.members
        ]
        return rows, members

    def _plan(self, decided: Mapping[int, Decision]) -> Plan:
        home = settings.FEDERATION_CODE
        rows, members = self._rows_and_members(decided)
        offered = {member.number: member for some in self.near.values() for member in some}
        draft = plan(
            rows,
            members,
            scheme=self.scheme,
            home=home,
            season=self.season,
            newer=self.newer,
            decided={
                line: offered[decision] if isinstance(decision, int) else None
                for line, decision in decided.items()
            },
        )
        new = {line for line, decision in decided.items() if not isinstance(decision, int)}
        leave_resembling(draft, self.near, scheme=self.scheme, home=home, new=new)
        _leave_erased(draft, self.marks, new=new)
        draft.freed = [holder for line, holder in self.holders.items() if decided.get(line) == TAKEN]
        return draft

    @property
    def choices(self) -> dict[int, ListFinding]:
        """The findings of rows that need a decision, by line."""
        return {
            finding.line: finding
            for finding in self.undecided.findings
            if finding.code in UNCLEAR and finding.line
        }

    @property
    def by_line(self) -> dict[int, PlayerRow]:
        """The rows of the list by their lines."""
        return {row.line: row for row in self.rows if isinstance(row, PlayerRow)}


def without(identifiers: Mapping[str, str], scheme: str) -> dict[str, str]:
    """Return numbers without that of a scheme."""
    return {name: value for name, value in identifiers.items() if name != scheme}


def doubt(row: PlayerRow, scheme: str) -> ListFinding:
    """Return the finding of a row new by its number that resembles a player without one."""
    number = f"{scheme.upper()} {row.identifiers[scheme]}"
    return ListFinding(DOUBTFUL, row.line, {"name": row.name, "number": number})


def prepare(
    scheme: str,
    rows: Iterable[PlayerRow | ListFinding],
    *,
    on: date | None,
    season: int,
    with_base: bool = False,
) -> Prepared:
    """Read what a list is held against, and make its plan as long as nothing is decided."""
    led, home = list(_follow_spellings(_follow_merges(rows, scheme))), settings.FEDERATION_CODE
    written = [row for row in led if isinstance(row, PlayerRow)]
    members = members_of(written, scheme, season, with_base=with_base)
    newer = newer_acts.newer_than(on, scheme)
    draft = plan(led, members, scheme=scheme, home=home, season=season, newer=newer)
    unclear = {finding.line for finding in draft.findings if finding.code in UNCLEAR - NAMELESS}
    plain = [row for row in draft.created if scheme not in row.identifiers]
    held_lines = {finding.line for finding in draft.findings if finding.code in HELD}
    held = [row for row in written if row.line in held_lines]
    open_rows = [*plain, *(row for row in written if row.line in unclear - held_lines)]
    numbered = _some([row for row in draft.created if scheme in row.identifiers])
    asked = [*open_rows, *numbered, *_some(held)]
    near = near_members(asked, season, scheme=scheme, with_base=with_base)
    leave_resembling(draft, near, scheme=scheme, home=home)
    marks = erased_marks.read()
    erased = _leave_erased(draft, marks)
    numbered = [row for row in numbered if row.line not in erased]
    near = dict(near) | {row.line: _without_number(near[row.line], row, scheme) for row in numbered}
    near |= _beside_holders(near, held, members, scheme)
    doubtful = frozenset(row.line for row in numbered if near[row.line])
    return Prepared(scheme, season, led, members, newer, draft, near, doubtful, marks)


def _leave_erased(draft: Plan, marks: ErasedMarks, *, new: Collection[int] = ()) -> set[int]:
    """Report new rows that are like a person erased on request; return their lines.

    `new`: lines decided to be new players.
    """
    found = {
        row.line: day
        for row in (draft.created if marks.by_digest else ())
        if row.line not in new and (day := marks.erased_on(row.name, row.identifiers.items()))
    }
    left = [row for row in draft.created if row.line in found]
    gaps = [{"name": row.name, "day": found[row.line].isoformat()} for row in left]
    draft.findings += [ListFinding(ERASED, row.line, each) for row, each in zip(left, gaps, strict=True)]
    draft.created = [row for row in draft.created if row.line not in found]
    return set(found)


def _some(rows: list[PlayerRow]) -> list[PlayerRow]:
    """Return rows that are held against names; none where they are too many."""
    return rows if len(rows) <= MOST_DOUBTS else []


def _beside_holders(
    near: Mapping[int, Sequence[Member]], held: Sequence[PlayerRow], members: Sequence[Member], scheme: str
) -> dict[int, list[Member]]:
    """Return by line who has the number of a row, and behind them who has its name."""
    holders = {member.identifiers[scheme]: member for member in members if scheme in member.identifiers}
    found = {}
    for row in held:
        holder = holders[row.identifiers[scheme]]
        others = [member for member in near.get(row.line, ()) if member.number != holder.number]
        found[row.line] = [holder, *others]
    return found


def _without_number(near: Sequence[Member], row: PlayerRow, scheme: str) -> list[Member]:
    """Return the players a row with a number may mean: those without a number that it resembles."""
    club = club_of(row, settings.FEDERATION_CODE)
    return [
        member for member in near if scheme not in member.identifiers and resembles(row, member, club=club)
    ]


def _follow_spellings(rows: Iterable[PlayerRow | ListFinding]) -> Iterator[PlayerRow | ListFinding]:
    """Replace countries by the federations the office assigned to them."""
    spellings = federations.spellings()
    for row in rows:
        code = spellings.get(spelling_key(row.country)) if spellings and isinstance(row, PlayerRow) else None
        yield replace(row, country=code) if code and isinstance(row, PlayerRow) else row


def _follow_merges(rows: Iterable[PlayerRow | ListFinding], scheme: str) -> Iterator[PlayerRow | ListFinding]:
    """Replace a merged number by the one the player was left with; once a list and player."""
    merged = Identifier.objects.filter(scheme=scheme, player__merged_into__isnull=False)
    second = dict(merged.values_list("value", "player__merged_into"))
    if not second:
        yield from rows
        return
    own = dict(
        Identifier.objects.filter(scheme=scheme, player__in=second.values()).values_list("player", "value")
    )
    listed = list(rows)
    present = {row.identifiers.get(scheme) for row in listed if isinstance(row, PlayerRow)}
    for row in listed:
        survivor = second.get(row.identifiers.get(scheme, "")) if isinstance(row, PlayerRow) else None
        if survivor is None or not isinstance(row, PlayerRow):
            yield row
        elif survivor in own and own[survivor] not in present:
            present.add(own[survivor])
            yield replace(row, identifiers={**row.identifiers, scheme: own[survivor]})


def members_of(rows: Sequence[PlayerRow], scheme: str, season: int, *, with_base: bool) -> list[Member]:
    """Read the players a list's rows may be: by the list's number, and namesakes of the others.

    `with_base`: the list's levels are taken as ratings, so they are also grades of players who declared none.
    """
    numbers = dict(Identifier.objects.filter(scheme=scheme).values_list("value", "player_id"))
    names = {key_of_row(row) for row in rows if row.identifiers.get(scheme) not in numbers}
    players = {*numbers.values(), *_numbers_by_name(names)}
    return list(read_members(players, season, declared=_declared(scheme, with_base=with_base)))


def near_members(
    rows: Sequence[PlayerRow], season: int, *, scheme: str, with_base: bool
) -> dict[int, list[Member]]:
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
