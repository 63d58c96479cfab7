"""The Go rules once more, in plain Python and one game at a time, to hold the compiled engines to.

Written from the clauses (FFG ladder rules 1.1-1.10, EGF rating rules 1.1-1.5) and sharing nothing with the
engines: no arrays, its own constants, a loop for everything. Slow on purpose.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

K_POINTS = {
    650: 10, 550: 11, 450: 13, 350: 15, 250: 18, 150: 21, 50: 24, -50: 27, -150: 31, -250: 35, -350: 39,
    -450: 43, -550: 47, -650: 51, -750: 55, -850: 60, -950: 65, -1050: 70, -1150: 75, -1250: 80, -1350: 85,
    -1450: 90, -1550: 95, -1650: 100, -1750: 105, -1850: 110, -1950: 116,
}  # fmt: skip
CON_POINTS = dict(
    zip(
        range(100, 2800, 100),
        (116, 110, 105, 100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 51, 47, 43, 39, 35, 31, 27, 24, 21, 18, 15,
         13, 11, 10),
        strict=True,
    )
)  # fmt: skip


@dataclass(frozen=True)
class PlayedGame:
    """One game: entrants by place, White's half points, stones, board size."""

    round: int
    white: int
    black: int
    score: int
    handicap: int = 0
    size: int = 19


@dataclass(frozen=True)
class Meeting:
    """One event: who entered with which level before (None: unknown), grade value and games so far."""

    games: Sequence[PlayedGame]
    levels: Sequence[float | None]
    values: Sequence[float | None]
    known: Sequence[bool]
    weight: float = 1.0
    highest: Sequence[float | None] = field(default_factory=tuple)


def between(points: Mapping[int, float], at: float) -> float:
    """Read a table by straight lines between its points, flat outside."""
    rising = sorted(points)
    if at <= rising[0]:
        return points[rising[0]]
    if at >= rising[-1]:
        return points[rising[-1]]
    upper = next(point for point in rising if point >= at)
    lower = max(point for point in rising if point <= at)
    if upper == lower:
        return points[upper]
    return points[lower] + (points[upper] - points[lower]) * (at - lower) / (upper - lower)


def ffg_epsilon(level: float) -> float:
    """Clause 1.2 step 4."""
    if level >= 400:
        return 0.0
    if level >= 0:
        return 0.01
    if level >= -1000:
        return 0.05
    return 0.10 if level >= -2000 else 0.15


def ffg_coefficient(game: PlayedGame, *, level: float, is_white: bool, weight: float) -> float:
    """Clauses 1.3 and 1.4: what one side's variation is multiplied with."""
    lost_giving_stones = is_white and game.score == 0 and game.handicap > 0 and game.size == 19
    if level < -2000 and not lost_giving_stones:
        return 1.0
    stones = 1 - game.handicap / 10
    if lost_giving_stones:
        stones = stones * stones
    return stones * {19: 1.0, 13: 0.2, 9: 0.1}[game.size] * weight


def ffg_variations(
    game: PlayedGame,
    white: float,
    black: float,
    *,
    weight: float,
    edition: str,
    only: tuple[bool, bool] | None = None,
) -> tuple[float, float]:
    """Clauses 1.2-1.4: White's and Black's variation from both levels at the start of the round.

    `only`: the game counts for nobody but these sides, and fully.
    """
    fictive = black + (100 * (game.handicap - 0.5) if game.handicap >= 1 else 0.0)
    weaker, stronger = min(white, fictive), max(white, fictive)
    a = (2050 - weaker) / 20 if edition == "2013" else (1250 - weaker) / 7
    p_weaker = 1 / (math.exp((stronger - weaker) / a) + 1)
    p_white = p_weaker if white < fictive else 1 - p_weaker
    epsilon = 0.016 if edition == "2013" else ffg_epsilon(stronger)
    result = game.score / 2
    of_white = ffg_coefficient(game, level=white, is_white=True, weight=weight)
    of_black = ffg_coefficient(game, level=black, is_white=False, weight=weight)
    if only is not None:
        of_white, of_black = float(only[0]), float(only[1])
    return (
        between(K_POINTS, white) * (result - p_white + epsilon / 2) * of_white,
        between(K_POINTS, black) * ((1 - result) - (1 - p_white) + epsilon / 2) * of_black,
    )


def ffg_threshold(level: float, *, known: bool) -> float:
    """Clause 1.9: the table."""
    if level > 675:
        return 20.0 if known else 10.0
    if level <= -1950:
        return 80.0 if known else 40.0
    return (6200 - 4 * level) / (175 if known else 350)


def ffg_only(
    game: PlayedGame, start: Sequence[float | None], meeting: Meeting, edition: str
) -> tuple[bool, bool] | None:
    """Clause 1.4: for which sides alone a game counts, by the levels before the event; None: for both."""
    if game.handicap <= 9 and meeting.weight > 0:
        return None
    white, black = start[game.white], start[game.black]
    if edition == "2013" or white is None or black is None:
        return False, False
    lost_giving_stones = game.score == 0 and game.handicap > 0 and game.size == 19
    return white < -2000 and not lost_giving_stones, black < -2000


def ffg_counting(meeting: Meeting, start: Sequence[float | None], edition: str) -> list[PlayedGame]:
    """Clauses 1.3-1.5: the games that can be rated, by round."""
    return sorted(
        (
            game
            for game in meeting.games
            if game.size in (19, 13, 9)
            and start[game.white] is not None
            and start[game.black] is not None
            and ffg_only(game, start, meeting, edition) != (False, False)
        ),
        key=lambda game: game.round,
    )


def ffg_pass(
    meeting: Meeting,
    games: Sequence[PlayedGame],
    begun: Sequence[float | None],
    start: Sequence[float],
    edition: str,
) -> list[float]:
    """Clause 1.7: all rounds once, games of a round at the same time; `begun` are the levels before."""
    levels = list(start)
    for number in sorted({game.round for game in games}):
        gained = [0.0] * len(levels)
        for game in games:
            if game.round == number:
                pair = ffg_variations(
                    game,
                    levels[game.white],
                    levels[game.black],
                    weight=meeting.weight,
                    edition=edition,
                    only=ffg_only(game, begun, meeting, edition),
                )
                gained[game.white] += pair[0]
                gained[game.black] += pair[1]
        levels = [min(850.0, max(-2950.0, level + gain)) for level, gain in zip(levels, gained, strict=True)]
    return levels


def ffg_event(meeting: Meeting, *, edition: str) -> tuple[list[float | None], list[float | None], int]:
    """Clauses 1.8 and 1.9: start and final level of every entrant (None: unrated) and the passes."""
    begun = [
        level if level is not None else value
        for level, value in zip(meeting.levels, meeting.values, strict=True)
    ]
    begun = [None if level is None else min(850.0, max(-2950.0, level)) for level in begun]
    games = ffg_counting(meeting, begun, edition)
    playing = {
        side
        for game in games
        for side, counts in zip(
            (game.white, game.black), ffg_only(game, begun, meeting, edition) or (True, True), strict=True
        )
        if counts
    }
    start = [0.0 if level is None else level for level in begun]
    final, passes = ffg_pass(meeting, games, begun, start, edition), 1
    while edition != "2013" and passes < 100:
        corrected = list(start)
        for place in playing:
            delta = final[place] - start[place]
            threshold = ffg_threshold(start[place], known=meeting.known[place])
            if delta > threshold:
                corrected[place] = final[place] - threshold
            elif delta < -threshold:
                corrected[place] = final[place] + threshold
        if corrected == start:
            break
        start, before = corrected, final
        final, passes = ffg_pass(meeting, games, begun, start, edition), passes + 1
        if max(abs(now - then) for now, then in zip(final, before, strict=True)) < 0.1:
            break
    rated = range(len(begun))
    return (
        [start[place] if place in playing else None for place in rated],
        [final[place] if place in playing else None for place in rated],
        passes,
    )


def egf_con(rating: float, edition: str) -> float:
    """Clauses 1.3 (table, straight on above 2700) and 1.5 (formula)."""
    if edition == "2021":
        return float(((3300 - rating) / 200) ** 1.6)
    return 10 - (rating - 2700) / 100 if rating > 2700 else between(CON_POINTS, rating)


def egf_expected(player: float, opponent: float, edition: str) -> float:
    """Clauses 1.3-1.5: one side's expected score, Black's rating raised already."""
    if edition == "2021":
        mine, theirs = -7 * math.log(3300 - min(player, 3299.9)), -7 * math.log(3300 - min(opponent, 3299.9))
        return 1 / (1 + math.exp(theirs - mine))
    a = 205 - min(player, opponent) / 20
    weaker = 1 / (math.exp(abs(player - opponent) / a) + 1)
    if edition == "2011":
        return max(0.0, (weaker if player < opponent else 1 - weaker) - 0.016 / 2)
    e = 0.014 if edition == "1998" else 0.0
    if player == opponent:
        return weaker - e / 2
    return weaker if player < opponent else 1 - e - weaker


def egf_event(meeting: Meeting, *, edition: str) -> tuple[list[float | None], list[float | None]]:
    """Clauses 1.1-1.5: the rating an event is computed from, and the one after it (None: unrated)."""
    floor = -900.0 if edition == "2021" else 100.0
    begun = [
        level if level is not None else value
        for level, value in zip(meeting.levels, meeting.values, strict=True)
    ]
    begun = [None if rating is None else min(3299.9, max(floor, rating)) for rating in begun]
    games = [
        game
        for game in meeting.games
        if game.size == 19
        and meeting.weight > 0
        and begun[game.white] is not None
        and begun[game.black] is not None
    ]
    playing = {side for game in games for side in (game.white, game.black)}
    start = [_lifted(meeting, place, rating, edition) if place in playing and rating is not None else None
             for place, rating in enumerate(begun)]  # fmt: skip
    sums = [0.0] * len(begun)
    for game in games:
        white, black = start[game.white], start[game.black]
        assert white is not None
        assert black is not None
        raised = black + (100 * (game.handicap - 0.5) if game.handicap else 0.0)
        for place, own, expected, score in (
            (game.white, white, egf_expected(white, raised, edition), game.score / 2),
            (game.black, black, egf_expected(raised, white, edition), 1 - game.score / 2),
        ):
            bonus = math.log(1 + math.exp((2300 - own) / 80)) / 5 if edition == "2021" else 0.0
            sums[place] += egf_con(own, edition) * (score - expected) + bonus
    if edition == "2011":
        sums = [max(change, -100.0) for change in sums]
    final = [
        None if rating is None else min(3299.9, max(floor, rating + meeting.weight * change))
        for rating, change in zip(start, sums, strict=True)
    ]
    return start, final


def _lifted(meeting: Meeting, place: int, rating: float, edition: str) -> float:
    """Clause 1.4, reset up: two grades above the highest ever declared, and above the rating."""
    value, highest = meeting.values[place], meeting.highest[place]
    if edition not in ("2011", "2021") or value is None or highest is None:
        return rating
    return min(3299.9, value) if value >= highest + 200 and value > rating else rating
