"""How names sound, and the words clubs are found by; an index of the sounds beside that of the words.

A later migration that makes SQLite rebuild federation_player has to call `rebuild_search` of this one, which
makes the triggers of both indexes again.
"""

from importlib import import_module

from django.db import migrations, models

from federation.vocabulary.search_words import search_words
from federation.vocabulary.sounds import sound_key

search = import_module("federation.migrations.0003_search")
BATCH = 2000
SQLITE_BACK = (
    "DROP TRIGGER IF EXISTS federation_player_sounds_new",
    "DROP TRIGGER IF EXISTS federation_player_sounds_gone",
    "DROP TRIGGER IF EXISTS federation_player_sounds_moved",
    "DROP TABLE IF EXISTS federation_player_sounds",
)
SQLITE = (
    "CREATE VIRTUAL TABLE federation_player_sounds USING fts5(sound_key, content='federation_player', "
    "content_rowid='id', tokenize='unicode61', prefix='2 3')",
    "CREATE TRIGGER federation_player_sounds_new AFTER INSERT ON federation_player BEGIN "
    "INSERT INTO federation_player_sounds(rowid, sound_key) VALUES (new.id, new.sound_key); END",
    "CREATE TRIGGER federation_player_sounds_gone AFTER DELETE ON federation_player BEGIN "
    "INSERT INTO federation_player_sounds(federation_player_sounds, rowid, sound_key) "
    "VALUES ('delete', old.id, old.sound_key); END",
    "CREATE TRIGGER federation_player_sounds_moved AFTER UPDATE OF sound_key ON federation_player "
    "WHEN old.sound_key <> new.sound_key BEGIN "
    "INSERT INTO federation_player_sounds(federation_player_sounds, rowid, sound_key) "
    "VALUES ('delete', old.id, old.sound_key); "
    "INSERT INTO federation_player_sounds(rowid, sound_key) VALUES (new.id, new.sound_key); END",
    "INSERT INTO federation_player_sounds(federation_player_sounds) VALUES ('rebuild')",
)
POSTGRESQL = (
    "CREATE INDEX federation_player_sound_trigrams ON federation_player"
    " USING gin ((' '::text || sound_key) gin_trgm_ops)",
)
POSTGRESQL_BACK = ("DROP INDEX IF EXISTS federation_player_sound_trigrams",)


def fill(apps, schema_editor):
    """Make the texts of the rows there are."""
    players = apps.get_model("federation", "Player")._default_manager.exclude(search_key="")
    write(players.only("surname", "given_name").iterator(BATCH), "sound_key", sound_of)
    clubs = apps.get_model("federation", "Club")._base_manager.only("name", "town", "code", "label")
    write(clubs.iterator(BATCH), "search_words", words_of)


def sound_of(row):
    return sound_key(row.surname, row.given_name)[:300]


def words_of(row):
    return search_words(row.name, row.town, row.code, row.label)


def write(rows, column, make):
    """Write a column of rows, some thousand at a time."""
    batch = []
    for row in rows:
        setattr(row, column, make(row))
        batch.append(row)
        if len(batch) == BATCH:
            type(row)._base_manager.bulk_update(batch, [column])
            batch = []
    if batch:
        type(batch[0])._base_manager.bulk_update(batch, [column])


def build(apps, schema_editor):
    """Make the indexes of names, from what the table has."""
    if schema_editor.connection.vendor == "postgresql":
        run(schema_editor, POSTGRESQL)
    else:
        rebuild_search(apps, schema_editor)


def rebuild_search(apps, schema_editor):
    """Make both indexes of SQLite again with the triggers it lost with the table it rebuilt."""
    if schema_editor.connection.vendor == "sqlite":
        search.build(apps, schema_editor)
        run(schema_editor, SQLITE_BACK + SQLITE)


def drop(apps, schema_editor):
    run(schema_editor, POSTGRESQL_BACK if schema_editor.connection.vendor == "postgresql" else SQLITE_BACK)


def words_again(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        search.build(apps, schema_editor)


def run(schema_editor, statements):
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0018_webhooks'),
    ]

    operations = [
        # Going back, this comes last.
        migrations.RunPython(migrations.RunPython.noop, words_again),
        migrations.AddField(
            model_name='club',
            name='search_words',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=800),
        ),
        migrations.AddField(
            model_name='player',
            name='sound_key',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=300),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(build, drop),
    ]
