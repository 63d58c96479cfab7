"""Reads of the search of everything: players, tournaments, towns, clubs and regions by one text."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from federation.models import Region
from federation.search.clubs import FoundClub, find_clubs
from federation.search.words import is_called
from federation.vocabulary.search_words import has_words, search_words
from ratings.models import PublishedList
from ratings.players import player_search
from ratings.players.histories import newest_lists
from ratings.players.player_search import Found
from tournaments.revisions.finding import FoundTournament, Town, find_tournaments, find_towns

PLAYERS, TOURNAMENTS, CLUBS, TOWNS, REGIONS = "players", "tournaments", "clubs", "towns", "regions"
SECTIONS = (PLAYERS, TOURNAMENTS, CLUBS, TOWNS, REGIONS)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of each section are shown."""

    players: int
    tournaments: int
    clubs: int
    towns: int
    regions: int


TYPING, PAGE = Limits(5, 3, 2, 2, 2), Limits(20, 10, 10, 6, 6)


@dataclass(frozen=True, slots=True)
class FoundRegion:
    """A region, and the systems whose newest list can be filtered by it."""

    code: str
    name: str
    systems: Sequence[str]
    search_words: str

    def get_absolute_url(self) -> str:
        """Return the address of its first list, of its clubs where no list has it."""
        return self.lists[0][1] if self.systems else self.clubs

    @property
    def lists(self) -> Sequence[tuple[str, str]]:
        """The systems with the addresses of their lists, filtered."""
        query = urlencode({"region": self.code})
        return [(key, f"{reverse('list-newest', args=[key])}?{query}") for key in self.systems]

    @property
    def clubs(self) -> str:
        """The address of its clubs."""
        return f"{reverse('clubs')}?{urlencode({'q': self.name})}"


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
    def count(self) -> int:
        """How many are shown."""
        others = (self.tournaments, self.clubs, self.towns, self.regions)
        return len(self.players.lines) + sum(map(len, others))


def look_for(text: str, limits: Limits) -> Results:
    """Find everything a text may mean; nine queries, one more in Cyrillic, two more where a region fits."""
    tournaments = find_tournaments(text, limits.tournaments + 1)
    clubs = find_clubs(text, limits.clubs + 1)
    towns = find_towns(text, limits.towns)
    regions = find_regions(text, limits.regions)
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
        TOURNAMENTS: any(is_called(text, one.search_words) for one in tournaments),
        CLUBS: any(is_called(text, one.search_words) for one in clubs),
        REGIONS: any(is_called(text, one.search_words) for one in regions),
    }
    shown = [one for one in SECTIONS if sizes[one]]
    more = {one for one in (TOURNAMENTS, CLUBS) if sizes[one] > getattr(limits, one)}
    if players.is_full:
        more.add(PLAYERS)
    return Results(
        players,
        tournaments[: limits.tournaments],
        clubs[: limits.clubs],
        towns,
        regions,
        sorted(shown, key=lambda one: not called.get(one, False)),
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
