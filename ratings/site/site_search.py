"""Search of everything: players, tournaments, towns, clubs and regions by one text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import product
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from federation.database import bulk
from federation.models import Region
from federation.search.words import BEST_FIRST, best_first, is_called, word_clause
from federation.vocabulary.keys import keys_from
from federation.vocabulary.search_words import has_words, search_words
from ratings.lists.list_choices import choices
from ratings.lists.queries import find_list
from ratings.lists.selection import AGES
from ratings.models import PublishedList
from ratings.players import player_search
from ratings.players.histories import newest_lists
from ratings.players.player_search import Found

_BY_WORDS = (
    "id IN (SELECT id FROM tournaments_tournament WHERE stage = 'approved' AND"  # out of an index alone
)
_FOUND_TOURNAMENTS = (
    "SELECT number, name, start, place, country, search_words FROM tournaments_tournament"
    " WHERE stage = 'approved'"
)
_TOWNS = (
    "SELECT place, country, COUNT(*) AS n FROM tournaments_tournament WHERE stage = 'approved' AND NOT online"
)

_FOUND = (
    "SELECT c.code, c.name, c.town, coalesce(r.name, ''), search_words FROM federation_club c"
    " LEFT JOIN federation_region r ON r.id = c.region_id WHERE"
)
_OPEN = "AND c.closed IS NULL AND c.merged_into_id IS NULL"

PLAYERS, TOURNAMENTS, CLUBS, TOWNS, REGIONS = "players", "tournaments", "clubs", "towns", "regions"
SECTIONS = (PLAYERS, TOURNAMENTS, CLUBS, TOWNS, REGIONS)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of each section are shown; `groups`: with the women and the young of the first region."""

    players: int
    tournaments: int
    clubs: int
    towns: int
    regions: int
    groups: bool = False


TYPING, PAGE = Limits(5, 3, 2, 2, 2), Limits(20, 10, 10, 6, 6, groups=True)


@dataclass(frozen=True, slots=True)
class FoundRegion:
    """A region, and the systems whose newest list can be filtered by it."""

    code: str
    name: str
    systems: Sequence[str]
    search_words: str
    categories: Sequence[tuple[str, str]] = ()  # sex and age group its first list can be filtered by

    def get_absolute_url(self) -> str:
        """Return the address of its first list, of its clubs where no list has it."""
        return self.lists[0][1] if self.systems else self.clubs

    @property
    def lists(self) -> Sequence[tuple[str, str]]:
        """The systems with the addresses of their lists, filtered."""
        return [(key, self._filtered(key)) for key in self.systems]

    @property
    def groups(self) -> Sequence[tuple[str, str, str]]:
        """The women and the young of its first list: sex, age group, address."""
        return [(sex, age, self._filtered(self.systems[0], sex=sex, age=age)) for sex, age in self.categories]

    def _filtered(self, system: str, **filters: str) -> str:
        asked = {"region": self.code} | {name: value for name, value in filters.items() if value}
        return f"{reverse('list-newest', args=[system])}?{urlencode(asked)}"

    @property
    def clubs(self) -> str:
        """The address of its clubs."""
        return f"{reverse('clubs')}?{urlencode({'q': self.name})}"


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
    statement = " ".join((_FOUND_TOURNAMENTS, "AND (", _BY_WORDS, clause, ")", either, ")", *order))
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


@dataclass(frozen=True, slots=True)
class Results:
    """What was found, in sections, and which of them come first."""

    players: Found
    tournaments: Sequence[FoundTournament]
    clubs: Sequence[FoundClub]
    towns: Sequence[Town]
    regions: Sequence[FoundRegion]
    sections: Sequence[str]  # those with anything in them, the best first
    more: frozenset[str]  # those of which there may be more than shown

    @property
    def groups(self) -> Sequence[tuple[str, str, str]]:
        """The women and the young of the first region."""
        return self.regions[0].groups if self.regions else ()

    @property
    def count(self) -> int:
        """How many are shown."""
        others = (self.tournaments, self.clubs, self.towns, self.regions)
        return len(self.players.lines) + sum(map(len, others))


def look_for(text: str, limits: Limits) -> Results:
    """Find everything a text may mean; nine queries, one more in Cyrillic, up to four where a region fits."""
    tournaments = find_tournaments(text, limits.tournaments + 1)
    clubs = find_clubs(text, limits.clubs + 1)
    towns = find_towns(text, limits.towns)
    regions = find_regions(text, limits.regions)
    if limits.groups and regions and regions[0].systems:
        regions[0] = replace(regions[0], categories=_categories(regions[0].systems[0]))
    # Who is nearly called so is no answer where something is called so.
    is_something = bool(tournaments or clubs or regions)
    players = player_search.look_for(text, limits.players, nearly=not is_something)
    sizes = {
        PLAYERS: len(players.lines),
        TOURNAMENTS: len(tournaments),
        CLUBS: len(clubs),
        TOWNS: len(towns),
        REGIONS: len(regions),
    }
    called = {
        TOURNAMENTS: any(is_called(text, tournament.search_words) for tournament in tournaments),
        CLUBS: any(is_called(text, club.search_words) for club in clubs),
        REGIONS: any(is_called(text, region.search_words) for region in regions),
    }
    shown = [section for section in SECTIONS if sizes[section]]
    more = {section for section in (TOURNAMENTS, CLUBS) if sizes[section] > getattr(limits, section)}
    if players.is_full:
        more.add(PLAYERS)
    return Results(
        players,
        tournaments[: limits.tournaments],
        clubs[: limits.clubs],
        towns,
        regions,
        sorted(shown, key=lambda section: not called.get(section, False)),
        frozenset(more),
    )


def find_regions(text: str, limit: int) -> list[FoundRegion]:
    """Find regions by name or code; one query, two more where one fits."""
    known = Region.objects.order_by("name").values_list("code", "name")
    rows = [(code, name, search_words(name, "", code)) for code, name in known]
    fitting = [row for row in rows if has_words(text, row[2])]
    fitting.sort(key=lambda row: not is_called(text, row[2]))
    if not fitting:
        return []
    newest = PublishedList.objects.filter(pk__in=newest_lists().values()).order_by("system__position")
    lists = list(newest.values_list("system__key", "regions"))
    return [
        FoundRegion(code, name, [key for key, regions in lists if code in regions], words)
        for code, name, words in fitting[:limit]
    ]


def _categories(system: str) -> list[tuple[str, str]]:
    """Return the women, the young and the young women the newest list of a system can be filtered by."""
    newest = find_list(system)
    if newest is None:
        return []
    known, young = choices(newest.list), [age for age in AGES if age.startswith("u")]
    wanted = [("f", ""), *product(("", "f"), young)]
    return [(sex, age) for sex, age in wanted if known.offers(sex, age)]
