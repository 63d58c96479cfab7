"""A first FIDE rating, step by step (FIDE Handbook B.02, 7.1.4 and 8.2), from the engine's own functions."""

from dataclasses import dataclass

import numpy as np

from ratings.calculators.answer import Answer
from ratings.engines.fide_tables import distance_of, distances
from ratings.rating_job.job_reader import HALF_POINTS
from ratings.rulebook.fide import FideEdition, pack_rules


@dataclass(frozen=True, slots=True)
class Reckoned:
    """From results to a rating; the names are those of the Handbook."""

    games: int
    points: float
    average: float  # Ra of the opponents met
    draws: int  # supposed draws added to the results
    draws_against: int
    whole_average: float  # Ra with them
    share: int  # p in percent, with them
    distance: int | None  # dp; None: a value for each half point instead
    half_points: int  # above 50 %
    half_point_value: float
    performance: int  # Ru
    most: int  # limit of a first rating; 0 = none
    floor: int
    needed: int  # games

    @property
    def missing(self) -> int:
        """Return how many games are missing."""
        return max(0, self.needed - self.games)

    @property
    def bonus(self) -> float:
        """Return what the half points above 50 % are worth together."""
        return self.half_points * self.half_point_value

    @property
    def rating(self) -> int | None:
        """Return the first rating; None: games are missing, or it would be below the floor."""
        rating = min(self.performance, self.most) if self.most else self.performance
        return None if self.missing or rating < self.floor else rating


def reckoned_of(answer: Answer) -> Reckoned | None:
    """Recalculate the first rating of a FIDE answer; None for a rated player or without games."""
    edition, job = answer.question.edition, answer.question.job
    if not isinstance(edition, FideEdition) or answer.own["before"] is not None:
        return None
    rated = {row["id"]: row["rating"] for row in job["players"] if row.get("rating")}
    met = [game for game in job["events"][0]["games"] if game["black"] in rated]
    if not met:
        return None
    points = sum(HALF_POINTS[game["result"]] for game in met)
    total = sum(rated[game["black"]] for game in met)
    return reckon(edition, opponents=total, games=len(met), half_points=points)


def reckon(edition: FideEdition, *, opponents: int, games: int, half_points: int) -> Reckoned:
    """Calculate a first rating from the sum of the opponents' ratings, the games and the points."""
    from ratings.engines.fide_first import performance  # here: only computing loads numba
    from ratings.engines.fide_robin import percent

    draws, against = int(edition.draws), int(edition.draws_against)
    by_half_points = draws == 0 and half_points > games
    share = percent(half_points + draws, games + draws)
    rule = np.array(pack_rules(edition), np.int64)
    return Reckoned(
        games=games,
        points=half_points / 2,
        average=opponents / games,
        draws=draws,
        draws_against=against,
        whole_average=(opponents + draws * against) / (games + draws),
        share=share,
        distance=None if by_half_points else distance_of(share),
        half_points=half_points - games,
        half_point_value=edition.half_point_value,
        performance=performance(100 * opponents, games, half_points, 100, rule, distances()),
        most=int(edition.first_most),
        floor=int(edition.floor),
        needed=int(edition.first_games),
    )
