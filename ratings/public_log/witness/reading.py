"""Queries of witnesses: who has seen our log, what we saw of others, the checkpoint cosigned."""

from django.db.models import QuerySet

from ratings.merkle_log import cosignatures
from ratings.merkle_log.notes import text_of
from ratings.models import LogAlarm, LogHead, LogWitness, WatchedLog
from ratings.public_log.witness.collecting import digest_of


def seen_by(place: int) -> QuerySet[LogWitness]:
    """Return the witnesses that have seen the entry at a place, the latest first."""
    return LogWitness.objects.filter(size__gt=place).exclude(cosigned=None).order_by("-cosigned", "name")


def open_alarms() -> QuerySet[LogAlarm]:
    """Return the alarms that are not settled."""
    return LogAlarm.objects.filter(settled=None).order_by("-pk")


def with_cosignatures(checkpoint: str) -> str:
    """Return a signed checkpoint with the lines of the witnesses that have seen just this one."""
    return checkpoint + _lines(checkpoint)


def cosigned() -> str:
    """Return the largest checkpoint of our log that a witness has seen, with cosignatures; "" = none."""
    newest = LogWitness.objects.exclude(cosigned=None).order_by("-size", "-cosigned").first()
    head = LogHead.objects.first()
    if newest is None or head is None:
        return ""
    key = cosignatures.parse_key(newest.key)
    own = newest.note.removesuffix(cosignatures.lines_of(newest.note, [key]))
    return with_cosignatures(own)


def _lines(checkpoint: str) -> str:
    text, lines = text_of(checkpoint) + "\n", ""
    for witness in LogWitness.objects.exclude(cosigned=None).order_by("name"):
        if witness.note.startswith(text):
            lines += cosignatures.lines_of(witness.note, [cosignatures.parse_key(witness.key)])
    return lines


def note_for(digest: str) -> str:
    """Return what we cosigned of a log, found by the digest of its name; "" = nothing."""
    for watched in WatchedLog.objects.exclude(cosigned_note=""):
        if digest_of(watched.origin) == digest:
            return watched.cosigned_note
    return ""
