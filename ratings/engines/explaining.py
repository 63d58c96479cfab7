"""Turns what a kernel noted of every game into explanations, side by side."""

from collections.abc import Iterator

from ratings.engines.contract import Floats, GameDetail

# Columns of a trace, one row per rated game: what both sides share, then pairs for White and Black.
ROW, WHITE, BLACK, DIFFERENCE, A, SCORE, EPSILON = range(7)
BEFORE, EXPECTED, K, BONUS, WEIGHT, CHANGE = range(7, 19, 2)
TRACE_WIDTH = 19


def details(trace: Floats, *, first_game: int, first_entry: int) -> list[GameDetail]:
    """Return both sides of every game traced, White's first; rows count from first game and entry given."""
    return [side for numbers in trace.tolist() for side in _both_sides(numbers, first_game, first_entry)]


def _both_sides(numbers: list[float], first_game: int, first_entry: int) -> Iterator[GameDetail]:
    for side in (0, 1):
        yield GameDetail(
            game=first_game + int(numbers[ROW]),
            entry=first_entry + int(numbers[WHITE + side]),
            opponent=first_entry + int(numbers[BLACK - side]),
            before=numbers[BEFORE + side],
            opponent_before=numbers[BEFORE + 1 - side],
            difference=-numbers[DIFFERENCE] if side else numbers[DIFFERENCE],
            a=numbers[A],
            expected=numbers[EXPECTED + side],
            score=1.0 - numbers[SCORE] if side else numbers[SCORE],
            k=numbers[K + side],
            epsilon=numbers[EPSILON],
            bonus=numbers[BONUS + side],
            weight=numbers[WEIGHT + side],
            change=numbers[CHANGE + side],
        )
