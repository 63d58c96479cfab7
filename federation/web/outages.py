"""Servers the site can do without: left alone for a while after a failure, and logged once an outage."""

import logging
import time
from threading import Lock

logger = logging.getLogger(__name__)


class Outage:
    """Whether a server is left alone by this process, and whose turn it is to try it again.

    `retry` seconds after the last failure one caller tries; everybody else goes on without the server. Of a
    server that fails and works by turns the log has a line in `calm` seconds.
    """

    def __init__(self, name: str, *, retry: float = 5.0, calm: float = 60.0) -> None:
        self.name, self.retry, self.calm = name, retry, calm
        self._lock = Lock()
        self._again: float | None = None  # when to try next; None while the server answers
        self._logged: float | None = None  # when a failure last was
        self._is_known = False  # this outage is in the log

    @property
    def is_on(self) -> bool:
        """Return whether the server failed when it was last tried."""
        return self._again is not None

    def is_my_turn(self) -> bool:
        """Return whether the caller shall try the server again: one every `retry` seconds."""
        with self._lock:
            now = time.monotonic()
            if self._again is None or now < self._again:
                return False
            self._again = now + self.retry
            return True

    def begin(self, problem: Exception) -> None:
        """Note a failure."""
        with self._lock:
            now = time.monotonic()
            self._again = now + self.retry
            if not self._is_known and (self._logged is None or now - self._logged >= self.calm):
                self._logged, self._is_known = now, True
                kind = type(problem).__name__
                logger.warning("%s fails, going on without it: %s: %s", self.name, kind, problem)

    def end(self) -> None:
        """Note that the server does its work again."""
        if self._again is None:
            return
        with self._lock:
            self._again = None
            if self._is_known:
                self._is_known = False
                logger.warning("%s works again", self.name)
