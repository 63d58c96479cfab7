"""Tie-breaks of chess: Buchholz, Buchholz cut 1, Sonneborn-Berger, direct encounter. Pure.

Source: FIDE Handbook C.07, Play-Off and Tie-Break Regulations: 6 (direct encounter), 8 (Buchholz), 9
(Sonneborn-Berger), 14.1 and 16.5 (cut), 15 and 16 (unplayed rounds). Scores are half points; a
Sonneborn-Berger is in quarter points.

A tournament is calculated by the edition in force on its first day: since 1 March 2026 a dummy has a ceiling
(16.4.1, 16.4.2), before it has the entrant's own score without a limit. A loss by default has an opponent, so
it is a loss to him; a requested bye at the end has none and counts as a draw (16.3.2).

Named decisions: what was played before August 2024 is calculated by the edition of that month; a round a file
is silent about is a zero-point bye; the free round of a round robin counts nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Protocol

from federation.vocabulary.disciplines.catalogue import TIE_BREAKS
from tournaments.reports.outcomes import ByeKind, Outcome, bye_score, scores, was_played

_DRAW = 1  # half points
CEILING_SINCE = date(2026, 3, 1)  # C.07 as approved by the FIDE Council on 2 February 2026


class Met(Protocol):
    """A pairing of two entrants, by any keys."""

    @property
    def round(self) -> int: ...
    @property
    def white(self) -> int: ...
    @property
    def black(self) -> int: ...
    @property
    def outcome(self) -> Outcome: ...
    @property
    def by_default(self) -> bool: ...


class Free(Protocol):
    """An entrant without opponent in a round."""

    @property
    def round(self) -> int: ...
    @property
    def entrant(self) -> int: ...
    @property
    def kind(self) -> ByeKind: ...


@dataclass(frozen=True, slots=True)
class Turn:
    """One round of one entrant; `opponent` None: a bye, or he was not there."""

    opponent: int | None
    half_points: int
    played: bool

    @property
    def is_requested(self) -> bool:
        """Return whether it is a half-point or zero-point bye (16.1.1)."""
        return self.opponent is None and self.half_points <= _DRAW

    @property
    def is_voluntary(self) -> bool:
        """Return whether he chose not to play: a requested bye or a loss by default (16.1.2)."""
        return self.is_requested or (not self.played and self.half_points == 0)


@dataclass(frozen=True, slots=True)
class Ties:
    """The tie-breaks of one entrant: half points, but for `berger`, which is in quarter points."""

    buchholz: int
    cut: int  # Buchholz cut 1
    berger: int


Table = Mapping[int, Sequence[Turn]]
# Tie-breaks by the names disciplines declare them by; those of a Swiss say nothing of a round robin.
_FIGURES: Mapping[str, Callable[[Ties], int]] = dict(
    zip(TIE_BREAKS, map(attrgetter, ("buchholz", "cut", "berger")), strict=True)
)
_SWISS = TIE_BREAKS[:2]
_ABSENT = Turn(None, 0, played=False)


def table(entrants: Iterable[int], pairings: Iterable[Met], byes: Iterable[Free], *, rounds: int) -> Table:
    """Arrange every round of every entrant."""
    turns: dict[int, list[Turn]] = {entrant: [_ABSENT] * rounds for entrant in entrants}
    for bye in byes:
        _note(turns, bye.entrant, bye.round, turn=Turn(None, bye_score(bye.kind), played=False))
    for game in pairings:
        played = was_played(game.outcome, by_default=game.by_default)
        for_white, for_black = scores(game.outcome)
        _note(turns, game.white, game.round, turn=Turn(game.black, for_white, played))
        _note(turns, game.black, game.round, turn=Turn(game.white, for_black, played))
    return turns


def _note(turns: dict[int, list[Turn]], entrant: int, number: int, *, turn: Turn) -> None:
    if entrant in turns and 0 < number <= len(turns[entrant]):
        turns[entrant][number - 1] = turn


def is_round_robin(turns: Table) -> bool:
    """Return whether everybody was paired with everybody else, as often with each."""
    if len(turns) < 3 or any(len(own) < len(turns) - 1 for own in turns.values()):
        return False
    times = {
        sum(turn.opponent == other for turn in own)
        for entrant, own in turns.items()
        for other in turns
        if other != entrant
    }
    return len(times) == 1 and times != {0}


def total(turns: Sequence[Turn]) -> int:
    """Add up what an entrant scored."""
    return sum(turn.half_points for turn in turns)


def adjusted(turns: Sequence[Turn]) -> int:
    """Return the score an entrant has for his opponents (16.3): a last requested bye is a draw.

    So is each before it that only rounds he chose not to play follow (16.2.5). A loss by default among those
    is no bye: it stays a loss.
    """
    score = total(turns)
    for turn in reversed(turns):
        if not turn.is_voluntary:
            break
        if turn.is_requested:
            score += _DRAW - turn.half_points
    return score


def ties(turns: Table, *, on: date) -> dict[int, Ties]:
    """Return the tie-breaks of every entrant of a tournament that began on a day."""
    robin = is_round_robin(turns)
    worth = {entrant: total(own) if robin else adjusted(own) for entrant, own in turns.items()}
    count = _in_round_robin if robin else _in_swiss if on >= CEILING_SINCE else _in_swiss_before_2026
    return {entrant: _ties(own, [count(turn, own, worth) for turn in own]) for entrant, own in turns.items()}


def _ties(own: Sequence[Turn], values: Sequence[int]) -> Ties:
    met = list(zip(own, values, strict=True))
    chosen = [value for turn, value in met if turn.is_voluntary]
    buchholz = sum(value for _, value in met)
    # 16.5: what he chose not to play is cut before anything else
    least = min(chosen or [value for _, value in met], default=0)
    return Ties(buchholz, buchholz - least, sum(turn.half_points * value for turn, value in met))


def _in_round_robin(turn: Turn, _own: Sequence[Turn], worth: Mapping[int, int]) -> int:
    """Return what a round adds to a sum of a round robin: the opponent's score, met or not (15)."""
    return 0 if turn.opponent is None else worth[turn.opponent]


def _in_swiss(turn: Turn, own: Sequence[Turn], worth: Mapping[int, int]) -> int:
    """Return what a round adds to a Buchholz: the opponent's score, or that of a dummy (16.4).

    A dummy has as much as the entrant himself, but no more than the opponent who did not come (16.4.1), or
    else than a draw in every round (16.4.2).
    """
    if turn.opponent is None or turn.opponent not in worth:
        return min(total(own), _DRAW * len(own))
    return worth[turn.opponent] if turn.played else min(total(own), worth[turn.opponent])


def _in_swiss_before_2026(turn: Turn, own: Sequence[Turn], worth: Mapping[int, int]) -> int:
    """Return the same by the edition of August 2024, whose dummy has no ceiling."""
    if turn.played and turn.opponent is not None and turn.opponent in worth:
        return worth[turn.opponent]
    return total(own)


def standing(turns: Table, *, on: date, by: Sequence[str] = TIE_BREAKS) -> list[list[int]]:
    """Order the entrants by score, some tie-breaks and the direct encounter.

    Entrants who are still equal form one group. Buchholz means nothing in a round robin (8) and is left out
    there.
    """
    tie_breaks, robin = ties(turns, on=on), is_round_robin(turns)
    figures = [_FIGURES[name] for name in by if not (robin and name in _SWISS)]

    def merit(entrant: int) -> tuple[int, ...]:
        return (total(turns[entrant]), *(figure(tie_breaks[entrant]) for figure in figures))

    ordered = sorted(turns, key=merit, reverse=True)
    return [
        group
        for _, tied in groupby(ordered, key=merit)
        for group in _encounter(list(tied), turns, robin=robin)
    ]


def _encounter(tied: list[int], turns: Table, *, robin: bool) -> list[list[int]]:
    """Part a group by the games inside it (6), as far as they do; in a Swiss only those at the board."""
    if len(tied) < 2:
        return [tied]
    won, missing = _inside(tied, turns, robin=robin)
    if not any(missing.values()):
        ranked = sorted(tied, key=won.__getitem__, reverse=True)
        parts = [list(part) for _, part in groupby(ranked, key=won.__getitem__)]
        if len(parts) == 1:
            return [tied]
        return [group for part in parts for group in _encounter(part, turns, robin=robin)]
    # 6.2: first is the entrant who stays alone at the top with any result of the missing games, then the
    # second ...
    left, groups = list(tied), []
    while len(left) > 1:
        top = max(left, key=won.__getitem__)
        if any(won[top] <= won[entrant] + 2 * missing[entrant] for entrant in left if entrant != top):
            break
        groups.append([top])
        left.remove(top)
    return [*groups, left]


def _inside(tied: Sequence[int], turns: Table, *, robin: bool) -> tuple[dict[int, int], dict[int, int]]:
    """Count what each of a group won against the others, and how many of them he did not meet."""
    won, missing = {}, {}
    for entrant in tied:
        games = [turn for turn in turns[entrant] if turn.opponent in tied and (turn.played or robin)]
        won[entrant] = total(games)
        missing[entrant] = len(tied) - 1 - len({turn.opponent for turn in games})
    return won, missing
