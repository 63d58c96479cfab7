"""Reasons why a system is stale: changes of its facts since the last application, by journal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from federation.journal import acts, subjects
from federation.journal.subjects import Subject
from federation.models import Account, JournalEntry
from federation.vocabulary.keys import key_from, keys_from
from ratings.models import CurrentRating, RatingRun, RatingSystem
from ratings.models.run import RunStage
from ratings.rulebook.systems import SYSTEMS, Played, takes
from tournaments.models import Tournament

SHOWN = 50
LOOKED_AT = 500  # lines of the journal


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that moved the facts: when, who, what, and where it can be looked at."""

    at: datetime
    account: Account | None
    act: str
    subject: Subject | None


@dataclass(frozen=True, slots=True)
class Causes:
    """What led to a run; `since`: when ratings were applied before, None for the first run."""

    since: datetime | None
    shown: Sequence[Cause]
    more: int
    at_least: bool  # there may be more than were counted


def causes_of(run: RatingRun) -> Causes:
    """Return what moved the facts between the run applied before and this one; eleven queries at most."""
    before = RatingRun.objects.filter(
        system=run.system, stage=RunStage.APPLIED.value, pk__lt=run.pk, decided__isnull=False
    )
    since = before.order_by("-pk").values_list("decided", flat=True).first()
    moving = [act.key for act in acts.known() if act.moves_ratings]
    lines = JournalEntry.objects.filter(act__in=moving, at__lte=run.proposed or timezone.now())
    if since is not None:
        lines = lines.filter(at__gt=since)
    newest = list(lines.select_related("account").order_by("-at", "-pk")[:LOOKED_AT])
    concerns = _concerning(run.system, newest)
    about = [line for line in newest if concerns(line)]
    named = subjects.find_subjects((line.subject, line.subject_id) for line in about[:SHOWN])
    shown = [
        Cause(line.at, line.account, acts.sentence(line.act), named.get((line.subject, line.subject_id)))
        for line in about[:SHOWN]
    ]
    return Causes(since, shown, len(about) - len(shown), len(newest) == LOOKED_AT)


def _concerning(system: RatingSystem, lines: Sequence[JournalEntry]) -> Callable[[JournalEntry], bool]:
    """Make the question whether a line of the journal is about a system's facts."""
    concerned: Mapping[str, Collection[int]] = {
        "tournament": _tournaments(system, _keys(lines, "tournament")),
        "player": _players(system, _keys(lines, "player")),
        "ratingrun": _runs_of_the_source(system, _keys(lines, "ratingrun")),
        "ratingsystem": {system.pk},
    }

    def concerns(line: JournalEntry) -> bool:
        if line.subject not in concerned:  # a decision of the office, whose line names the system
            return bool(line.detail.get("system") == system.key)
        return key_from(line.subject_id) in concerned[line.subject]

    return concerns


def _keys(lines: Sequence[JournalEntry], subject: str) -> set[int]:
    return set(keys_from(line.subject_id for line in lines if line.subject == subject))


def _tournaments(system: RatingSystem, keys: set[int]) -> set[int]:
    """Return the revisions among `keys` any revision of which counts in the system."""
    if not keys:
        return set()
    numbers = Tournament.objects.filter(pk__in=keys).values("number")
    revisions = Tournament.objects.filter(number__in=numbers).values_list("pk", "number", *Played._fields)
    of_number: dict[int, set[int]] = {}
    counting = set()
    for key, number, *facts in revisions:
        of_number.setdefault(number, set()).add(key)
        if takes(system, Played(*facts)):
            counting.add(number)
    return {key for number in counting for key in of_number[number]} & keys


def _players(system: RatingSystem, keys: set[int]) -> set[int]:
    if not keys:
        return set()
    rated = CurrentRating.objects.filter(system=system, player__in=keys)
    return set(rated.values_list("player_id", flat=True))


def _runs_of_the_source(system: RatingSystem, keys: set[int]) -> set[int]:
    """Return the runs of the system newcomers of this one take their rating from."""
    source = SYSTEMS[system.key].seeds_from
    if not source or not keys:
        return set()
    return set(RatingRun.objects.filter(pk__in=keys, system__key=source).values_list("pk", flat=True))
