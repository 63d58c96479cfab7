"""The environment of the hot Jinja2 templates, and what they render."""

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment


def environment(**options: Any) -> Environment:
    """Make the Jinja2 environment: autoescape on (the backend's default), gettext, url and static."""
    options.setdefault("autoescape", True)
    environment = Environment(**options, extensions=["jinja2.ext.i18n"])  # noqa: S701 - set the line above
    # the extension adds it at run time
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext, translation.ngettext, newstyle=True
    )
    environment.globals.update(url=lambda name, *args: reverse(name, args=args), static=static)
    return environment


def rendered(template: str, context: Mapping[str, Any]) -> SafeString:
    """Render a Jinja2 template as a part of a page; autoescape is on in all of them."""
    return mark_safe(render_to_string(template, dict(context), using="jinja2"))  # noqa: S308 - it escapes
