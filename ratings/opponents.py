"""Reads of everybody a player has met in tournaments: whom most often, how it ended, how much he played."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from federation.models import Player
from tournaments.models import Entry, Game
from tournaments.outcomes import Outcome, is_rateable, scores
from tournaments.stages import Stage

WON, DRAWN, LOST = 2, 1, 0  # half points


@dataclass(frozen=True, slots=True)
class Tally:
    """Games and how they ended, seen by the player."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent, how the games with him ended, and the day of the newest tournament with one."""

    player: Player
    tally: Tally
    last: date


@dataclass(frozen=True, slots=True)
class Career:
    """The games of a player in approved tournaments, year by year, and whom he met most often."""

    years: Sequence[tuple[int, Tally]] = ()  # without gaps, oldest first
    opponents: Sequence[Met] = ()
    met: int = 0  # how many different players

    @property
    def tally(self) -> Tally:
        """All years together."""
        each = [tally for _, tally in self.years]
        return Tally(
            sum(one.won for one in each), sum(one.drawn for one in each), sum(one.lost for one in each)
        )


_Found = tuple[int | None, int, date]  # opponent, half points, first day of the tournament


def career(player: Player, *, few: int) -> Career:
    """Read what a player has played, and the `few` he met most often; three queries, however much it is."""
    games = _games(player)
    if not games:
        return Career()
    years: dict[int, Counter[int]] = defaultdict(Counter)
    met: dict[int, Counter[int]] = defaultdict(Counter)
    last: dict[int, date] = {}
    for opponent, points, day in games:
        years[day.year][points] += 1
        if opponent is not None:
            met[opponent][points] += 1
            last[opponent] = max(day, last.get(opponent, day))
    often = sorted(met, key=lambda one: (met[one].total(), last[one], one), reverse=True)[:few]
    known = Player.objects.in_bulk(often)
    return Career(
        [(year, _tally(years.get(year, {}))) for year in range(min(years), max(years) + 1)],
        [Met(known[one], _tally(met[one]), last[one]) for one in often],
        len(met),
    )


def _tally(counted: Mapping[int, int]) -> Tally:
    return Tally(counted.get(WON, 0), counted.get(DRAWN, 0), counted.get(LOST, 0))


def _games(player: Player) -> list[_Found]:
    """Read the rateable games of a player; found by tournament, as games are stored."""
    rows = Entry.objects.filter(player=player, tournament__stage=Stage.APPROVED)
    entries = dict(rows.values_list("tournament_id", "pk"))
    own = set(entries.values())
    if not entries:
        return []
    games = Game.objects.filter(Q(white__in=own) | Q(black__in=own), tournament__in=list(entries))
    found: list[_Found] = []
    for white, white_player, black_player, outcome, by_default, day in games.values_list(
        "white_id", "white__player_id", "black__player_id", "outcome", "by_default", "tournament__start"
    ):
        if is_rateable(Outcome(outcome), by_default=by_default):
            mine, his = scores(Outcome(outcome))
            found.append((black_player, mine, day) if white in own else (white_player, his, day))
    return found
