"""Points a file prints beside its entrants: are they those of its games, or of its games turned round?"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation.vocabulary.names import full_name
from tournaments.reports.findings import Finding, Place, error
from tournaments.reports.outcomes import bye_score, scores
from tournaments.reports.report import Bye, Entrant, Pairing

Points = Mapping[int, float]  # by entrant
_LEAST = 3  # entrants; two say nothing
# Shares of the entrants with comparable points: where more agree with the games, a column is right; one where
# more agree with the games turned round, and more than in any column with the games, is wrong.
_AGREE, _TURNED = 0.5, 0.6


@dataclass(frozen=True, slots=True)
class _Table:
    """Points of the games as they stand and turned round; what byes gave stands in both."""

    entrants: Mapping[int, Entrant]
    counted: Points
    turned: Points


class _Reading:
    """A column read as points above a start that all of a group share; "" is the group that starts at 0."""

    def __init__(self, table: _Table, printed: Points, groups: Mapping[int, str]) -> None:
        self._table, self._printed = table, printed
        telling = {number for number in printed if table.counted[number] != table.turned[number]}
        self._wrong = _fitting(printed, table.turned, groups)
        self._turned = telling & self._wrong.keys()
        count = len(telling) if len(telling) >= _LEAST else math.inf
        self.agree = len(telling & _fitting(printed, table.counted, groups).keys()) / count
        self.turned = len(self._turned) / count

    def mismatches(self) -> list[Finding]:
        """Return an error for each entrant whose points are those of his games turned round."""
        return [
            _mismatch(
                self._table.entrants[number],
                self._printed[number],
                self._wrong[number] + self._table.counted[number],
            )
            for number in sorted(self._turned)
        ]


def turned_round(
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    byes: Sequence[Bye],
    *,
    columns: Sequence[Points],
) -> list[Finding]:
    """Return an error for each entrant whose printed points are those of his games turned round.

    Only where most entrants say so, and no column agrees with the games. A column holds points, or McMahon
    scores: points above a start that those of one grade share.
    """
    table = _tally(entrants, pairings, byes)
    columns = [column for column in columns if len(set(column.values())) > 1]
    points = [_Reading(table, column, dict.fromkeys(column, "")) for column in columns]
    grades = {entrant.number: entrant.grade for entrant in entrants}
    scores = [
        _Reading(table, column, {number: grades[number] or "?" for number in column}) for column in columns
    ]
    for readings in (points, scores):
        agree = max((reading.agree for reading in readings), default=0.0)
        best = max(readings, key=lambda reading: reading.turned, default=None)
        if best is not None and best.turned > max(_TURNED, agree):
            return best.mismatches()
        if agree > _AGREE:
            return []
    return []


def _tally(entrants: Sequence[Entrant], pairings: Sequence[Pairing], byes: Sequence[Bye]) -> _Table:
    counted: dict[int, float] = defaultdict(float)
    turned: dict[int, float] = defaultdict(float)
    for game in pairings:
        white, black = scores(game.outcome)
        for number, mine, theirs in ((game.white, white, black), (game.black, black, white)):
            counted[number] += mine / 2
            turned[number] += theirs / 2
    for bye in byes:
        counted[bye.entrant] += bye_score(bye.kind) / 2
        turned[bye.entrant] += bye_score(bye.kind) / 2
    return _Table({entrant.number: entrant for entrant in entrants}, counted, turned)


def _fitting(printed: Points, points: Points, starts: Mapping[int, str]) -> dict[int, float]:
    """Return the start of each entrant whose points are printed above the start that his group shares.

    Without groups the start is 0.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    for number, group in starts.items():
        groups[group].append(number)
    fitting: dict[int, float] = {}
    for group, members in groups.items():
        starting = {number: printed[number] - points[number] for number in members}
        start, shared = Counter(starting.values()).most_common(1)[0] if group else (0.0, len(members))
        if shared > 1:
            fitting |= {number: start for number, own in starting.items() if own == start}
    return fitting


def _mismatch(entrant: Entrant, written: float, counted: float) -> Finding:
    name = full_name(entrant.surname, entrant.given_name)
    place = Place(entrant.line, entrant=entrant.number)
    return error("results-turned", place, name=name, written=f"{written:g}", counted=f"{counted:g}")
