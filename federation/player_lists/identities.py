"""Matching of a list's rows to players of the register, and what a list writes of them. Pure.

The list's own number decides, unless it is the number of a player of a quite different name: then an officer
has to decide who the row is. A row whose number is unknown or missing is compared by name, country, club and
grade: it is the player of that name and country, when club and grade speak against all others of it. Where
this leaves several, or none, a row with a number is a new player, since the number is new; a row without one
is a new player only when it resembles no player, and is reported otherwise. A decision that a name is a
player's holds on, wherever the list puts them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from federation.player_lists.readers import egd, ffg
from federation.player_lists.readers.row import ListFinding, PlayerRow
from federation.vocabulary.countries import club_code, is_part
from federation.vocabulary.grades import place_of
from federation.vocabulary.names import full_name, fuller_name, key_of
from federation.vocabulary.same_person import Names, Person, compare, likeness

_CLUB, _COUNTRY = 4, 2  # characters
_FOREIGNER = "e"
_INITIALS = re.compile(r"^(?:[^\W\d_]\.(?:[ -]|$))+$")
_UNNAMED = re.compile(r"^NN(?: \d+|\(\d+\))$")

_NEAR_GRADES, _FAR_GRADES = 3, 9
_LOWEST = -20  # 20k is the EGD's lowest
_SIMILAR = 85  # percent: a name with a slip in it
OTHER_PERSON, OTHER_SURNAME = "number-other-person", "number-other-surname"


@dataclass(frozen=True, slots=True)
class Member:
    """A player of the register."""

    number: int
    surname: str
    given_name: str
    key: str
    country: str
    club: str  # code
    grade: str
    identifiers: Mapping[str, str]
    licence: tuple[str, str] | None = None  # status and club code, of the season
    club_label: str = ""
    club_id: int | None = None
    known: tuple[str, ...] = ()  # keys of other names he is known by
    club_also: frozenset[str] = frozenset()  # codes of other spellings of the club
    birth_year: int | None = None
    has_declared: bool = False  # a grade of his own, or he is rated here: a level of a list is no declaration

    @property
    def name(self) -> str:
        """The name as written, surname first."""
        return full_name(self.surname, self.given_name)

    @property
    def meant(self) -> tuple[int | None, str, str]:
        """The club's key, or its label and code as text where the register has none."""
        return (self.club_id, "", "") if self.club_id is not None else (None, self.club_label, self.club)

    def is_of(self, row: PlayerRow, row_club: str) -> bool:
        """Return whether a row's club, by the code we file it under, is how a list writes the player's."""
        is_spelled = row_club in self.club_also
        return is_spelled or is_same_club(self.club, self.club_label, row, row_code=row_club)

    @property
    def is_comparable(self) -> bool:
        """Whether club or grade can distinguish them from a namesake; FIDE lists have neither."""
        return bool(self.club or self.grade or self.identifiers.keys() - {"fide"} or not self.identifiers)


def key_of_row(row: PlayerRow) -> str:
    """Return the key a row's name is found by."""
    return key_of(row.surname, row.given_name)


def club_of(row: PlayerRow, home: str) -> str:
    """Return the code of a row's club."""
    label, country = row.club_place
    return club_code(label, country, home=home)


class Identities:
    """Who each row of a list is among the members; `rows` are all of the list, `home` is our country."""

    def __init__(self, rows: Sequence[PlayerRow], members: Iterable[Member], scheme: str, home: str) -> None:
        self.scheme, self.home = scheme, home
        self.numbered: dict[str, Member] = {}
        self.named: dict[str, dict[int, Member]] = defaultdict(dict)
        listed = {row.identifiers[scheme] for row in rows if scheme in row.identifiers}
        for member in members:
            number = member.identifiers.get(scheme)
            if number is not None:
                self.numbered[number] = member
            if number not in listed and member.is_comparable:
                for key in (member.key, *member.known):
                    self.named[key][member.number] = member
        self.rows_of = self._rows_by_place(rows)
        unknown = [row for row in rows if row.identifiers.get(scheme) not in self.numbered]
        self.names = Counter((key_of_row(row), row.country) for row in unknown if row.identifiers)

    def _rows_by_place(self, rows: Sequence[PlayerRow]) -> Counter[tuple[str, str, str]]:
        plain = (row for row in rows if not row.identifiers)
        return Counter((key_of_row(row), row.country, club_of(row, self.home)) for row in plain)

    def of(self, row: PlayerRow) -> Member | ListFinding | None:
        """Return the player a row is, None when they are new, a finding when it is undecided."""
        number = row.identifiers.get(self.scheme)
        if number is None:
            return self._by_name(row)
        if number in self.numbered:
            return _of_number(row, self.numbered[number], self.scheme)
        key = key_of_row(row)
        if self.names[key, row.country] > 1:
            return None
        # Another number of the same register is another player.
        others = [m for m in self._of_country(row) if self.scheme not in m.identifiers and m.key == key]
        return others[0] if len(others) == 1 and self._agrees(others[0], row) else None

    def _of_country(self, row: PlayerRow) -> list[Member]:
        named = self.named.get(key_of_row(row), {}).values()
        return [member for member in named if is_same_country(member.country, row.country)]

    def _by_name(self, row: PlayerRow) -> Member | ListFinding | None:
        key, club = key_of_row(row), club_of(row, self.home)
        name = row.name
        if is_hidden(row):
            return ListFinding("name-hidden", row.line, {"name": name})
        if (count := self.rows_of[key, row.country, club]) > 1:
            return ListFinding("name-twice", row.line, {"name": name, "count": count})
        member = self._decided(key) or _alone(row, self._of_country(row), club=club)
        if member is not None:
            return member
        if namesakes := self.named.get(key):
            return ListFinding("player-unclear", row.line, {"name": name, "count": len(namesakes)})
        return None

    def _decided(self, key: str) -> Member | None:
        """Return the player to whom a decision has assigned this name on a list.

        It is stored as a known name equal to the player's own, which has no other cause.
        """
        members = [
            member for member in self.named.get(key, {}).values() if key == member.key and key in member.known
        ]
        return members[0] if len(members) == 1 else None

    def _agrees(self, member: Member, row: PlayerRow) -> bool:
        return not contradict(member, row, club=club_of(row, self.home))


def _of_number(row: PlayerRow, member: Member, scheme: str) -> Member | ListFinding:
    """Return the owner of a row's number; a finding if the names suggest another person."""
    if is_hidden(row) or is_same_name(
        (member.surname, member.given_name), (row.surname, row.given_name), scheme=scheme
    ):
        return member
    known = Person(member.surname, member.given_name, member.birth_year, member.known)
    names = compare(known, Person(row.surname, row.given_name))
    if names is Names.SAME:
        return member
    code = OTHER_SURNAME if names is Names.NEW_SURNAME else OTHER_PERSON
    number = f"{scheme.upper()} {row.identifiers[scheme]}"
    return ListFinding(code, row.line, {"name": row.name, "number": number, "other": member.name})


def _alone(row: PlayerRow, possible: Sequence[Member], *, club: str) -> Member | None:
    """Return the only player a row without a number may be: the one in its club, else the only one at all."""
    agreeing = [member for member in possible if not contradict(member, row, club=club)]
    inside = [m for m in agreeing if m.is_of(row, club)]
    for some in (agreeing, inside):
        if len(some) == 1:
            return some[0]
    unnumbered = [member for member in inside if not member.identifiers]
    return unnumbered[0] if len(unnumbered) == 1 else None


def contradict(member: Member, row: PlayerRow, *, club: str) -> bool:
    """Return whether club and grade speak against one person: another club needs a near grade.

    Players move, and the two lists are of different dates; a club in common allows nine grades between them.
    """
    a, b = _rank(member.grade), _rank(row.grade)
    distance = None if a is None or b is None else abs(a - b)
    if member.club and club and not member.is_of(row, club):
        return distance is None or distance > _NEAR_GRADES
    return distance is not None and distance > _FAR_GRADES


def resembles(row: PlayerRow, member: Member, *, club: str) -> bool:
    """Return whether a row without a number may be a player whose name is written a little differently."""
    if not member.is_comparable or not is_same_country(member.country, row.country):
        return False
    if likeness(key_of_row(row), member.key) < _SIMILAR:
        return False
    a, b = _rank(member.grade), _rank(row.grade)
    is_near = a is not None and b is not None and abs(a - b) <= _NEAR_GRADES
    return is_near or bool(row.club and member.is_of(row, club))


def _rank(grade: str) -> int | None:
    place = place_of(grade)
    return None if place is None else max(_LOWEST, place)


def as_listed(surname: str, given_name: str, *, scheme: str) -> tuple[str, str]:
    """Return a name as a list gives it back: written in its layout, then read from there.

    A list has less than the register: names are cut and spelled in ASCII, clubs left out. What is lost only
    in the writing is no difference; else a list downloaded and imported again would cut names short.
    """
    if scheme == "ffg":
        return ffg.split_name(ffg.name_of(surname, given_name))
    return egd.split_name(egd.name_of(surname, given_name))


def is_same_name(known: tuple[str, str], row: tuple[str, str], *, scheme: str) -> bool:
    """Return whether a row's surname and given name are how the list writes the ones that are known.

    Accents and capitals a row lacks are only lost in the writing.
    """
    if fuller_name(known, row) == known:
        return True
    return scheme in ("ffg", "egd") and as_listed(*known, scheme=scheme) == row


def is_same_country(known: str, row: str) -> bool:
    """Return whether a row's country is how a list writes the known one, of which it has two letters."""
    return row in (known, known[:_COUNTRY]) or is_part(known, row)


def is_same_club(code: str, label: str, row: PlayerRow, *, row_code: str) -> bool:
    """Return whether a row's club is how a list writes the known one; `row_code` is the row's as we file it.

    The ladder writes no club of a foreigner, and of the others only those the FFG has a code for; the EGD
    writes the first characters of a label. Only rows of the ladder have a licence status.
    """
    if code == row_code:
        return True
    if not row.club and row.licence_status:
        return row.licence_status == _FOREIGNER or not ffg.is_club_code(label)
    return bool(row.club) and row.club == egd.mark(label)[:_CLUB]


def is_hidden(row: PlayerRow) -> bool:
    """Return whether a row has no name: initials, or NN and a number, of a hidden player."""
    return bool(_UNNAMED.match(row.name) or _INITIALS.match(row.name))
