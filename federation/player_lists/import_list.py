"""Import of a list into the register: only differences, as one act with an undo.

One transaction: a line of the journal for the list, and behind it one for each player and field.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.db import transaction

from federation.database import bulk
from federation.database.slicing import slices
from federation.history.list_imports import IMPORTED
from federation.journal import journal
from federation.models import Account, Identifier, KnownName, Listing, Player
from federation.player_lists import newer_acts, planning
from federation.player_lists.identities import key_of_row
from federation.player_lists.import_lines import Line, lines_of, ranges
from federation.player_lists.import_plan import DOUBTFUL, UNCLEAR, Description, Plan, needs_licence
from federation.player_lists.readers.fide_row import FideRow
from federation.player_lists.readers.row import ListFinding, PlayerList, PlayerRow
from federation.register import club_names, federations, register
from federation.register.club_names import Meant
from federation.register.register import Newcomer, known_name
from federation.signals import LevelCounts, counted, list_imported
from federation.vocabulary.names import key_of
from federation.vocabulary.sounds import player_sounds
from federation.vocabulary.systems.catalogue import systems_of_register

_AT_ONCE = 5000
_OFFICIAL = {"ffg": "FR"}  # register of a list -> the federation that publishes it, and so defines its clubs


@dataclass(frozen=True, slots=True)
class Wish:
    """How a list is to be imported."""

    season: int | None = None  # of the licences; the year of the list when none is given
    base: str = ""  # key of the rating system whose base levels the list gives
    base_day: date | None = None  # day the base levels hold from; the list's own when none is given
    dry_run: bool = False
    clear_only: bool = False  # unattended: new players who resemble known ones are left out
    archive: str = ""  # FIDE: key of the system whose list of that day it is
    known_only: bool = False  # FIDE: no new player is entered
    list_date: date | None = None  # where the list has no date, or another
    decisions: planning.Decisions = field(default_factory=dict)  # players of rows that resemble known ones
    renamed: frozenset[str] = frozenset()  # numbers of the list whose players have another name by now
    filename: str = ""
    expected: str = ""  # fingerprint of the plan that was looked at; empty: none was

    def day_of(self, listed: PlayerList) -> date | None:
        """Return the day of a list: the one wished, or its own."""
        return self.list_date or listed.list_date

    def season_of(self, listed: PlayerList) -> int:
        """Return the season of a list's licences."""
        on = self.day_of(listed)
        return self.season or (on.year if on else 0)


class Overtaken(Exception):
    """The register has changed since the plan was made: something else would be written now."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an import did, in players; findings say who was refused and why."""

    created: int
    changed: int
    unchanged: int
    findings: tuple[ListFinding, ...]
    levels: tuple[LevelCounts, ...] = ()  # by system; base levels were wanted and written
    older: int = 0  # left as they are: something newer is known of them
    line: int | None = None  # of the journal; None where none was written
    is_of_fide: bool = False
    # of a FIDE list:
    strangers: int = 0  # left out: players the register does not have
    rated: int = 0  # players taken who have a rating
    asked: Mapping[int, FideRow] = field(default_factory=dict)  # rows to be decided, by line
    fingerprint: str = ""  # a word for the whole plan

    @property
    def refused(self) -> int:
        """How many rows were not taken."""
        return len(self.findings)

    @property
    def unclear(self) -> int:
        """The number of rows that resemble known players and are to be checked."""
        return sum(finding.code in UNCLEAR | {DOUBTFUL} for finding in self.findings)


@transaction.atomic
def import_list(
    listed: PlayerList, rows: Iterable[PlayerRow | ListFinding], wish: Wish, *, account: Account | None = None
) -> Outcome:
    """Import the `rows` of a list (its own, perhaps watched by a progress bar); again, nothing is written.

    ValueError when base levels are wanted of a list that rates on another scale, or without a date where no
    day is given for them; Overtaken when it is not the plan any more that was looked at.
    """
    check_wish(listed, wish)
    on, season = wish.day_of(listed), wish.season_of(listed)
    base_day = wish.base_day or on
    if not wish.dry_run:
        register.one_at_a_time()
    prepared = planning.prepare(listed.scheme, rows, on=on, season=season, with_base=bool(wish.base))
    if wish.expected and prepared.undecided.fingerprint != wish.expected:
        raise Overtaken
    plan = prepared.clear_plan(wish.renamed) if wish.clear_only else prepared.plan(wish.decisions)
    outcome = Outcome(len(plan.created), plan.changed, plan.unchanged, tuple(plan.findings), older=plan.older)
    if wish.dry_run:
        return outcome
    is_writing = bool(outcome.created or outcome.changed)
    new, lines = _write(plan, listed.scheme, season) if is_writing else ([], [])
    _note_listed([*plan.described_by, *new], listed.scheme, on)
    if wish.base and base_day:
        outcome = replace(outcome, levels=_announce(plan, new, base_day, wish.base, account))
    more: dict[str, Any] = {"file": wish.filename, "season": season} if is_writing else {}
    line = note(listed.format, listed.scheme, outcome, on, account=account, new=new, lines=lines, **more)
    return replace(outcome, line=line)


def check_wish(listed: PlayerList, wish: Wish) -> None:
    """Raise ValueError for base levels of a list on another scale, or without any day."""
    if wish.base and wish.base not in systems_of_register(listed.scheme):
        raise ValueError(f"this list gives no base levels of {wish.base}")
    if wish.base and not (wish.base_day or wish.day_of(listed)):
        raise ValueError("a list without a date gives no base levels")


def note(
    kind: str,
    scheme: str,
    outcome: Outcome,
    on: date | None,
    *,
    account: Account | None,
    past: bool = False,
    new: Sequence[int] = (),
    lines: Sequence[Line] = (),
    **more_words: Any,
) -> int | None:
    """Write the journal's lines of an import that wrote something or is its register's newest.

    `past`: the list was for the archive alone, so its day does not date personal data; `new`: numbers of the
    new players; `lines`: those of single players. Return the key of the first.
    """
    is_newest = not past and on is not None and all(day < on for day in newer_acts.list_days(scheme))
    if not (outcome.created or outcome.changed or is_newest):
        return None
    counts = {name: getattr(outcome, name) for name in ("created", "changed", "unchanged", "refused")}
    more = {name: getattr(outcome, name) for name in ("older", "unclear")}
    first = journal.write(
        IMPORTED,
        "player",
        account=account,
        format=kind,
        date=on,
        **counts,
        **{name: count for name, count in (more | more_words).items() if count},
        **({"past": True} if past else {}),
        **({"entered": ranges(new)} if new else {}),
    )
    journal.write_many(first, lines, subject=Player)
    return first.pk


def _note_listed(players: Sequence[int], scheme: str, on: date | None) -> None:
    """Note which players a list of a day has described; a later day that is noted stays."""
    if on is None:
        return
    noted = dict(Listing.objects.filter(source=scheme).values_list("player_id", "day"))
    later = sorted({player for player in players if noted.get(player, date.min) < on})
    if later:
        columns: dict[str, list[Any]] = {
            "player_id": later,
            "source": [scheme] * len(later),
            "day": [on] * len(later),
        }
        bulk.stage_and_merge("federation_listing", columns, key=["player_id", "source"])


def _write(plan: Plan, scheme: str, season: int) -> tuple[list[int], list[Line]]:
    """Write a plan; return the numbers of the new players in the plan's order, and the lines to be noted."""
    clubs = club_names.resolve(
        {row.club_place for row in plan.created}
        | {row.club_place for _, row in plan.licensed}
        | {description.club for description in plan.described if description.club is not None},
        official=_OFFICIAL.get(scheme, ""),
    )
    for part in slices([member.number for member in plan.freed], _AT_ONCE):
        Identifier.objects.filter(scheme=scheme, player__in=part).delete()
    _describe(plan.described, clubs)
    KnownName.objects.bulk_create(
        [known_name(member.number, row.name, key_of_row(row)) for member, row in plan.spelled],
        ignore_conflicts=True,
        batch_size=1000,
    )
    register.add_identifiers(
        [(member.number, scheme, row.identifiers[scheme]) for member, row in plan.numbered]
    )
    new = register.insert(
        [
            Newcomer(
                row.surname,
                row.given_name,
                row.country,
                row.club,
                row.grade,
                row.identifiers,
                row.club_country,
            )
            for row in plan.created
        ]
    )
    lines = lines_of(plan, clubs, new, scheme=scheme, season=season)
    licences = [(member.number, row) for member, row in plan.licensed]
    licences += [
        (number, row) for number, row in zip(new, plan.created, strict=True) if needs_licence(None, row)
    ]
    if licences:
        bulk.stage_and_merge(
            "federation_licence",
            {
                "player_id": [number for number, _ in licences],
                "season": [season] * len(licences),
                "status": [row.licence_status for _, row in licences],
                "club_id": [clubs[row.club_place].club for _, row in licences],
            },
            key=["player_id", "season"],
        )
    return new, lines


def _describe(moved: Sequence[Description], clubs: Mapping[tuple[str, str], Meant]) -> None:
    """Write names, countries, clubs and grades that moved; a name that was replaced stays known."""
    if not moved:
        return
    filed = federations.resolve({description.country for description in moved})
    meant = [
        Meant(*description.member.meant) if description.club is None else clubs[description.club]
        for description in moved
    ]
    keys = [key_of(description.surname, description.given_name) for description in moved]
    bulk.stage_and_merge(
        "federation_player",
        {
            "id": [description.member.number for description in moved],
            "surname": [description.surname for description in moved],
            "given_name": [description.given_name for description in moved],
            "search_key": keys,
            "sound_key": [
                player_sounds(description.surname, description.given_name) for description in moved
            ],
            "federation_id": [filed[description.country].federation.pk for description in moved],
            "country_text": [filed[description.country].text for description in moved],
            "club_id": [meaning.club for meaning in meant],
            "club_text": [meaning.text for meaning in meant],
            "club_code": [meaning.code for meaning in meant],
            "grade": [description.grade for description in moved],
        },
        key=["id"],
    )
    KnownName.objects.bulk_create(
        [
            known_name(description.member.number, description.member.name, description.member.key)
            for description, key in zip(moved, keys, strict=True)
            if description.member.key and description.member.key != key
        ],
        ignore_conflicts=True,
        batch_size=1000,
    )


def _announce(
    plan: Plan, new: Sequence[int], on: date, system: str, account: Account | None
) -> tuple[LevelCounts, ...]:
    """Send the list's ratings as a signal; its receivers make base levels of them and count them."""
    rated = [(member.number, row) for member, row in plan.known]
    rated += list(zip(new, plan.created, strict=True))
    rows = [(number, row.rating_meant, row.events) for number, row in rated if row.rating_meant is not None]
    return counted(
        list_imported.send(sender=PlayerList, rows=rows, list_date=on, system=system, account=account)
    )
