"""Checks of watched logs: findings are stored, valid checkpoints cosigned where a key is here."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from ratings.merkle_log import cosignatures, notes, witness
from ratings.merkle_log.cosignatures import CosignerKey
from ratings.merkle_log.notes import Checkpoint, text_of
from ratings.merkle_log.reader import Differs, Fetch, Unreadable, checkpoint
from ratings.merkle_log.witness import Unproved, Verdict
from ratings.models import LogHead, WatchedLog
from ratings.public_log import keys
from ratings.public_log.keys import Signer
from ratings.public_log.witness import alarms
from ratings.public_log.witness.remote import Away, files_of, note_of

FRESH = timedelta(days=1)  # a cosignature older than that is renewed: the log is still looked at


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at a log found: a code of `wording`, "" where all is well; its newest checkpoint."""

    problem: str
    note: str = ""
    verdict: Verdict | None = None


def look(watched: WatchedLog, now: datetime) -> str:
    """Look at a log and write down what was found; returns the code of what is wrong, "" = nothing.

    A checkpoint that does not continue the last one is never stored nor cosigned.
    """
    finding = _found(watched, files_of(watched.address))
    same = WatchedLog.objects.filter(pk=watched.pk, checkpoint=watched.checkpoint)
    changes = watched.after_look(finding.problem, now)
    if finding.verdict is Verdict.GROWN:
        end = checkpoint(finding.note.encode())
        changes |= {"checkpoint": finding.note, "size": end.size, "seen": now}
    with transaction.atomic():
        if same.update(**changes) and finding.verdict in witness.EVIDENCE:
            kind = str(finding.verdict)
            alarms.raise_alarm(watched.origin, kind, before=watched.checkpoint, after=finding.note)
    return finding.problem


def _found(watched: WatchedLog, fetch: Fetch) -> Look:
    """Read the newest checkpoint of a log and compare it with the last one; it raises nothing."""
    try:
        note = note_of(fetch("checkpoint"))
        key = notes.parse_key(watched.key)
        new = checkpoint(note.encode(), [key])
        if new.origin != watched.origin:
            return Look("other-log")
        signed_note = cosignatures.signed_by(note, [key])
        verdict = witness.compare(_last(watched), new, fetch)
    except Away as problem:
        return Look(str(problem))
    except Differs:
        return Look("wrong-key")
    except Unproved:
        return Look("unproved")
    except (Unreadable, notes.BadNote):
        return Look("no-checkpoint")
    is_well = verdict in (Verdict.SAME, Verdict.GROWN)
    return Look("" if is_well else str(verdict), signed_note, verdict)


def _last(watched: WatchedLog) -> Checkpoint | None:
    return checkpoint(watched.checkpoint.encode()) if watched.checkpoint else None


# --- our cosignature


def signer() -> Signer | None:
    """Return the key of the witness where it lies on this machine; None elsewhere.

    The first machine that cosigns makes it. Raises UnreadableKey.
    """
    LogHead.objects.get_or_create(pk=1)
    with transaction.atomic():
        head = LogHead.objects.select_for_update().get()
        if head.witness_key:
            current = keys.load(_name(head.witness_key), keys.witness_path())
            return current if current and str(key_of(current)) == head.witness_key else None
        cosigner = keys.load_or_make(settings.WITNESS_NAME, keys.witness_path())
        head.witness_key = str(key_of(cosigner))
        head.save(update_fields=["witness_key"])
    return cosigner


def _name(key: str) -> str:
    return cosignatures.parse_key(key).name


def key_of(signer: Signer) -> CosignerKey:
    """Return the public half of a witness's key."""
    return CosignerKey(signer.key.name, signer.key.public)


def cosign_waiting(now: datetime) -> int:
    """Cosign the last checkpoint of every log that is well, where that has not been done within a day."""
    well = WatchedLog.objects.filter(problem="").exclude(checkpoint="")
    waiting = [log for log in well if _is_waiting(log, now)]
    cosigner = signer() if waiting else None
    if cosigner is None:
        return 0
    for watched in waiting:
        line = cosignatures.cosign(
            text_of(watched.checkpoint), key_of(cosigner), cosigner.sign, int(now.timestamp())
        )
        same = WatchedLog.objects.filter(pk=watched.pk, checkpoint=watched.checkpoint, problem="")
        same.update(cosigned_note=watched.checkpoint + line, cosigned=now)
    return len(waiting)


def _is_waiting(watched: WatchedLog, now: datetime) -> bool:
    is_other = not watched.cosigned_note.startswith(watched.checkpoint)
    return is_other or watched.cosigned is None or now - watched.cosigned >= FRESH
