"""The words a tournament is found by."""

from django.db import migrations, models

from federation.vocabulary.search_words import search_words

BATCH = 1000


def fill(apps, schema_editor):
    """Make the texts of the rows there are."""
    model = apps.get_model("tournaments", "Tournament")
    rows = list(model._default_manager.only("name", "place"))
    for row in rows:
        row.search_words = search_words(row.name, row.place)
    model._default_manager.bulk_update(rows, ["search_words"], batch_size=BATCH)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0020_wording'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='search_words',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=800),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['stage', 'search_words'], name='tournament_stage_words'),
        ),
    ]
