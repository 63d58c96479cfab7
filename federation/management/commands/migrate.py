"""Migrate as Django does, one program at a time, without holding the site up: give way and try again."""

import time
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from psycopg.errors import LockNotAvailable

from federation import data_folder
from federation.management import oldest_version

LOCK_SECONDS, ATTEMPTS, PAUSE_SECONDS = 3, 20, 3


class Command(migrate.Command):
    """Migrate as Django does; on PostgreSQL readers of a table go before its change.

    A change of a table waits until all its readers are done, and meanwhile new readers wait behind it. So it
    gives way after LOCK_SECONDS; what was migrated before stays, and the next attempt goes on from there.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate; CommandError where a later version is needed, OperationalError after the last attempt."""
        waits = partial(self.stderr.write, "Another program is migrating; waiting for it to end.")
        with data_folder.one_at_a_time(settings.DATA_DIR, "migrate", waits=waits):
            if refusal := oldest_version.refusal(options["database"]):
                raise CommandError(refusal)
            self._migrate(*args, **options)
            oldest_version.note(options["database"])

    def _migrate(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{LOCK_SECONDS}s"])
        try:
            self._try(*args, **options)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', '0', false)")

    def _try(self, *args: Any, **options: Any) -> None:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                super().handle(*args, **options)
                return
            except OperationalError as error:
                if not isinstance(error.__cause__, LockNotAvailable) or attempt == ATTEMPTS:
                    raise
                self.stderr.write(f"A table is in use ({attempt} of {ATTEMPTS}): {error}".strip())
                time.sleep(PAUSE_SECONDS)
