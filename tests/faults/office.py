"""What officers and organisers do, each in a process of its own; run as a program beside the tests.

`python -m tests.faults.office ACT [ARGUMENT ...]` prints what came of it as JSON.
"""

import json
import os
import sys
import time
from datetime import date
from typing import Any

import django

DAY = date(2023, 3, 4)
GAMES, TOURNAMENTS, PLAYERS = 60_000, 1200, 600


def small() -> dict[str, Any]:
    """Hold one tournament and propose its ratings."""
    from ratings.models import RatingSystem
    from ratings.runs.recalculation import compute, mark_stale, request_run
    from tests.ratings.histories import hold, people, round_robin

    ffg = RatingSystem.objects.get(key="ffg")
    hold(DAY, people(6), round_robin(6), number=1)
    mark_stale(ffg, DAY)
    return {"run": compute(request_run(ffg)).pk}


def large() -> dict[str, Any]:
    """Write a history that takes a while, and ask a worker for its ratings."""
    from federation.jobs import jobs
    from ratings.management.bench.filling import FIRST_DAY, fill
    from ratings.models import RatingSystem
    from ratings.runs.recalculation import mark_stale, request_run

    fill(games=GAMES, tournaments=TOURNAMENTS, players=PLAYERS)
    ffg = RatingSystem.objects.get(key="ffg")
    mark_stale(ffg, FIRST_DAY)
    run = request_run(ffg)
    if run.job:
        jobs.enqueue(run.job.pk)
    return {"run": run.pk}


def apply(run: str, at: str) -> dict[str, Any]:
    """Approve a run at a moment, when others do the same."""
    from ratings.models import RatingRun
    from ratings.runs.recalculation import RunDecidedError, RunOvertakenError, apply

    found = RatingRun.objects.get(pk=int(run))
    time.sleep(max(0.0, float(at) - time.time()))
    try:
        apply(found, account=None)
    except RunOvertakenError:
        return {"said": "overtaken"}
    except RunDecidedError:
        return {"said": "decided"}
    return {"said": "applied"}


def move(at: str) -> dict[str, Any]:
    """Move the facts at a moment."""
    from ratings.models import RatingSystem
    from ratings.runs.recalculation import mark_stale

    ffg = RatingSystem.objects.get(key="ffg")
    time.sleep(max(0.0, float(at) - time.time()))
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


ACTS = {"small": small, "large": large, "apply": apply, "move": move, "tell": tell}

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.faults.settings"
    django.setup()
    act = ACTS[sys.argv[1]]
    sys.stdout.write(json.dumps(act(*sys.argv[2:])))  # type: ignore[operator]  # an act by its name
