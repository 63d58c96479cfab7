"""The answer of a calculator: its job through the reader and the engines of every rating job."""

import json
from dataclasses import dataclass
from typing import Any

from federation.vocabulary.messages import gettext_noop
from ratings.calculators.question import OWN, FieldFinding, Question
from ratings.rating_job import answer_go, answer_streams
from ratings.rating_job.answer import compute
from ratings.rating_job.go import GoJob
from ratings.rating_job.reading import Job, read_job
from ratings.rating_job.streams import StreamJob

NO_NUMBER = gettext_noop("These numbers do not give a finite rating.")


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of a job: the answer as `manage.py rate` writes it, and the sums of the own games."""

    question: Question
    whole: dict[str, Any]
    go: tuple[answer_go.NamedSide, ...] = ()
    stream: tuple[answer_streams.Side, ...] = ()

    @property
    def own(self) -> dict[str, Any]:
        """The player's row."""
        row: dict[str, Any] = next(row for row in self.whole["players"] if row["id"] == OWN)
        return row

    @property
    def event(self) -> dict[str, Any]:
        """The event, with how often it was computed."""
        row: dict[str, Any] = self.whole["events"][0]
        return row

    @property
    def start(self) -> float | None:
        """The rating the event was computed from, after adjustment or reset."""
        own = [row for row in self.event["players"] if row["id"] == OWN]
        return own[0]["start"] if own else None

    @property
    def games(self) -> list[dict[str, Any]]:
        """The player's rated games."""
        return [row for row in self.whole["games"] if row["player"] == OWN]


def answer(question: Question) -> tuple[Answer | None, list[FieldFinding]]:
    """Compute a question; None and findings at their fields where the job cannot be computed."""
    job, findings = read_job(written(question))
    if job is None:
        return None, [
            FieldFinding(question.field_of.get(finding.path, ""), finding.text, finding.values)
            for finding in findings
        ]
    try:
        return _make_answer(question, job), []
    except (ArithmeticError, ValueError):  # far outside every scale
        return None, [FieldFinding("", NO_NUMBER)]


def written(question: Question) -> bytes:
    """Write the job of a question as a file of `manage.py rate`."""
    return json.dumps(question.job, ensure_ascii=False, indent=2).encode()


def _make_answer(question: Question, job: Job) -> Answer:
    whole = compute(job)
    if isinstance(job, GoJob):
        return Answer(question, whole, go=tuple(side for side in answer_go.sides(job) if side.player == OWN))
    if isinstance(job, StreamJob):
        sides = tuple(side for side in answer_streams.sides(job) if side.player == OWN)
        return Answer(question, whole, stream=sides)
    return Answer(question, whole)
