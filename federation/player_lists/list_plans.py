"""Lists handed in on a page: received, planned, decided about, applied or put aside.

The worker reads and plans, and applies the plan an officer has looked at. Where the register has changed
since, nothing is applied: the plan is made anew and the page says so. Locks: the row of the list, then that
of our own federation.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date
from io import BytesIO
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation.history import list_imports
from federation.jobs import jobs
from federation.models import Account, Job, ListDifference, ListImport
from federation.player_lists import planning
from federation.player_lists.differences import Difference, counts_of, differences
from federation.player_lists.file_days import day_in
from federation.player_lists.import_list import RATED_BY, Outcome, Overtaken, Wish, import_list
from federation.player_lists.import_plan import HELD, TAKEN
from federation.player_lists.planning import Decision
from federation.player_lists.readers import any_list
from federation.player_lists.readers.fide_row import FideList
from federation.player_lists.readers.row import ListFinding, NoList, PlayerList
from federation.register.register import RegisterError

PLAN, APPLY, UNDO = "federation.plan_list", "federation.apply_list", "federation.undo_list"
LIMIT = 5 * 1024 * 1024  # bytes handed in; unpacked they may be table.LIMIT
MOST = 60_000  # differences kept of a list
_BATCH = 1000
_START = "start"  # stands for the system of the list until the list is read
Stage = ListImport.Stage
Report = Callable[[float, str], None]


def receive(
    data: bytes, *, filename: str, day: date | None, account: Account, is_start: bool = False
) -> ListImport:
    """Keep a list and ask for its plan; the caller sends the job after the commit.

    `is_start`: its ratings are what players start from, as of its day.
    """
    with transaction.atomic():
        list_import = ListImport.objects.create(
            filename=filename[:200],
            size=len(data),
            content=data,
            day_given=day,
            account=account,
            base=_START if is_start else "",
        )
        list_import.job = jobs.request(PLAN, arguments={"key": list_import.pk}, account=account)
        list_import.save(update_fields=["job"])
        jobs.enqueue_after_commit(list_import.job)
    return list_import


def is_without_day(data: bytes, filename: str) -> bool:
    """Return whether a list says no day itself; what is no list is refused when it is read."""
    try:
        listed = any_list.read(BytesIO(data), filename=filename)
    except NoList:
        return False
    return isinstance(listed, PlayerList) and not (listed.list_date or day_in(filename))


def read(held: ListImport) -> tuple[PlayerList, Wish]:
    """Return the list, rows to come, and how it is imported; raises NoList, for a list of FIDE's too.

    Such a list describes a million people by their numbers: nobody could look at its differences.
    """
    listed = any_list.read(BytesIO(bytes(held.content)), filename=held.filename)
    if isinstance(listed, FideList):
        raise NoList(ListFinding("fide-by-command"))
    on = held.day_given or listed.list_date or day_in(held.filename)
    base = RATED_BY.get(listed.scheme, "") if held.base and on else ""
    return listed, Wish(list_date=on, filename=held.filename, base=base)


@transaction.atomic
def make_plan(pk: int, report: Report = lambda _percent, _message: None, *, problem: str = "") -> ListImport:
    """Hold a list against the register as it is, and keep what it would change; decisions that fit are kept.

    A list that cannot be read, or changes more than MOST, is refused with a sentence.
    """
    list_import = ListImport.objects.select_for_update().get(pk=pk)
    if list_import.stage not in (Stage.READING, Stage.PLANNED):
        return list_import
    try:
        listed, wish = read(list_import)
        list_import.list_date, list_import.format = wish.list_date, listed.format
        on, season = wish.day_of(listed), wish.season_of(listed)
        with_base = bool(wish.base)
        prepared = planning.prepare(listed.scheme, listed.rows, on=on, season=season, with_base=with_base)
        report(60, "")
        _keep(list_import, list(differences(prepared)))
    except NoList as refusal:
        return _refuse(list_import, refusal.finding)
    gone = list_import.differences.filter(kind=ListDifference.Kind.GONE).count()
    rated = sum(row.rating_meant is not None for row in prepared.by_line.values())
    list_import.base = wish.base
    list_import.counts = {**counts_of(prepared), "gone": gone, "ratings": rated}
    list_import.fingerprint, list_import.stage = prepared.undecided.fingerprint, Stage.PLANNED
    list_import.problem = [problem, {}] if problem else []
    list_import.save(
        update_fields=["list_date", "format", "counts", "fingerprint", "stage", "problem", "base"]
    )
    return list_import


def _refuse(list_import: ListImport, finding: ListFinding) -> ListImport:
    list_import.differences.all().delete()
    list_import.stage, list_import.content = Stage.REFUSED, b""
    list_import.problem = [finding.code, dict(finding.values)]
    list_import.save(update_fields=["stage", "content", "problem"])
    return list_import


def _keep(list_import: ListImport, changes: list[Difference]) -> None:
    """Replace what was kept of a plan; who was decided about and is offered the same keeps the decision."""
    if len(changes) > MOST:
        raise NoList(ListFinding("list-differs-too-much", values={"count": len(changes), "limit": MOST}))
    decided = {
        (one.line, _offered(one.values)): one.decision for one in list_import.differences.exclude(decision="")
    }
    list_import.differences.all().delete()
    ListDifference.objects.bulk_create(
        [
            ListDifference(
                list=list_import,
                kind=one.kind,
                line=one.line,
                player=one.player,
                name=one.name[:180],
                key=one.key,
                values=one.values,
                decision=decided.get((one.line, _offered(one.values)), one.decision),
            )
            for one in changes
        ],
        batch_size=_BATCH,
    )


def _offered(values: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(one["player"] for one in values.get("candidates", ()))


def decide(held: ListImport, decisions: Mapping[int, str]) -> int:
    """Keep decisions about differences, by key: "", "new", "taken" or a number offered; count changes."""
    with transaction.atomic():
        current = ListImport.objects.select_for_update().defer("content").get(pk=held.pk)
        if current.stage != Stage.PLANNED:
            return 0
        rows = current.differences.filter(kind=ListDifference.Kind.RESEMBLING, pk__in=list(decisions))
        changed = [
            one for one in rows if one.decision != decisions[one.pk] and _may_be(one, decisions[one.pk])
        ]
        for one in changed:
            one.decision = decisions[one.pk]
        ListDifference.objects.bulk_update(changed, ["decision"], batch_size=_BATCH)
    return len(changed)


def _may_be(one: ListDifference, decision: str) -> bool:
    """Return whether it may be said of a row: nobody is a player the page has not offered."""
    if decision == "":
        return not is_new_by_number(one)
    if decision == ListDifference.TAKEN:
        return is_held(one)
    return decision == ListDifference.NEWCOMER or decision in map(str, _offered(one.values))


def is_new_by_number(one: ListDifference) -> bool:
    """Return whether a row is new because of its number: it cannot be left out."""
    return bool(one.values["why"][0] == "number-similar")


def is_held(one: ListDifference) -> bool:
    """Return whether a row's number is that of a player of another name."""
    return one.values["why"][0] in HELD


def _decision_of(one: ListDifference) -> Decision:
    if one.decision == ListDifference.NEWCOMER:
        return None
    return TAKEN if one.decision == ListDifference.TAKEN else int(one.decision)


def request_apply(held: ListImport, *, account: Account) -> bool:
    """Ask for a plan to be applied; says whether it waits for that."""
    with transaction.atomic():
        current = ListImport.objects.select_for_update().defer("content").get(pk=held.pk)
        if current.stage != Stage.PLANNED:
            return False
        arguments = {"key": current.pk, "fingerprint": current.fingerprint}
        current.job = jobs.request_once(APPLY, arguments=arguments, account=account)
        current.save(update_fields=["job"])
        jobs.enqueue_after_commit(current.job)
    return True


def apply(pk: int, fingerprint: str, *, account: Account | None) -> ListImport:
    """Apply the plan of that fingerprint; where the register has changed since, only plan anew."""
    with suppress(Overtaken), transaction.atomic():
        list_import = ListImport.objects.select_for_update().get(pk=pk)
        if list_import.stage != Stage.PLANNED:
            return list_import
        if list_import.fingerprint != fingerprint:  # planned anew since the button was pressed
            raise Overtaken
        return _apply(list_import, account)
    return make_plan(pk, problem="overtaken")


def _apply(list_import: ListImport, account: Account | None) -> ListImport:
    decisions = {
        one.line: _decision_of(one)
        for one in list_import.differences.exclude(decision="")
        if one.line is not None
    }
    listed, wish = read(list_import)
    wish = replace(wish, decisions=decisions, expected=list_import.fingerprint)
    outcome = import_list(listed, listed.rows, wish, account=account)
    list_import.counts = {**list_import.counts, **counts_after(outcome), "decided": len(decisions)}
    list_import.counts["levels"] = sum(one.new + one.changed + one.same for one in outcome.levels)
    list_import.differences.all().delete()  # names nobody would erase here
    list_import.stage, list_import.content, list_import.problem = Stage.APPLIED, b"", []
    list_import.decided, list_import.decided_by = timezone.now(), account
    list_import.line = outcome.line
    list_import.save(update_fields=["line", "counts", "stage", "content", "problem", "decided", "decided_by"])
    return list_import


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
    """Put a list aside with its plan; says whether it was still there to be put aside."""
    waiting = ListImport.objects.filter(pk=held.pk, stage__in=[Stage.READING, Stage.PLANNED])
    with transaction.atomic():
        gone = waiting.update(
            stage=Stage.DROPPED, content=b"", decided=timezone.now(), decided_by=account, problem=[]
        )
        ListDifference.objects.filter(list=held, list__stage=Stage.DROPPED).delete()
    return bool(gone)
