"""A connection to PostgreSQL that is asked whether it still stands only where that can be in doubt.

Django asks with a statement before the first one of every request. But a server that ends a connection says
so at once, and what it said waits at our end of the line: it is enough to look whether anything does. Only a
line silent for long may be cut without a word, by a firewall on the way; then it is asked as before.
"""

import select
import time
from typing import Any

from django.db.backends.postgresql import base

SILENT_SECONDS = 15.0  # firewalls forget a silent line after minutes


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, which remembers when the server was last heard."""

    heard: float | None = None
    health_check_done: bool

    def connect(self) -> None:
        """Connect; who answers is there."""
        super().connect()
        self.heard = time.monotonic()

    def close_if_unusable_or_obsolete(self) -> None:
        """Note at the end of a request, or of a task, that the server answered in it."""
        if self.connection is not None and self.health_check_done and not self.errors_occurred:
            self.heard = time.monotonic()
        super().close_if_unusable_or_obsolete()

    def close_if_health_check_failed(self) -> None:
        """Close a connection that no longer stands, before its first statement of a request."""
        if not self.health_check_done and self.connection is not None and self._was_just_heard():
            self.health_check_done = True
        super().close_if_health_check_failed()

    def _was_just_heard(self) -> bool:
        """Say whether the server answered lately and has said nothing since: its last word is a farewell."""
        if self.heard is None or time.monotonic() - self.heard >= SILENT_SECONDS:
            return False
        connection: Any = self.connection
        if connection.closed:
            return False
        line = select.poll()
        line.register(connection.fileno(), select.POLLIN | select.POLLPRI)
        return not line.poll(0)
