"""Games as a server reports them, before the players are looked up: one record, or many as columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tournaments.reports.findings import Finding

Longs = NDArray[np.int64]
Ints = NDArray[np.int32]
Bytes = NDArray[np.int8]
Floats = NDArray[np.float64]

BY_PLACES = -1  # a score where the places of more than two decide
LATEST = 2**62  # milliseconds: beyond any clock, within a column
_HIGHEST = 127


@dataclass(frozen=True, slots=True)
class Arrival:
    """One game. Players in order: White before Black, the first team before the second.

    `score`: half points of White or of the first team, or None where `places` decide (1 = first, who tied
    shares one). `place`: line of its file, or how many came before it in its batch.
    """

    code: str
    ended: int  # milliseconds since 1970, UTC
    players: tuple[str, ...]
    score: int | None = None
    places: tuple[int, ...] = ()
    teams: bool = False
    max_points: float | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """A game that is not taken, and why."""

    place: int  # as Arrival
    code: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Arrivals:
    """G games with N seats as columns; `names` are the handles as written, each once, in order."""

    codes: list[str]  # G
    ended: Longs  # G: milliseconds since 1970, UTC
    score: Bytes  # G: half points of White or the first team; BY_PLACES
    points: Floats  # G: at stake; NaN = the system's own
    place: Longs  # G: line of the file, or place in the batch
    names: list[str]
    seat_start: Longs  # G + 1
    seat_name: Ints  # N: index into names
    seat_place: Bytes  # N: 1 = first
    seat_team: Bytes  # N: 1 and 2; 0 = alone

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def seat_game(self) -> Longs:
        """The game of each seat (N)."""
        return np.repeat(np.arange(len(self)), np.diff(self.seat_start))

    def first(self, count: int) -> "Arrivals":
        """Return the first games."""
        return self.kept(np.arange(len(self)) < count)

    def kept(self, mask: NDArray[np.bool_]) -> "Arrivals":
        """Return the games a mask (G) lets through; the names stay as they are."""
        if mask.all():
            return self
        sizes = np.diff(self.seat_start)
        seats = np.repeat(mask, sizes)
        start = np.concatenate([[0], np.cumsum(sizes[mask])]).astype(np.int64)
        return Arrivals(
            [self.codes[row] for row in np.flatnonzero(mask).tolist()],
            self.ended[mask],
            self.score[mask],
            self.points[mask],
            self.place[mask],
            self.names,
            start,
            self.seat_name[seats],
            self.seat_place[seats],
            self.seat_team[seats],
        )


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a file or a whole batch: what could be read, what not, findings about all."""

    games: Arrivals
    refused: tuple[Refusal, ...] = ()
    notices: tuple[Finding, ...] = ()


@dataclass(slots=True)
class Names:
    """Handles as they are met, each with its index."""

    index: dict[str, int] = field(default_factory=dict)

    def of(self, names: Sequence[str]) -> Ints:
        """Return the indices of handles; the new ones get the next."""
        index = self.index
        return np.array([index.setdefault(name, len(index)) for name in names], np.int32)

    def listed(self) -> list[str]:
        """Return the handles in the order of their indices."""
        return list(self.index)


def of_records(records: Sequence[Arrival], names: Names | None = None) -> Arrivals:
    """Make columns of records, each of which has at least one player (else ValueError).

    Numbers that fit no column become ones no check lets through. `names`: those of the parts before.
    """
    if not all(record.players for record in records):
        raise ValueError("a game without players")
    names = names or Names()
    sizes = [len(record.players) for record in records]
    return Arrivals(
        codes=[record.code for record in records],
        ended=np.array([max(-LATEST, min(record.ended, LATEST)) for record in records], np.int64),
        score=np.array([_score(record) for record in records], np.int8),
        points=np.array([_points(record.max_points) for record in records], np.float64),
        place=np.array([record.place for record in records], np.int64),
        seat_start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        seat_name=names.of([name for record in records for name in record.players]),
        seat_place=np.array([place for record in records for place in _places(record)], np.int8),
        seat_team=np.array([team for record in records for team in _teams(record)], np.int8),
        names=names.listed(),
    )


def duels(names: Names, codes: list[str], columns: tuple[Longs, Ints, Bytes, Longs]) -> Arrivals:
    """Make the games of two of columns: when they ended (G), both players in turn (2 G), score and place."""
    ended, seats, score, place = columns
    count = len(codes)
    start = np.arange(0, 2 * count + 1, 2, dtype=np.int64)
    places = np.ones((count, 2), np.int8)
    places[score == 0, 0] = 2
    places[score == 2, 1] = 2
    return Arrivals(
        codes,
        ended,
        score,
        np.full(count, np.nan),
        place,
        names.listed(),
        start,
        seats,
        places.reshape(-1),
        np.zeros(2 * count, np.int8),
    )


def joined(parts: Sequence[Arrivals]) -> Arrivals:
    """Put one or more parts behind each other; each knows the names of those before it (one `Names`)."""
    if len(parts) == 1:
        return parts[0]
    sizes = np.concatenate([np.diff(part.seat_start) for part in parts])
    return Arrivals(
        codes=[code for part in parts for code in part.codes],
        ended=np.concatenate([part.ended for part in parts]),
        score=np.concatenate([part.score for part in parts]),
        points=np.concatenate([part.points for part in parts]),
        place=np.concatenate([part.place for part in parts]),
        names=parts[-1].names,
        seat_start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        seat_name=np.concatenate([part.seat_name for part in parts]),
        seat_place=np.concatenate([part.seat_place for part in parts]),
        seat_team=np.concatenate([part.seat_team for part in parts]),
    )


def records(games: Arrivals) -> Iterator[Arrival]:
    """Yield columns as records again: for a preview, and for callers that want few of them."""
    for row, (start, end) in enumerate(pairwise(games.seat_start.tolist())):
        score, points = int(games.score[row]), float(games.points[row])
        yield Arrival(
            code=games.codes[row],
            ended=int(games.ended[row]),
            players=tuple(games.names[name] for name in games.seat_name[start:end].tolist()),
            score=None if score == BY_PLACES else score,
            places=tuple(games.seat_place[start:end].tolist()) if score == BY_PLACES else (),
            teams=bool(games.seat_team[start]),
            max_points=None if np.isnan(points) else points,
            place=int(games.place[row]),
        )


def _points(points: float | None) -> float:
    """Return points as a float; what fits none becomes a number no check lets through."""
    if points is None:
        return float("nan")
    try:
        number = float(points)
    except OverflowError:
        return -1.0
    return -1.0 if number != number else number


def _score(record: Arrival) -> int:
    """Return the score; two players with places have the one their places make."""
    if record.score is not None:
        return record.score if 0 <= record.score <= 2 else _HIGHEST
    if len(record.places) == 2 == len(record.players) and not record.teams:
        first, second = record.places
        return 1 if first == second else 2 * (first < second)
    return BY_PLACES


def _places(record: Arrival) -> list[int]:
    """Return the place of each seat, 0 for none; those of a duel and of teams follow from the score."""
    count = len(record.players)
    if record.score is None:
        places = [max(0, min(place, _HIGHEST)) for place in record.places[:count]]
        return places + [0] * (count - len(places))
    half = count // 2
    first, second = (1 + (record.score == 0), 1 + (record.score == 2))
    return [first] * half + [second] * (count - half)


def _teams(record: Arrival) -> list[int]:
    half = len(record.players) // 2
    return [1] * half + [2] * (len(record.players) - half) if record.teams else [0] * len(record.players)
