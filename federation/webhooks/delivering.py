"""Delivery of due messages: one job, many addresses at once, none at another's expense; when to try again.

A message is claimed before it leaves and settled when the address has answered, so it leaves at least once
even after a kill; the job that follows drops the claims of the one before. Threads do nothing but HTTP: rows
are read and written by the job alone. An address that fails is left alone for a while, and then tried with
one message.
"""

import json
import random
import time
from collections import Counter, deque
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from federation.changes import reading
from federation.jobs import jobs
from federation.journal import journal
from federation.mail.letters import enqueue
from federation.models import Job, JournalEntry, Webhook, WebhookMark, WebhookMessage
from federation.webhooks import endpoints, letters, sending
from federation.webhooks.endpoints import CHALLENGE, TEST
from federation.webhooks.sending import Answer

_MINUTE, _HOUR = 60, 3600
# Seconds from an attempt that failed to the next; behind the last one a message is given up.
DELAYS = (
    5,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    24 * _HOUR,
)
_JITTER = 0.2
_QUIET, _LONGEST_QUIET = 5, 10 * _MINUTE
_GONE = 410
_OF_THE_MESSAGE = (400, 413, 422)  # answers about the content of one message

WORK = "federation.webhooks"
SECONDS = 40.0  # one job; what is left is the next one's, behind those of others that wait
THREADS, OF_ONE = 16, 4  # requests at once, and to one address
CLAIMED = 50  # messages of an address at once
_LOOK = 0.25
_UNSENT = ("not-public", "too-long")  # what is wrong with a message before it leaves
State, Sent = Webhook.State, WebhookMessage.State


@dataclass(frozen=True, slots=True)
class Ready:
    """A message as it can be sent; `data` None: there is nothing to say any more."""

    message: WebhookMessage
    event: dict[str, object] | None


def is_due(now: datetime) -> bool:
    """Return whether any message is to be sent."""
    return _waiting(_open(now), now).exists()


def request() -> bool:
    """Ask for a job where there is something to send and none is at it; returns whether one was asked for."""
    return is_due(timezone.now()) and _request_once()


@transaction.atomic
def _request_once() -> bool:
    """Ask for a job where none is at it; of several who ask at once one does."""
    WebhookMark.objects.select_for_update().get_or_create(pk=1)
    if Job.objects.filter(kind=WORK, state__in=[Job.State.QUEUED, Job.State.RUNNING]).exists():
        return False
    jobs.enqueue_after_commit(jobs.request(WORK))
    return True


def _open(now: datetime) -> QuerySet[Webhook]:
    """Select the addresses that may be tried now."""
    return Webhook.objects.filter(Q(quiet_until=None) | Q(quiet_until__lte=now))


def _waiting(webhooks: QuerySet[Webhook] | list[Webhook], now: datetime) -> QuerySet[WebhookMessage]:
    """Select the messages that are due: to an address that is not on tests alone, to a new one challenges."""
    due = WebhookMessage.objects.filter(state=Sent.WAITING, due__lte=now, webhook__in=webhooks)
    sent = Q(webhook__state=State.ON) | Q(type=TEST) & ~Q(webhook__state=State.NEW)
    return due.filter(sent | Q(type=CHALLENGE, webhook__state=State.NEW))


class Round:
    """What one job does: claimed messages by address, requests under way, answers not yet written down."""

    def __init__(self, claim: str) -> None:
        self._claim = claim
        self._ready: dict[int, deque[Ready]] = {}
        self._webhooks: dict[int, Webhook] = {}
        self._busy: Counter[int] = Counter()
        self._under_way: dict[Future[sending.Answer], Ready] = {}
        self._looked = 0.0
        self.tried = 0

    def run(self, progress: jobs.Progress) -> int:
        """Send what is due for a while; returns how many attempts were made."""
        WebhookMessage.objects.filter(state=Sent.WAITING).exclude(claim="").update(claim="")
        limit = time.monotonic() + SECONDS
        with ThreadPoolExecutor(THREADS) as pool:
            while True:
                if time.monotonic() < limit:
                    self._take()
                    self._start(pool)
                if not self._under_way:
                    break
                done, _rest = wait(self._under_way, timeout=_LOOK, return_when=FIRST_COMPLETED)
                self._settle(done)
                progress.report(50)
        WebhookMessage.objects.filter(claim=self._claim).update(claim="")
        return self.tried

    # --- what is next

    def _take(self) -> None:
        """Claim messages of the addresses that have none left in hand; a few times a second is enough."""
        if any(self._ready.values()) and time.monotonic() < self._looked + _LOOK:
            return
        now, self._looked = timezone.now(), time.monotonic()
        due = _waiting(_open(now), now).filter(claim="", webhook=OuterRef("pk"))
        hungry = [
            ready
            for ready in _open(now).filter(Exists(due))
            if not self._ready.get(ready.pk) and self._busy[ready.pk] < _at_once(ready)
        ]
        for webhook in hungry:
            self._webhooks[webhook.pk] = webhook
            keys = list(
                _waiting([webhook], now)
                .filter(claim="")
                .order_by("due", "pk")
                .values_list("pk", flat=True)[: CLAIMED if not webhook.failures else 1]
            )
            if keys:
                free = WebhookMessage.objects.filter(pk__in=keys, claim="", state=Sent.WAITING)
                free.update(claim=self._claim)
                mine = WebhookMessage.objects.filter(pk__in=keys, claim=self._claim)
                self._ready[webhook.pk] = deque(_written(mine.order_by("due", "pk")))

    def _start(self, pool: ThreadPoolExecutor) -> None:
        """Hand requests to the threads, to each address in turn."""
        is_going = True
        while is_going:
            is_going = False
            for key, ready in self._ready.items():
                is_free = len(self._under_way) < THREADS and self._busy[key] < _at_once(self._webhooks[key])
                if ready and is_free:
                    self._send(pool, self._webhooks[key], ready.popleft())
                    is_going = True

    def _send(self, pool: ThreadPoolExecutor, webhook: Webhook, ready: Ready) -> None:
        """Sign a message and have it sent."""
        now = timezone.now()
        self._busy[webhook.pk] += 1
        try:
            body = sending.encode(ready.event) if ready.event else b""
        except ValueError:
            self._under_way[_answered("too-long")] = ready
            return
        if not body:
            self._under_way[_answered("not-public")] = ready
            return
        moment = int(now.timestamp())
        signed = endpoints.signed_headers(ready.message.name, moment, body, endpoints.keys_of(webhook, now))
        headers = {"Content-Type": "application/json", "User-Agent": f"Palmares/{settings.VERSION}", **signed}
        future = pool.submit(sending.post, webhook.url, body, headers, private=settings.WEBHOOK_PRIVATE)
        self._under_way[future] = ready

    # --- results

    def _settle(self, done: Iterable[Future[sending.Answer]]) -> None:
        """Record the results of attempts, in one transaction."""
        attempts = [_judged(self._under_way.pop(future), future.result()) for future in done]
        if not attempts:
            return
        with transaction.atomic():
            for ready, answer in attempts:
                self.tried += 1
                self._busy[ready.message.webhook_id] -= 1
                self._note(ready.message, answer)
                if ready.message.type == CHALLENGE and answer.taken:
                    endpoints.confirm(self._webhooks[ready.message.webhook_id])
            for key in {ready.message.webhook_id for ready, _answer in attempts}:
                answers = [answer for ready, answer in attempts if ready.message.webhook_id == key]
                self._note_address(self._webhooks[key], answers)

    def _note(self, message: WebhookMessage, answer: sending.Answer) -> None:
        """Record the result of one attempt."""
        now = timezone.now()
        state, due = Sent.DELIVERED.value, message.due
        if not answer.taken:
            pause = next_attempt(message.attempts + 1, answer)
            is_over = pause is None or answer.error in _UNSENT or message.type in (TEST, CHALLENGE)
            state = Sent.FAILED.value if is_over else Sent.WAITING.value
            due = now if pause is None else now + pause
        WebhookMessage.objects.filter(pk=message.pk, claim=self._claim).update(
            state=state,
            due=due,
            claim="",
            attempts=F("attempts") + 1,
            tried=now,
            status=answer.status,
            error=answer.error,
            seconds=round(answer.seconds, 3),
        )

    def _note_address(self, webhook: Webhook, answers: list[sending.Answer]) -> None:
        """Write down how an address fares: well as soon as it takes one, else left alone for a while."""
        bad = [answer for answer in answers if not answer.taken and answer.error not in _UNSENT]
        if any(is_gone(answer) for answer in bad):
            self._pause(webhook, State.GONE)
        elif any(answer.taken for answer in answers):
            self._recovered(webhook)
        elif bad:
            self._failed(webhook, bad[-1])

    def _recovered(self, webhook: Webhook) -> None:
        """Count no failures any more, and send at once what waits for another attempt."""
        if webhook.failing_since is None:
            return
        was_away = webhook.failures > 0
        webhook.failures, webhook.failing_since, webhook.quiet_until = 0, None, None
        _keep(webhook)
        if was_away:
            webhook.messages.filter(state=Sent.WAITING).update(due=timezone.now())

    def _failed(self, webhook: Webhook, answer: sending.Answer) -> None:
        """Leave an address alone for a while that would take no other message; pause it after days."""
        now = timezone.now()
        webhook.failing_since = webhook.failing_since or now
        if is_of_address(answer):
            webhook.failures += 1
            webhook.quiet_until = now + quiet(webhook.failures, answer)
            self._release(webhook)
        _keep(webhook)
        if now - webhook.failing_since >= timedelta(days=settings.WEBHOOK_PAUSE_DAYS):
            self._pause(webhook, State.FAILED)

    def _release(self, webhook: Webhook) -> None:
        """Drop the claims of the messages that were to be next."""
        left = [ready.message.pk for ready in self._ready.pop(webhook.pk, ())]
        WebhookMessage.objects.filter(pk__in=left, claim=self._claim).update(claim="")

    def _pause(self, webhook: Webhook, state: Webhook.State) -> None:
        """Stop sending until the webhook is turned on again, and have its owner notified."""
        self._release(webhook)
        on = Webhook.objects.filter(pk=webhook.pk, state=State.ON)
        if on.update(state=state, letter=Webhook.Letter.WAITING):
            since = webhook.failing_since.isoformat() if webhook.failing_since else ""
            journal.write("webhook.paused", webhook, account=None, after=state, since=since)
            enqueue(letters.WORK)


def _keep(webhook: Webhook) -> None:
    """Write down how an address fares; one that was deleted meanwhile stays so."""
    fares = {name: getattr(webhook, name) for name in ("failures", "failing_since", "quiet_until")}
    Webhook.objects.filter(pk=webhook.pk).update(**fares)


def _answered(error: str) -> Future[sending.Answer]:
    """Return the result of a message that does not leave."""
    future: Future[sending.Answer] = Future()
    future.set_result(sending.Answer(None, error, 0.0))
    return future


def _judged(ready: Ready, answer: sending.Answer) -> tuple[Ready, sending.Answer]:
    """Return an attempt with its result: a challenge is answered by JSON that repeats it."""
    if ready.message.type != CHALLENGE or not answer.taken:
        return ready, answer
    expected = {"challenge": endpoints.challenge_of(ready.message.name)}
    try:
        is_repeated = json.loads(answer.body) == expected
    except (ValueError, RecursionError):  # no JSON, or nested without end
        is_repeated = False
    return ready, answer if is_repeated else replace(answer, error="no-echo")


def _at_once(webhook: Webhook) -> int:
    """Return how many requests an address gets at once: one that fails, a single one."""
    return 1 if webhook.failures else OF_ONE


def _written(messages: QuerySet[WebhookMessage]) -> list[Ready]:
    """Return messages with their events: two queries and those of the events."""
    places = [message.place for message in messages if message.place is not None]
    changes = {change.place: change for change in reading.tell(JournalEntry.objects.filter(place__in=places))}
    return [Ready(message, _event(message, changes.get(message.place or 0))) for message in messages]


def _event(message: WebhookMessage, change: reading.Change | None) -> dict[str, object] | None:
    """Return a message's event: type, time, data; None if it is not public any more."""
    if message.type in (TEST, CHALLENGE):
        data = {"challenge": endpoints.challenge_of(message.name)} if message.type == CHALLENGE else {}
        return {"type": message.type, "timestamp": message.created.isoformat(), "data": data}
    if change is None or change.told.type != message.type:
        return None
    return {"type": message.type, "timestamp": change.at.isoformat(), "data": dict(change.told.data)}


def next_attempt(attempts: int, answer: Answer) -> timedelta | None:
    """Return the wait before the next attempt, None behind the last; `attempts`: made so far."""
    if attempts > len(DELAYS):
        return None
    seconds = DELAYS[attempts - 1] * (1 + _JITTER * _random())
    return timedelta(seconds=max(seconds, answer.retry_after))


def quiet(failures: int, answer: Answer) -> timedelta:
    """Return how long an address is left alone after so many failures in a row."""
    seconds = min(_QUIET * 2 ** min(failures - 1, 10), _LONGEST_QUIET)
    return timedelta(seconds=max(seconds, answer.retry_after))


def is_gone(answer: Answer) -> bool:
    """Return whether the recipient wants no more messages."""
    return answer.status == _GONE


def is_of_address(answer: Answer) -> bool:
    """Return whether a failure is one of the whole address, so that other messages would fare no better."""
    return answer.status not in _OF_THE_MESSAGE


def _random() -> float:
    return random.SystemRandom().random()
