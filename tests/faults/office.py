"""What officers and organisers do: acts of clerks, because the tests hold another database."""

from datetime import date
from typing import Any

DAY = date(2023, 3, 4)


def small() -> dict[str, Any]:
    """Hold one tournament and propose its ratings."""
    from ratings.models import RatingSystem
    from ratings.runs.recalculation import compute, mark_stale, request_run
    from tests.ratings.histories import hold, people, round_robin

    ffg = RatingSystem.objects.get(key="ffg")
    hold(DAY, people(6), round_robin(6), number=1)
    mark_stale(ffg, DAY)
    return {"run": compute(request_run(ffg)).pk}


def wanted() -> dict[str, Any]:
    """Hold one tournament, and ask a worker for its ratings."""
    from federation.jobs import jobs
    from ratings.models import RatingSystem
    from ratings.runs.recalculation import mark_stale, request_run
    from tests.ratings.histories import hold, people, round_robin

    ffg = RatingSystem.objects.get(key="ffg")
    hold(DAY, people(6), round_robin(6), number=1)
    mark_stale(ffg, DAY)
    run = request_run(ffg)
    if run.job:
        jobs.enqueue(run.job.pk)
    return {"run": run.pk}


def apply(run: str) -> dict[str, Any]:
    """Approve a run."""
    from ratings.models import RatingRun
    from ratings.runs.recalculation import RunDecidedError, RunOvertakenError, apply

    try:
        apply(RatingRun.objects.get(pk=int(run)), account=None)
    except RunOvertakenError:
        return {"said": "overtaken"}
    except RunDecidedError:
        return {"said": "decided"}
    return {"said": "applied"}


def move() -> dict[str, Any]:
    """Move the facts."""
    from ratings.models import RatingSystem
    from ratings.runs.recalculation import mark_stale

    ffg = RatingSystem.objects.get(key="ffg")
    mark_stale(ffg, DAY)
    return {"said": "moved"}


def tell() -> dict[str, Any]:
    """Return how run, ledger and system stand."""
    from federation.models import JournalEntry
    from ratings.models import CurrentRating, Proposal, RatingChange, RatingRun, RatingSystem

    run, ffg = RatingRun.objects.select_related("job").latest("pk"), RatingSystem.objects.get(key="ffg")
    return {
        "stage": run.stage,
        "job": run.job.state if run.job else "",
        "attempts": run.job.attempts if run.job else 0,
        "new": run.totals.get("new"),
        "proposals": Proposal.objects.count(),
        "changes": RatingChange.objects.count(),
        "current": CurrentRating.objects.count(),
        "state": ffg.state,
        "stale": ffg.stale_from is not None,
        "applied": JournalEntry.objects.filter(act="run.applied").count(),
    }


ACTS = {"small": small, "wanted": wanted, "apply": apply, "move": move, "tell": tell}
