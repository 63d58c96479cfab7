"""Queries of the games of a player in approved tournaments, one by one, newest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Q

from federation.models import Player
from tournaments.models import Entry, Game, Tournament
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import Outcome, scores

RATEABLE = (Outcome.BLACK_WINS, Outcome.DRAW, Outcome.WHITE_WINS)


class Behind(NamedTuple):
    """The place of a game in the order: first day and number of the tournament, round, key of the game."""

    start: date
    tournament: int
    round: int
    key: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as the player saw it; `half_points` are theirs."""

    key: int
    tournament: Tournament
    round: int
    opponent: Entry
    colour: str  # "w", "b"; "" unknown
    handicap: int
    half_points: int

    @property
    def place(self) -> Behind:
        """Where the game stands in the order."""
        return Behind(self.tournament.start, self.tournament.number, self.round, self.key)


def games_of(player: Player, *, behind: Behind | None, most: int) -> Sequence[PlayedGame]:
    """Read the games that can be rated, newest first, those behind a place; two queries.

    They are those a career counts: played over the board, and won, drawn or lost.
    """
    entries = dict(
        Entry.objects.filter(player=player, tournament__stage=Stage.APPROVED).values_list("pk", "tournament")
    )
    if not entries:
        return ()
    rows = Game.objects.filter(
        Q(white__in=entries) | Q(black__in=entries),
        tournament__in=set(entries.values()),
        by_default=False,
        outcome__in=RATEABLE,
    )
    if behind is not None:
        rows = rows.filter(_behind(behind))
    people = ("tournament", "white__player__federation", "black__player__federation")
    newest = ("-tournament__start", "-tournament__number", "-round", "-pk")
    games = rows.select_related(*people).order_by(*newest)[:most]
    return [_seen(game, is_white=game.white_id in entries) for game in games]


def _behind(last: Behind) -> Q:
    """Return the condition of games that come after one in the order."""
    same_round = Q(round__lt=last.round) | Q(round=last.round, pk__lt=last.key)
    same_day = Q(tournament__number__lt=last.tournament) | Q(tournament__number=last.tournament) & same_round
    return Q(tournament__start__lt=last.start) | Q(tournament__start=last.start) & same_day


def _seen(game: Game, *, is_white: bool) -> PlayedGame:
    white, black = scores(Outcome(game.outcome))
    own, other = ("w", game.black) if is_white else ("b", game.white)
    return PlayedGame(
        key=game.pk,
        tournament=game.tournament,
        round=game.round,
        opponent=other,
        colour=own if game.colour_known else "",
        handicap=game.handicap,
        half_points=white if is_white else black,
    )
