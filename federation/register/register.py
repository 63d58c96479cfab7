"""Changes of the register: one transaction and one journal line each.

Who changes a player locks the register and then the row (`lock_standing`), and reads it again: the caller's
copy may be old. The player handed in has the new values afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.database import bulk
from federation.journal import journal
from federation.models import Account, Club, DeclaredGrade, Federation, Identifier, KnownName, Licence, Player
from federation.models.display_name import ANONYMOUS
from federation.register import club_names, federations
from federation.register.club_names import Meant
from federation.register.federations import federation_for as federation_for
from federation.register.federations import home_federation
from federation.vocabulary.grades import is_registered_form
from federation.vocabulary.names import fold, full_name, key_of
from federation.vocabulary.sounds import player_sounds

_LONGEST = KnownName._meta.get_field("name").max_length


class RegisterError(Exception):
    """Refusal of a change; `message` gives the reason to the person who asked."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Someone to be enrolled. Country and club as files write them."""

    surname: str
    given_name: str = ""
    country: str = ""
    club: str = ""
    grade: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)  # scheme -> number
    club_country: str = ""  # where it is not the player's

    @property
    def club_place(self) -> tuple[str, str]:
        """The club's label and country."""
        return self.club, self.club_country or self.country


@transaction.atomic
def enrol(newcomer: Newcomer, *, account: Account | None, club: Club | None = None) -> Player:
    """Enter a new player; RegisterError when the name is empty, a number is taken or the grade is none.

    `club` is their club where it is known, instead of one a file means by its label.
    """
    _check(newcomer)
    filed = federations.resolve({newcomer.country})[newcomer.country]
    place = newcomer.club_place
    meant = Meant(club.pk) if club else club_names.resolve({place})[place]
    player = Player.objects.create(
        surname=newcomer.surname.strip()[:80],
        given_name=newcomer.given_name.strip()[:80],
        search_key=key_of(newcomer.surname, newcomer.given_name),
        federation=filed.federation,
        country_text=filed.text,
        club_id=meant.club,
        club_text=meant.text,
        club_code=meant.code,
        grade=newcomer.grade,
    )
    for scheme, value in newcomer.identifiers.items():
        put_identifier(player, scheme, value)
    journal.write(
        "player.enrolled", player, account=account, name=str(player), identifiers=dict(newcomer.identifiers)
    )
    return player


@transaction.atomic
def enrol_many(newcomers: Sequence[Newcomer], *, account: Account | None) -> list[int]:
    """Enter many new players as columns, with one journal line; return their numbers in order.

    RegisterError as for one, and then none is entered.
    """
    check_many(newcomers)
    numbers = insert(newcomers)
    if numbers:
        journal.write("player.enrolled", "player", account=account, count=len(numbers))
    return numbers


def check_many(newcomers: Sequence[Newcomer]) -> None:
    """Raise RegisterError where one of some new players cannot be entered; one query."""
    for newcomer in newcomers:
        _check(newcomer)
    taken = [(scheme, value.strip()) for each in newcomers for scheme, value in each.identifiers.items()]
    identifiers = Identifier.objects.filter(value__in={value for _scheme, value in taken})
    known = {(identifier.scheme, identifier.value) for identifier in identifiers.only("scheme", "value")}
    for scheme, value in taken:
        if (scheme, value) in known:
            raise RegisterError(_("%(number)s is already taken.") % {"number": f"{scheme} {value}"})
        known.add((scheme, value))


def insert(newcomers: Sequence[Newcomer]) -> list[int]:
    """Put players and their numbers in as columns; the caller has checked and keeps the journal."""
    filed = federations.resolve({each.country for each in newcomers})
    clubs = club_names.resolve({each.club_place for each in newcomers})
    numbers = bulk.reserve_ids("federation_player", len(newcomers))
    bulk.write_columns(
        "federation_player",
        {
            "id": numbers,
            "surname": [each.surname.strip()[:80] for each in newcomers],
            "given_name": [each.given_name.strip()[:80] for each in newcomers],
            "search_key": [key_of(each.surname, each.given_name) for each in newcomers],
            "sound_key": [player_sounds(each.surname, each.given_name) for each in newcomers],
            "sex": [""] * len(newcomers),
            "federation_id": [filed[each.country].federation.pk for each in newcomers],
            "country_text": [filed[each.country].text for each in newcomers],
            "club_id": [clubs[each.club_place].club for each in newcomers],
            "club_text": [clubs[each.club_place].text for each in newcomers],
            "club_code": [clubs[each.club_place].code for each in newcomers],
            "grade": [each.grade for each in newcomers],
            "enrolled": [timezone.now()] * len(newcomers),
        },
    )
    rows = [
        (number, scheme, value.strip())
        for number, each in zip(numbers, newcomers, strict=True)
        for scheme, value in each.identifiers.items()
    ]
    add_identifiers(rows)
    return numbers


def add_identifiers(rows: Sequence[tuple[int, str, str]]) -> None:
    """Put (player, scheme, number) into the table as columns; unchecked, without a journal line."""
    if rows:
        players, schemes, values = zip(*rows, strict=True)
        bulk.write_columns(
            "federation_identifier", {"player_id": players, "scheme": schemes, "value": values}
        )


def one_at_a_time() -> None:
    """Lock enrolment and merging: two transactions would not see what the other does.

    The lock is on the row of our own federation, the weaker kind that lets others refer to it.
    """
    home = home_federation()
    list(Federation.objects.select_for_update(no_key=True).filter(pk=home.pk))


def key_of_player(player: Player) -> str:
    """Return the key a player is found by."""
    return key_of(player.surname, player.given_name)


def lock(player: Player) -> None:
    """Lock the register and then a player, and read the player again; inside a transaction."""
    one_at_a_time()
    player.refresh_from_db(from_queryset=Player.objects.select_for_update(no_key=True))


def lock_standing(player: Player) -> None:
    """Lock a player to be changed and read them again; RegisterError if merged or deleted since."""
    number = player.pk
    try:
        lock(player)
    except Player.DoesNotExist:
        raise RegisterError(_("The register has no player %(number)s.") % {"number": number}) from None
    if player.merged_into_id is not None:
        gaps = {"number": player.pk, "other": player.merged_into_id}
        raise RegisterError(_("Number %(number)s has already been merged into number %(other)s.") % gaps)


@transaction.atomic
def rename(player: Player, surname: str, given_name: str, *, account: Account | None) -> None:
    """Rename a player; the name they had stays a known name."""
    lock_standing(player)
    if not fold(surname):
        raise RegisterError(_("A player needs a surname."))
    before, old_key = full_name(player.surname, player.given_name), player.search_key
    was = {"surname": player.surname, "given_name": player.given_name}
    player.surname, player.given_name = surname.strip(), given_name.strip()
    player.search_key = key_of(surname, given_name)
    player.save(update_fields=["surname", "given_name", "search_key"])
    spelling: list[str] | None = None  # the spelling this adds, so that an undo takes it away again
    if is_other(player, before, old_key):
        known, new = keep_known_name(player, before, old_key)
        spelling = [old_key, known.name] if new else None
    now = {"surname": player.surname, "given_name": player.given_name, "known": spelling}
    after = full_name(player.surname, player.given_name)
    detail = {"before": before, "after": after, "state": state_of("name", was, now)}
    journal.write("player.renamed", player, account=account, **detail)


def club_state(player: Player) -> int | list[str] | None:
    """Return where a player belongs, as undos know it: a club's key, label and code of a text, or None."""
    if player.club_id is not None or not player.club_text:
        return player.club_id
    return [player.club_text, player.club_code]


def _dated(since: date | None) -> dict[str, date]:
    """Return a line's detail for a day other than its own; RegisterError for a future one."""
    today = timezone.localdate()
    if since is not None and since > today:
        raise RegisterError(_("The date cannot be in the future."))
    return {} if since is None or since == today else {"since": since}


@transaction.atomic
def transfer(
    player: Player, club: Club | None, *, account: Account | None, since: date | None = None
) -> None:
    """Move a player to another club, or to none; a club a file named is forgotten.

    `since`: the day of the transfer, today by default.
    """
    lock_standing(player)
    before, was = player.club_address, club_state(player)
    player.club, player.club_text, player.club_code = club, "", ""
    player.club_hidden = player.privacy == ANONYMOUS  # until a list gives the size of the club
    player.save(update_fields=["club", "club_text", "club_code", "club_hidden"])
    after, state = (club.code if club else ""), state_of("club", was, club_state(player))
    detail = {"before": before, "after": after, **_dated(since), "state": state}
    journal.write("player.transferred", player, account=account, **detail)


def federation_state(player: Player) -> list[str]:
    """Return which federation a player is filed under, as undos know it: its code, and what a file named."""
    return [player.federation.code, player.country_text]


@transaction.atomic
def change_federation(
    player: Player, federation: Federation, *, account: Account | None, since: date | None = None
) -> None:
    """File a player under another federation; a country a file named is forgotten.

    `since`: the day of the transfer, today by default.
    """
    lock_standing(player)
    was = federation_state(player)
    set_federation(player, federation)
    state = state_of("federation", was, federation_state(player))
    sides = {"before": {"federation": was[1] or was[0]}, "after": {"federation": federation.code}}
    journal.write("player.edited", player, account=account, **sides, **_dated(since), state=state)


def set_federation(player: Player, federation: Federation, text: str = "") -> None:
    """Write the federation of a player; the caller keeps the journal."""
    player.federation, player.country_text = federation, text
    player.save(update_fields=["federation", "country_text"])


@transaction.atomic
def declare_grade(
    player: Player, grade: str, *, since: date, account: Account | None, source: str = ""
) -> None:
    """Record the grade a player declares from a day on; their grade is the one of the latest day.

    RegisterError when it is no grade (30k to 1k, 1d to 9d, 1p to 9p).
    """
    lock_standing(player)
    check_grade(grade)
    previous = DeclaredGrade.objects.filter(player=player, since=since).first()
    DeclaredGrade.objects.update_or_create(
        player=player, since=since, defaults={"grade": grade, "source": source}
    )
    latest, before = player.declared_grades.latest("since").grade, player.grade
    if player.grade != latest:
        player.grade = latest
        player.save(update_fields=["grade"])
    day = since.isoformat()
    was = {"since": day, "row": [previous.grade, previous.source] if previous else None, "grade": before}
    now = {"since": day, "row": [grade, source], "grade": latest}
    detail = {"grade": grade, "since": since, "source": source, "state": state_of("grade", was, now)}
    journal.write("player.grade", player, account=account, **detail, before=before, after=latest)


@transaction.atomic
def license_player(
    player: Player, season: int, status: str, *, club: Club | None, account: Account | None
) -> Licence:
    """Write a player's licence of a season; `status` is a letter of the FFG ladder."""
    lock_standing(player)
    previous = Licence.objects.filter(player=player, season=season).first()
    before = previous.status if previous else ""
    licence, _created = Licence.objects.update_or_create(
        player=player, season=season, defaults={"status": status, "club": club}
    )
    was = [previous.status, previous.club_id] if previous else None
    state = state_of(f"licence:{season}", was, [licence.status, licence.club_id])
    detail = {"season": season, "before": before, "after": licence.status, "state": state}
    journal.write("player.licensed", player, account=account, **detail)
    return licence


@transaction.atomic
def add_identifier(player: Player, scheme: str, value: str, *, account: Account | None) -> Identifier:
    """Note the number another register knows a player by; RegisterError when it or their place is taken."""
    lock_standing(player)
    identifier = put_identifier(player, scheme, value)
    state = state_of(f"number:{scheme}", None, identifier.value)
    journal.write(
        "player.identifier", player, account=account, scheme=scheme, value=identifier.value, state=state
    )
    return identifier


@transaction.atomic
def add_known_name(player: Player, name: str, *, account: Account | None) -> KnownName:
    """Remember another spelling of a player's name; a name known already is left as it is."""
    lock_standing(player)
    return put_known_name(player, name, account=account)


def put_known_name(player: Player, name: str, *, account: Account | None) -> KnownName:
    """Remember another spelling of a player who is not merged; the caller holds `one_at_a_time`."""
    if not key_of(name):
        raise RegisterError(_("A name needs at least one letter."))
    known, new = keep_known_name(player, name)
    if new:
        state = state_of(f"spelling:{known.key}", None, known.name)
        journal.write("player.known_name", player, account=account, name=known.name, state=state)
    return known


def _check(newcomer: Newcomer) -> None:
    if not newcomer.surname.strip():
        raise RegisterError(_("A player needs a surname."))
    if newcomer.grade:
        check_grade(newcomer.grade)


def check_grade(grade: str) -> None:
    """Raise RegisterError when a grade is none (30k to 1k, 1d to 9d, 1p to 9p)."""
    if not is_registered_form(grade):
        raise RegisterError(_("%(grade)s is not a grade.") % {"grade": grade})


def put_identifier(player: Player, scheme: str, value: str) -> Identifier:
    """Write a number of another register, no line; RegisterError where it or its place is taken."""
    value = value.strip()
    if scheme not in Identifier.Scheme.values or not value or len(value) > 16:
        raise RegisterError(_("%(number)s is not a valid register number.") % {"number": f"{scheme} {value}"})
    holder = Identifier.objects.select_related("player").filter(scheme=scheme, value=value).first()
    if holder:
        gaps = {"number": str(holder), "player": str(holder.player)}
        raise RegisterError(_("%(number)s belongs to %(player)s.") % gaps)
    other = Identifier.objects.filter(player=player, scheme=scheme).first()
    if other:
        gaps = {"number": str(other), "player": str(player)}
        raise RegisterError(_("%(player)s already has the number %(number)s.") % gaps)
    return Identifier.objects.create(player=player, scheme=scheme, value=value)


def known_name(player: int, name: str, key: str) -> KnownName:
    """Return a spelling of the player of a number, not yet written."""
    return KnownName(player_id=player, name=name.strip()[:_LONGEST], key=key)


def is_other(player: Player, name: str, key: str) -> bool:
    """Return whether a name is another than the player's own: by its key, or written with other accents.

    Capitals alone make no other name: federations write surnames in them, and others do not.
    """
    own = full_name(player.surname, player.given_name)
    return bool(key) and (key != player.search_key or name.strip().casefold() != own.casefold())


def keep_known_name(player: Player, name: str, key: str = "") -> tuple[KnownName, bool]:
    """Store a spelling unless it is known; return the stored one, and whether it is new.

    `key`: what it was searched by, where that is known; a name that has none is for the caller to refuse.
    """
    spelling = known_name(player.pk, name, key or key_of(name))
    return KnownName.objects.get_or_create(player=player, key=spelling.key, defaults={"name": spelling.name})


def state_of(field: str, was: Any, now: Any) -> dict[str, Any]:
    """Return the state of a field before and after an act, as a journal line stores it for the undo.

    Plain JSON values, None for no value. A field is "name", "club", "federation", "grade", "titles",
    "birth_year", "sex", "death", "privacy", or the day of birth by the key of its row (the day itself is not
    for the journal). Of several: "licence:2026" by season, "number:egd" by scheme, "spelling:solberg anna" by
    key.
    """
    return {"field": field, "was": was, "now": now}
