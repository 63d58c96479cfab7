"""Results of a player's games in tournaments: by year, colour and strength of the opponents."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from federation.models import Player
from ratings.cadence.pages import PAGES
from ratings.charts.figures import whole
from ratings.players.all_games import DRAWN, LOST, WON, PlayedGame
from ratings.players.opponents import Tally
from tournaments.models import Tournament

# Points the opponent has more, from which on games are counted together, the strongest first. None: all less.
STRENGTHS = (200, 100, -99, -199, None)


@dataclass(frozen=True, slots=True)
class Line:
    """Games counted together; `of` identifies them: a year, a colour, a place in STRENGTHS."""

    of: int | str
    tally: Tally

    @property
    def score(self) -> float:
        """The share of the points, a draw is half a one: 0 to 1."""
        return (self.tally.won + self.tally.drawn / 2) / self.tally.games


def by_year(games: Sequence[PlayedGame]) -> list[Line]:
    """Count games by the year their tournaments began in, newest first."""
    return sorted(_count(games, lambda game: game.day.year), key=lambda line: line.of, reverse=True)


def by_colour(games: Sequence[PlayedGame]) -> list[Line]:
    """Count games by colour: "w", "b", "" where it is not known."""
    order = ("w", "b", "")
    return sorted(_count(games, lambda game: game.colour), key=lambda line: order.index(str(line.of)))


def by_strength(player: Player, games: Sequence[PlayedGame]) -> list[Line]:
    """Count even games by how many points the opponents had more, the strongest first; at most five queries.

    Both with what they came to the tournament with, in the first system of the site that knew both; games
    with a handicap and against players without a rating are left out.
    """
    even = [game for game in games if not game.handicap and game.opponent is not None]
    ratings = _came_with({player.pk, *(game.opponent.pk for game in even if game.opponent)}, even)
    apart = {id(game): _apart(player, game, ratings.get(game.event, ())) for game in even}
    known = [game for game in even if apart[id(game)] is not None]
    return sorted(_count(known, lambda game: _place(apart[id(game)] or 0)), key=lambda line: line.of)


_Came = Sequence[Mapping[int, float]]


def _came_with(players: set[int], games: Sequence[PlayedGame]) -> dict[int, list[Mapping[int, float]]]:
    """Read what players came to the tournaments of games with, system by system."""
    events = Tournament.objects.filter(pk__in={game.event for game in games})
    tournaments = list(events.only("pk", "number", "start", "discipline", "rate")) if games else []
    by_tournament: dict[int, list[Mapping[int, float]]] = defaultdict(list)
    for pages in PAGES.values() if tournaments else ():
        for tournament, rows in pages.came_with(players, tournaments).items():
            by_tournament[tournament] += [each for _system, each in rows]
    return by_tournament


def _apart(player: Player, game: PlayedGame, ratings: _Came) -> int | None:
    """Return the points an opponent had more, as ratings are shown; None where no system knew both."""
    other = game.opponent.pk if game.opponent else 0
    known = next((each for each in ratings if player.pk in each and other in each), None)
    return None if known is None else whole(known[other]) - whole(known[player.pk])


def _place(apart: int) -> int:
    return next(at for at, least in enumerate(STRENGTHS) if least is None or apart >= least)


def _count(games: Sequence[PlayedGame], of: Callable[[PlayedGame], int | str]) -> list[Line]:
    counts: dict[int | str, dict[str, int]] = defaultdict(lambda: {WON: 0, DRAWN: 0, LOST: 0})
    for game in games:
        counts[of(game)][game.result] += 1
    return [Line(key, Tally(each[WON], each[DRAWN], each[LOST])) for key, each in counts.items()]
