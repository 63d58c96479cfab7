"""The bridge of the streams: games and decisions from a moment on to arrays, and through their engine.

What `by_event.replay` is to systems that move event by event. A replay may begin at any moment: the last row
of each player's history before it is all that is needed of what was before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np

from ratings.cadence.by_game import facts as sources
from ratings.cadence.by_game.assemble import NO_LEVELS, Assembly, assemble
from ratings.cadence.by_game.facts import BEGINNING, Stretch, Window
from ratings.cadence.by_game.moments import moment_of
from ratings.cadence.by_game.packing import NEVER
from ratings.engines.stream_contract import Longs, StreamChanges, StreamEngine, StreamStanding
from ratings.engines.table import stream_engine_named
from ratings.models import RatingSystem
from ratings.rulebook.policy import Policy, policy_of
from ratings.rulebook.systems import SYSTEMS


def engine_of(system_key: str) -> StreamEngine:
    """Return the engine of a system; the first call of a process loads its kernels."""
    return stream_engine_named(SYSTEMS[system_key].engine)


_STANDING = tuple(field.name for field in fields(StreamStanding))


@dataclass(frozen=True, slots=True)
class Replay:
    """Everything a stream is rated from since a moment."""

    system: RatingSystem
    policy: Policy
    window: Window
    assembly: Assembly
    stretch: Stretch  # of the players of the assembly
    standing: StreamStanding  # the same players, just before the window


@dataclass(frozen=True, slots=True)
class Rated:
    """Result of a replay."""

    changes: StreamChanges
    standing: StreamStanding


def stream_policy(system: RatingSystem) -> Policy:
    """Return the editions of a system with the office's constants."""
    return policy_of(system.key, edition=system.edition, parameters=system.parameters, numeric=system.numeric)


def effective(policy: Policy) -> Longs:
    """Return the moments from which the editions of a policy hold."""
    return np.array([moment_of(day) for day in policy.effective], np.int64)


def load(system: RatingSystem, window: Window) -> Replay:
    """Read the facts of a window, and their players' state before it; raises like `policy_of`.

    Players whose history has rows in the window are in it even when none of their facts is left, which only
    happens where facts went or moved.
    """
    policy = stream_policy(system)
    assembly = assemble(
        *sources.games_and_seats(system, window),
        sources.levels(system, window),
        effective=effective(policy),
        also=np.zeros(0, np.int64) if window.only_new else sources.touched(system, window.since),
    )
    stretch = sources.stretch_before(system, window.since, players=assembly.players)
    return Replay(system, policy, window, assembly, stretch, standing_of(assembly.players, stretch, window))


def from_scratch(system: RatingSystem, *, before: int, last_key: int = sources.END) -> Replay:
    """Read the facts before a moment as if nothing had been rated yet."""
    policy, window = stream_policy(system), Window(before=before, last_key=last_key)
    assembly = assemble(
        *sources.games_and_seats(system, window),
        sources.levels(system, window),
        effective=effective(policy),
        also=np.zeros(0, np.int64),
    )
    stretch = sources.stretch_before(system, BEGINNING, players=assembly.players[:0])
    return Replay(system, policy, window, assembly, stretch, standing_of(assembly.players, stretch, window))


class Carried:
    """Where everybody stands between two replays that follow each other, by rising player."""

    def __init__(self) -> None:
        self._players: Longs = np.zeros(0, np.int64)
        self._standing = nobody(0)

    def of(self, players: Longs) -> StreamStanding:
        """Return the standing of some players, rising."""
        standing = nobody(players.size)
        if self._players.size:
            at = np.minimum(np.searchsorted(self._players, players), self._players.size - 1)
            known = self._players[at] == players
            for name in _STANDING:
                getattr(standing, name)[known] = getattr(self._standing, name)[at[known]]
        return standing

    def move(self, players: Longs, standing: StreamStanding) -> None:
        """Take over where some players, rising, stand now."""
        others = ~np.isin(self._players, players, assume_unique=True)
        every = np.concatenate((self._players[others], players))
        order = np.argsort(every)
        columns = (
            np.concatenate((getattr(self._standing, name)[others], getattr(standing, name)))[order]
            for name in _STANDING
        )
        self._players, self._standing = every[order], StreamStanding(*columns)


def rate_pieces(
    system: RatingSystem, window: Window, *, games: int
) -> Iterator[tuple[Assembly, StreamChanges]]:
    """Replay the facts of a window as if nothing had been rated yet, about so many games at a time.

    The same bits as in one piece, in the memory of one.
    """
    policy, carried = stream_policy(system), Carried()
    engine = engine_of(system.key)
    for span in sources.spans(system, window, games=games):
        assembly = assemble(
            *sources.games_and_seats(system, span),
            sources.levels(system, span),
            effective=effective(policy),
            also=np.zeros(0, np.int64),
        )
        standing = carried.of(assembly.players)
        changes, after = engine.replay(assembly.facts, standing, policy.parameters)
        carried.move(assembly.players, after)
        yield assembly, changes


def standing_of(players: Longs, stretch: Stretch, window: Window) -> StreamStanding:
    """Return the state of players just before a window, from the last row of each before it."""
    standing = nobody(players.size)
    if stretch.player.size:
        rows = stretch.parts.rows[stretch.parts.start[:-1] + kept(stretch, window.since) - 1]
        at = np.searchsorted(players, stretch.player)
        standing.rating[at], standing.deviation[at] = rows["after"], rows["deviation"]
        standing.games[at], standing.moment[at] = rows["games"], rows["moment"]
    return standing


def kept(stretch: Stretch, since: int) -> Longs:
    """Count the rows of each part before a moment."""
    if not stretch.player.size:
        return np.zeros(0, np.int64)
    return np.add.reduceat((stretch.parts.rows["moment"] < since).astype(np.int64), stretch.parts.start[:-1])


def nobody(players: int) -> StreamStanding:
    """Return the standing of players of whom nothing is known."""
    return StreamStanding(
        rating=np.full(players, np.nan),
        deviation=np.full(players, np.nan),
        games=np.zeros(players, np.int32),
        moment=np.full(players, NEVER, np.int64),
    )


def rate(replay: Replay) -> Rated:
    """Rate the games of a replay."""
    engine = engine_of(replay.system.key)
    return Rated(*engine.replay(replay.assembly.facts, replay.standing, replay.policy.parameters))


def one_game(system: RatingSystem, key: int) -> Assembly:
    """Read one game alone, as its engine explains it."""
    window = Window(only=key)
    return assemble(
        *sources.games_and_seats(system, window),
        NO_LEVELS,
        effective=effective(stream_policy(system)),
        also=np.zeros(0, np.int64),
    )
