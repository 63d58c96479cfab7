"""Who is who: a page names players, and the list of entrants knows them.

Pairgoth publishes no numbers. A name alone is enough where one person has it; namesakes are told apart by
grade, country and club.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from federation.vocabulary.names import PARTICLES, fold
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


def identify(pages: Iterable[Collection[Named]], listed: Sequence[Listed]) -> dict[Named, Who]:
    """Return who each name of some pages is.

    Raises Unusable where two people of one name cannot be told apart.
    """
    known: dict[str, list[Listed]] = defaultdict(list)
    for one in listed:
        known[fold(f"{one.surname} {one.given_name}")].append(one)
    called: dict[str, list[Named]] = defaultdict(list)
    together: Counter[str] = Counter()
    for page in pages:
        keys = Counter(fold(one.name) for one in set(page))
        together |= keys
        for one in page:
            called[fold(one.name)].append(one)
    found: dict[Named, Who] = {}
    for key, people in called.items():
        people = list(dict.fromkeys(people))
        if together[key] == 1 and len(known[key]) <= 1:
            same: Who = known[key][0] if known[key] else people[0]
            found.update(dict.fromkeys(people, same))
        else:
            found.update(_told_apart(people, known[key]))
    return found


def _told_apart(people: Sequence[Named], known: Sequence[Listed]) -> dict[Named, Who]:
    """Return who namesakes are: each the entrant of the list most like him, or somebody new."""
    found: dict[Named, Who] = {}
    for one in people:
        likeness = sorted(((_likeness(one, other), other.key, other) for other in known), reverse=True)
        if len(likeness) > 1 and likeness[0][0] == likeness[1][0]:
            raise Unusable("same-name", name=one.name)
        fits = bool(likeness) and likeness[0][0] >= 0
        found[one] = likeness[0][2] if fits else one
    return found


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
