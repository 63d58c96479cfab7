"""The tables of webhooks and of their messages."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models import WebhookMessage
from federation.web.tables import Column, Moment, Table
from federation.webhooks.wording import WHY


class WebhookTable(Table):
    """Webhooks, and how they fare."""

    name = Column(_("Webhook"), "name", accessor="pk")
    events = Column(_("Events"), "second")
    account = Column(_("Account"), "second")
    state = Column(_("State"), "second", accessor="get_state_display")

    def render_events(self, value: list[str]) -> str:
        """Name the events."""
        return ", ".join(value)


class MessageTable(Table):
    """Messages of a webhook, the newest first."""

    type = Column(_("Event"), "name")
    created = Moment(pgettext_lazy("when", "Created"), "second nowrap")
    state = Column(_("State"), "second", accessor="get_state_display")
    attempts = Column(_("Attempts"), "number second", told=True)
    answer = Column(_("Last answer"), "second", empty_values=())
    again = Column(_("Send again"), "second", empty_values=(), hidden=True)

    def render_answer(self, record: WebhookMessage) -> str:
        """Return the result of the last attempt: status and duration, or the error."""
        if record.error:
            return str(WHY.get(record.error, record.error))
        if record.status is None:
            return "–"
        return f"{record.status} · {round((record.seconds or 0) * 1000)} ms"
