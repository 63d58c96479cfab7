"""What every page carries: the shell's facts, and the environment of the hot Jinja2 tables."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment


def shell(request: HttpRequest) -> dict[str, Any]:
    """Return the base template the federation's name and version; no query."""
    return {
        "federation_name": settings.FEDERATION_NAME,
        "palmares_version": settings.VERSION,
        "path": request.get_full_path(),
        "second_factor_off": not settings.SECOND_FACTOR_REQUIRED,
    }


def jinja_environment(**options: Any) -> Environment:
    """Make the Jinja2 environment: autoescape on (the backend's default), gettext, url and static."""
    options.setdefault("autoescape", True)
    environment = Environment(**options, extensions=["jinja2.ext.i18n"])  # noqa: S701 - set the line above
    # the extension adds it at run time
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext, translation.ngettext, newstyle=True
    )
    environment.globals.update(url=lambda name, *args: reverse(name, args=args), static=static)
    return environment
