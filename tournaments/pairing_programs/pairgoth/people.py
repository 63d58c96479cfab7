"""Identification of the players of a page among the entrants of the list.

Pairgoth publishes no numbers. A name alone is enough where one person has it; namesakes are distinguished by
grade, country and club.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from federation.vocabulary.names import PARTICLES, fold, full_name
from tournaments.pairing_programs.pairgoth.pages import Named
from tournaments.pairing_programs.pairgoth.refusals import Unusable


@dataclass(frozen=True, slots=True)
class Listed:
    """An entrant of the list; `key` is the number the program was given."""

    key: int
    surname: str
    given_name: str = ""
    grade: str = ""
    country: str = ""
    club: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)


Who = Listed | Named  # Named: a player the program has and the list has not


def identify(pages: Sequence[Collection[Named]], listed: Sequence[Listed]) -> dict[Named, Who]:
    """Return who each name of some pages is.

    Raises Unusable where two people of one name cannot be distinguished.
    """
    known: dict[str, list[Listed]] = defaultdict(list)
    for entrant in listed:
        known[fold(full_name(entrant.surname, entrant.given_name))].append(entrant)
    called: dict[str, list[Named]] = defaultdict(list)
    together: Counter[str] = Counter()
    for page in pages:
        keys = Counter(fold(person.name) for person in set(page))
        together |= keys
        for named in page:
            called[fold(named.name)].append(named)
    page_sets = [set(page) for page in pages]
    who: dict[Named, Who] = {}
    for key, people in called.items():
        people = list(dict.fromkeys(people))
        if together[key] == 1 and len(known[key]) <= 1:
            same: Who = known[key][0] if known[key] else people[0]
            who.update(dict.fromkeys(people, same))
        else:
            who.update(_told_apart(people, known[key], page_sets))
    return who


def _told_apart(
    people: Sequence[Named], known: Sequence[Listed], pages: Sequence[Collection[Named]]
) -> dict[Named, Who]:
    """Return who namesakes are: each the entrant of the list most like them, or a new person."""
    who: dict[Named, Who] = {person: _likeliest(person, known) or _alike(person, people) for person in people}
    for other in known:
        claims = sorted(
            (person for person in people if who[person] is other),
            key=lambda person: _likeness(person, other),
            reverse=True,
        )
        for person in claims[1:]:
            if not any(person in page and claims[0] in page for page in pages):
                continue  # the same person, whose grade was mended between two rounds
            if _likeness(person, other) == _likeness(claims[0], other):
                raise Unusable("same-name", name=person.name)
            who[person] = person
    return who


def _likeliest(person: Named, known: Sequence[Listed]) -> Listed | None:
    """Return the entrant most like a person, None if all contradict. Raises Unusable for a tie."""
    ranked = sorted(known, key=lambda other: _likeness(person, other), reverse=True)
    if len(ranked) > 1 and _likeness(person, ranked[0]) == _likeness(person, ranked[1]):
        raise Unusable("same-name", name=person.name)
    return ranked[0] if ranked and _likeness(person, ranked[0]) >= 0 else None


def _alike(person: Named, people: Sequence[Named]) -> Named:
    """Return the first of this grade and country whose club does not contradict."""
    return next(
        other
        for other in people
        if (other.grade, other.country) == (person.grade, person.country)
        and (other.club == person.club or not (other.club and person.club))
    )


def _likeness(person: Named, other: Listed) -> int:
    """Count in what two agree, less in what they contradict each other."""
    pairs = (
        (person.grade, other.grade),
        (_country(person.country), _country(other.country)),
        (person.club.casefold(), other.club.casefold()),
    )
    return sum((1 if mine == theirs else -1) for mine, theirs in pairs if mine and theirs)


def _country(code: str) -> str:
    return "UK" if code.upper() == "GB" else code.upper()


def split_name(text: str) -> tuple[str, str]:
    """Part a name written surname first; particles belong to the surname."""
    words = text.split()
    last = 1
    while last < len(words) and fold(words[last - 1]) in PARTICLES:
        last += 1
    return " ".join(words[:last]), " ".join(words[last:])
