"""Django's settings of a database address: PostgreSQL, or SQLite with our options."""

from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

SQLITE, POSTGRESQL = "django.db.backends.sqlite3", "django.db.backends.postgresql"
REPLICA_SECONDS = 2  # for another server that does not answer: public pages are read elsewhere
CONNECT_SECONDS = 5  # the driver would wait for a silent server for minutes, and the page with it
# WAL with deferred transactions lost a third of concurrent updates to locked databases, IMMEDIATE none.
_SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
        "PRAGMA cache_size=-65536; PRAGMA mmap_size=268435456; PRAGMA temp_store=MEMORY;"
    ),
}


def described(address: str) -> dict[str, Any]:
    """Return the settings of the database at an address: postgres://user:password@host/name, sqlite:///file.

    Raises ImproperlyConfigured where it is neither.
    """
    return completed(environ.Env.db_url_config(address))


def completed(found: dict[str, Any]) -> dict[str, Any]:
    """Return settings with what ours have besides; ImproperlyConfigured for any other kind of database."""
    if found.get("ENGINE") == SQLITE:
        return {**found, "OPTIONS": _SQLITE_OPTIONS}
    if found.get("ENGINE") == POSTGRESQL:
        return {**found, "OPTIONS": {"connect_timeout": CONNECT_SECONDS, **found.get("OPTIONS", {})}}
    raise ImproperlyConfigured("DATABASE_URL must name PostgreSQL or SQLite")


def add_replicas(databases: dict[str, dict[str, Any]], replicas: list[str]) -> tuple[str, ...]:
    """Add the databases at some addresses to settings.DATABASES, and return the names they have there.

    Raises ImproperlyConfigured where the database or one of them is not PostgreSQL.
    """
    primary, names = databases["default"], []
    for number, address in enumerate(filter(None, map(str.strip, replicas)), start=1):
        replica = environ.Env.db_url_config(address)
        if {primary["ENGINE"], replica.get("ENGINE")} != {POSTGRESQL}:
            raise ImproperlyConfigured("DATABASE_REPLICA_URLS names replicas of PostgreSQL by PostgreSQL")
        # What is sent and not even received within the time ends the connection.
        limits = {"connect_timeout": REPLICA_SECONDS, "tcp_user_timeout": REPLICA_SECONDS * 1000}
        replica["OPTIONS"] = {**limits, **replica.get("OPTIONS", {})}
        names.append(f"replica-{number}")
        databases[names[-1]] = {
            **replica,
            "CONN_MAX_AGE": primary["CONN_MAX_AGE"],
            "TEST": {"MIRROR": "default"},
        }
    return tuple(names)
