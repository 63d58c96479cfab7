"""Witnesses of our log: cosignatures collected and checked; who has seen our log, what we saw of others."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet

from ratings.merkle_log import cosignatures, notes
from ratings.merkle_log.notes import BadNote, Checkpoint, text_of
from ratings.merkle_log.reader import Differs, Fetch, Unreadable, checkpoint
from ratings.models import LogAlarm, LogHead, LogWitness, WatchedLog
from ratings.public_log import reading
from ratings.public_log.witness import alarms
from ratings.public_log.witness.remote import Away, files_of, note_of

_AHEAD = timedelta(hours=1)  # clocks may differ so much
Kind = LogAlarm.Kind


@dataclass(frozen=True, slots=True)
class Collected:
    """What a witness gave: a code of `PROBLEMS`, "" where all is well, else its note, size and second."""

    problem: str
    note: str = ""
    size: int = 0
    at: int = 0


def path_of(origin: str) -> str:
    """Return where a witness gives out what it saw of a log, below the address of its own log."""
    return f"witness/{digest_of(origin)}"


def digest_of(origin: str) -> str:
    """Return what stands for the name of a log in an address."""
    return sha256(origin.encode()).hexdigest()


def collect(witness: LogWitness, now: datetime) -> str:
    """Read what a witness has seen of our log, keep it where it is newer; return the code of a problem."""
    head = LogHead.objects.filter(size__gt=0).first()
    if head is None or not head.checkpoint:
        return ""
    finding = _found(witness, head, files_of(witness.address), now)
    changes = witness.after_look(finding.problem, now)
    at = datetime.fromtimestamp(finding.at, UTC)
    if (
        not finding.problem
        and finding.size >= witness.size
        and (witness.cosigned is None or at >= witness.cosigned)
    ):
        changes |= {"note": finding.note, "size": finding.size, "cosigned": at}
    with transaction.atomic():
        LogWitness.objects.filter(pk=witness.pk).update(**changes)
        if finding.problem in Kind.values:
            alarms.raise_alarm(head.origin, finding.problem, before=finding.note, after=head.checkpoint)
    return finding.problem


def _found(witness: LogWitness, head: LogHead, fetch: Fetch, now: datetime) -> Collected:
    """Read and check a cosigned checkpoint; it raises nothing."""
    try:
        note = note_of(fetch(path_of(head.origin)))
        key, own = cosignatures.parse_key(witness.key), notes.parse_key(head.key)
        end = checkpoint(note.encode(), [own])
        by_witness = cosignatures.of_note(note, [key])
    except Away as problem:
        return Collected(str(problem))
    except Differs:
        return Collected("wrong-key")
    except BadNote:
        return Collected("bad-cosignature")
    except Unreadable:
        return Collected("no-checkpoint")
    if end.origin != head.origin:
        return Collected("other-log")
    signed_note = cosignatures.signed_by(note, [own, key])  # ours first
    if not by_witness or by_witness[0].at > (now + _AHEAD).timestamp():
        return Collected("no-cosignature" if not by_witness else "bad-cosignature")
    return Collected(_contradiction(head, end), signed_note, end.size, by_witness[0].at)


def _contradiction(head: LogHead, end: Checkpoint) -> str:
    """Return what a checkpoint signed by our own key and seen by a witness shows of our log, "" = nothing."""
    if end.size > head.size:
        return Kind.SHRUNK
    return "" if reading.root(end.size) == end.root else Kind.REWRITTEN


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
