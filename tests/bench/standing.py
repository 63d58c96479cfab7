"""Delay between the answer to a batch and its games in the live ratings, seen from outside."""

import threading
import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.models import StreamLedger
from tournaments.models import Stream, TableGame

_EVERY = 0.05  # seconds between two looks


@dataclass(frozen=True, slots=True)
class Batch:
    """The report of a game server on a batch; moments in seconds since 1970."""

    sender: int
    batch: int
    due: float
    sent: float
    answered: float
    status: int
    tries: int
    refusals: int
    accepted: int
    known: int
    refused: int
    code: str | int = ""


class Watch:
    """Looks again and again up to which game a stream is rated."""

    def __init__(self, system: str) -> None:
        self._system = system
        self.moments: list[float] = []
        self.keys: list[int] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look_on, daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def is_rated(self) -> bool:
        """Return whether every game that was accepted is rated."""
        last = Stream.objects.values_list("last_key", flat=True).get(system=self._system)
        return bool(self.keys) and self.keys[-1] >= last

    def moment_of(self, key: int) -> float:
        """Return when a game was first seen rated."""
        return self.moments[bisect_left(self.keys, key)]

    def _look_on(self) -> None:
        ledger = StreamLedger.objects.filter(system__key=self._system).values_list("last_key", flat=True)
        while not self._over.wait(_EVERY):
            key = ledger.get()
            self.moments.append(time.time())
            self.keys.append(key)
        connection.close()


@dataclass(frozen=True, slots=True)
class Standing:
    """Seconds from the answer to the rating, one a game, and when the last of all was rated."""

    seconds: NDArray[np.float64]
    games: int
    over: float


def standing_of(batches: list[Batch], watch: Watch, code_of: Callable[[Batch], str]) -> Standing:
    """Return how long the games of batches took; `code_of`: of the last game of a batch.

    A batch is in one transaction and its keys rise, so that its last game is rated with all the others. Of
    one that was refused nothing is there to be rated.
    """
    keys = dict(
        TableGame.objects.filter(code__in=[code_of(batch) for batch in batches]).values_list("code", "pk")
    )
    seconds, sizes, over = [], [], 0.0
    for batch in (batch for batch in batches if code_of(batch) in keys):
        stands = watch.moment_of(keys[code_of(batch)])
        over = max(over, stands)
        seconds.append(max(0.0, stands - batch.answered))
        sizes.append(batch.accepted + batch.known)
    return Standing(np.repeat(seconds or [0.0], sizes or [1]), sum(sizes), over)
