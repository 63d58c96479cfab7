"""Columns that say how a row is found, made of its other columns whenever the model writes it."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import models


class MadeText(models.CharField):  # type: ignore[type-arg]  # not subscriptable when it runs
    """A text computed by its model (`make_<name>`) on save; bulk writers compute it themselves."""

    def pre_save(self, model_instance: models.Model, *_more: Any, **_named: Any) -> str:
        """Return what is to be written."""
        text: str = getattr(model_instance, f"make_{self.attname}")()[: self.max_length]
        setattr(model_instance, self.attname, text)
        return text

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Return a plain text for migrations: they write rows without our models."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options


class Findable(models.Model):
    """A row with a computed text, written again with any column it is made of."""

    MADE: ClassVar[str]
    MADE_OF: ClassVar[frozenset[str]]

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Save the row; of single columns the made text too, where they are among its own."""
        if update_fields is not None:
            named = set(update_fields)
            update_fields = [*named, self.MADE] if named & self.MADE_OF else [*named]
        super().save(*args, update_fields=update_fields, **options)
