"""Places among fewer than a whole list, stored with its entries from the next list on."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0018_followers"),
    ]

    operations = [
        migrations.AddField(
            model_name="publishedlist",
            name="scoped",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="listentry",
            name="scopes",
            field=models.BinaryField(null=True),
        ),
    ]
