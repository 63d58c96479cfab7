"""What importing a list would change: rows and the register in, a plan out. Pure.

Identity is the list's own number. A ladder row without a licence is its name, country and club. A player of
the home country whom only the other list numbers is taken for the same when the name is unique in both and
club and grade do not speak against it. The FFG ladder describes whoever has a licence; the EGD adds the PIN.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from federation.countries import club_code
from federation.listfiles.row import ListFinding, PlayerRow
from federation.names import key_of

LADDER = "ffg"
_NEAR_GRADES, _FAR_GRADES = 3, 9


@dataclass(frozen=True, slots=True)
class Member:
    """A player as he stands in the register."""

    number: int
    surname: str
    given_name: str
    key: str
    country: str
    club: str  # code
    grade: str
    identifiers: Mapping[str, str]
    licence: tuple[str, str] | None = None  # status and club code, of the season


@dataclass(slots=True)
class Plan:
    """What is to be written. A list of rows; `known` gives the player of those that are in the register."""

    created: list[PlayerRow] = field(default_factory=list)
    known: list[tuple[Member, PlayerRow]] = field(default_factory=list)
    described: list[tuple[Member, PlayerRow]] = field(
        default_factory=list
    )  # name, country, club or grade moved
    numbered: list[tuple[Member, PlayerRow]] = field(default_factory=list)  # gets the list's number
    licensed: list[tuple[Member, PlayerRow]] = field(
        default_factory=list
    )  # gets or changes the season's licence
    findings: list[ListFinding] = field(default_factory=list)

    @property
    def changed(self) -> int:
        """Players who are in the register and are written to."""
        lists = (self.described, self.numbered, self.licensed)
        return len({member.number for pairs in lists for member, _ in pairs})

    @property
    def unchanged(self) -> int:
        """Players who stand in the register as in the list."""
        return len(self.known) - self.changed


def plan(
    rows: Iterable[PlayerRow | ListFinding], members: Sequence[Member], *, scheme: str, home: str
) -> Plan:
    """Compare a list with the register, row by row."""
    made = Plan()
    listed = []
    for row in rows:
        if isinstance(row, PlayerRow):
            listed.append(row)
        else:
            made.findings.append(row)
    who = _Identities(listed, members, scheme, home)
    for row in listed:
        found = who.of(row)
        if isinstance(found, ListFinding):
            made.findings.append(found)
        elif found is None:
            made.created.append(row)
        else:
            _compare(made, found, row, scheme=scheme, club=who.club(row))
    return made


def _compare(made: Plan, member: Member, row: PlayerRow, *, scheme: str, club: str) -> None:
    """Note what a row changes in a player; `club` is the code of the row's club."""
    made.known.append((member, row))
    if scheme == LADDER or LADDER not in member.identifiers:
        stands = (member.surname, member.given_name, member.country, member.club, member.grade)
        # A list that gives no grade (never rated) takes none away.
        said = (row.surname, row.given_name, row.country, club, row.grade or member.grade)
        if stands != said:
            made.described.append((member, row))
    if scheme in row.identifiers and scheme not in member.identifiers:
        made.numbered.append((member, row))
    if row.licence_status and member.licence != (row.licence_status, club) and needs_licence(member, row):
        made.licensed.append((member, row))


def needs_licence(member: Member | None, row: PlayerRow) -> bool:
    """Say whether a season's licence is to be kept: one there is, or one lost within the season."""
    return row.licence_status not in ("", "-") or bool(member and member.licence)


class _Identities:
    """Who a row is: by number, by name where there is none, by name across the two lists."""

    def __init__(self, rows: Sequence[PlayerRow], members: Sequence[Member], scheme: str, home: str) -> None:
        self.scheme, self.home = scheme, home
        self.numbered = {m.identifiers[scheme]: m for m in members if scheme in m.identifiers}
        self.unnumbered: dict[tuple[str, str, str], list[Member]] = defaultdict(list)
        self.others: dict[str, list[Member]] = defaultdict(list)
        for member in members:
            if not member.identifiers:
                self.unnumbered[member.key, member.country, member.club].append(member)
            elif scheme not in member.identifiers and member.country == home:
                self.others[member.key].append(member)
        plain = [row for row in rows if not row.identifiers]
        self.twice = Counter((key_of(r.surname, r.given_name), r.country, self.club(r)) for r in plain)
        at_home = [r for r in rows if r.country == home and r.identifiers.get(scheme) not in self.numbered]
        self.names = Counter(key_of(r.surname, r.given_name) for r in at_home)

    def club(self, row: PlayerRow) -> str:
        """Give the code of a row's club."""
        label, country = row.club_place
        return club_code(label, country, home=self.home)

    def of(self, row: PlayerRow) -> Member | ListFinding | None:
        """Give the player a row is, None when he is new, a finding when it cannot be said."""
        key = key_of(row.surname, row.given_name)
        number = row.identifiers.get(self.scheme)
        if number is None:
            return self._by_name(row, key)
        found = self.numbered.get(number)
        if found or row.country != self.home or self.names[key] > 1:
            return found
        others = self.others.get(key, [])
        return others[0] if len(others) == 1 and not contradict(others[0], row, club=self.club(row)) else None

    def _by_name(self, row: PlayerRow, key: str) -> Member | ListFinding | None:
        place = (key, row.country, self.club(row))
        name = f"{row.surname} {row.given_name}".strip()
        if self.twice[place] > 1:
            return ListFinding("name-twice", row.line, {"name": name, "count": self.twice[place]})
        possible = self.unnumbered.get(place, [])
        if len(possible) > 1:
            return ListFinding("player-unclear", row.line, {"name": name, "count": len(possible)})
        return possible[0] if possible else None


def contradict(member: Member, row: PlayerRow, *, club: str) -> bool:
    """Say whether club and grade speak against one person: another club needs a near grade.

    Players move, and the two lists are of different dates; a club in common allows nine grades between them.
    """
    a, b = _rank(member.grade), _rank(row.grade)
    distance = None if a is None or b is None else abs(a - b)
    if member.club and club and member.club != club:
        return distance is None or distance > _NEAR_GRADES
    return distance is not None and distance > _FAR_GRADES


def _rank(grade: str) -> int | None:
    """Place grades on one scale: a professional counts as 7d, and 20k is the EGD's lowest."""
    if not grade[:-1].isdigit():
        return None
    return {"k": max(-20, -int(grade[:-1])), "d": int(grade[:-1]) - 1, "p": 6}.get(grade[-1])
