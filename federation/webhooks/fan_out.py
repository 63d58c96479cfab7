"""Fan-out of sealed journal lines: one message for every address and change it asked for.

The mark moves in the transaction that writes them, so a change is written once for each address, even after a
kill. The act itself writes nothing but its line of the journal, with or without webhooks.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from federation.changes import reading
from federation.journal import journal
from federation.journal.acts import webhook_events
from federation.models import JournalEntry, Webhook, WebhookMark, WebhookMessage

AT_ONCE = 500
_FORGOTTEN_AT_ONCE = 5000


def write_messages() -> int:
    """Seal what waits and write every message due by it; returns how many."""
    journal.seal()
    written, is_behind = 0, True
    while is_behind:
        some, is_behind = _write_some()
        written += some
    return written


@transaction.atomic
def _write_some() -> tuple[int, bool]:
    """Write the messages of some lines; returns how many, and whether more lines wait."""
    end = journal.head().place
    # An office without a mark has just got webhooks: what happened before them is no news.
    WebhookMark.objects.get_or_create(pk=1, defaults={"place": end})
    mark = WebhookMark.objects.select_for_update().get(pk=1)
    listening = list(Webhook.objects.filter(state=Webhook.State.ON))
    if mark.place >= end:
        return 0, False
    if not listening:
        _move(mark, end)
        return 0, False
    lines = JournalEntry.objects.filter(place__gt=mark.place, place__lte=end, act__in=reading.reported())
    entries, events = list(lines.order_by("place")[:AT_ONCE]), webhook_events()
    changes = [change for change in reading.tell(entries) if change.told.type in events]
    messages = [
        WebhookMessage(webhook=webhook, name=change.id, place=change.place, type=change.told.type)
        for change in changes
        for webhook in listening
        if change.told.type in webhook.events
    ]
    WebhookMessage.objects.bulk_create(messages, batch_size=500, ignore_conflicts=True)
    is_behind = len(entries) == AT_ONCE
    _move(mark, entries[-1].place or end if is_behind else end)
    return len(messages), is_behind


def _move(mark: WebhookMark, place: int) -> None:
    """Move the mark forward; another process may have moved it further."""
    WebhookMark.objects.filter(pk=mark.pk, place__lt=place).update(place=place)


def forget_old() -> int:
    """Delete messages older than the setting allows, sent or not; return how many."""
    limit = timezone.now() - timedelta(days=settings.WEBHOOK_KEPT_DAYS)
    old = WebhookMessage.objects.filter(created__lt=limit).order_by("created")
    keys = list(old.values_list("pk", flat=True)[:_FORGOTTEN_AT_ONCE])
    return WebhookMessage.objects.filter(pk__in=keys).delete()[0] if keys else 0
