"""The lines written so far are sealed; from now on the database itself refuses to change or delete one.

A later migration that makes SQLite rebuild federation_journalentry or federation_journalhead (AlterField and the
like) loses the triggers and has to call `guard` again.
"""

from django.db import migrations

from federation.journal import hash_chain

AT_ONCE = 500
SAME = "NEW.id IS {0} OLD.id AND NEW.at IS {0} OLD.at AND NEW.account_id IS {0} OLD.account_id AND NEW.act IS {0} OLD.act AND NEW.subject IS {0} OLD.subject AND NEW.subject_id IS {0} OLD.subject_id"
REFUSED = "the journal is append-only"

SQLITE = (
    "CREATE TRIGGER federation_journal_undeleted BEFORE DELETE ON federation_journalentry BEGIN "
    f"SELECT RAISE(ABORT, '{REFUSED}'); END",
    "CREATE TRIGGER federation_journal_unchanged BEFORE UPDATE ON federation_journalentry WHEN NOT "
    f"(OLD.digest = '' AND NEW.digest <> '' AND {SAME.format('')} AND NEW.detail IS OLD.detail) BEGIN "
    f"SELECT RAISE(ABORT, '{REFUSED}'); END",
    # INSERT OR REPLACE deletes without telling the trigger above
    "CREATE TRIGGER federation_journal_unreplaced BEFORE INSERT ON federation_journalentry "
    "WHEN EXISTS (SELECT 1 FROM federation_journalentry WHERE id = NEW.id) BEGIN "
    f"SELECT RAISE(ABORT, '{REFUSED}'); END",
    "CREATE TRIGGER federation_journal_head_undeleted BEFORE DELETE ON federation_journalhead BEGIN "
    f"SELECT RAISE(ABORT, '{REFUSED}'); END",
    "CREATE TRIGGER federation_journal_head_rises BEFORE UPDATE ON federation_journalhead "
    "WHEN NEW.place < OLD.place OR NEW.place = OLD.place AND NEW.digest <> OLD.digest BEGIN "
    f"SELECT RAISE(ABORT, '{REFUSED}'); END",
)
SQLITE_BACK = tuple(
    f"DROP TRIGGER IF EXISTS federation_journal_{name}"
    for name in ("undeleted", "unchanged", "unreplaced", "head_undeleted", "head_rises")
)
POSTGRESQL = (
    "CREATE FUNCTION federation_journal_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF TG_TABLE_NAME = 'federation_journalhead' THEN "
    "IF TG_OP = 'UPDATE' THEN IF NEW.place > OLD.place OR NEW = OLD THEN RETURN NEW; END IF; END IF; "
    "ELSIF TG_OP = 'UPDATE' THEN "
    f"IF OLD.digest = '' AND NEW.digest <> '' AND {SAME.format('NOT DISTINCT FROM')} "
    "AND NEW.detail::text = OLD.detail::text THEN RETURN NEW; END IF; "
    f"END IF; RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    *(
        f"CREATE TRIGGER federation_journal_{name} BEFORE {acts} ON federation_{table} "
        f"FOR EACH {each} EXECUTE FUNCTION federation_journal_guard()"
        for table in ("journalentry", "journalhead")
        for name, acts, each in (("kept", "UPDATE OR DELETE", "ROW"), ("untruncated", "TRUNCATE", "STATEMENT"))
    ),
)
POSTGRESQL_BACK = (
    *(
        f"DROP TRIGGER IF EXISTS federation_journal_{name} ON federation_{table}"
        for table in ("journalentry", "journalhead")
        for name in ("kept", "untruncated")
    ),
    "DROP FUNCTION IF EXISTS federation_journal_guard()",
)


def seal(apps, schema_editor):
    entries = apps.get_model("federation", "JournalEntry").objects
    kept = apps.get_model("federation", "JournalHead").objects
    begun = kept.first()
    head = hash_chain.Head(begun.place, begun.digest) if begun else hash_chain.Head()
    while waiting := list(entries.filter(digest="").order_by("pk")[:AT_ONCE]):
        for entry, link in zip(waiting, hash_chain.extend(head, map(_line, waiting)), strict=True):
            entry.place, entry.previous, entry.digest = link.place, link.previous, link.digest
            head = hash_chain.Head(link.place, link.digest)
        entries.bulk_update(waiting, ["place", "previous", "digest"], batch_size=100)
    kept.update_or_create(pk=1, defaults={"place": head.place, "digest": head.digest})


def _line(entry):
    return hash_chain.Line(
        entry.pk, entry.at, entry.account_id, entry.act, entry.subject, entry.subject_id, entry.detail
    )


def guard(apps, schema_editor):
    postgresql = schema_editor.connection.vendor == "postgresql"
    _run(schema_editor, POSTGRESQL_BACK + POSTGRESQL if postgresql else SQLITE_BACK + SQLITE)


def unguard(apps, schema_editor):
    _run(schema_editor, POSTGRESQL_BACK if schema_editor.connection.vendor == "postgresql" else SQLITE_BACK)


def _run(schema_editor, statements):
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("federation", "0007_journal_chain")]
    operations = [
        migrations.RunPython(seal, migrations.RunPython.noop),
        migrations.RunPython(guard, unguard),
    ]
