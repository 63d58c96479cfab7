"""Search for approved tournaments by typed text, and the towns they were played in."""

from datetime import date
from typing import NamedTuple

from django.urls import reverse

from federation.database import bulk
from federation.search.words import BEST_FIRST, best_first, word_clause
from federation.vocabulary.keys import keys_from

_BY_WORDS = (
    "id IN (SELECT id FROM tournaments_tournament WHERE stage = 'approved' AND"  # out of an index alone
)
_FOUND = (
    "SELECT number, name, start, place, country, search_words FROM tournaments_tournament"
    " WHERE stage = 'approved'"
)
_TOWNS = (
    "SELECT place, country, COUNT(*) AS n FROM tournaments_tournament WHERE stage = 'approved' AND NOT online"
)


class FoundTournament(NamedTuple):
    """A tournament as a search shows it."""

    number: int
    name: str
    start: date
    place: str
    country: str
    search_words: str

    def get_absolute_url(self) -> str:
        """Return the address of the tournament's page."""
        return reverse("tournament", args=[self.number])


class Town(NamedTuple):
    """A town of tournaments, and how many were approved."""

    name: str
    country: str
    tournaments: int


def find_tournaments(text: str, limit: int) -> list[FoundTournament]:
    """Find at most `limit` approved tournaments by words of name and town, or number; one query.

    Those called so first, then the newest.
    """
    clause, values = word_clause(text)
    numbers = keys_from([text.strip()])
    either = " OR number = %s" if numbers else ""
    order = ("ORDER BY", BEST_FIRST, ", start DESC, number DESC LIMIT %s")
    statement = " ".join((_FOUND, "AND (", _BY_WORDS, clause, ")", either, ")", *order))
    rows = bulk.rows(statement, [*values, *numbers, *best_first(text), limit])
    return [
        FoundTournament(number, name, _day(start), place, country, words)
        for number, name, start, place, country, words in rows
    ]


def find_towns(text: str, limit: int) -> list[Town]:
    """Find the towns of approved tournaments, the busiest first; one query."""
    clause, values = word_clause(text, in_town=True)
    statement = " ".join(
        (_TOWNS, "AND", _BY_WORDS, clause, ") GROUP BY place, country ORDER BY n DESC, place LIMIT %s")
    )
    return [Town(*row) for row in bulk.rows(statement, [*values, limit])]


def _day(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value
