"""Holds a list against the register: what is read for its plan, and the plan under what was decided."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.conf import settings

from federation.models import Identifier
from federation.player_lists import members as listmembers
from federation.player_lists import newer_acts
from federation.player_lists.identities import Member, club_of, resembles
from federation.player_lists.import_plan import (
    DOUBTFUL,
    NAMELESS,
    UNCLEAR,
    Newer,
    Plan,
    leave_resembling,
    plan,
)
from federation.player_lists.readers.row import ListFinding, PlayerRow
from federation.register import federations
from federation.vocabulary.countries import spelling_key

# What somebody decided of a row that resembles a player, by its line: his number, or None for a new player.
Decisions = Mapping[int, int | None]
MOST_DOUBTS = 2000  # new rows with a number that are held against names: a first list has ten times as many


@dataclass(frozen=True, slots=True)
class Prepared:
    """A list with everything of the register its plan depends on; plans are made of it without a query."""

    scheme: str
    season: int
    rows: Sequence[PlayerRow | ListFinding]
    members: Sequence[Member]
    newer: Newer
    undecided: Plan
    near: Mapping[int, Sequence[Member]]  # by line of who resembles somebody, likest first
    # lines of who is new by a number, though somebody without one resembles him: new unless decided otherwise
    doubtful: frozenset[int] = frozenset()

    def plan(self, decisions: Decisions) -> Plan:
        """Return the plan under what was decided; of a player who was not offered nothing is taken."""
        offered = {line: {one.number: one for one in some} for line, some in self.near.items()}
        open_lines = {*self.choices, *self.doubtful}
        decided = {
            line: None if player is None else offered[line][player]
            for line, player in decisions.items()
            if line in open_lines and (player is None or player in offered.get(line, {}))
        }
        return self._plan(decided) if decided else self.undecided

    def clear_plan(self) -> Plan:
        """Return the plan without the new players who resemble somebody: they are findings of it."""
        left = [row for row in self.undecided.created if row.line in self.doubtful]
        created = [row for row in self.undecided.created if row.line not in self.doubtful]
        findings = [*self.undecided.findings, *(doubt(row, self.scheme) for row in left)]
        return replace(self.undecided, created=created, findings=findings)

    def _plan(self, decided: Mapping[int, Member | None]) -> Plan:
        home = settings.FEDERATION_CODE
        draft = plan(
            self.rows,
            self.members,
            scheme=self.scheme,
            home=home,
            season=self.season,
            newer=self.newer,
            decided=decided,
        )
        new = {line for line, player in decided.items() if player is None}
        leave_resembling(draft, self.near, scheme=self.scheme, home=home, new=new)
        return draft

    @property
    def choices(self) -> dict[int, ListFinding]:
        """The findings of rows somebody may decide about, by line."""
        return {one.line: one for one in self.undecided.findings if one.code in UNCLEAR and one.line}

    @property
    def by_line(self) -> dict[int, PlayerRow]:
        """The rows of the list by their lines."""
        return {row.line: row for row in self.rows if isinstance(row, PlayerRow)}


def doubt(row: PlayerRow, scheme: str) -> ListFinding:
    """Return the finding about a row that is new by its number, though somebody without one resembles it."""
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
    members = listmembers.members(written, scheme, season, with_base=with_base)
    newer = newer_acts.newer_than(on, scheme)
    draft = plan(led, members, scheme=scheme, home=home, season=season, newer=newer)
    unclear = {one.line for one in draft.findings if one.code in UNCLEAR - NAMELESS}
    plain = [row for row in draft.created if scheme not in row.identifiers]
    open_rows = [*plain, *(row for row in written if row.line in unclear)]
    numbered = [row for row in draft.created if scheme in row.identifiers]
    if len(numbered) > MOST_DOUBTS:
        numbered = []
    near = listmembers.near([*open_rows, *numbered], season, scheme=scheme, with_base=with_base)
    leave_resembling(draft, near, scheme=scheme, home=home)
    near = dict(near) | {row.line: _without_number(near[row.line], row, scheme) for row in numbered}
    doubtful = frozenset(row.line for row in numbered if near[row.line])
    return Prepared(scheme, season, led, members, newer, draft, near, doubtful)


def _without_number(near: Sequence[Member], row: PlayerRow, scheme: str) -> list[Member]:
    """Return who resembles a row with a number and may be meant: another number is somebody else's."""
    club = club_of(row, settings.FEDERATION_CODE)
    return [one for one in near if scheme not in one.identifiers and resembles(row, one, club=club)]


def _follow_spellings(rows: Iterable[PlayerRow | ListFinding]) -> Iterator[PlayerRow | ListFinding]:
    """Replace countries by the federations the office has said they are."""
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
