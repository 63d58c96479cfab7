"""Lists uploaded on a page: received, planned, decided about, applied or discarded.

The worker reads and plans, and applies the plan an officer has looked at. Where the register has changed
since, nothing is applied: the plan is made again and the page reports it. A FIDE list is read before anything
is locked; of its plan only the counts and the rows to be decided are stored. Locks: the row of the list, then
that of our own federation.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial
from io import BufferedReader
from typing import Any, BinaryIO, TypeVar

from django.db import transaction
from django.utils import timezone

from federation.database import bulk
from federation.history import list_imports
from federation.jobs import jobs
from federation.models import (
    Account,
    Identifier,
    Job,
    KnownName,
    Licence,
    ListDifference,
    ListImport,
    Player,
)
from federation.player_lists import fide_people, newer_acts, planning
from federation.player_lists.differences import Difference, counts_of, differences
from federation.player_lists.import_fide_list import FAMILY, import_fide, sift, write_fide
from federation.player_lists.import_list import Outcome, Overtaken, Wish, import_list
from federation.player_lists.import_plan import HELD, TAKEN
from federation.player_lists.planning import Decision
from federation.player_lists.readers import any_list
from federation.player_lists.readers.fide_row import FideList
from federation.player_lists.readers.row import ListFinding, NoList, PlayerList
from federation.player_lists.stored_file import day_in, open_file, pieces_of, store_rest
from federation.register.register import RegisterError
from federation.vocabulary.systems.catalogue import systems_of_register

PLAN, APPLY, UNDO = "federation.plan_list", "federation.apply_list", "federation.undo_list"
MOST = 60_000  # differences stored of a list, and lines of it that cannot be read
_BATCH = 1000
_REPORTED = 5000  # rows between two reports of the progress
_START = "start"  # stands for the system of the list until the list is read
Stage = ListImport.Stage
OPEN = (Stage.READING, Stage.PLANNED)
Report = Callable[[float], None]  # takes percent
Row = TypeVar("Row")


def _be_silent(_percent: float) -> None:
    """Report no progress."""


@dataclass(frozen=True, slots=True)
class _Planned:
    """What a list of a register would change; `fingerprint` is a word for all of it."""

    scheme: str
    fingerprint: str
    counts: Mapping[str, int]
    differences: list[Difference]


def receive(
    source: BinaryIO,
    *,
    filename: str,
    day: date | None,
    account: Account,
    is_start: bool = False,
    known_only: bool = False,
) -> ListImport:
    """Store a list and ask for its plan; the caller sends the job after the commit.

    `is_start`: its ratings are what players start from, as of its day. `known_only`: a FIDE list only updates
    players of the register.
    """
    with transaction.atomic():
        pieces = pieces_of(source)
        list_import = ListImport.objects.create(
            filename=filename[:200],
            size=0,
            content=next(pieces, b""),
            day_given=day,
            account=account,
            base=_START if is_start else "",
            known_only=known_only,
        )
        store_rest(list_import, pieces)
        list_import.job = jobs.request(PLAN, arguments={"key": list_import.pk}, account=account)
        list_import.save(update_fields=["job", "size"])
        jobs.enqueue_after_commit(list_import.job)
    return list_import


def is_without_day(source: BinaryIO, filename: str) -> bool:
    """Return whether a list has no day of its own; other files are refused when they are read."""
    try:
        listed = any_list.read(source, filename=filename)
    except NoList:
        return False
    return not (listed.list_date or day_in(filename))


def read(held: ListImport, report: Report = _be_silent) -> tuple[PlayerList | FideList, Wish]:
    """Return the list, rows to come, and how it is imported; raises NoList, also while rows are read."""
    file = open_file(held)
    listed = any_list.read(file, filename=held.filename)
    on = held.day_given or listed.list_date or day_in(held.filename)
    wish = Wish(list_date=on, filename=held.filename)
    start = bool(held.base and on)
    if isinstance(listed, FideList):
        wish = replace(wish, base=FAMILY if start else "", known_only=held.known_only)
        return replace(listed, rows=_watch(listed.rows, file, held.size, report)), wish
    rated = systems_of_register(listed.scheme) if start else []
    wish = replace(wish, base=next(iter(rated), ""))
    return replace(listed, rows=_watch(listed.rows, file, held.size, report)), wish


def _watch(
    rows: Iterator[Row | ListFinding], file: BufferedReader, size: int, report: Report
) -> Iterator[Row | ListFinding]:
    """Yield rows, and report how much of the file was read; NoList where too many lines cannot be."""
    unread = 0
    for number, row in enumerate(rows, start=1):
        unread += isinstance(row, ListFinding)
        if unread > MOST:
            raise NoList(ListFinding("list-unreadable", values={"limit": MOST}))
        if not number % _REPORTED:
            report(10 + 80 * min(1, file.raw.tell() / size))
        yield row


def make_plan(pk: int, report: Report = _be_silent, *, problem: str = "") -> ListImport:
    """Hold a list against the register as it is, and store what it would change; decisions that fit stay.

    A list that cannot be read, or changes more than MOST, is refused with a sentence.
    """
    list_import = ListImport.objects.get(pk=pk)
    if list_import.stage not in OPEN:
        return list_import
    try:
        listed, wish = read(list_import, report)
        plan = _begin_plan(listed, wish)
        with transaction.atomic():
            list_import = ListImport.objects.select_for_update().get(pk=pk)
            if list_import.stage not in OPEN:
                return list_import
            return _store(list_import, listed.format, wish, plan(), problem=problem)
    except NoList as refusal:
        return _refuse(pk, refusal.finding)


def _begin_plan(listed: PlayerList | FideList, wish: Wish) -> Callable[[], _Planned]:
    """Return what plans a list under the lock of its row; a FIDE list is read before."""
    if isinstance(listed, FideList):
        return partial(_plan_fide, import_fide(listed, listed.rows, replace(wish, dry_run=True)))
    return partial(_plan_go, listed, wish)


def _plan_fide(outcome: Outcome) -> _Planned:
    changes = list(fide_people.plan_differences(outcome))
    return _Planned(FAMILY, outcome.fingerprint, fide_people.counts_of(outcome, changes), changes)


def _plan_go(listed: PlayerList, wish: Wish) -> _Planned:
    on, season = wish.day_of(listed), wish.season_of(listed)
    prepared = planning.prepare(listed.scheme, listed.rows, on=on, season=season, with_base=bool(wish.base))
    changes = list(differences(prepared))
    gone = sum(change.kind == ListDifference.Kind.GONE for change in changes)
    rated = sum(row.rating_meant is not None for row in prepared.by_line.values())
    counts = {**counts_of(prepared), "gone": gone, "ratings": rated}
    return _Planned(listed.scheme, prepared.undecided.fingerprint, counts, changes)


def _store(
    list_import: ListImport, format_: str, wish: Wish, planned: _Planned, *, problem: str
) -> ListImport:
    _keep(list_import, planned.differences)
    list_import.list_date, list_import.format, list_import.base = wish.list_date, format_, wish.base
    list_import.counts, list_import.fingerprint = dict(planned.counts), planned.fingerprint
    list_import.stage = Stage.PLANNED
    list_import.problem = [problem, {}] if problem else _newer_list(planned.scheme, wish.list_date)
    list_import.save(
        update_fields=["list_date", "format", "counts", "fingerprint", "stage", "problem", "base"]
    )
    return list_import


def _newer_list(scheme: str, on: date | None) -> list[Any]:
    """Return the finding that a later list of the register was imported, empty where none was."""
    later = [day for day in newer_acts.list_days(scheme) if on is not None and day > on]
    return ["older-list", {"day": max(later).isoformat()}] if later else []


@transaction.atomic
def _refuse(pk: int, finding: ListFinding) -> ListImport:
    """Delete an unreadable list, with the reason; one discarded meanwhile stays as it is."""
    list_import = ListImport.objects.select_for_update().get(pk=pk)
    if list_import.stage in OPEN:
        _forget(list_import)
        list_import.stage, list_import.problem = Stage.REFUSED, [finding.code, dict(finding.values)]
        list_import.save(update_fields=["stage", "content", "problem"])
    return list_import


def _forget(list_import: ListImport) -> None:
    """Delete the file of a list and its plan; the caller saves `content`."""
    list_import.differences.all().delete()  # names that an erasure would not reach here
    list_import.pieces.all().delete()
    list_import.content = b""


def _keep(list_import: ListImport, changes: list[Difference]) -> None:
    """Replace a plan's stored differences; a decision stays if the same players are offered."""
    if len(changes) > MOST:
        raise NoList(ListFinding("list-differs-too-much", values={"count": len(changes), "limit": MOST}))
    decided = {
        (difference.line, _offered(difference.values)): difference.decision
        for difference in list_import.differences.exclude(decision="")
    }
    list_import.differences.all().delete()
    ListDifference.objects.bulk_create(
        [
            ListDifference(
                list=list_import,
                kind=change.kind,
                line=change.line,
                player=change.player,
                name=change.name[:180],
                key=change.key,
                values=change.values,
                decision=decided.get((change.line, _offered(change.values)), change.decision),
            )
            for change in changes
        ],
        batch_size=_BATCH,
    )


def _offered(values: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(candidate["player"] for candidate in values.get("candidates", ()))


def decide(held: ListImport, decisions: Mapping[int, str]) -> int:
    """Keep decisions about differences, by key: "", "new", "taken" or a number offered; count changes."""
    with transaction.atomic():
        current = ListImport.objects.select_for_update().defer("content").get(pk=held.pk)
        if current.stage != Stage.PLANNED:
            return 0
        rows = current.differences.filter(kind=ListDifference.Kind.RESEMBLING, pk__in=list(decisions))
        changed = [
            row for row in rows if row.decision != decisions[row.pk] and _may_be(row, decisions[row.pk])
        ]
        for row in changed:
            row.decision = decisions[row.pk]
        ListDifference.objects.bulk_update(changed, ["decision"], batch_size=_BATCH)
    return len(changed)


def _may_be(difference: ListDifference, decision: str) -> bool:
    """Return whether a decision is allowed for a row: only players the page has offered are."""
    if decision == "":
        return not is_new_by_number(difference)
    if decision == ListDifference.TAKEN:
        return is_held(difference)
    if decision == ListDifference.NEWCOMER:
        return may_lack_number(difference)
    return decision in map(str, _offered(difference.values))


def is_new_by_number(difference: ListDifference) -> bool:
    """Return whether a row is new because of its number: it cannot be left out."""
    return bool(difference.values["why"][0] == "number-similar")


def may_lack_number(difference: ListDifference) -> bool:
    """Return whether a row may be a new player without its number; FIDE lists know people by it alone."""
    return not (is_held(difference) and FAMILY in difference.values["row"]["numbers"])


def is_held(difference: ListDifference) -> bool:
    """Return whether a row's number is that of a player of another name."""
    return difference.values["why"][0] in HELD


def _decision_of(difference: ListDifference) -> Decision:
    if difference.decision == ListDifference.NEWCOMER:
        return None
    return TAKEN if difference.decision == ListDifference.TAKEN else int(difference.decision)


def request_apply(held: ListImport, *, account: Account) -> bool:
    """Ask for a plan to be applied; return whether it waits for that."""
    with transaction.atomic():
        current = ListImport.objects.select_for_update().defer("content").get(pk=held.pk)
        if current.stage != Stage.PLANNED:
            return False
        arguments = {"key": current.pk, "fingerprint": current.fingerprint}
        current.job = jobs.request_once(APPLY, arguments=arguments, account=account)
        current.save(update_fields=["job"])
        jobs.enqueue_after_commit(current.job)
    return True


def apply(pk: int, fingerprint: str, *, account: Account | None, report: Report = _be_silent) -> ListImport:
    """Apply the plan of that fingerprint; if the register has changed since, only plan again."""
    list_import = ListImport.objects.get(pk=pk)
    if list_import.stage != Stage.PLANNED:
        return list_import
    with suppress(Overtaken, NoList):  # cannot be read any more: it was discarded meanwhile
        listed, wish = read(list_import, report)
        if isinstance(listed, FideList) and wish.known_only:
            listed = sift(listed)
        with transaction.atomic():
            list_import = ListImport.objects.select_for_update().get(pk=pk)
            if list_import.stage != Stage.PLANNED:
                return list_import
            if list_import.fingerprint != fingerprint:  # planned again since the button was pressed
                raise Overtaken
            outcome = _apply(list_import, listed, wish, account)
        if outcome.created or outcome.changed:
            bulk.refresh_statistics(Player, Identifier, KnownName, Licence)
        return list_import
    return make_plan(pk, report, problem="overtaken")


def _apply(
    list_import: ListImport, listed: PlayerList | FideList, wish: Wish, account: Account | None
) -> Outcome:
    decisions = {
        difference.line: _decision_of(difference)
        for difference in list_import.differences.exclude(decision="")
        if difference.line is not None
    }
    wish = replace(wish, decisions=decisions, expected=list_import.fingerprint)
    if isinstance(listed, FideList):
        outcome = write_fide(listed, listed.rows, wish, account=account)
    else:
        outcome = import_list(listed, listed.rows, wish, account=account)
    list_import.counts = {**list_import.counts, **counts_after(outcome), "decided": len(decisions)}
    list_import.counts["levels"] = sum(level.new + level.changed + level.same for level in outcome.levels)
    _forget(list_import)
    list_import.stage, list_import.problem = Stage.APPLIED, []
    list_import.decided, list_import.decided_by = timezone.now(), account
    list_import.line = outcome.line
    list_import.save(update_fields=["line", "counts", "stage", "content", "problem", "decided", "decided_by"])
    return outcome


def request_undo(line: int, *, account: Account) -> Job:
    """Ask for the import of a list to be undone, given by its line of the journal."""
    with transaction.atomic():
        job = jobs.request_once(UNDO, arguments={"line": line}, account=account)
        jobs.enqueue_after_commit(job)
    return job


def undo(line: int, *, account: Account | None) -> dict[str, int]:
    """Undo the import of a list; nothing where it was undone meanwhile. Return what was done, in players."""
    try:
        done = list_imports.undo(line, account=account)
    except RegisterError:
        return {"changed": 0, "removed": 0, "left": 0}
    return {"changed": done.changed, "removed": done.removed, "left": len(done.left)}


def counts_after(outcome: Outcome) -> dict[str, int]:
    """Return what an import did, by name of the count."""
    counts = {name: asdict(outcome)[name] for name in ("created", "changed", "unchanged", "older")}
    left = outcome.unclear
    return {**counts, "left": left, "refused": outcome.refused - left}


def drop(held: ListImport, *, account: Account) -> bool:
    """Discard a list with its plan; return whether it was still there."""
    waiting = ListImport.objects.filter(pk=held.pk, stage__in=OPEN)
    with transaction.atomic():
        gone = waiting.update(
            stage=Stage.DROPPED, content=b"", decided=timezone.now(), decided_by=account, problem=[]
        )
        if gone:
            _forget(held)
    return bool(gone)
