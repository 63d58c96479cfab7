"""Reports by the interface for programs: a pairing program hands a tournament in without a browser."""

from collections.abc import Container, Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from ninja import Router, Schema, Status
from pydantic import ValidationError

from federation.accounts.permissions import is_organiser
from federation.accounts.tokens import TOURNAMENTS_WRITE
from federation.api.api import Bearer, Problem, Refused, body, json_body, token_of
from federation.models import Account
from tournaments import permissions
from tournaments.checks import submission_checks, warning_confirmations
from tournaments.desk.finding_words import sentence
from tournaments.entrants import entries
from tournaments.inspection import causes
from tournaments.intake import intake
from tournaments.models import Entry, Tournament, Upload
from tournaments.models.stages import OPEN
from tournaments.submission import submission

router = Router(auth=Bearer(TOURNAMENTS_WRITE), tags=["tournaments"])


class Found(Schema):
    """A finding; line, column, round and entrant are given where they are known.

    `confirmed` is null where nobody has to confirm it; a warning has a `key` to confirm it by. `follows` is
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


class Confirm(Schema):
    """The warnings somebody found right: some by their keys, all of some codes."""

    keys: list[str] = []
    codes: list[str] = []


class Report(Schema):
    """What became of a report. `number` and `revision` are null where the file could not be read."""

    known: bool
    number: int | None = None
    revision: int | None = None
    stage: str = ""
    format: str = ""
    url: str = ""
    findings: list[Found]
    matches: dict[str, int]
    problems: list[Problem]


_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The bytes of a report file, as they are; its format is found from them.",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_WARNINGS: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": Confirm.json_schema()}}}
}
_MOST_BYTES = 1 << 20  # of a confirmation; a key has 40 letters
_PROBLEMS = {401: Problem, 403: Problem, 404: Problem, 409: Problem, 413: Problem}


@router.post("", response={200: Report, 201: Report, 422: Report | Problem, **_PROBLEMS}, openapi_extra=_FILE)
def hand_in(
    request: HttpRequest,
    filename: str = "report",
    replaces: int | None = None,
    submit: bool = False,  # noqa: FBT001, FBT002 - a query
    confirm: str = "",
) -> Status[Report]:
    """Hand a report in; it becomes a draft (201), or is known already by its bytes (200).

    `replaces` is the number of the tournament a file corrects, 0 for none though it resembles one (without
    either: 409). `confirm` says which warnings are right as they stand, by their codes with commas between.
    With `submit` a draft nothing hinders is handed in for approval at once. 422: the file cannot be read; the
    findings say why.
    """
    account = _organiser(request)
    data = body(request, limit=settings.UPLOAD_LIMIT)
    upload = intake.receive(data, filename=filename, account=account)
    known = intake.existing(upload)
    if known is not None:
        if not permissions.may_see(account, known):
            raise Refused(409, "handed-in-elsewhere", f"This very file is tournament {known.number} already.")
        return Status(200, _make_report(known, upload, known=True))
    if not upload.format:
        return Status(422, _make_report(None, upload, known=False))
    draft = intake.draft(upload, account=account, replaces=_tournament_to_correct(upload, replaces, account))
    warning_confirmations.confirm_codes(draft, _codes(confirm), account=account)
    if submit and not submission_checks.before_submission(draft):
        # What matching anew finds at this moment stands in the answer like any other problem.
        with suppress(submission_checks.Refused):
            submission.submit(draft, account=account, on=timezone.localdate())
    return Status(201, _make_report(draft, upload, known=False))


@router.post("/{number}/submit", response={200: Report, 422: Report | Problem, **_PROBLEMS})
def submit_draft(request: HttpRequest, number: int) -> Status[Report]:
    """Hand the newest revision of a tournament in for approval; 422 while something hinders it."""
    account = _organiser(request)
    current = _own(number, account)
    try:
        submission.submit(current, account=account, on=timezone.localdate())
    except submission_checks.Refused:
        return Status(422, _make_report(current, current.upload, known=True))
    except submission.AlreadyDecided as decided:
        raise Refused(409, "decided", f"The revision is {decided.stage} already.") from None
    return Status(200, _make_report(current, current.upload, known=True))


@router.post("/{number}/confirm", response={200: Report, 422: Problem, **_PROBLEMS}, openapi_extra=_WARNINGS)
def confirm_warnings(request: HttpRequest, number: int) -> Status[Report]:
    """Return that warnings of the newest revision are right as they stand; who said so and when is kept."""
    account = _organiser(request)
    wanted = _read_confirmation(request)
    current = _own(number, account)
    open_ = warning_confirmations.unconfirmed(current)
    ticked = {warning_confirmations.key_of(one) for one in open_ if one["code"] in wanted.codes} | set(
        wanted.keys
    )
    try:
        warning_confirmations.decide(current, was=(), ticked=ticked, account=account)
    except entries.Closed as closed:
        raise Refused(409, "decided", f"The revision is {closed.stage} already.") from None
    return Status(200, _make_report(current, current.upload, known=True))


def _read_confirmation(request: HttpRequest) -> Confirm:
    """Read which warnings are confirmed; Refused where the body says something else."""
    told = json_body(request, limit=_MOST_BYTES)
    if not isinstance(told, dict):
        raise Refused(422, "invalid", "The body is not an object with keys or codes.")
    try:
        return Confirm.model_validate(told)
    except ValidationError as error:
        where = ", ".join(".".join(map(str, ("body", *one["loc"]))) for one in error.errors())
        raise Refused(422, "invalid", f"Missing or wrong: {where}.") from None


def _codes(text: str) -> list[str]:
    return [code.strip() for code in text.split(",") if code.strip() not in ("", "*")]


def _organiser(request: HttpRequest) -> Account:
    account = token_of(request).account
    if not is_organiser(account):
        raise Refused(403, "not-an-organiser", "The token's account may not hand in tournaments.")
    return account


def _own(number: int, account: Account) -> Tournament:
    """Find the newest revision of a tournament the account handed in."""
    found = Tournament.objects.filter(number=number).order_by("-revision").first()
    if found is None or not permissions.may_see(account, found):
        raise Refused(404, "no-tournament", "You have handed in no such tournament.")
    if not permissions.is_own(account, found):
        raise Refused(403, "not-your-tournament", "The tournament belongs to another account.")
    return found


def _tournament_to_correct(upload: Upload, number: int | None, account: Account) -> Tournament | None:
    """Find the tournament a file corrects; Refused where it resembles one and nothing was said about that."""
    if number:
        return _own(number, account)
    alike = intake.similar(upload) if number is None else None
    if alike is not None:
        told = (
            f"It resembles tournament {alike.number}: say replaces={alike.number}, or replaces=0 for another."
        )
        raise Refused(409, "resembles", told)
    return None


def _make_report(tournament: Tournament | None, upload: Upload | None, *, known: bool) -> Report:
    findings = _all_found(upload.findings, {}) if upload else []
    answer = Report(
        known=known, format=upload.format if upload else "", findings=findings, matches={}, problems=[]
    )
    if tournament is None:
        return answer
    tournament.refresh_from_db()
    confirmed = warning_confirmations.confirmations(tournament)
    answer.findings = _all_found(tournament.current_findings, confirmed)
    matches = list(tournament.entries.values_list("match", flat=True))
    answer.number, answer.revision, answer.stage = tournament.number, tournament.revision, tournament.stage
    answer.url = reverse("desk-tournament", args=[tournament.number, tournament.revision])
    answer.matches = {state.value: matches.count(state) for state in Entry.Match if state in matches}
    if tournament.stage in OPEN:
        answer.problems = [
            Problem(code=one.code, message=one.message)
            for one in submission_checks.before_submission(tournament)
        ]
    return answer


def _all_found(stored: Sequence[dict[str, Any]], confirmed: Container[str]) -> list[Found]:
    roots = causes.of_stored(stored)
    return [_finding_of(one, confirmed, follows=root) for one, root in zip(stored, roots, strict=True)]


def _finding_of(stored: dict[str, Any], confirmed: Container[str], *, follows: int | None) -> Found:
    place = {name: value for name, value in stored["place"].items() if value is not None}
    text = sentence(stored["code"], stored["values"])
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
