"""Counts that stay exact under concurrency."""

from typing import ClassVar

from django.db import models


class Tally(models.Model):
    """A number under a name, raised by one statement at a time (federation.web.counting)."""

    name = models.CharField(max_length=80, primary_key=True)
    number = models.BigIntegerField(default=0)
    ends = models.DateTimeField(null=True)  # of no use from then on; null = permanent

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ends"], name="tally_ends")]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"
