"""Queries of all games of a player in approved tournaments, and of all opponents in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from federation.models import Player
from federation.vocabulary.keys import key_from
from federation.vocabulary.names import fold
from ratings.players.opponents import Tally, count
from ratings.rulebook.fide_performance import Performance
from tournaments.careers.packing import unpack
from tournaments.models import Career, Entry, Game
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import Outcome, is_rateable, scores

WON, DRAWN, LOST = "won", "drawn", "lost"
RESULTS = {1.0: WON, 0.5: DRAWN, 0.0: LOST}
SORTS = ("games", "score", "last", "name")
_ENTRY = (
    "pk",
    "tournament_id",
    "tournament__number",
    "tournament__name",
    "tournament__start",
    "tournament__discipline",
)
_GAME = ("pk", "white_id", "black_id", "round", "outcome", "by_default", "colour_known", "handicap")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as the player saw it; `opponent`: None where they match no player of the register."""

    day: date  # first day of the tournament
    number: int  # of the tournament
    tournament: str
    discipline: str
    round: int
    opponent: Player | None
    name: str  # of the opponent
    colour: str  # "w", "b"; "" unknown
    handicap: int
    score: float  # 1, 0.5, 0
    event: int = 0  # key of the tournament's revision
    key: int = 0  # of the game
    performance: Performance | None = None  # in the tournament, where it is to be shown at this game

    @property
    def result(self) -> str:
        """How the game ended: a key of RESULTS' values."""
        return RESULTS[self.score]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filters of games: year, opponent, colour, result; None or "" = any.

    `opponent`: a player's number, or the beginnings of words of a name as it is shown.
    """

    year: int | None = None
    opponent: str = ""
    colour: str = ""
    result: str = ""

    @property
    def is_year_alone(self) -> bool:
        """Whether a year is asked for and nothing else."""
        return self.year is not None and self == Wanted(year=self.year)

    def fits(self, game: PlayedGame) -> bool:
        """Return whether a game is wanted."""
        return (
            (self.year is None or game.day.year == self.year)
            and (not self.opponent or self._is_against(game))
            and (not self.colour or game.colour == self.colour)
            and (not self.result or game.result == self.result)
        )

    def _is_against(self, game: PlayedGame) -> bool:
        number = key_from(self.opponent.strip())
        if number is not None:
            return game.opponent is not None and game.opponent.pk == number
        words, named = fold(self.opponent).split(), fold(game.name).split()
        return bool(words) and all(any(part.startswith(word) for part in named) for word in words)


def games_of(player: Player, *, since: date = date.min) -> list[PlayedGame]:
    """Read every rateable game of a player in approved tournaments, newest first; four queries.

    `since`: of tournaments that began on that day or later.
    """
    rows = Entry.objects.filter(
        player=player, tournament__stage=Stage.APPROVED, tournament__start__gte=since
    ).values_list(*_ENTRY)
    entries = {row[0]: row[1:] for row in rows}
    games_and_entries = [
        (row, row[1] if row[1] in entries else row[2])
        for side in ("white__in", "black__in")
        for row in Game.objects.filter(**{side: list(entries)}).values_list(*_GAME)
    ]
    rated = [(row, own) for row, own in games_and_entries if is_rateable(Outcome(row[4]), by_default=row[5])]
    others = _entrants({row[2] if row[1] == own else row[1] for row, own in rated})
    games = [
        _played(row, entries[own], others[row[2] if row[1] == own else row[1]], own) for row, own in rated
    ]
    return sorted(games, key=lambda played: (played.day, played.number, played.round), reverse=True)


def _entrants(keys: set[int]) -> Mapping[int, Entry]:
    return Entry.objects.filter(pk__in=keys).select_related("player").in_bulk()


def _played(row: Sequence[int], event: Sequence[Any], other: Entry, own: int) -> PlayedGame:
    key, number, name, start, discipline = event
    is_white = row[1] == own
    white, black = scores(Outcome(row[4]))
    known = {"w": is_white, "b": not is_white}
    return PlayedGame(
        day=start,
        number=number,
        tournament=name,
        discipline=discipline,
        round=row[3],
        opponent=other.player,
        name=str(other.player or other),
        colour=next(colour for colour, mine in known.items() if mine) if row[6] else "",
        handicap=row[7],
        score=(white if is_white else black) / 2,
        event=key,
        key=row[0],
    )


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent met, how the games ended, and the day of the newest tournament with one."""

    player: Player
    tally: Tally
    last: date

    @property
    def score(self) -> float:
        """The share of the points, a draw is half a one: 0 to 1."""
        return (self.tally.won + self.tally.drawn / 2) / self.tally.games


def opponents_of(player: Player, sort: str) -> list[Opponent]:
    """Read everybody a player has met, in an order of SORTS; two queries."""
    stored = Career.objects.filter(player=player).values_list("data", flat=True).first()
    if stored is None:
        return []
    counted = count(unpack(bytes(stored)), few=np.iinfo(np.int32).max)
    people = Player.objects.in_bulk([number for number, _, _ in counted.often])
    met = [Opponent(people[number], tally, last) for number, tally, last in counted.often]
    if sort == "score":
        return sorted(met, key=lambda opponent: (opponent.score, opponent.tally.games), reverse=True)
    if sort == "last":
        return sorted(met, key=lambda opponent: opponent.last, reverse=True)
    if sort == "name":
        return sorted(
            met,
            key=lambda opponent: (opponent.player.surname.casefold(), opponent.player.given_name.casefold()),
        )
    return met
