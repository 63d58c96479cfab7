"""The rule of the second pair of eyes, and who agrees with a revision."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_revoked'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OfficeRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('four_eyes', models.CharField(choices=[('always', 'Never: another officer always looks'), ('when-two', 'Only while he is the only officer'), ('consent', 'When the organiser of another revision of it agrees')], default='always', max_length=8)),
            ],
            options={
                'verbose_name': 'rule of the office',
                'verbose_name_plural': 'rules of the office',
            },
        ),
        migrations.AddField(
            model_name='tournament',
            name='consented_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='agreed by'),
        ),
    ]
