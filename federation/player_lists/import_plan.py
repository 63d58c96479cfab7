"""Plan of a list's import, from rows, the register and newer changes. Pure.

The FFG ladder describes players with a licence; the EGD adds the PIN. Decisions since the day of the list are
not changed, and a value a list cannot write as the register has it is no difference.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from federation.player_lists.identities import (
    OTHER_PERSON,
    OTHER_SURNAME,
    Identities,
    Member,
    club_of,
    is_hidden,
    is_same_country,
    is_same_name,
    key_of_row,
    resembles,
)
from federation.player_lists.readers.row import ListFinding, PlayerRow
from federation.vocabulary.names import fuller_name
from federation.vocabulary.player_fields import CLUB, COUNTRY, GRADE, LICENCE, NAME

LADDER = "ffg"
HELD = frozenset({OTHER_PERSON, OTHER_SURNAME})  # the row's number belongs to a player of another name
ERASED = "erased-person"  # new, and like a person erased on request
UNCLEAR = HELD | {ERASED} | {"player-unclear", "player-similar", "name-hidden", "name-twice", "player-twice"}
DOUBTFUL = "number-similar"  # new by a number, though a player without one resembles the row
NAMELESS = frozenset({"name-hidden"})  # these have no name to compare
TAKEN = "taken"  # a decision about a row whose number is held: it is a new player's, who takes the number
_NOTHING: Collection[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Newer:
    """Obstacles to a list: `acts` gives by player the fields decided since its day.

    `lists` are the days of later lists of the same register that were imported, `listed` gives by player what
    of them a later list of another register described.
    """

    acts: Mapping[int, Collection[str]] = field(default_factory=dict)
    lists: Collection[date] = ()
    listed: Mapping[int, Collection[str]] = field(default_factory=dict)

    def holds(self, player: int, what: str, *, is_empty: bool = False) -> bool:
        """Return whether a value of a player is protected from the list.

        `is_empty`: there is no value, so that a later list has not set it.
        """
        if self.lists or what in self.acts.get(player, _NOTHING):
            return True
        return not is_empty and what in self.listed.get(player, _NOTHING)

    def holds_licence(self, player: int, season: int) -> bool:
        """Return whether a season's licence was decided since; later lists count for their season."""
        is_listed = any(day.year == season for day in self.lists)
        return is_listed or LICENCE in self.acts.get(player, _NOTHING)


@dataclass(frozen=True, slots=True)
class Description:
    """New register values of a player; `club` is the one a file means, None: the present one."""

    member: Member
    surname: str
    given_name: str
    country: str
    club: tuple[str, str] | None  # label and country
    grade: str

    @property
    def values(self) -> tuple[object, ...]:
        """What the player would be written with."""
        return self.surname, self.given_name, self.country, self.club, self.grade


@dataclass(slots=True)
class Plan:
    """What is to be written. A list of rows; `known` gives the player of those that are in the register."""

    created: list[PlayerRow] = field(default_factory=list)
    known: list[tuple[Member, PlayerRow]] = field(default_factory=list)
    described: list[Description] = field(default_factory=list)  # name, country, club or grade moved
    numbered: list[tuple[Member, PlayerRow]] = field(default_factory=list)  # gets the list's number
    licensed: list[tuple[Member, PlayerRow]] = field(default_factory=list)  # the season's licence is other
    spelled: list[tuple[Member, PlayerRow]] = field(default_factory=list)  # gets the list's spelling
    freed: list[Member] = field(default_factory=list)  # whose number of the list is another player's
    described_by: list[int] = field(default_factory=list)  # players whom the list describes, changed or not
    held: set[int] = field(default_factory=set)  # players of whom something newer was left as it is
    findings: list[ListFinding] = field(default_factory=list)

    @property
    def fingerprint(self) -> str:
        """A word for everything that would be written, and everything that is to be decided."""
        parts = [
            *(("new", row.line) for row in self.created),
            *(("described", description.member.number, description.values) for description in self.described),
            *(("numbered", member.number, row.line) for member, row in self.numbered),
            *(("licensed", member.number, row.line) for member, row in self.licensed),
            *(("freed", member.number) for member in self.freed),
            *(
                ("left", finding.line, finding.code, sorted(finding.values.items()))
                for finding in self.findings
            ),
        ]
        return hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()

    @property
    def written(self) -> set[int]:
        """The numbers of the players who are in the register and are written to."""
        pairs = [*self.numbered, *self.licensed, *self.spelled]
        return {description.member.number for description in self.described} | {
            member.number for member, _ in pairs
        }

    @property
    def changed(self) -> int:
        """Players who are in the register and are written to."""
        return len(self.written)

    @property
    def older(self) -> int:
        """Players the list would change, were there nothing newer, and who are left as they are."""
        return len(self.held - self.written)

    @property
    def unchanged(self) -> int:
        """Players equal in register and list."""
        return len({member.number for member, _ in self.known}) - self.changed - self.older


def plan(
    rows: Iterable[PlayerRow | ListFinding],
    members: Sequence[Member],
    *,
    scheme: str,
    home: str,
    season: int = 0,
    newer: Newer | None = None,
    decided: Mapping[int, Member | None] | None = None,
) -> Plan:
    """Compare a list with the register, row by row; `newer` is what the list does not change.

    `decided`: who some rows are, by line, None for a new player.
    """
    draft, newer = Plan(), newer or Newer()
    listed = []
    for row in rows:
        if isinstance(row, PlayerRow):
            listed.append(row)
        else:
            draft.findings.append(row)
    who = Identities(listed, members, scheme, home)
    decided = decided or {}
    matches = [decided[row.line] if row.line in decided else who.of(row) for row in listed]
    claims = Counter(match.number for match in matches if isinstance(match, Member))
    for row, match in zip(listed, matches, strict=True):
        if isinstance(match, ListFinding):
            draft.findings.append(match)
        elif match is None:
            draft.created.append(row)
        elif claims[match.number] > 1 and match.identifiers.get(scheme, "") != row.identifiers.get(scheme):
            draft.findings.append(ListFinding("player-twice", row.line, {"name": match.name}))
        else:
            draft.known.append((match, row))
            _compare(draft, match, row, scheme=scheme, club=club_of(row, home), season=season, newer=newer)
            if _is_to_be_known(match, row, is_decided=row.line in decided):
                draft.spelled.append((match, row))
    return draft


def _is_to_be_known(member: Member, row: PlayerRow, *, is_decided: bool) -> bool:
    """Return whether a row's spelling is to find the player: one decided about, or a less full one."""
    key = key_of_row(row)
    if key in member.known or is_hidden(row):
        return False
    known = member.surname, member.given_name
    is_less_full = key != member.key and fuller_name(known, (row.surname, row.given_name)) == known
    return is_decided or is_less_full


def leave_resembling(
    plan: Plan,
    near: Mapping[int, Sequence[Member]],
    *,
    scheme: str,
    home: str,
    new: Collection[int] = (),
) -> None:
    """Report new rows without a number that resemble known players; `near`: by line, best first.

    `new`: lines decided to be new players.
    """
    created = []
    for row in plan.created:
        alike = [m for m in near.get(row.line, ()) if resembles(row, m, club=club_of(row, home))]
        if alike and scheme not in row.identifiers and row.line not in new:
            gaps = {"name": row.name, "other": alike[0].name}
            plan.findings.append(ListFinding("player-similar", row.line, gaps))
        else:
            created.append(row)
    plan.created = created


def _compare(
    draft: Plan, member: Member, row: PlayerRow, *, scheme: str, club: str, season: int, newer: Newer
) -> None:
    """Note what a row changes in a player; `club` is the code of the row's club."""
    if _describes(member, row, scheme=scheme):
        draft.described_by.append(member.number)
        moved = _changed_fields(member, row, scheme=scheme, club=club)
        empty = {what for what, value in ((CLUB, member.club), (GRADE, member.grade)) if not value}
        fields = {what for what in moved if not newer.holds(member.number, what, is_empty=what in empty)}
        if moved != fields:
            draft.held.add(member.number)
        if fields:
            draft.described.append(_description(member, row, fields))
    if scheme in row.identifiers and scheme not in member.identifiers:
        draft.numbered.append((member, row))
    if _licence_moved(member, row, club=club) and needs_licence(member, row):
        if newer.holds_licence(member.number, season):
            draft.held.add(member.number)
        else:
            draft.licensed.append((member, row))


def _describes(member: Member, row: PlayerRow, *, scheme: str) -> bool:
    """Return whether a list describes a player; else two lists would overwrite each other.

    The ladder describes players with its licence, or without any number; another list those without a
    licence.
    """
    if scheme == LADDER:
        return scheme in row.identifiers or not member.identifiers
    return LADDER not in member.identifiers


def _changed_fields(member: Member, row: PlayerRow, *, scheme: str, club: str) -> set[str]:
    """Return what of a player the row has otherwise."""
    same = {
        NAME: is_hidden(row)
        or is_same_name((member.surname, member.given_name), (row.surname, row.given_name), scheme=scheme),
        COUNTRY: is_same_country(member.country, row.country),
        CLUB: member.is_of(row, club) and not _makes_club(member, row, scheme=scheme),
        # A list that gives no grade (never rated) takes none away; a level is a grade of who declared none.
        GRADE: row.grade in ("", member.grade) or (scheme == LADDER and member.has_declared),
    }
    return {what for what, is_same in same.items() if not is_same}


def _makes_club(member: Member, row: PlayerRow, *, scheme: str) -> bool:
    """Return whether a player's club is only text, and the list of the federation itself names it."""
    return scheme == LADDER and bool(row.club) and member.club_id is None and bool(member.club)


def _description(member: Member, row: PlayerRow, fields: Collection[str]) -> Description:
    known = member.surname, member.given_name
    names = fuller_name(known, (row.surname, row.given_name)) if NAME in fields else known
    return Description(
        member,
        *names,
        country=row.country if COUNTRY in fields else member.country,
        club=row.club_place if CLUB in fields else None,
        grade=row.grade if GRADE in fields else member.grade,
    )


def _licence_moved(member: Member, row: PlayerRow, *, club: str) -> bool:
    if not row.licence_status:
        return False
    if member.licence is None or member.licence[0] != row.licence_status:
        return True
    stands = member.licence[1]
    return stands != club and not (stands == member.club and member.is_of(row, club))


def needs_licence(member: Member | None, row: PlayerRow) -> bool:
    """Return whether a licence is to be stored: one on the list, or one lost within the season."""
    return row.licence_status not in ("", "-") or bool(member and member.licence)
