"""Webhook addresses: enter, change, turn on and off, delete; secrets and signatures; sending again."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.accounts.permissions import is_officer, roles
from federation.journal import journal
from federation.journal.acts import webhook_events
from federation.models import Account, JournalEntry, Webhook, WebhookMessage
from federation.webhooks import sending
from federation.webhooks.sending import WHY

_PREFIX = "whsec_"
_SALT = "federation.webhooks.endpoints"
_CHALLENGE_SALT = "federation.webhooks.challenge"

TEST, CHALLENGE = "webhook.test", "webhook.challenge"
MOST = 10  # addresses of one account
MOST_TESTS = 5  # of one address in a minute, challenges in an hour
MOST_ENTERED = 20  # addresses that an account without a role enters in a day
OVERLAP = timedelta(hours=24)  # two secrets sign for so long
State, Sent = Webhook.State, WebhookMessage.State


class WebhookError(Exception):
    """Refusal of a change; `message` gives the reason to the person who asked."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Wanted:
    """The events to send to an address."""

    url: str
    events: Collection[str]
    description: str = ""


def of(account: Account) -> QuerySet[Webhook]:
    """Return the webhooks an account may see and change: its own, officers all."""
    webhooks = Webhook.objects.select_related("account").order_by("-pk")
    return webhooks if is_officer(account) else webhooks.filter(account=account)


def check(wanted: Wanted) -> list[str]:
    """Return the events wanted, in our order; WebhookError for an invalid address or events."""
    try:
        sending.split(wanted.url, private=settings.WEBHOOK_PRIVATE)
    except sending.Refused as refused:
        raise WebhookError(WHY[str(refused)]) from None
    chosen = [event for event in webhook_events() if event in wanted.events]
    if not chosen or len(chosen) != len(set(wanted.events)):
        raise WebhookError(_("Choose at least one event."))
    return chosen


@transaction.atomic
def add(account: Account, wanted: Wanted) -> tuple[Webhook, str]:
    """Enter an address; return it and its secret, which is shown once.

    An account with a role answers for it; that of another account gets nothing but a challenge until it
    answers that.
    """
    events = check(wanted)
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if Webhook.objects.filter(account=account).count() >= MOST:
        raise WebhookError(_("You have %(count)s webhooks; delete one first.") % {"count": MOST})
    is_trusted = _is_trusted(account)
    webhook = Webhook.objects.create(
        account=account,
        url=wanted.url,
        events=events,
        description=wanted.description.strip()[:120],
        seed=new_seed(),
        state=State.ON if is_trusted else State.NEW,
    )
    if not is_trusted:
        test(webhook)
    journal.write("webhook.added", webhook, account=account, **_told(webhook))
    return webhook, secret_of(webhook.seed)


@transaction.atomic
def change(webhook: Webhook, wanted: Wanted, *, account: Account) -> bool:
    """Change address, events or description; returns whether anything is different."""
    events = check(wanted)
    row = _locked(webhook)
    before = row.url, _told(row)
    row.url, row.events = wanted.url, events
    row.description = wanted.description.strip()[:120]
    after = row.url, _told(row)
    if before == after:
        return False
    if before[0] != after[0]:  # what went wrong was another address
        row.failures, row.failing_since, row.quiet_until = 0, None, None
        if not _is_trusted(account):
            row.state = State.NEW
    changed = ("url", "events", "description", "state", "failures", "failing_since", "quiet_until")
    row.save(update_fields=changed)
    if before[0] != after[0] and row.state == State.NEW:
        test(row)
    journal.write("webhook.changed", row, account=account, before=before[1], after=after[1])
    return True


@transaction.atomic
def rotate(webhook: Webhook, *, account: Account) -> str:
    """Replace the secret and return the new one; the one before signs too for OVERLAP."""
    row = _locked(webhook)
    row.seed_before, row.seed = row.seed, new_seed()
    row.before_until = timezone.now() + OVERLAP
    row.save(update_fields=["seed", "seed_before", "before_until"])
    journal.write("webhook.rotated", row, account=account, until=row.before_until)
    return secret_of(row.seed)


@transaction.atomic
def turn_off(webhook: Webhook, *, account: Account) -> bool:
    """Write and send no messages until it is turned on again; False where it is not on."""
    row = _locked(webhook)
    if row.state != State.ON:
        return False
    Webhook.objects.filter(pk=row.pk).update(state=State.OFF)
    journal.write("webhook.off", row, account=account, before=row.state, after=State.OFF)
    return True


@transaction.atomic
def turn_on(webhook: Webhook, *, account: Account) -> bool:
    """Write and send messages again, those that wait at once; False where it is on.

    False too for an address that is not confirmed, unless by an account with a role, which answers for it.
    """
    row = _locked(webhook)
    if row.state == State.ON or (row.state == State.NEW and not roles(account)):
        return False
    fresh = {"failures": 0, "failing_since": None, "quiet_until": None, "letter": ""}
    Webhook.objects.filter(pk=row.pk).update(state=State.ON, **fresh)
    row.messages.filter(state=Sent.WAITING).update(due=timezone.now())
    journal.write("webhook.on", row, account=account, before=row.state, after=State.ON)
    return True


@transaction.atomic
def delete(webhook: Webhook, *, account: Account) -> None:
    """Delete an address with its messages."""
    row = _locked(webhook)
    journal.write("webhook.deleted", row, account=account, **_told(row))
    row.delete()


def test(webhook: Webhook) -> WebhookMessage:
    """Queue an empty test message, sent within seconds; WebhookError after too many.

    For an address that is not confirmed it is the challenge.
    """
    is_new = webhook.state == State.NEW
    kind, window = (CHALLENGE, timedelta(hours=1)) if is_new else (TEST, timedelta(minutes=1))
    lately = webhook.messages.filter(type=kind, created__gte=timezone.now() - window)
    if lately.count() >= MOST_TESTS:
        wait = (
            _("Wait an hour before the next challenge.")
            if is_new
            else _("Wait a minute before the next test.")
        )
        raise WebhookError(wait)
    Webhook.objects.filter(pk=webhook.pk).update(quiet_until=None)
    name = f"{kind.partition('.')[2]}_{secrets.token_hex(8)}"
    return WebhookMessage.objects.create(webhook=webhook, name=name, type=kind)


def confirm(webhook: Webhook) -> bool:
    """Turn on an address that has answered its challenge; False where another has been entered meanwhile."""
    new = Webhook.objects.filter(pk=webhook.pk, url=webhook.url, state=State.NEW)
    if not new.update(state=State.ON):
        return False
    webhook.messages.filter(state=Sent.WAITING).update(due=timezone.now())
    journal.write("webhook.confirmed", webhook, account=None, before=State.NEW, after=State.ON)
    return True


@transaction.atomic
def send_again(message: WebhookMessage, *, account: Account) -> None:
    """Send a message once more, with its name and all attempts before it."""
    waits = {"state": Sent.WAITING, "attempts": 0, "due": timezone.now()}
    WebhookMessage.objects.filter(pk=message.pk).update(**waits)
    Webhook.objects.filter(pk=message.webhook_id).update(quiet_until=None)
    journal.write("webhook.resent", message.webhook, account=account, message=message.name)


def _is_trusted(account: Account) -> bool:
    """Return whether an account answers for addresses it enters; WebhookError where it enters too many."""
    if roles(account):
        return True
    since = timezone.now() - timedelta(days=1)
    acts = JournalEntry.objects.filter(act__in=["webhook.added", "webhook.changed"], at__gte=since)
    if acts.filter(account=account).count() >= MOST_ENTERED:
        raise WebhookError(_("You have entered too many addresses today. Try again tomorrow."))
    return False


def _told(webhook: Webhook) -> dict[str, object]:
    """Return a webhook's journal detail: its server, as the rest of an address may be secret."""
    server = urlsplit(webhook.url).netloc
    return {"server": server, "events": list(webhook.events), "description": webhook.description}


def _locked(webhook: Webhook) -> Webhook:
    return Webhook.objects.select_for_update(no_key=True).get(pk=webhook.pk)


def new_seed() -> str:
    """Return what a new secret is made of."""
    return secrets.token_hex(32)


def key_of(seed: str) -> bytes:
    """Return the 32 bytes a secret consists of, made of a seed and the key of the site."""
    return salted_hmac(_SALT, seed, algorithm="sha256").digest()


def secret_of(seed: str) -> str:
    """Return a secret as its owner keeps it."""
    return _PREFIX + base64.b64encode(key_of(seed)).decode()


def keys_of(webhook: Webhook, now: datetime) -> list[bytes]:
    """Return the keys that sign now: the newest, and the one before as long as both hold."""
    seeds = [webhook.seed]
    if webhook.seed_before and webhook.before_until is not None and now < webhook.before_until:
        seeds.append(webhook.seed_before)
    return [key_of(seed) for seed in seeds]


def challenge_of(name: str) -> str:
    """Return what the answer to a challenge repeats, made of the name of its message."""
    return salted_hmac(_CHALLENGE_SALT, name, algorithm="sha256").hexdigest()


def signed_headers(name: str, moment: int, body: bytes, keys: Iterable[bytes]) -> dict[str, str]:
    """Return the headers of a message, as Standard Webhooks 1.0 has them; `moment`: seconds since 1970."""
    content = f"{name}.{moment}.".encode() + body
    signed = (base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode() for key in keys)
    return {
        "webhook-id": name,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signed),
    }
