"""The report of a tournament as the public reads it, by the privacy policy."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, TypeVar

from django.conf import settings

from federation.models.display_name import public_name, shown_title
from federation.privacy import kinds, policy
from federation.vocabulary.names import key_of
from tournaments.formats.shared.chess import FEDERATIONS
from tournaments.formats.shared.contact import without_contact
from tournaments.reports.report import Entrant, NationalRecord, Report, Team

_Record = TypeVar("_Record", Report, Entrant, Team, NationalRecord)


@dataclass(frozen=True, slots=True)
class Person:
    """An entrant's player as the register knows them; `choice`: how they are shown."""

    number: int
    choice: str
    birth_year: int | None
    club_hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the public sees of an entrant."""

    choice: str
    number: int  # that replaces an anonymous name
    minor: bool
    kind: policy.Kind
    club_hidden: bool

    def sees(self, field: str) -> bool:
        return policy.is_shown(field, self.kind, minor=self.minor, choice=self.choice)

    def birth(self, written: str) -> str:
        """Return a date of birth as exact as it may be."""
        if self.sees("birth_date"):
            return written
        return written[:4] if self.sees("birth_year") else ""


def public_report(
    report: Report,
    people: Mapping[int, Person],
    *,
    families: list[str],
    year: int,
    arbiters: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> Report:
    """Reduce a report to what the public sees; every writer of a public file starts from it.

    `people`: players by number of the entrant; `families`: systems it is rated for; `year` it was played in;
    `arbiters`: how the players are shown whom a line of the arbiters may name.
    """
    kind = kinds.kind_of_families(families)
    shown = {
        entrant.number: _of_entrant(entrant, people.get(entrant.number), kind, year)
        for entrant in report.entrants
    }
    entrants = tuple(_entrant(entrant, shown[entrant.number], families) for entrant in report.entrants)
    unnamed = [entrant for entrant in report.entrants if not shown[entrant.number].sees("arbiter")]
    reduced = replace(
        report,
        entrants=entrants,
        nationals=tuple(_nationals(report, shown)),
        arbiters=tuple(
            line
            if _is_arbiter_shown(kind, arbiters.get(line, ())) and not _names_one_of(unnamed, line)
            else ""
            for line in report.arbiters
        ),
        findings=(),
    )
    if policy.level("remark", kind) is not policy.Level.SHOWN:
        reduced = replace(reduced, comments=(), records=())
    if policy.level("contact", kind) is policy.Level.SHOWN:
        return reduced
    return replace(
        _without_contact(reduced),
        entrants=tuple(map(_without_contact, reduced.entrants)),
        teams=tuple(map(_without_contact, reduced.teams)),
        nationals=tuple(map(_without_contact, reduced.nationals)),
        arbiters=tuple(map(without_contact, reduced.arbiters)),
    )


def _is_arbiter_shown(kind: policy.Kind, choices: Collection[str]) -> bool:
    """Return whether arbiters are shown, those included who may be players that made some choices."""
    return all(policy.is_shown("arbiter", kind, choice=choice) for choice in {"public", *choices})


def _names_one_of(entrants: Collection[Entrant], line: str) -> bool:
    """Return whether a line has all words of an entrant's name, in any order."""
    words = set(key_of(line.replace(",", " ")).split())
    return any(set(key_of(entrant.surname, entrant.given_name).split()) <= words for entrant in entrants)


def _of_entrant(entrant: Entrant, person: Person | None, kind: policy.Kind, year: int) -> _Shown:
    age, born = settings.ADULT_AGE, entrant.birth_year
    if person is not None:
        minor = policy.is_minor(born or person.birth_year, year, age)
        return _Shown(person.choice, person.number, minor, kind, person.club_hidden)
    choice = policy.shown_as(born, year, minors=settings.MINORS_SHOWN, age=age)
    return _Shown(choice, entrant.number, policy.is_minor(born, year, age), kind, choice == "anonymous")


def _entrant(entrant: Entrant, shown: _Shown, families: list[str]) -> Entrant:
    surname, given_name = public_name(shown.number, entrant.surname, entrant.given_name, shown.choice)
    return replace(
        entrant,
        surname=surname,
        given_name=given_name,
        identifiers={
            scheme: number
            for scheme, number in entrant.identifiers.items()
            if shown.sees(kinds.number_field(scheme, families))
        },
        sex=entrant.sex if shown.sees("sex") else "",
        title=shown_title(entrant.title, shown.choice) if shown.sees("title") else "",
        club=entrant.club if shown.sees("club") and not shown.club_hidden else "",
        birth=shown.birth(entrant.birth),
        licence_status=entrant.licence_status if shown.choice == "public" else "",
    )


def _nationals(report: Report, shown: Mapping[int, _Shown]) -> Iterator[NationalRecord]:
    """Yield the national records of FIDE's federations the public sees."""
    for national in report.nationals:
        seen = shown.get(national.entrant)
        if seen is None or national.federation not in FEDERATIONS or not seen.sees("national"):
            continue
        yield replace(
            national,
            sex=national.sex if seen.sees("sex") else "",
            number=national.number if seen.sees("number") else "",
            birth=seen.birth(national.birth),
        )


def _without_contact(record: _Record) -> _Record:
    """Take contact data out of every text of a record."""
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    texts: dict[str, Any] = {
        name: without_contact(value) for name, value in values.items() if isinstance(value, str)
    }
    return replace(record, **texts)
