"""Answer to a report as programs receive it: findings, matches, problems of its submission."""

from collections.abc import Container, Sequence
from typing import Any

from ninja import Schema

from federation.api.problems import Obstacle
from federation.language.dates import with_plain_spaces
from tournaments.api.cases import Case
from tournaments.checks import submission_checks, warning_confirmations
from tournaments.desk.finding_words import sentence
from tournaments.inspection import causes
from tournaments.models import Entry, Upload
from tournaments.models.stages import OPEN


class Found(Schema):
    """A finding; line, column, round and entrant are given where they are known.

    `confirmed` is null where no confirmation is needed; a warning has a `key` to confirm it by. `follows` is
    the place in `findings`, counted from 0, of the one it follows from: mend that, and it is gone, too.
    """

    severity: str
    code: str
    message: str
    key: str = ""
    confirmed: bool | None = None
    follows: int | None = None
    line: int | None = None
    column: int | None = None
    round: int | None = None
    entrant: int | None = None


class Report(Schema):
    """Result of a report. `number` and `revision` are null where the file could not be read."""

    known: bool
    number: int | None = None
    revision: int | None = None
    stage: str = ""
    format: str = ""
    url: str = ""
    findings: list[Found]
    matches: dict[str, int]
    problems: list[Obstacle]


def make_report(case: Case | None, upload: Upload | None, *, known: bool) -> Report:
    """Return the result of an upload, and of the tournament made from it where it could be read."""
    findings = _all_found(upload.findings, {}) if upload else []
    answer = Report(
        known=known, format=upload.format if upload else "", findings=findings, matches={}, problems=[]
    )
    if case is None:
        return answer
    tournament = case.tournament
    tournament.refresh_from_db()
    confirmed = warning_confirmations.confirmations(tournament)
    answer.findings = _all_found(tournament.current_findings, confirmed)
    matches = list(tournament.entries.values_list("match", flat=True))
    answer.number, answer.revision, answer.stage = case.number, tournament.revision, tournament.stage
    answer.url = case.url
    answer.matches = {state.value: matches.count(state) for state in Entry.Match if state in matches}
    if tournament.stage in OPEN:
        answer.problems = [
            Obstacle(code=problem.code, message=with_plain_spaces(problem.message))
            for problem in submission_checks.before_submission(tournament)
        ]
    return answer


def _all_found(stored: Sequence[dict[str, Any]], confirmed: Container[str]) -> list[Found]:
    roots = causes.of_stored(stored)
    return [
        _finding_of(finding, confirmed, follows=root) for finding, root in zip(stored, roots, strict=True)
    ]


def _finding_of(stored: dict[str, Any], confirmed: Container[str], *, follows: int | None) -> Found:
    place = {name: value for name, value in stored["place"].items() if value is not None}
    text = with_plain_spaces(sentence(stored["code"], stored["values"]))
    wanted = warning_confirmations.wants_confirmation(stored)
    key = warning_confirmations.key_of(stored) if wanted else ""
    return Found(
        severity=stored["severity"],
        code=stored["code"],
        message=text,
        key=key,
        confirmed=key in confirmed if wanted else None,
        follows=follows,
        **place,
    )
