"""The help line: one sentence on the page one is on, at its foot."""

from typing import NamedTuple

from django import template
from django.conf import settings
from django.http import HttpRequest

from ratings.rulebook.systems import SYSTEMS
from ratings.site.help_lines import HELP, LINKS, LOGIN_OPEN, SUMS

register = template.Library()


class Line(NamedTuple):
    """A help line not yet in a language: its words; words, page and system ("") of its link."""

    text: str
    label: str
    more: str
    system: str


@register.filter
def help_line(request: HttpRequest | None) -> Line | None:
    """Return what helps on the page asked for; None where it is none of the public ones."""
    match = getattr(request, "resolver_match", None)
    name = getattr(match, "url_name", "") or ""
    found = LOGIN_OPEN if name == "login" and settings.SIGN_UP else HELP.get(name)
    if match is None or found is None:
        return None
    system = match.kwargs["system"] if found.more == SUMS else ""
    if system and system not in SYSTEMS:  # any text in the address
        return None
    return Line(found.text, LINKS[found.more], found.more, system)
