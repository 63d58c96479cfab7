"""Results of the games between two players, each kind of game for itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.players.head_to_head import Encounter


@dataclass(frozen=True, slots=True)
class Score:
    """Games of one kind between the two: how they ended, seen by the first."""

    game: str
    won: int
    drawn: int
    lost: int

    @property
    def points(self) -> tuple[float, float]:
        """The score of both."""
        return self.won + self.drawn / 2, self.lost + self.drawn / 2


def scores_of(games: Sequence[Encounter]) -> list[Score]:
    """Add the games up, each kind for itself, in the order they are first met."""
    kinds = dict.fromkeys(game.game for game in games)
    scores = {kind: [game.score for game in games if game.game == kind] for kind in kinds}
    return [Score(kind, each.count(1.0), each.count(0.5), each.count(0.0)) for kind, each in scores.items()]
