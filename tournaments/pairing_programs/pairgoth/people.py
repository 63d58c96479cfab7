"""Who is who: a page names players, and the list of entrants knows them.

Pairgoth publishes no numbers. A name alone is enough where one person has it; namesakes are told apart by
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


Who = Listed | Named  # Named: somebody the program has and the list has not


def identify(pages: Sequence[Collection[Named]], listed: Sequence[Listed]) -> dict[Named, Who]:
    """Return who each name of some pages is.

    Raises Unusable where two people of one name cannot be told apart.
    """
    known: dict[str, list[Listed]] = defaultdict(list)
    for one in listed:
        known[fold(full_name(one.surname, one.given_name))].append(one)
    called: dict[str, list[Named]] = defaultdict(list)
    together: Counter[str] = Counter()
    for page in pages:
        keys = Counter(fold(one.name) for one in set(page))
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
    """Return who namesakes are: each the entrant of the list most like them, or somebody new."""
    who: dict[Named, Who] = {one: _likeliest(one, known) or _alike(one, people) for one in people}
    for other in known:
        claims = sorted(
            (one for one in people if who[one] is other),
            key=lambda one: _likeness(one, other),
            reverse=True,
        )
        for one in claims[1:]:
            if not any(one in page and claims[0] in page for page in pages):
                continue  # the same person, whose grade was mended between two rounds
            if _likeness(one, other) == _likeness(claims[0], other):
                raise Unusable("same-name", name=one.name)
            who[one] = one
    return who


def _likeliest(one: Named, known: Sequence[Listed]) -> Listed | None:
    """Return the entrant most like somebody; None where everybody contradicts. Raises Unusable for two."""
    ranked = sorted(known, key=lambda other: _likeness(one, other), reverse=True)
    if len(ranked) > 1 and _likeness(one, ranked[0]) == _likeness(one, ranked[1]):
        raise Unusable("same-name", name=one.name)
    return ranked[0] if ranked and _likeness(one, ranked[0]) >= 0 else None


def _alike(one: Named, people: Sequence[Named]) -> Named:
    """Return the first of this grade and country whose club does not contradict."""
    return next(
        other
        for other in people
        if (other.grade, other.country) == (one.grade, one.country)
        and (other.club == one.club or not (other.club and one.club))
    )


def _likeness(one: Named, other: Listed) -> int:
    """Count in what two agree, less in what they contradict each other."""
    pairs = (
        (one.grade, other.grade),
        (_country(one.country), _country(other.country)),
        (one.club.casefold(), other.club.casefold()),
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
