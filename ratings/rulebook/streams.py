"""Status of a player on a list of a stream: established or provisional, active or not.

Source: our specification ("FICS Glicko and the ladder", 1.1 and 2.1).
"""

from datetime import date

import numpy as np
from numpy.typing import NDArray

from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.rulebook.systems import SYSTEMS, Choice, edition_in_force

Floats = NDArray[np.float64]
StreamEdition = FicsEdition | LadderEdition
MILLISECONDS_A_DAY = 86_400_000


def stream_edition(choice: Choice, day: date) -> StreamEdition:
    """Return the edition of a stream for a day; LookupError for a system that is none."""
    edition = edition_in_force(choice, day)
    if not isinstance(edition, StreamEdition):
        raise LookupError(f"{choice.key} is no stream")
    return edition


def has_deviation(key: str) -> bool:
    """Return whether the ratings of a stream carry a deviation."""
    return SYSTEMS[key].editions[-1].has_deviation


def is_established(
    edition: StreamEdition, *, games: NDArray[np.integer], deviation: Floats
) -> NDArray[np.bool_]:
    """Return which of P players stand in the table of the established.

    FICS (1.1): an RD, aged to the moment of the list, of at most 80. Ladder (2.1): at least 20 games. Players
    without a deviation where one is asked for are provisional.
    """
    if isinstance(edition, FicsEdition):
        established: NDArray[np.bool_] = deviation <= edition.established_deviation
        return established
    return games >= edition.provisional_games


def is_active(edition: StreamEdition, *, last_game: NDArray[np.int64], moment: int) -> NDArray[np.bool_]:
    """Return which of P players had a rated game in the days before a moment (ms since 1970, UTC).

    Our rule, no source: 365 days. A missing last game (-1) counts as active.
    """
    return (last_game >= 0) & (moment - last_game <= edition.active_days * MILLISECONDS_A_DAY)
