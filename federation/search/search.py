# ruff: noqa: S608 - the names are this file's own, every value is bound
"""Search of players by name, sound or number.

SQLite: FTS5 over the words of the search key, its vocabulary for words written wrong. PostgreSQL: trigrams.
Both indexes are made by migration 0003, those of sounds by 0017, and keep themselves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Q
from django.db.models.expressions import RawSQL
from django.urls import reverse

from federation.database import bulk
from federation.database.reading import connection
from federation.models import Identifier, Player
from federation.models.display_name import PUBLIC, is_public, public_name
from federation.search.near_names import numbers_almost
from federation.vocabulary.keys import keys_from
from federation.vocabulary.names import PARTICLES, fold
from federation.vocabulary.sounds import is_cyrillic, sound_key, spoken

_TRIED = 3  # words tried one by one where no name has them all
_ANNOUNCING = frozenset({"no", "nr", "num", "numero", "number", "licence", "pin", "id", "ffg", "egd", "fide"})
_LICENCE = 7  # letters of an FFG licence, the one number that may begin with zeros
LONGEST = 160  # letters of a search text on a page


@dataclass(frozen=True, slots=True)
class Named:
    """What names a player, as it may be shown where a public page is made."""

    pk: int
    surname: str
    given_name: str
    search_key: str
    privacy: str
    merged_into_id: int | None
    federation: str
    club: str  # its code, "" for none, or for one that is not shown
    club_name: str

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> "Named":
        """Take a row of _NAMED."""
        number, surname, given_name, key, privacy, merged, federation, club, club_name, club_hidden = row
        if is_public():
            surname, given_name = public_name(number, surname, given_name, privacy)
            club, club_name = ("", "") if club_hidden else (club, club_name)
        return cls(number, surname, given_name, key, privacy, merged, federation, club, club_name)

    def get_absolute_url(self) -> str:
        """Return the address of the player's page."""
        return reverse("player", args=[self.pk])


_Read = TypeVar("_Read", bound=Player | Named)
_NAMED = (
    "SELECT p.id, p.surname, p.given_name, p.search_key, p.privacy, p.merged_into_id, f.code,"
    " coalesce(c.code, p.club_code), coalesce(c.name, p.club_text), p.club_hidden FROM federation_player p"
    " JOIN federation_federation f ON f.id = p.federation_id LEFT JOIN federation_club c ON c.id = p.club_id"
)


def find_players(text: str, limit: int = 20) -> list[Player]:
    """Find players by the beginnings of their words in any order, or by any number.

    The whole name first, then surnames, then alphabetically; whom a number finds comes behind whom a name
    beside it finds. When nothing is found, players whose words are nearly so written. At most six queries.
    """
    return _find_in_order(text, limit, _whole)


def find_named(text: str, limit: int = 20, *, nearly: bool = True) -> list[Named]:
    """Find players as find_players does, and only what names them; those nearly called so if wanted."""
    return _find_in_order(text, limit, _read_named, nearly=nearly)


def _find_in_order(
    text: str, limit: int, read: Callable[[Iterable[int]], list[_Read]], *, nearly: bool = True
) -> list[_Read]:
    key = fold(text[:LONGEST])
    words = key.split()
    if not words or limit < 1:
        return []
    numbers = _numbers_by_identifier(text)
    named = name_in(text)
    ids = _numbers_by_name(named, named.split(), limit) if named else []
    if is_cyrillic(text):
        ids += _numbers_by_sound(text[:LONGEST], limit)
    ids += numbers
    if not ids and named != key:
        ids = _numbers_by_name(key, words, limit)
    if not ids and nearly:
        ids = numbers_almost(words, limit)
    place = {number: place for place, number in reversed(list(enumerate(ids)))}
    players = read(place) if place else []
    for merged in [player for player in players if player.merged_into_id is not None]:
        survivor, now = merged.merged_into_id or 0, place[merged.pk]
        place[survivor] = min(now, place.get(survivor, now))
    if any(player.merged_into_id is not None for player in players):
        players = [player for player in read(place) if player.merged_into_id is None]
    if is_public():
        own_number = text.strip().removeprefix("#")
        players = [player for player in players if player.privacy == PUBLIC or own_number == str(player.pk)]
    return sorted(players, key=lambda player: place[player.pk])[:limit]


def sharing_a_word(text: str, limit: int = 8) -> list[Named]:
    """Find players with at least one of the words, if none has them all; the longest word first."""
    words = sorted(
        dict.fromkeys(fold(text[:LONGEST]).split()), key=lambda word: (word in PARTICLES, -len(word))
    )
    players: dict[int, Named] = {}
    for word in words[:_TRIED] if len(words) > 1 else ():
        for player in find_named(word, limit):
            players.setdefault(player.pk, player)
        if len(players) >= limit:
            break
    return list(players.values())[:limit]


def name_in(text: str) -> str:
    """Return the words of a text that may be of a name, folded: all but numbers and what announces them."""
    words = text[:LONGEST].split()
    if not any(letter.isdigit() for letter in text):
        return fold(text[:LONGEST])
    folded = (fold(word) for word in words if not any(letter.isdigit() for letter in word))
    return " ".join(word for word in folded if len(word) > 1 and word not in _ANNOUNCING)


def is_written_so(text: str, player: Named) -> bool:
    """Return whether every word of a text begins a word of a name or sounds so, or part of it is a number."""
    if any(letter.isdigit() for letter in text):
        return True
    if is_cyrillic(text) and sounds_so(text, player):
        return True
    key = f" {player.search_key}"
    return all(f" {word}" in key for word in fold(text[:LONGEST]).split())


def sounds_so(text: str, player: Named, *, wholly: bool = False) -> bool:
    """Return whether every word of a text in Cyrillic sounds like one of a name, or its beginning."""
    name_sounds, end = f" {sound_key(player.surname, player.given_name)} ", " " if wholly else ""
    words = spoken(text[:LONGEST])
    return bool(words) and all(any(f" {code}{end}" in name_sounds for code in codes) for codes in words)


def _whole(numbers: Iterable[int]) -> list[Player]:
    return list(Player.objects.select_related("club", "federation").filter(pk__in=list(numbers)))


def _read_named(numbers: Iterable[int]) -> list[Named]:
    keys = ",".join(str(number) for number in numbers if bulk.is_key(number))
    if connection.vendor == "postgresql":  # one text however many, so that its plan is reused
        rows = bulk.rows(f"{_NAMED} WHERE p.id = ANY(%s::bigint[])", [f"{{{keys}}}"])
    else:
        rows = bulk.rows(f"{_NAMED} WHERE p.id IN ({keys})", [])
    return [Named.of(row) for row in rows]


def word_filters(text: str, field: str = "search_key") -> Q:
    """Make the condition that every word of `text` begins a word of a folded key.

    Good for tables of some 20,000 rows (no index helps). A text without any word matches nothing.
    """
    words = fold(text[:LONGEST]).split()
    condition = Q() if words else Q(pk__in=[])
    for word in words:
        condition &= Q(**{f"{field}__startswith": word}) | Q(**{f"{field}__contains": f" {word}"})
    return condition


def people_named(text: str) -> RawSQL:
    """Return the query for people all of whose words begin like one of `text`; any known name.

    Also people with the text as number of another register. For `player__in` of tables too long to search.
    """
    words = fold(text[:LONGEST]).split()
    known = " AND ".join(["(key LIKE %s OR key LIKE %s)"] * len(words)) or "1 = 0"
    names = f"SELECT player_id FROM federation_knownname WHERE {known}"
    schemes = ", ".join(f"'{scheme}'" for scheme in Identifier.Scheme.values)  # first in the index
    numbers = f"SELECT player_id FROM federation_identifier WHERE scheme IN ({schemes}) AND value = %s"
    source, values = _word_clause(words) if words else ("federation_player AS p WHERE 1 = 0", [])
    beginnings = [value for word in words for value in (f"{word}%", f"% {word}%")]
    # Lists keep the number they were published with, merged since or not.
    merged = f"SELECT g.id FROM federation_player AS g WHERE g.merged_into_id IN ({names})"
    return RawSQL(  # noqa: S611  # the texts are this file's own, every value is bound
        f"SELECT p.id FROM {source} UNION {names} UNION {merged} UNION {numbers}"
        " EXCEPT SELECT id FROM federation_player WHERE privacy <> 'public'",
        (*values, *beginnings, *beginnings, text.strip().upper()),
    )


@contextmanager
def many_names() -> Iterator[None]:
    """Let the index of names take some hundred thousand at once; inside a transaction.

    PostgreSQL: what comes is gathered and sorted in at the end, ten times as fast as piece by piece, and
    without a lock that would keep readers out.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL gin_pending_list_limit = '1GB'")
        yield
        cursor.execute("SET LOCAL maintenance_work_mem = '256MB'")
        cursor.execute("SELECT gin_clean_pending_list('federation_player_trigrams')")
        cursor.execute("SET LOCAL gin_pending_list_limit TO DEFAULT")
        cursor.execute("SET LOCAL maintenance_work_mem TO DEFAULT")


def _numbers_by_identifier(text: str) -> list[int]:
    """Find players by public number, licence, PIN or other identifier."""
    words = [word.removeprefix("#") for word in text[:LONGEST].split()]
    numbers = [word for word in words if word.isascii() and word.isalnum() and not word.isalpha()]
    if not numbers:
        return []
    values = {*numbers, *(number.upper() for number in numbers)}
    values |= {number.zfill(_LICENCE) for number in numbers}  # spreadsheets take leading zeros away
    # The schemes are all there are; named, they let the index be used.
    identifiers = Identifier.objects.filter(scheme__in=Identifier.Scheme.values, value__in=values)
    ids = identifiers.values_list("player_id", flat=True)
    public = keys_from(number for number in numbers if not number.startswith("0"))
    return [*public, *ids]


def _numbers_by_name(key: str, words: list[str], limit: int) -> list[int]:
    """Find players each of whose words begins with one given: those called so, then those known so."""
    source, values = _word_clause(words)
    order = "ORDER BY p.search_key = %s DESC, p.search_key LIKE %s DESC, p.search_key, p.id LIMIT %s"
    known = " AND ".join(["(key LIKE %s OR key LIKE %s)"] * len(words))
    beginnings = [value for word in words for value in (f"{word}%", f"% {word}%")]
    statement = (
        f"SELECT * FROM (SELECT 0, p.id FROM {source} {order}) AS called UNION ALL"
        f" SELECT * FROM (SELECT 1, player_id FROM federation_knownname WHERE {known} ORDER BY key LIMIT %s)"
        " AS known"
    )
    rows = _rows(statement, [*values, key, f"{words[0]}%", limit, *beginnings, limit])
    # Each part comes in its order; the order of parts is not guaranteed.
    return [number for part in (0, 1) for which, number in rows if which == part]


def _numbers_by_sound(text: str, limit: int) -> list[int]:
    """Find players each of whose words sounds like the beginning of one given; whole words first."""
    words = spoken(text)
    if not words:
        return []
    if connection.vendor == "postgresql":
        condition = " AND ".join(
            "(" + " OR ".join(["(' ' || sound_key) LIKE %s"] * len(codes)) + ")" for codes in words
        )
        source, values = (
            f"federation_player AS p WHERE {condition}",
            [f"% {code}%" for codes in words for code in codes],
        )
    else:
        source = (
            "federation_player_sounds AS w JOIN federation_player AS p ON p.id = w.rowid "
            "WHERE federation_player_sounds MATCH %s"
        )
        values = [" AND ".join("(" + " OR ".join(f'"{code}"*' for code in codes) + ")" for codes in words)]
    wholly = " AND ".join(["(' ' || p.sound_key || ' ') LIKE %s"] * len(words))
    order = f"ORDER BY CASE WHEN {wholly} THEN 0 ELSE 1 END, p.search_key, p.id LIMIT %s"
    statement = f"SELECT 0, p.id FROM {source} {order}"
    rows = _rows(statement, [*values, *(f"% {codes[0]} %" for codes in words), limit])
    return [number for _, number in rows]


def _word_clause(words: list[str]) -> tuple[str, list[str]]:
    """Return the FROM clause of players `p` with words, and its values."""
    if connection.vendor == "postgresql":
        source = "federation_player AS p WHERE " + " AND ".join(["(' ' || search_key) LIKE %s"] * len(words))
        return source, [f"% {word}%" for word in words]
    source = (
        "federation_player_words AS w JOIN federation_player AS p ON p.id = w.rowid "
        "WHERE federation_player_words MATCH %s"
    )
    return source, [" AND ".join(f'"{word}"*' for word in words)]


def _rows(sql: str, values: Sequence[str | float]) -> list[tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
