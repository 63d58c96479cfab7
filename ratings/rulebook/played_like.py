"""The rating a player of Go played like: the one from which exactly this score was to be expected. Pure.

Not FIDE's performance, which is read in a table (fide_performance.py).
"""

from collections.abc import Sequence

from ratings.rulebook.editions import Edition
from ratings.rulebook.expected_score import Strength, expected_score

_FAR = 1500.0  # rating points beyond the strongest and the weakest opponent in which to look
_HALVINGS = 40  # of the way between the two; what is left is far below a point


def played_like(edition: Edition, opponents: Sequence[float], score: float) -> float | None:
    """Find the rating whose expected scores against these ratings add up to a score.

    None where everything was won or lost, which any rating far enough away would have done. Handicaps are in
    the opponents' ratings. Raises KeyError for an edition without curve.
    """
    if not 0 < score < len(opponents):
        return None
    low, high = min(opponents) - _FAR, max(opponents) + _FAR
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = sum(
            expected_score(edition, Strength(middle), Strength(opponent)) for opponent in opponents
        )
        low, high = (middle, high) if expected < score else (low, middle)
    return (low + high) / 2
