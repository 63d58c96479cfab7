"""Finding clubs by name, code or town."""

from typing import NamedTuple

from django.urls import reverse

from federation.database import bulk
from federation.search.words import BEST_FIRST, best_first, word_clause

_FOUND = (
    "SELECT c.code, c.name, c.town, coalesce(r.name, ''), search_words FROM federation_club c"
    " LEFT JOIN federation_region r ON r.id = c.region_id WHERE"
)
_OPEN = "AND c.closed IS NULL AND c.merged_into_id IS NULL"


class FoundClub(NamedTuple):
    """A club as a search shows it."""

    code: str
    name: str
    town: str
    region: str  # "" for none
    search_words: str

    def get_absolute_url(self) -> str:
        """Return the address of the club's page."""
        return reverse("club", args=[self.code])


def find_clubs(text: str, limit: int) -> list[FoundClub]:
    """Find at most `limit` clubs that are not closed, those called so first; one query."""
    clause, values = word_clause(text)
    statement = " ".join((_FOUND, clause, _OPEN, "ORDER BY", BEST_FIRST, ", c.name, c.code LIMIT %s"))
    return [FoundClub(*row) for row in bulk.rows(statement, [*values, *best_first(text), limit])]
