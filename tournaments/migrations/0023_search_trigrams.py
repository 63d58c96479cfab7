"""An index of the words approved tournaments are found by on PostgreSQL, where each search read them all.

SQLite goes on reading them in one of its own indexes: ten thousand take it about a millisecond.
"""

from django.db import migrations

MAKE = (
    "CREATE INDEX tournament_words_trigrams ON tournaments_tournament"
    " USING gin (search_words gin_trgm_ops) WHERE stage = 'approved'"
)


def make(apps, schema_editor):
    """Make the index; federation 0003 has added pg_trgm."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(MAKE)


def drop(apps, schema_editor):
    """Take the index away."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS tournament_words_trigrams")


class Migration(migrations.Migration):

    dependencies = [
        ("federation", "0003_search"),
        ("tournaments", "0022_places"),
    ]

    operations = [
        migrations.RunPython(make, drop),
    ]
