"""Conditions for rows found by their stored words (federation.vocabulary.search_words), as SQL and as Q."""

from django.db.models import Q

from federation.search.search import LONGEST
from federation.vocabulary.search_words import TOWN, typed_words, whole_name

_ANYWHERE, _IN_TOWN = (" ", f" {TOWN}"), (f" {TOWN}",)
# Of a column `search_words`: called so, beginning so, any other.
BEST_FIRST = "CASE WHEN search_words LIKE %s THEN 0 WHEN search_words LIKE %s THEN 1 ELSE 2 END"


def word_clause(text: str, *, in_town: bool = False) -> tuple[str, list[str]]:
    """Return the condition that every word of `text` begins a stored word, one of the town, and its values.

    Without any word it matches nothing. Stored words have no wildcard in them, nor has what is looked for.
    """
    before = _IN_TOWN if in_town else _ANYWHERE
    each = [
        [f"%{start}{spelling}%" for spelling in word for start in before]
        for word in typed_words(text[:LONGEST])
    ]
    clause = " AND ".join("(" + " OR ".join(["search_words LIKE %s"] * len(word)) + ")" for word in each)
    return clause or "1 = 0", [pattern for word in each for pattern in word]


def best_first(text: str) -> list[str]:
    """Return the values of BEST_FIRST."""
    whole = whole_name(text[:LONGEST])
    return [f"{whole}%", f"{whole[:-2]}%"]


def having_words(text: str, *, in_town: bool = False) -> Q:
    """Make the same condition for a queryset."""
    before = _IN_TOWN if in_town else _ANYWHERE
    words = typed_words(text[:LONGEST])
    condition = Q() if words else Q(pk__in=[])
    for word in words:
        either = Q()
        for start in before:
            for spelling in word:
                either |= Q(search_words__contains=start + spelling)
        condition &= either
    return condition


def is_called(text: str, search_words: str) -> bool:
    """Return whether a text is the whole name of a row with these words."""
    whole = whole_name(text[:LONGEST])
    return len(whole) > 3 and search_words.startswith(whole)
