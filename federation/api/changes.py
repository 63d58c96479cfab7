"""The API of changes: public, without a token."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from federation.api.problems import Problem, Refused
from federation.api.public_api import open_to_all
from federation.changes import reading

MOST = 500
_SINCE = r"^([0-9]{1,18}-[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]{5,15}([Z+ -][0-9:]{0,5})?)?)?$"
_YEARS = (1970, 9000)  # dates outside cannot be converted to every time zone
router = Router(tags=["changes"])


class ChangesAsked(Schema):
    """Behind which cursor, or since when; without any, where to begin to follow."""

    since: str = Field(
        "", max_length=40, pattern=_SINCE, description="`cursor` of the answer before, or a date or time"
    )
    type: str = Field("", max_length=200, pattern=r"^[a-z.,]*$", description="types, with commas between")
    limit: int = Field(100, ge=1, le=MOST)


class ChangeTold(Schema):
    """What happened: `id` is that of the webhook, `data` has the names of now."""

    id: str
    type: str
    timestamp: datetime
    data: dict[str, Any]


class Changes(Schema):
    """Changes, the oldest first; `cursor`: what to ask next time; `more`: whether to ask at once."""

    items: list[ChangeTold]
    cursor: str
    more: bool


@router.get("", response={200: Changes, 304: None, 401: Problem, 410: Problem, 422: Problem, 429: Problem})
@open_to_all(cost=2)
def changes(request: HttpRequest, asked: Query[ChangesAsked]) -> Any:
    """List what was published, revised, rated, merged, renamed or hidden since a cursor or a time."""
    del request  # Ninja gives it to every operation
    if not asked.since:
        return Changes(items=[], cursor=reading.end(), more=False)
    types = frozenset(filter(None, asked.type.split(",")))
    page = reading.read(_place(asked.since), limit=asked.limit, types=types)
    items = [
        ChangeTold(id=change.id, type=change.told.type, timestamp=change.at, data=dict(change.told.data))
        for change in page.changes
    ]
    return Changes(items=items, cursor=page.cursor, more=page.more)


def _place(since: str) -> int:
    """Return the place a cursor or a time means; Refused."""
    moment = _moment(since)
    if moment is not None:
        return reading.place_before(moment)
    try:
        return reading.place_of(since)
    except reading.UnknownCursor:
        text = _("This cursor is unknown, for example because a backup was restored: read everything again.")
        raise Refused(410, "unknown-cursor", text) from None


def _moment(text: str) -> datetime | None:
    """Read a date or a time; without a zone it is the office's."""
    try:
        day = parse_date(text)
        moment = datetime(day.year, day.month, day.day) if day else parse_datetime(text.replace(" ", "+"))
        if moment is None:
            return None
        moment = moment.replace(year=min(max(moment.year, _YEARS[0]), _YEARS[1]))
        return timezone.make_aware(moment) if timezone.is_naive(moment) else moment
    except (ValueError, OverflowError):
        return None
