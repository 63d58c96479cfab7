"""Approval of several clean tournaments, each in its own transaction, with its outcome."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction

from federation.jobs import jobs
from federation.models import Account, Job
from tournaments.checks.submission_checks import Problem, Refused
from tournaments.desk import queue
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.submission import steps

WORK = "tournaments.approve"
AT_ONCE = 20  # more are approved by the worker
MOST = 500
ReportProgress = Callable[[float, str], None]


def request(keys: Sequence[int], *, account: Account) -> Job:
    """Ask for the approval of some revisions, in the order given."""
    chosen = list(dict.fromkeys(keys))[:MOST]
    return jobs.request(WORK, arguments={"tournaments": chosen}, account=account)


def approve_all(
    keys: Sequence[int], *, account: Account, report: ReportProgress = lambda _percent, _message: None
) -> list[dict[str, Any]]:
    """Approve what is clean and say of each revision how it went; harmless when repeated.

    An outcome is {"tournament", "outcome": "approved" | "decided" | "refused" | "gone", ...}; refused has
    {"problems": [[code, values]]}, decided {"stage", "who"}.
    """
    outcomes = []
    for done, key in enumerate(keys):
        report(100 * done / len(keys), "")
        outcomes.append({"tournament": key, **_approve(key, account)})
    return outcomes


def _approve(key: int, account: Account) -> dict[str, Any]:
    try:
        with transaction.atomic():
            current = Tournament.objects.get(pk=key)
            # Locked before it is judged, in the order of every other move: what is clean stays so.
            list(Tournament.objects.select_for_update().filter(number=current.number).order_by("revision"))
            current.refresh_from_db(fields=["stage"])
            if current.stage == Stage.SUBMITTED:
                _refuse_unclean(current, account)
            steps.approve(current, account=account)
    except Tournament.DoesNotExist:
        return {"outcome": "gone"}
    except Refused as refused:
        return {
            "outcome": "refused",
            "problems": [[problem.code, problem.values] for problem in refused.problems],
        }
    except steps.AlreadyDecided as decided:
        # The worker may come twice: what he approved the first time is approved.
        if decided.stage is Stage.APPROVED and decided.account == account:
            return {"outcome": "approved"}
        return {"outcome": "decided", "stage": decided.stage.value, "who": str(decided.account or "")}
    return {"outcome": "approved"}


def _refuse_unclean(current: Tournament, account: Account) -> None:
    waiting = queue.of_keys([current.pk], account).get(current.pk)
    if waiting is None or not waiting.is_clean:
        raise Refused(Problem("not-clean"))
    if waiting.is_own:
        raise Refused(Problem("own-tournament"))
