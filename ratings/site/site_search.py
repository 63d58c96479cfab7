"""Reads of the search of everything: players, tournaments, towns and clubs by one text."""

from collections.abc import Sequence
from dataclasses import dataclass

from federation.search.clubs import FoundClub, find_clubs
from federation.search.words import is_called
from ratings.players import player_search
from ratings.players.player_search import Found
from tournaments.revisions.finding import FoundTournament, Town, find_tournaments, find_towns

PLAYERS, TOURNAMENTS, CLUBS, TOWNS = "players", "tournaments", "clubs", "towns"
SECTIONS = (PLAYERS, TOURNAMENTS, CLUBS, TOWNS)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of each section are shown."""

    players: int
    tournaments: int
    clubs: int
    towns: int


TYPING, PAGE = Limits(5, 3, 2, 2), Limits(20, 10, 10, 6)


@dataclass(frozen=True, slots=True)
class Results:
    """What was found, in sections, and which of them come first."""

    players: Found
    tournaments: Sequence[FoundTournament]
    clubs: Sequence[FoundClub]
    towns: Sequence[Town]
    sections: Sequence[str]  # those with anything in them, the best first
    more: frozenset[str]  # those of which there may be more than shown

    @property
    def count(self) -> int:
        """How many are shown."""
        return len(self.players.lines) + len(self.tournaments) + len(self.clubs) + len(self.towns)


def look_for(text: str, limits: Limits) -> Results:
    """Find everything a text may mean; seven queries, one more in Cyrillic."""
    tournaments = find_tournaments(text, limits.tournaments + 1)
    clubs = find_clubs(text, limits.clubs + 1)
    towns = find_towns(text, limits.towns)
    # Who is nearly called so is no answer where something is called so.
    players = player_search.look_for(text, limits.players, nearly=not (tournaments or clubs))
    sizes = {
        PLAYERS: len(players.lines),
        TOURNAMENTS: len(tournaments),
        CLUBS: len(clubs),
        TOWNS: len(towns),
    }
    called = {
        TOURNAMENTS: any(is_called(text, one.search_words) for one in tournaments),
        CLUBS: any(is_called(text, one.search_words) for one in clubs),
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
        sorted(shown, key=lambda one: not called.get(one, False)),
        frozenset(more),
    )
