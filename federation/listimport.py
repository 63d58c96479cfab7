"""Writes a list into the register: only what differs, in one transaction, with one journal line."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from federation import bulk, journal, register
from federation.listfiles.row import ListFinding, PlayerList, PlayerRow
from federation.listplan import Member, Plan, needs_licence, plan
from federation.models import Account, Identifier, KnownName, Licence, Player
from federation.names import key_of
from federation.register import Newcomer
from federation.signals import LevelCounts, counted, list_imported

_RATED_BY = {"ffg": "ffg", "egd": "egf"}  # whose list -> family of the systems on its scale


@dataclass(frozen=True, slots=True)
class Wish:
    """How a list is to be imported."""

    season: int | None = None  # of the licences; the year of the list when none is given
    base: str = ""  # key of the rating system whose base levels the list gives
    base_day: date | None = None  # day the base levels hold from; the list's own when none is given
    dry_run: bool = False
    archive: str = ""  # FIDE: key of the system whose list of that day it is
    list_date: date | None = None  # FIDE: where the list has no date, or another


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an import did, in players; findings say who was refused and why."""

    created: int
    changed: int
    unchanged: int
    findings: tuple[ListFinding, ...]
    levels: tuple[LevelCounts, ...] = ()  # by system; base levels were wanted and written

    @property
    def refused(self) -> int:
        """How many rows were not taken."""
        return len(self.findings)


@transaction.atomic
def import_list(
    listed: PlayerList, rows: Iterable[PlayerRow | ListFinding], wish: Wish, *, account: Account | None = None
) -> Outcome:
    """Import the `rows` of a list (its own, perhaps watched by a progress bar); again, nothing is written.

    ValueError when base levels are wanted of a list that rates on another scale, or without a date where no
    day is given for them.
    """
    if wish.base and wish.base.partition("-")[0] != _RATED_BY.get(listed.scheme):
        raise ValueError(f"this list gives no base levels of {wish.base}")
    base_day = wish.base_day or listed.list_date
    if wish.base and base_day is None:
        raise ValueError("a list without a date gives no base levels")
    season = wish.season or (listed.list_date.year if listed.list_date else 0)
    led = _led(rows, listed.scheme)
    made = plan(led, _members(listed.scheme, season), scheme=listed.scheme, home=settings.FEDERATION_CODE)
    outcome = Outcome(len(made.created), made.changed, made.unchanged, tuple(made.findings))
    if wish.dry_run:
        return outcome
    new = _write(made, listed.scheme, season) if outcome.created or outcome.changed else []
    if wish.base and base_day:
        outcome = replace(outcome, levels=_announce(made, new, base_day, wish.base, account))
    if outcome.created or outcome.changed:
        journal.write(
            "list.imported",
            "player",
            account=account,
            format=listed.format,
            date=listed.list_date,
            created=outcome.created,
            changed=outcome.changed,
            unchanged=outcome.unchanged,
            refused=outcome.refused,
        )
    return outcome


def _led(rows: Iterable[PlayerRow | ListFinding], scheme: str) -> Iterator[PlayerRow | ListFinding]:
    """Lead a number that went in a merge to the one the player was left with; once a list and player."""
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
        kept = second.get(row.identifiers.get(scheme, "")) if isinstance(row, PlayerRow) else None
        if kept is None or not isinstance(row, PlayerRow):
            yield row
        elif kept in own and own[kept] not in present:
            present.add(own[kept])
            yield replace(row, identifiers={**row.identifiers, scheme: own[kept]})


def _members(scheme: str, season: int) -> list[Member]:
    """Read the players a row of the list may be: who has its number, who is of home, who has no number."""
    numbers: dict[int, dict[str, str]] = {}
    for player, of, value in Identifier.objects.values_list("player_id", "scheme", "value").iterator():
        numbers.setdefault(player, {})[of] = value
    licences = {
        player: (status, club or "")
        for player, status, club in Licence.objects.filter(season=season).values_list(
            "player_id", "status", "club__code"
        )
    }
    ours = Identifier.objects.filter(player=OuterRef("pk"))
    rows = (
        Player.objects.filter(merged_into=None)
        .filter(
            Q(Exists(ours.filter(scheme=scheme)))
            | Q(federation__code=settings.FEDERATION_CODE)
            | ~Exists(ours)
        )
        .values_list("id", "surname", "given_name", "search_key", "federation__code", "club__code", "grade")
    )
    return [
        Member(
            number, surname, given_name, key, country, club or "", grade,
            numbers.get(number, {}), licences.get(number),
        )
        for number, surname, given_name, key, country, club, grade in rows.iterator()
    ]  # fmt: skip


def _write(made: Plan, scheme: str, season: int) -> list[int]:
    """Write a plan; return the numbers of the new players in the plan's order."""
    clubs = register.clubs_for(
        {row.club_place for row in made.created}
        | {row.club_place for _, row in made.described + made.licensed}
    )
    _describe(made.described, clubs)
    register.add_identifiers(
        [(member.number, scheme, row.identifiers[scheme]) for member, row in made.numbered]
    )
    new = register.insert([
        Newcomer(
            row.surname, row.given_name, row.country, row.club, row.grade, row.identifiers, row.club_country
        )
        for row in made.created
    ])  # fmt: skip
    licences = [(member.number, row) for member, row in made.licensed]
    licences += [
        (number, row) for number, row in zip(new, made.created, strict=True) if needs_licence(None, row)
    ]
    if licences:
        bulk.stage_and_merge(
            "federation_licence",
            {
                "player_id": [number for number, _ in licences],
                "season": [season] * len(licences),
                "status": [row.licence_status for _, row in licences],
                "club_id": [clubs[row.club_place] for _, row in licences],
            },
            key=["player_id", "season"],
        )
    return new


def _describe(pairs: Sequence[tuple[Member, PlayerRow]], clubs: dict[tuple[str, str], int | None]) -> None:
    """Write names, countries, clubs and grades that moved; a name that was replaced stays known."""
    if not pairs:
        return
    federations = {c: register.federation_for(c).pk for c in {row.country for _, row in pairs}}
    keys = [key_of(row.surname, row.given_name) for _, row in pairs]
    bulk.stage_and_merge(
        "federation_player",
        {
            "id": [member.number for member, _ in pairs],
            "surname": [row.surname for _, row in pairs],
            "given_name": [row.given_name for _, row in pairs],
            "search_key": keys,
            "federation_id": [federations[row.country] for _, row in pairs],
            "club_id": [clubs[row.club_place] for _, row in pairs],
            "grade": [row.grade or member.grade for member, row in pairs],
        },
        key=["id"],
    )
    KnownName.objects.bulk_create(
        [
            KnownName(player_id=m.number, name=f"{m.surname} {m.given_name}".strip(), key=m.key)
            for (m, _), key in zip(pairs, keys, strict=True)
            if m.key and m.key != key
        ],
        ignore_conflicts=True,
        batch_size=1000,
    )


def _announce(
    made: Plan, new: Sequence[int], on: date, system: str, account: Account | None
) -> tuple[LevelCounts, ...]:
    """Say the list's ratings aloud; whoever rates makes base levels of them and counts them."""
    rated = [(member.number, row) for member, row in made.known]
    rated += list(zip(new, made.created, strict=True))
    rows = [(number, row.rating_meant, row.events) for number, row in rated if row.rating_meant is not None]
    return counted(
        list_imported.send(sender=PlayerList, rows=rows, list_date=on, system=system, account=account)
    )
