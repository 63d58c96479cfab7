"""The index for names: FTS5 words on SQLite, trigrams on PostgreSQL (read by federation.search.search alone).

A later migration that makes SQLite rebuild federation_player (AlterField and the like) loses the three triggers
and has to call `build` again.
"""

from django.db import migrations

SQLITE = (
    "CREATE VIRTUAL TABLE federation_player_words USING fts5(search_key, content='federation_player', "
    "content_rowid='id', tokenize='unicode61', prefix='1 2 3')",
    "CREATE VIRTUAL TABLE federation_player_vocabulary USING fts5vocab(federation_player_words, 'row')",
    "CREATE TRIGGER federation_player_words_new AFTER INSERT ON federation_player BEGIN "
    "INSERT INTO federation_player_words(rowid, search_key) VALUES (new.id, new.search_key); END",
    "CREATE TRIGGER federation_player_words_gone AFTER DELETE ON federation_player BEGIN "
    "INSERT INTO federation_player_words(federation_player_words, rowid, search_key) "
    "VALUES ('delete', old.id, old.search_key); END",
    "CREATE TRIGGER federation_player_words_moved AFTER UPDATE OF search_key ON federation_player "
    "WHEN old.search_key <> new.search_key BEGIN "
    "INSERT INTO federation_player_words(federation_player_words, rowid, search_key) "
    "VALUES ('delete', old.id, old.search_key); "
    "INSERT INTO federation_player_words(rowid, search_key) VALUES (new.id, new.search_key); END",
    "INSERT INTO federation_player_words(federation_player_words) VALUES ('rebuild')",
)
SQLITE_BACK = (
    "DROP TRIGGER IF EXISTS federation_player_words_new",
    "DROP TRIGGER IF EXISTS federation_player_words_gone",
    "DROP TRIGGER IF EXISTS federation_player_words_moved",
    "DROP TABLE IF EXISTS federation_player_vocabulary",
    "DROP TABLE IF EXISTS federation_player_words",
)
# The blank in front lets one pattern, '% word%', find a word at the beginning of a key as anywhere in it.
POSTGRESQL = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE INDEX federation_player_trigrams ON federation_player USING gin ((' '::text || search_key) gin_trgm_ops)",
)
POSTGRESQL_BACK = ("DROP INDEX IF EXISTS federation_player_trigrams",)


def build(apps, schema_editor):
    _run(schema_editor, POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE_BACK + SQLITE)


def drop(apps, schema_editor):
    _run(schema_editor, POSTGRESQL_BACK if schema_editor.connection.vendor == "postgresql" else SQLITE_BACK)


def _run(schema_editor, statements):
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("federation", "0002_roles")]
    operations = [migrations.RunPython(build, drop)]
