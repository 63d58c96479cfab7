"""Writes to the register: one transaction and one journal line each."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.database import bulk
from federation.journal import journal
from federation.models import Account, Club, DeclaredGrade, Federation, Identifier, KnownName, Player
from federation.vocabulary.countries import COUNTRIES, club_code, country_code
from federation.vocabulary.grades import is_registered_form
from federation.vocabulary.names import fold, key_of


class RegisterError(Exception):
    """The register refuses; `message` says why to whoever asked."""

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


def federation_for(country: str) -> Federation:
    """Find or make the federation of a country as Go files write it (GB is UK, nothing is XX)."""
    code = country_code(country)[:8]
    fide_code, name = COUNTRIES.get(code, ("", code))
    return Federation.objects.get_or_create(code=code, defaults={"fide_code": fide_code, "name": name})[0]


def find_or_make_club(label: str, country: str) -> Club | None:
    """Find or make the club a file means by its label; None for xxxx and nothing, which mean no club.

    Case counts in labels (FFG ladder). The public code is the label at home, country and label abroad.
    """
    code = club_code(label, country_code(country), home=settings.FEDERATION_CODE)
    if not code:
        return None
    label, federation = label.strip()[:8], federation_for(country)
    return Club.objects.get_or_create(
        code=code, defaults={"label": label, "name": label, "federation": federation}
    )[0]


def clubs_for(written: Set[tuple[str, str]]) -> dict[tuple[str, str], int | None]:
    """Find or make many clubs given as (label, country) at once; give their keys, None for no club."""
    countries = {country: federation_for(country) for country in {country for _label, country in written}}
    wanted: dict[tuple[str, str], str] = {}
    missing: dict[str, Club] = {}
    known = dict(Club.objects.values_list("code", "pk"))
    for label, country in sorted(written):
        plain, federation = label.strip()[:8], countries[country]
        code = wanted[label, country] = club_code(label, federation.code, home=settings.FEDERATION_CODE)
        if code and code not in known:
            missing[code] = Club(code=code, label=plain, name=plain, federation=federation)
    known |= {club.code: club.pk for club in Club.objects.bulk_create(missing.values(), batch_size=1000)}
    return {pair: known.get(code) for pair, code in wanted.items()}


@transaction.atomic
def enrol(newcomer: Newcomer, *, account: Account | None, club: Club | None = None) -> Player:
    """Enter a new player; RegisterError when the name is empty, a number is taken or the grade is none.

    `club` is his club where it is known, instead of one a file means by its label.
    """
    _check(newcomer)
    player = Player.objects.create(
        surname=newcomer.surname.strip()[:80],
        given_name=newcomer.given_name.strip()[:80],
        search_key=key_of(newcomer.surname, newcomer.given_name),
        federation=federation_for(newcomer.country),
        club=club or find_or_make_club(*newcomer.club_place),
        grade=newcomer.grade,
    )
    for scheme, value in newcomer.identifiers.items():
        _add_identifier(player, scheme, value)
    journal.write(
        "player.enrolled", player, account=account, name=str(player), identifiers=dict(newcomer.identifiers)
    )
    return player


@transaction.atomic
def enrol_many(newcomers: Sequence[Newcomer], *, account: Account | None) -> list[int]:
    """Enter many new players as columns, with one journal line; return their numbers in order.

    RegisterError as for one, and then nobody is entered.
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
    held = Identifier.objects.filter(value__in={value for _scheme, value in taken})
    known = {(identifier.scheme, identifier.value) for identifier in held.only("scheme", "value")}
    for scheme, value in taken:
        if (scheme, value) in known:
            raise RegisterError(_("%(number)s is already taken.") % {"number": f"{scheme} {value}"})
        known.add((scheme, value))


def insert(newcomers: Sequence[Newcomer]) -> list[int]:
    """Put players and their numbers in as columns; the caller has checked and keeps the journal."""
    federations = {country: federation_for(country).pk for country in {each.country for each in newcomers}}
    clubs = clubs_for({each.club_place for each in newcomers})
    numbers = bulk.reserve_ids("federation_player", len(newcomers))
    bulk.write_columns(
        "federation_player",
        {
            "id": numbers,
            "surname": [each.surname.strip()[:80] for each in newcomers],
            "given_name": [each.given_name.strip()[:80] for each in newcomers],
            "search_key": [key_of(each.surname, each.given_name) for each in newcomers],
            "sex": [""] * len(newcomers),
            "federation_id": [federations[each.country] for each in newcomers],
            "club_id": [clubs[each.club_place] for each in newcomers],
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
    home = federation_for(settings.FEDERATION_CODE)
    list(Federation.objects.select_for_update(no_key=True).filter(pk=home.pk))


def key_of_player(player: Player) -> str:
    """Return the key a player is found by."""
    return key_of(player.surname, player.given_name)


def refuse_merged(player: Player) -> None:
    """Raise RegisterError for a number that stands for another player."""
    if player.merged_into_id is not None:
        gaps = {"number": player.pk, "other": player.merged_into_id}
        raise RegisterError(_("Number %(number)s has already been merged into number %(other)s.") % gaps)


@transaction.atomic
def rename(player: Player, surname: str, given_name: str, *, account: Account | None) -> None:
    """Rename a player; the name he had stays a known name."""
    refuse_merged(player)
    if not fold(surname):
        raise RegisterError(_("A player needs a surname."))
    before, old_key = f"{player.surname} {player.given_name}".strip(), player.search_key
    player.surname, player.given_name = surname.strip(), given_name.strip()
    player.search_key = key_of(surname, given_name)
    player.save(update_fields=["surname", "given_name", "search_key"])
    if old_key and old_key != player.search_key:
        KnownName.objects.get_or_create(player=player, key=old_key, defaults={"name": before})
    journal.write("player.renamed", player, account=account, before=before, after=f"{surname} {given_name}")


@transaction.atomic
def transfer(player: Player, club: Club | None, *, account: Account | None) -> None:
    """Move a player to another club, or to none."""
    refuse_merged(player)
    before = player.club.code if player.club else ""
    player.club = club
    player.save(update_fields=["club"])
    journal.write(
        "player.transferred", player, account=account, before=before, after=club.code if club else ""
    )


@transaction.atomic
def declare_grade(
    player: Player, grade: str, *, since: date, account: Account | None, source: str = ""
) -> None:
    """Record the grade a player declares from a day on; his grade is the one of the latest day.

    RegisterError when it is no grade (30k to 1k, 1d to 9d, 1p to 9p).
    """
    refuse_merged(player)
    check_grade(grade)
    DeclaredGrade.objects.update_or_create(
        player=player, since=since, defaults={"grade": grade, "source": source}
    )
    latest, before = player.declared_grades.latest("since").grade, player.grade
    if player.grade != latest:
        player.grade = latest
        player.save(update_fields=["grade"])
    said = {"grade": grade, "since": since, "source": source}
    journal.write("player.grade", player, account=account, **said, before=before, after=latest)


@transaction.atomic
def add_identifier(player: Player, scheme: str, value: str, *, account: Account | None) -> Identifier:
    """Note the number another register knows a player by; RegisterError when it or his place is taken."""
    refuse_merged(player)
    identifier = _add_identifier(player, scheme, value)
    journal.write("player.identifier", player, account=account, scheme=scheme, value=identifier.value)
    return identifier


@transaction.atomic
def add_known_name(player: Player, name: str, *, account: Account | None) -> KnownName:
    """Remember another spelling of a player's name; a name known already is left as it is."""
    refuse_merged(player)
    key = fold(name)[:200]
    if not key:
        raise RegisterError(_("A name needs at least one letter."))
    known, new = KnownName.objects.get_or_create(
        player=player, key=key, defaults={"name": name.strip()[:160]}
    )
    if new:
        journal.write("player.known_name", player, account=account, name=known.name)
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


def _add_identifier(player: Player, scheme: str, value: str) -> Identifier:
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
