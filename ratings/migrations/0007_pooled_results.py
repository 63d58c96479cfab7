from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0006_fide_systems'),
    ]

    operations = [
        migrations.AddField(
            model_name='proposal',
            name='pooled',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='proposal',
            name='pooled_opponents',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='proposal',
            name='pooled_points',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='pooled',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='pooled_opponents',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='pooled_points',
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
