"""The help line: one sentence on the page one is on, at its foot."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext

from ratings.help_lines import HELP, LINKS, SUMS

register = template.Library()


@register.inclusion_tag("parts/help_line.html", takes_context=True)
def help_line(context: dict[str, Any]) -> dict[str, str]:
    """Say what helps on the page being shown; nothing where it is none of the public ones."""
    match = getattr(context.get("request"), "resolver_match", None)
    found = HELP.get(getattr(match, "url_name", "") or "")
    if match is None or found is None:
        return {}
    of_system = [match.kwargs["system"]] if found.more == SUMS else []
    return {
        "text": gettext(found.text),
        "label": gettext(LINKS[found.more]),
        "address": reverse(found.more, args=of_system),
    }
