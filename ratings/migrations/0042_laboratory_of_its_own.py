# The tables of the laboratory belong to the application `laboratory`, which an office may leave out; so the
# database lets go of jobs and accounts that their rows name. Tables and rows stay as they are.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def let_go(model, field, to, **also):
    named = models.ForeignKey(
        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=to, db_constraint=False, **also
    )
    return migrations.AlterField(model_name=model, name=field, field=named)


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0034_longer_system_keys'),
        ('ratings', '0041_longer_system_keys'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        let_go('simulation', 'job', 'federation.job'),
        let_go('simulation', 'requested_by', settings.AUTH_USER_MODEL, blank=True),
        let_go('trial', 'begun_by', settings.AUTH_USER_MODEL, blank=True),
        let_go('trial', 'ended_by', settings.AUTH_USER_MODEL, blank=True),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='SimulationLines'),
                migrations.DeleteModel(name='Simulation'),
                migrations.DeleteModel(name='TrialResult'),
                migrations.DeleteModel(name='Trial'),
            ],
        ),
    ]
