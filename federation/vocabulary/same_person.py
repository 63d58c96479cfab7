"""Comparison of two names: beside one number, perhaps one person's; and how like they are. Pure.

A number alone proves no identity: it may be mistyped, or given out twice. Surname and given name
are compared separately, as brothers and sisters share most letters of their whole names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from rapidfuzz import fuzz

from federation.vocabulary.names import (
    PARTICLES,
    fold,
    full_name,
    same_words,
    skeleton,
    spellings,
    without_remark,
)
from federation.vocabulary.sounds import sound_key

_SIMILAR = 75  # percent: from here on a surname or a given name is the same with a slip in it
_LEAST_PREFIX = 3  # letters a name that is cut keeps at least: Alex, Tom
_LEAST_INSIDE = 4  # the same of one that loses its beginning: Rita for Margarita, but not Ana for Mariana
_LEAST_SOUND = 3  # letters of a code: Li, Lee, Loo sound alike and are other names
_VOWELS = str.maketrans("", "", "aiou")


class Names(IntEnum):
    """How two names go together, the least alike first."""

    OTHER = 0  # quite different: another person unless an officer decides otherwise
    NEW_SURNAME = 1  # the given name alone is the same: perhaps married since
    SAME = 2


@dataclass(frozen=True, slots=True)
class Person:
    """A person as a list or the register names them."""

    surname: str
    given_name: str = ""
    birth_year: int | None = None
    known: Sequence[str] = ()  # other names, written or folded

    @property
    def name(self) -> str:
        """The name as written, surname first."""
        return full_name(self.surname, self.given_name)


def compare(first: Person, second: Person) -> Names:
    """Return how the names of two persons go together, their other names included."""
    if _is_same(first, second) or _is_known(first, second) or _is_known(second, first):
        return Names.SAME
    is_given = (
        _has_given_name(first) and _has_given_name(second) and _agree(first.given_name, second.given_name)
    )
    if first.birth_year is not None and first.birth_year == second.birth_year:
        is_half = is_given or _agree(first.surname, second.surname)
        return Names.SAME if is_half else Names.OTHER
    is_open = None in (first.birth_year, second.birth_year)  # one of the two years is not known
    return Names.NEW_SURNAME if is_given and is_open else Names.OTHER


def _has_given_name(person: Person) -> bool:
    """Return whether a given name is more than initials, which many share."""
    return any(len(word) > 1 for word in _words(person.given_name))


def _is_same(first: Person, second: Person) -> bool:
    a, b = without_remark(first.name), without_remark(second.name)
    if same_words(a, b) or same_words(skeleton(fold(a)), skeleton(fold(b))):
        return True
    if {*spellings(first.surname, first.given_name)} & {*spellings(second.surname, second.given_name)}:
        return True
    if _is_among(_words(a), _words(b)) or _is_among(_words(b), _words(a)):
        return True
    straight = _agree(first.surname, second.surname) and _agree(first.given_name, second.given_name)
    return straight or (
        bool(first.given_name and second.given_name)
        and _agree(first.surname, second.given_name)
        and _agree(first.given_name, second.surname)
    )


def _is_known(person: Person, other: Person) -> bool:
    """Return whether a person is known by the name of another."""
    written = fold(without_remark(other.name))
    return any(same_words(known, written) for known in person.known)


def _words(text: str) -> list[str]:
    words = fold(without_remark(text)).split()
    return [word for word in words if word not in PARTICLES] or words


def _is_among(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether all words of a name are in the other: a list leaves second names out."""
    left = list(others)
    for word in words:
        if word not in left:
            return False
        left.remove(word)
    return len(words) > 1


def _agree(first: str, second: str) -> bool:
    """Return whether a surname or a given name is another one: whole, in part, cut, or with a slip.

    One that a list does not give is no difference.
    """
    a, b = _words(first), _words(second)
    if not a or not b:
        return True
    if any(_is_cut(x, y) or _is_heard(x, y) for x in a for y in b):
        return True
    return likeness(" ".join(a), " ".join(b)) >= _SIMILAR or _is_cut("".join(a), "".join(b))


def _is_cut(first: str, second: str) -> bool:
    """Return whether one word begins the other: a shortened name, or an initial."""
    short, long = sorted((first, second), key=len)
    if len(short) >= _LEAST_INSIDE and short in long:
        return True
    return long.startswith(short) and (len(short) >= _LEAST_PREFIX or short == long or len(short) == 1)


def _is_heard(first: str, second: str) -> bool:
    """Return whether two words may be one, written in two ways."""
    a, b = (
        {code for code in sound_key(word).split() if len(code) >= _LEAST_SOUND} for word in (first, second)
    )
    if any(x.startswith(y) or y.startswith(x) for x in a for y in b):
        return True
    spoken = ({code.translate(_VOWELS) for code in codes} for codes in (a, b))  # Pyotr, Piotr, Petr
    return any(len(code) >= _LEAST_SOUND for code in set.intersection(*spoken))


def likeness(a: str, b: str) -> float:
    """Return in percent how like two folded names are, whichever of their words comes first.

    Sorting the words alone would miss a slip in a first letter, which sorts the word elsewhere. Not in
    `names`, which every process imports: few compare names.
    """
    words = a.split()
    turned = (" ".join(words[turn:] + words[:turn]) for turn in range(len(words)))
    return max([fuzz.token_sort_ratio(a, b), *(fuzz.ratio(each, b) for each in turned)])
