"""Webhooks by the interface for programs: an account's own, added, tested and deleted with a token."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Path, Router, Schema, Status

from federation.accounts.tokens import WEBHOOKS_WRITE
from federation.api import wrong_values
from federation.api.api import Bearer, json_body, token_of
from federation.api.problems import Problem, Refused
from federation.journal.acts import webhook_events
from federation.models import Webhook
from federation.webhooks import endpoints

MOST_BYTES = 16 * 1024
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
router = Router(auth=Bearer(WEBHOOKS_WRITE), tags=["webhooks"])
_REFUSED: dict[Any, Any] = {401: Problem, 403: Problem}
_FOUND: dict[Any, Any] = _REFUSED | {404: Problem, 422: Problem}


class WebhookTold(Schema):
    """A webhook. `state`: on, off, failed (paused after days of failures), gone (ended by a 410).

    new: the address has not answered its challenge.
    """

    number: int
    url: str
    description: str
    events: list[str]
    state: Literal["new", "on", "off", "failed", "gone"]
    failing_since: datetime | None
    created: datetime


class WebhookAdded(WebhookTold):
    """A webhook that was just added: its secret is given this once."""

    secret: str


class Webhooks(Schema):
    """The webhooks of the token's account, the newest first."""

    items: list[WebhookTold]


class TestSent(Schema):
    """A test that is sent within seconds: its `webhook-id`."""

    id: str


class WebhookDeleted(Schema):
    """Whether it was deleted."""

    deleted: bool


_BODY: dict[str, Any] = {
    "type": "object",
    "required": ["url", "events"],
    "additionalProperties": False,
    "properties": {
        "url": {"type": "string", "format": "uri", "maxLength": 500},
        "events": {"type": "array", "minItems": 1, "items": {"enum": list(webhook_events())}},
        "description": {"type": "string", "maxLength": 120},
    },
}
_EXTRA = {"requestBody": {"required": True, "content": {"application/json": {"schema": _BODY}}}}


@router.get("", response={200: Webhooks, **_REFUSED})
def webhooks(request: HttpRequest) -> Webhooks:
    """List the webhooks of the token's account."""
    return Webhooks(items=[WebhookTold(**_told(webhook)) for webhook in _own(request).order_by("-pk")])


@router.post(
    "",
    response={201: WebhookAdded, 409: Problem, 413: Problem, 422: Problem, **_REFUSED},
    openapi_extra=_EXTRA,
)
def add_webhook(request: HttpRequest) -> Any:
    """Add a webhook and return its secret, which is not given again."""
    wanted = _wanted(json_body(request, limit=MOST_BYTES))
    try:
        endpoints.check(wanted)
    except endpoints.WebhookError as refused:
        raise Refused(422, "invalid", str(refused.message)) from None
    try:
        webhook, secret = endpoints.add(token_of(request).account, wanted)
    except endpoints.WebhookError as refused:
        raise Refused(409, "too-many", str(refused.message)) from None
    return Status(201, WebhookAdded(**_told(webhook), secret=secret))


@router.post("/{number}/test", response={202: TestSent, 429: Problem, **_FOUND})
def test_webhook(request: HttpRequest, number: Number) -> Any:
    """Send a test message within seconds; whether it arrived, the page of the webhook shows.

    An address that is not confirmed is sent its challenge in the place of the test.
    """
    try:
        return Status(202, TestSent(id=endpoints.test(_one(request, number)).name))
    except endpoints.WebhookError as refused:
        raise Refused(429, "too-many-requests", str(refused.message)) from None


@router.delete("/{number}", response={200: WebhookDeleted, **_FOUND})
def delete_webhook(request: HttpRequest, number: Number) -> WebhookDeleted:
    """Delete a webhook with its messages."""
    endpoints.delete(_one(request, number), account=token_of(request).account)
    return WebhookDeleted(deleted=True)


def _own(request: HttpRequest) -> Any:
    return Webhook.objects.filter(account=token_of(request).account)


def _one(request: HttpRequest, number: int) -> Webhook:
    webhook: Webhook | None = _own(request).filter(pk=number).first()
    if webhook is None:
        raise Refused(404, "not-found", _("Not found."))
    return webhook


def _told(webhook: Webhook) -> dict[str, Any]:
    names = ("url", "description", "events", "state", "failing_since", "created")
    return {"number": webhook.pk, **{name: getattr(webhook, name) for name in names}}


def _wanted(body: Any) -> endpoints.Wanted:
    """Read what a program asks for; Refused where it is of another form."""
    known = {"url": str, "events": list, "description": str}
    if not isinstance(body, dict):
        raise wrong_values.of_body([""])
    values = {"description": "", **body}
    wrong = [name for name in values if name not in known]
    wrong += [name for name, kind in known.items() if not isinstance(values.get(name), kind)]
    if wrong:
        raise wrong_values.of_body(str(name)[:40] for name in wrong)
    if not all(isinstance(event, str) for event in values["events"]):
        raise wrong_values.of_body(["events"])
    for name, most in (("url", 500), ("description", 120)):
        if len(values[name]) > most or "\0" in values[name]:
            raise wrong_values.of_body([name])
    return endpoints.Wanted(values["url"], values["events"], values["description"])
