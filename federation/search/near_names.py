# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Names nearly so written as one that is looked for: slips in a search, candidates for the names of a file.

The indexes are those of `search`.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from rapidfuzz import process
from rapidfuzz.distance import OSA

from federation.database.reading import connection
from federation.database.slicing import slices
from federation.vocabulary.names import PARTICLES
from federation.vocabulary.same_person import likeness

_TRIALS = 400  # names looked up by one statement (SQLite joins at most 500 selects)
_WIDE = 30  # names an index may offer for one that was written wrong, before the best are taken
_NEAR = 70.0  # percent: below this two names have nothing to do with each other
_TRIGRAMS = 0.4  # similarity from which the trigram index offers a name: two short words with a slip in each
_ALIKE = 0.55  # trigrams in common, a word on average: one slip in a short word, none in the next
_OFFERED = 0.4  # trigrams in common from which a slip is looked for: two letters in turn change four


def nearest(keys: Sequence[str], limit: int = 8) -> list[list[int]]:
    """Find for every folded name the players whose names are most like it; three queries for 400 names."""
    candidates: list[list[tuple[float, int]]] = [[] for _ in keys]
    for place, number, key in _offers(keys):
        degree = likeness(keys[place], key)
        if degree >= _NEAR and _meet(keys[place], key):
            candidates[place].append((-degree, number))
    return [[number for _, number in sorted(offers)[:limit]] for offers in candidates]


def _meet(name: str, other: str) -> bool:
    """Return whether two words of a name match the other's, or nearly; after either index.

    A shared given name alone makes no candidate.
    """
    words, others = _weighty(name), other.split()
    return sum(_is_among(word, others) for word in words) >= min(2, len(words))


def _is_among(word: str, others: list[str]) -> bool:
    """Return whether a word is one of a name, or nearly."""
    return word in others or len(_neighbours(word, others)) > 1


def _weighty(key: str) -> list[str]:
    """Return the words of a name that distinguish people."""
    return [word for word in key.split() if len(word) > 1 and word not in PARTICLES][:5] or key.split()[:1]


def numbers_almost(words: list[str], limit: int) -> list[int]:
    """Find players who have for every word one nearly so written."""
    if connection.vendor == "postgresql":
        alike = " OR ".join(["%s <%% (' ' || search_key)"] * len(words))
        degree = " + ".join(["word_similarity(%s, search_key)"] * len(words))
        sql = (
            f"SELECT id, search_key, degree FROM (SELECT id, search_key, {degree} AS degree"
            f" FROM federation_player WHERE {alike}) AS near"
            " WHERE degree >= %s ORDER BY degree DESC, id LIMIT %s"
        )
        with connection.cursor() as cursor:
            threshold = "SELECT set_config('pg_trgm.word_similarity_threshold', %s, false)"
            cursor.execute(threshold, [str(_OFFERED)])
            cursor.execute(sql, [*words, *words, _OFFERED * len(words), limit + _WIDE])
            near = cursor.fetchall()
        enough = _ALIKE * len(words)
        numbers = [
            number
            for number, key, degree in near
            if degree >= enough or all(_is_among(word, key.split()) for word in words)
        ]
        return numbers[:limit]
    vocabulary = _vocabulary()
    expression = " AND ".join(_any_of(_neighbours(word, vocabulary)) for word in words)
    offers = _matching([(0, expression)])
    degrees = {number: likeness(" ".join(words), key) for _, number, key in offers}
    return sorted(degrees, key=lambda number: (-degrees[number], number))[:limit]


def _offers(keys: Sequence[str]) -> Iterable[tuple[int, int, str]]:
    """Let the index offer players for names: (place of the name, player, their key)."""
    if not keys:
        return []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('pg_trgm.similarity_threshold', %s, false)", [str(_TRIGRAMS)])
            cursor.execute(
                "SELECT k.place - 1, p.id, p.search_key "
                "FROM unnest(%s::text[]) WITH ORDINALITY AS k(key, place) CROSS JOIN LATERAL ("
                "SELECT id, search_key FROM federation_player WHERE (' ' || search_key) %% k.key "
                "ORDER BY similarity(search_key, k.key) DESC LIMIT %s) AS p",
                [list(keys), _WIDE],
            )
            return list(cursor.fetchall())
    vocabulary = _vocabulary()
    wanted = [(place, _two_words(key, vocabulary)) for place, key in enumerate(keys) if key]
    offers: list[tuple[int, int, str]] = []
    for part in slices(wanted, _TRIALS):
        offers += _matching(part)
    return offers


def _vocabulary() -> list[str]:
    """Read every word that occurs in a name (SQLite)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT term FROM federation_player_vocabulary")
        return [row[0] for row in cursor.fetchall()]


def _neighbours(word: str, vocabulary: list[str]) -> list[str]:
    """Return the word and those one slip makes of it; two slips from six letters on, none below three."""
    if len(word) < 3:
        return [word]
    slips = 2 if len(word) >= 6 else 1
    near = process.extract(word, vocabulary, scorer=OSA.distance, score_cutoff=slips, limit=12)
    return [word, *(term for term, _, _ in near if term != word)]


def _any_of(words: list[str]) -> str:
    return "(" + " OR ".join(f'"{word}"' for word in words) + ")"


def _two_words(key: str, vocabulary: list[str]) -> str:
    """Return the FTS5 query for any two words of a name, or nearly; a third may be missing."""
    groups = [_any_of(_neighbours(word, vocabulary)) for word in _weighty(key)]
    pairs = [" AND ".join(pair) for pair in combinations(groups, 2)] or groups
    return " OR ".join(f"({pair})" for pair in pairs)


def _matching(wanted: Sequence[tuple[int, str]]) -> list[tuple[int, int, str]]:
    """Run FTS5 expressions as one statement: (place, player, key)."""
    query = (
        "SELECT %s, rowid, search_key FROM (SELECT rowid, search_key FROM federation_player_words "
        "WHERE federation_player_words MATCH %s ORDER BY rank LIMIT %s)"
    )
    values = [value for place, expression in wanted for value in (place, expression, _WIDE)]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join([query] * len(wanted)), values)
        return list(cursor.fetchall())
