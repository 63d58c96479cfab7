"""Many variants of the rules of one system at once: facts read and checked once, replayed on every processor.

Each variant is a computation of its own, so the figures are those of one after the other for any number
of processors. Writes nothing.
"""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from typing import Any, NamedTuple

from django.db import connection
from django.utils.translation import gettext_noop

from ratings.laboratory.editions import editions_of
from ratings.laboratory.figures import codes, report
from ratings.laboratory.figures.rules import Dated, Rules, rules_of
from ratings.laboratory.figures.simulation import Ground, Outcome, simulate
from ratings.laboratory.figures.variant import UnfitVariant, Variant
from ratings.laboratory.simulating import ReportProgress, check_ground
from ratings.models import RatingSystem
from ratings.previews.steady import retry_if_moved

MOST = 1000
_BEGUN = 35.0  # percent done when the replays begin


class Task(NamedTuple):
    """What every process has from the one it was forked from."""

    ground: Ground
    base: Outcome
    rules: Sequence[Rules]
    draws: int


_task: list[Task] = []  # of a forked process


def simulate_many(
    system: RatingSystem,
    variants: Sequence[Variant],
    *,
    draws: int = codes.DRAWS,
    processes: int | None = None,
    report_progress: ReportProgress = lambda _percent, _message: None,
) -> dict[str, Any]:
    """Return {"facts", "counts", "base", "variants"}; "variants" is None where the base check fails.

    A variant is {"variant", "fingerprint", "summary"}, in the order given. `processes`: None for one a
    processor. Raises UnfitVariant for rules that cannot be, LookupError where an edition does not exist.
    """

    def work() -> dict[str, Any]:
        system.refresh_from_db()
        editions = editions_of(system)
        rules = [
            _rules(number, variant, editions, numeric=system.numeric)
            for number, variant in enumerate(variants, start=1)
        ]
        checked = check_ground(system, variants, report_progress)
        found: dict[str, Any] = {**checked.as_json, "variants": None}
        if checked.check.is_sound and checked.ground.days.size:
            task = Task(checked.ground, checked.base, rules, draws)
            summaries = summaries_of(task, processes=processes, report_progress=report_progress)
            found["variants"] = [
                {
                    "variant": variant.as_json,
                    "fingerprint": report.fingerprint(checked.loaded.fingerprint, variant),
                    "summary": summary,
                }
                for variant, summary in zip(variants, summaries, strict=True)
            ]
        return found

    return retry_if_moved(work)


def _rules(number: int, variant: Variant, editions: Sequence[Dated], *, numeric: int) -> Rules:
    """Return the rules of a variant; UnfitVariant names it by its number."""
    try:
        return rules_of(variant, editions, numeric=numeric)
    except UnfitVariant as error:
        problems = [replace(problem, place=f"{number}: {problem.place}") for problem in error.problems]
        raise UnfitVariant(problems) from error


def summaries_of(
    task: Task, *, processes: int | None, report_progress: ReportProgress
) -> list[dict[str, Any]]:
    """Replay and summarise every set of rules, in their order."""
    count = len(task.rules)
    workers = min(count, processes or os.cpu_count() or 1)
    found: dict[int, dict[str, Any]] = {}
    with _forked(task, workers) as pool:
        waiting = {pool.submit(_summary, place): place for place in range(count)}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            percent = _BEGUN + (99.0 - _BEGUN) * len(found) / count
            report_progress(percent, gettext_noop("calculating"))
    return [found[place] for place in range(count)]


@contextmanager
def _forked(task: Task, workers: int) -> Iterator[ProcessPoolExecutor]:
    """Have processes that share the facts; they ask no database. What is not begun is dropped on an error."""
    if not connection.in_atomic_block:
        connection.close()  # it is not for two processes
    pool = ProcessPoolExecutor(workers, get_context("fork"), initializer=_begin, initargs=(task,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(task: Task) -> None:
    """Keep the task in a forked process. Ctrl-C is for the parent: what is under way ends, no more begins."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _task.append(task)


def _summary(place: int) -> dict[str, Any]:
    (task,) = _task
    variant = simulate(task.ground, task.rules[place])
    return report.summarise(task.ground, task.base, variant, draws=task.draws)
