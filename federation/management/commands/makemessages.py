"""Collect messages as Django does, and from tags with a dash as well (federation.web.template_loaders)."""

from typing import Any

from django.core.management.commands import makemessages
from django.utils.translation.template import templatize


def _templatize(source: str, **options: Any) -> str:
    """Turn a template into what gettext reads; `{%- translate ... -%}` is a tag like any other."""
    return templatize(source.replace("{%-", "{% ").replace("-%}", " %}"), **options)


class Command(makemessages.Command):
    """Collect messages as Django does, and from tags with a dash as well."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect the messages."""
        makemessages.templatize = _templatize  # type: ignore[attr-defined]  # imported there by name
        super().handle(*args, **options)
