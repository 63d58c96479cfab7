"""Size of each table in the database, with its indexes."""

from django.db import DatabaseError, connection

# Partitions count as the table they are of.
_POSTGRESQL = """SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text,
 sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind = 'r' AND n.nspname = current_schema() GROUP BY 1"""
_SQLITE = """SELECT m.tbl_name, SUM(s.pgsize) FROM dbstat s JOIN sqlite_master m ON m.name = s.name
 WHERE s.aggregate = TRUE GROUP BY m.tbl_name"""


def sizes() -> dict[str, int]:
    """Return the bytes of every table; nothing where this SQLite cannot say (it has no dbstat)."""
    statement = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return {name: int(size) for name, size in cursor.fetchall()}
    except DatabaseError:
        if connection.vendor == "postgresql":
            raise
        return {}
