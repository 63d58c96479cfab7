"""Watched logs: looked at and cosigned in rounds of a job, alarms sent to the administrators."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from federation.jobs import jobs
from federation.mail.letters import Content, LetterByState
from federation.mail.outbox import address
from federation.models import Account, Job
from ratings.merkle_log import cosignatures, notes, reader
from ratings.merkle_log.cosignatures import CosignerKey
from ratings.merkle_log.notes import Checkpoint, text_of
from ratings.merkle_log.reader import Differs, Fetch, Unproved, Unreadable, Verdict, checkpoint
from ratings.models import LogAlarm, LogHead, LogWitness, WatchedLog
from ratings.public_log import keys
from ratings.public_log.keys import Signer, UnreadableKey
from ratings.public_log.witness import alarms, reading
from ratings.public_log.witness.remote import Away, files_of, note_of

FRESH = timedelta(days=1)  # a cosignature older than that is renewed: the log is still looked at

WORK = "ratings.witness"
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at a log found: a code of `PROBLEMS`, "" where all is well; its newest checkpoint."""

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
        if same.update(**changes) and finding.verdict in reader.EVIDENCE:
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
        verdict = reader.compare_checkpoints(_last(watched), new, fetch)
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


def is_due() -> bool:
    """Return whether there is anything to look at."""
    return WatchedLog.objects.exists() or LogWitness.objects.exists() or AlarmMail.waiting().exists()


def request() -> bool:
    """Ask for a round where there is something to look at and none is waiting or running."""
    if (
        not is_due()
        or Job.objects.filter(kind=WORK, state__in=[Job.State.QUEUED, Job.State.RUNNING]).exists()
    ):
        return False
    jobs.enqueue_after_commit(jobs.request(WORK))
    return True


def run(progress: jobs.Progress | None = None) -> dict[str, int]:
    """Look at everything once, harmless when repeated; return how many were looked at and are not well."""
    looked = problems = 0
    for watched in WatchedLog.objects.order_by("pk"):
        problems += bool(look(watched, timezone.now()))
        looked += 1
        if progress:
            progress.report(50)
    try:
        cosign_waiting(timezone.now())
    except UnreadableKey as problem:
        logger.error("nothing is cosigned: %s", problem)
    for witness in LogWitness.objects.order_by("pk"):
        problems += bool(reading.collect(witness, timezone.now()))
        looked += 1
        if progress:
            progress.report(90)
    AlarmMail.send_waiting()
    return {"looked": looked, "problems": problems}


class AlarmMail(LetterByState[LogAlarm]):
    """The e-mail about one alarm to the administrators, in the language of the site; a look sends it."""

    label, since = "alarm", "found"

    @classmethod
    def waiting(cls) -> QuerySet[LogAlarm]:
        return LogAlarm.objects.filter(letter=LogAlarm.Letter.WAITING).order_by("pk")

    def content(self) -> Content | None:
        """Return the content; None where no administrator has an address."""
        administrators = Account.objects.filter(is_superuser=True, is_active=True).exclude(email="")
        addresses = list(administrators.order_by("pk").values_list("email", flat=True))
        if not addresses:
            self.settle(taken=False)
            return None
        page = {
            "alarm": self.row,
            "is_own": LogHead.objects.filter(origin=self.row.origin).exists(),
            "evidence": address("log-evidence", self.row.pk),
            "address": address("witnesses"),
        }
        return Content("emails/log_alarm.txt", addresses, page)
