# Rules in force when a trial began, and which of them ended it

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0035_laboratory_lines_and_trials'),
    ]

    operations = [
        migrations.AddField(
            model_name='trial',
            name='rules',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='trial',
            name='changed',
            field=models.JSONField(default=list),
        ),
    ]
