"""Waiting times as an office counts them: in days."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from federation.language.wording import grouped

register = template.Library()


@register.filter
def waited(since: datetime | None) -> str:
    """Return for how many days something waits; nothing where it does not."""
    if since is None:
        return ""
    days = (timezone.localdate() - timezone.localdate(since)).days
    if days < 1:
        return gettext("since today")
    return ngettext("%(days)s day", "%(days)s days", days) % {"days": grouped(days)}
