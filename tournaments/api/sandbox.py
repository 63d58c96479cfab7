"""Sandbox: trials of a program in a transaction that is always rolled back.

A trial is the file and the actions on it since. Each request replays it from the beginning against the
register as it is, and everything the office would have stored is undone; only the trial itself stays. So
nothing of a trial can reach a queue, a rating, a letter or a public number. Trials have negative numbers.
"""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.api.problems import Refused
from federation.models import Token
from federation.vocabulary import names
from tournaments.api.acts import HINDRANCES, Act, carry_out
from tournaments.intake import intake
from tournaments.models import Tournament, Trial, Upload

MOST = 20  # trials of a token; the oldest makes room
KEPT = timedelta(days=30)
MOST_ACTS = 200  # of a trial: each request does them all again
MOST_CORRECTIONS = 10  # files that correct one another


class _Over(Exception):
    """The play is over: what it wrote is undone."""


@contextmanager
def rehearsed() -> Iterator[None]:
    """Undo everything written in the block."""
    try:
        with transaction.atomic():
            yield
            raise _Over
    except _Over:
        pass


def find(token: Token, number: int) -> Trial:
    """Find the newest file of a trial by its number; Refused where the token has none such."""
    own = Trial.objects.filter(token=token).select_related("token__account")
    trial = own.filter(Q(pk=-number, first=None) | Q(first=-number)).order_by("-pk").first()
    if trial is None:
        raise Refused(404, "no-tournament", _("This sandbox token has no such trial."))
    return trial


def number_of(trial: Trial) -> int:
    """Return the number programs know a trial by."""
    return -(trial.first_id or trial.pk)


def known(token: Token, content: bytes) -> Trial | None:
    """Find the trial of a token these very bytes are."""
    return Trial.objects.filter(token=token, sha256=_digest(content)).order_by("-pk").first()


def alike(token: Token, tournament: Tournament) -> Trial | None:
    """Find a trial of this name and first day: the file looks like its correction."""
    own = Trial.objects.filter(token=token, start=tournament.start).order_by("-pk")
    return next((draft for draft in own if names.fold(draft.name) == names.fold(tournament.name)), None)


def read(token: Token, content: bytes, *, filename: str) -> Upload:
    """Read a file into an upload as the intake does; it may be known to the office already."""
    upload = Upload(account=token.account, filename=filename[:200] or "file", size=len(content))
    upload.content = content
    # Of no file's digest: what was handed in to the office in earnest is tried here as a new file.
    upload.sha256 = _digest(b"trial" + content)
    intake.read(upload)
    return upload


def play(trial: Trial) -> Tournament:
    """Draft a trial's files and do again what was done to them; the caller rolls it back."""
    family = Q(pk=-number_of(trial)) | Q(first=-number_of(trial))
    files = Trial.objects.filter(family, pk__lte=trial.pk).order_by("pk")
    draft: Tournament | None = None
    for file in files.select_related("token__account"):
        draft = _play_file(file, replaces=draft)
    if draft is None:  # its token was let go of at this moment
        raise Refused(404, "no-tournament", _("This sandbox token has no such trial."))
    return draft


def _play_file(trial: Trial, *, replaces: Tournament | None) -> Tournament:
    account = trial.token.account
    upload = read(trial.token, bytes(trial.content), filename=trial.filename)
    upload.save()
    draft = intake.draft(upload, account=account, replaces=replaces)
    for act in trial.acts:
        # The register has changed since: actions that no longer hold are left out and appear among the
        # problems.
        with suppress(*HINDRANCES):
            carry_out(Act(**act), draft, account=account)
    draft.refresh_from_db()
    return draft


@transaction.atomic
def begin(
    token: Token, upload: Upload, drafted: Tournament, *, corrects: int | None, done: Iterable[Act]
) -> Trial:
    """Keep a trial, and let go of those that are old; Refused where a file is corrected without end.

    `corrects`: the number of the trial a file corrects; `done`: what was done to its draft at once.
    """
    first = -corrects if corrects else None
    if first and Trial.objects.filter(first=first).count() >= MOST_CORRECTIONS:
        message = _("A trial can be corrected %(most)s times; upload it as a new one.")
        raise Refused(409, "too-many-corrections", message % {"most": MOST_CORRECTIONS})
    trial = Trial.objects.create(
        token=token,
        filename=upload.filename,
        content=upload.content,
        sha256=_digest(bytes(upload.content)),
        first_id=first,
        name=drafted.name,
        start=drafted.start,
        acts=[asdict(act) for act in done],
    )
    own = Trial.objects.filter(token=token, first=None).order_by("-pk").values_list("pk", flat=True)
    # Read first: not every database deletes from what it limits.
    Trial.objects.filter(pk__in=list(own[MOST:])).delete()
    old = Q(created__lt=timezone.now() - KEPT) | Q(token__revoked__isnull=False)
    Trial.objects.filter(old).delete()
    return trial


@transaction.atomic
def keep(trial: Trial, act: Act) -> None:
    """Note what was done to a trial; Refused where too much was."""
    current = Trial.objects.select_for_update().get(pk=trial.pk)
    if len(current.acts) >= MOST_ACTS:
        raise Refused(
            409, "too-many-acts", _("This trial has been changed too often; upload it as a new one.")
        )
    current.acts.append(asdict(act))
    current.save(update_fields=["acts"])


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
