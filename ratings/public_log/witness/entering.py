"""Watched logs and trusted witnesses, entered by officers, with a journal line; their problems in words."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.journal import journal
from federation.models import Account
from federation.webhooks import sending
from federation.webhooks.sending import WHY
from ratings.merkle_log import cosignatures, notes
from ratings.models import LogHead, LogWitness, WatchedLog

PROBLEMS: Mapping[str, str | Promise] = {
    **WHY,
    "no-checkpoint": _("What the server gave is not a signed checkpoint of a log."),
    "wrong-key": _("The checkpoint is not signed with the key entered here."),
    "other-log": _("The checkpoint is of a log with another name."),
    "unproved": _("The tiles do not match the signed checkpoint."),
    "older": _("The server gave an older checkpoint again. The log still has its later entries."),
    "rewritten": _("The log was rewritten: entries seen earlier are no longer in it."),
    "shrunk": _("The log was cut short: it has fewer entries than were seen earlier."),
    "no-cosignature": _("The witness gave no cosignature with the key entered here."),
    "bad-cosignature": _("The cosignature is not valid."),
}

MOST = 20  # logs, and witnesses
LONGEST_NAME = 200
Entered = TypeVar("Entered", WatchedLog, LogWitness)


class EntryError(Exception):
    """Nothing was written; `message` is the reason, `field` the field it concerns."""

    def __init__(self, field: str, message: str | Promise) -> None:
        super().__init__(str(message))
        self.field, self.message = field, message


def watch(address: str, key: str, *, account: Account | None) -> WatchedLog:
    """Watch a log; its name is that of its key. One of that name gets the new address and key."""
    address = _address(address)
    try:
        log_key = notes.parse_key(key)
    except notes.BadNote:
        raise EntryError(
            "key", _("This is not the key of a log: copy the whole line from its page.")
        ) from None
    head = LogHead.objects.filter(size__gt=0).first()
    if head and log_key.name == head.origin:
        raise EntryError("key", _("This is the key of your own log."))
    known = {"origin": _name(log_key.name)}
    return _enter(WatchedLog, known, {"address": address, "key": str(log_key)}, account, "log.watched")


def trust(address: str, key: str, *, account: Account | None) -> LogWitness:
    """Collect cosignatures of our log from a witness; its name is that of its key."""
    address = _address(address)
    try:
        witness_key = cosignatures.parse_key(key)
    except notes.BadNote:
        raise EntryError(
            "key", _("This is not the key of a witness: copy the whole line from its page.")
        ) from None
    known = {"name": _name(witness_key.name)}
    return _enter(
        LogWitness, known, {"address": address, "key": str(witness_key)}, account, "log.witness-added"
    )


@transaction.atomic
def remove(entered: WatchedLog | LogWitness, *, account: Account | None) -> None:
    """Look at it no more; alarms about it stay."""
    act = "log.unwatched" if isinstance(entered, WatchedLog) else "log.witness-removed"
    journal.write(act, entered, account=account, name=str(entered), address=entered.address, key=entered.key)
    entered.delete()


@transaction.atomic
def _enter(
    kind: type[Entered], known: dict[str, Any], detail: dict[str, Any], account: Account | None, act: str
) -> Entered:
    LogHead.objects.get_or_create(pk=1)
    LogHead.objects.select_for_update().get()  # two officers at once
    before = kind.objects.filter(**known).first()
    if before is None and kind.objects.count() >= MOST:
        raise EntryError("address", _("There are %(count)s already; remove one first.") % {"count": MOST})
    instance, _new = kind.objects.update_or_create(
        **known, defaults={**detail, "problem": "", "problem_since": None}
    )
    journal.write(act, instance, account=account, name=str(instance), **detail)
    return instance


def _address(text: str) -> str:
    """Return an address without the slash at its end; EntryError where nothing is read from such one."""
    address = text.strip().rstrip("/")
    try:
        sending.split(address, private=settings.WEBHOOK_PRIVATE)
    except sending.Refused as refused:
        raise EntryError("address", PROBLEMS[str(refused)]) from None
    if "?" in address or "#" in address:
        raise EntryError("address", PROBLEMS["no-address"])
    return address


def _name(name: str) -> str:
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise EntryError("key", _("The name in the key is too long."))
    return name
