"""Which events are round robins the method of 1.8 admits (texts of 2003, read on for 2014-2021)."""

from collections import Counter
from collections.abc import Collection, Iterable

SMALL = 10  # players; below, at least
RATED_IF_SMALL = 4
DOUBLE_LEAST = 6  # players of a double round robin
RATED_SHARE = 3  # at least one in three is rated


def is_round_robin(games: Iterable[tuple[int, int]], *, rated: Collection[int]) -> bool:
    """Return whether everybody met everybody once or twice, and enough of them are rated.

    `games` are those played; an event with an unplayed game is treated as a Swiss (step 5).
    """
    meetings = Counter(frozenset(pair) for pair in games)
    players = frozenset().union(*meetings) if meetings else frozenset()
    rounds = set(meetings.values())
    complete = len(meetings) == len(players) * (len(players) - 1) // 2
    if not complete or len(rounds) != 1 or not rounds <= {1, 2}:
        return False
    known = len(players & frozenset(rated))
    small = len(players) < SMALL or rounds == {2}
    if known * RATED_SHARE < len(players) or (small and known < RATED_IF_SMALL):
        return False
    return rounds == {1} or len(players) >= DOUBLE_LEAST
