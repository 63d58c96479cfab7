"""Reasons for a refusal as messages, with a link to the entrant where one is concerned."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.checks.problems import Problem
from tournaments.models import Tournament
from tournaments.views.access import address_of

MOST = 10  # messages; the match page has them all


def say_problems(request: HttpRequest, tournament: Tournament, problems: Sequence[Problem]) -> None:
    """Show each problem, up to MOST, and how many more there are."""
    page = address_of(tournament, "desk-match")
    for problem in problems[:MOST]:
        entry = problem.values.get("entry")
        link = f"{page}?entry={entry}#entry-{entry}" if entry else ""
        text = problem.message
        message = format_html('{} <a href="{}">{}</a>', text, link, _("Who is who")) if link else text
        messages.error(request, message)
    left = len(problems) - MOST
    if left > 0:
        text = ngettext("%(count)s more on the match page.", "%(count)s more on the match page.", left)
        link = format_html('<a href="{}">{}</a>', page, _("Who is who"))
        messages.error(request, format_html("{} {}", text % {"count": left}, link))
