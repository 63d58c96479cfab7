"""Who did what to which thing, and when: append only."""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.utils import timezone

from federation.models import Account, JournalEntry


def write(act: str, subject: Model | str, *, account: Account | None, **detail: Any) -> JournalEntry:
    """Write one line: `act` as "tournament.approved", the thing it was done to, and what the act was about.

    Dates, decimals and lazy texts in `detail` become text. The caller's transaction decides whether it stays.
    """
    if isinstance(subject, Model):
        name, number = str(subject._meta.model_name), str(subject.pk)
    else:
        name, number = subject, ""
    return JournalEntry.objects.create(
        at=timezone.now(),
        account=account,
        act=act,
        subject=name,
        subject_id=number,
        detail=json.loads(json.dumps(detail, cls=DjangoJSONEncoder)),
    )
