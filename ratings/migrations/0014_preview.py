import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0007_journal_sealed'),
        ('ratings', '0013_undoing'),
        ('tournaments', '0004_streams'),
    ]

    operations = [
        migrations.CreateModel(
            name='Preview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('made', models.DateTimeField(null=True)),
                ('result', models.JSONField(default=dict)),
                ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='federation.job')),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='preview', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'preview',
                'verbose_name_plural': 'previews',
            },
        ),
    ]
