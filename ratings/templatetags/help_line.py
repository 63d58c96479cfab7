"""The help line: one sentence on the page one is on, at its foot."""

from collections.abc import Mapping
from typing import NamedTuple

from django import template
from django.conf import settings
from django.http import HttpRequest

from federation.vocabulary.messages import gettext_noop
from federation.web.public_pages import GLOSSARY, MADE, RULES, RULES_OF_SYSTEM, Help, public_pages
from ratings.rulebook.systems import SYSTEMS

register = template.Library()
# Words of the links; RULES_OF_SYSTEM leads to the rules of the system the page is about.
LINKS: Mapping[str, str] = {
    GLOSSARY: gettext_noop("Glossary"),
    MADE: gettext_noop("How a list is made"),
    RULES_OF_SYSTEM: gettext_noop("Rules of this system"),
    RULES: gettext_noop("How ratings are calculated"),
    "lists": gettext_noop("All lists"),
    "rules-formats": gettext_noop("File formats"),
}
# The log-in page where players may open an account.
LOGIN_OPEN = Help(
    gettext_noop("Players open an account themselves; organisers and officers are invited to one."), MADE
)


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
    page = public_pages().get(name)
    found = LOGIN_OPEN if name == "login" and settings.SIGN_UP else page and page.help_line
    if match is None or not found:
        return None
    system = match.kwargs["system"] if found.more == RULES_OF_SYSTEM else ""
    if system and system not in SYSTEMS:  # any text in the address
        return None
    return Line(found.text, LINKS[found.more], found.more, system)
