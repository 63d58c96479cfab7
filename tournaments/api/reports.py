"""Reports by the interface for programs: a pairing program hands a tournament in without a browser."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal, TypeVar

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import transaction
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema, Status
from pydantic import ValidationError

from federation.accounts import tokens
from federation.api import wrong_values
from federation.api.api import Bearer, body, check_length, json_body, token_of
from federation.api.problems import Problem, Refused
from federation.models import Account
from federation.vocabulary.systems.catalogue import families_of
from federation.web.sent_forms import ENVELOPE
from tournaments import permissions
from tournaments.api import sandbox
from tournaments.api.acts import HINDRANCES, Act, carry_out, unknown_families
from tournaments.api.cases import Case, Report, find, make_report, opened, organiser_of
from tournaments.checks import problems, submission_checks
from tournaments.checks.warning_confirmations import is_for_officers
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Tournament, Upload
from tournaments.models.stages import SHOWN
from tournaments.reports.findings import unknown_codes
from tournaments.submission import steps

_UNNAMED = "report"
Body = TypeVar("Body", bound=Schema)
router = Router(auth=Bearer(tokens.TOURNAMENTS_WRITE, tokens.TOURNAMENTS_TRY), tags=["tournaments"])


class Confirm(Schema):
    """Warnings to confirm as right: some by their keys, all of some codes."""

    keys: list[str] = []
    codes: list[str] = []


class Families(Schema):
    """The ratings a tournament is handed in for."""

    families: list[str] = Field(min_length=1, max_length=10)


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
_COUNTED: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": Families.json_schema()}}}
}
_MOST_BYTES = 1 << 20  # of a confirmation; a key has 40 letters
PROBLEMS = {401: Problem, 403: Problem, 404: Problem, 409: Problem, 413: Problem}


@router.post("", response={200: Report, 201: Report, 422: Report | Problem, **PROBLEMS}, openapi_extra=_FILE)
def hand_in(
    request: HttpRequest,
    filename: str = _UNNAMED,
    replaces: int | None = None,
    submit: bool = False,  # noqa: FBT001, FBT002 - a query
    confirm: str = "",
    families: str = "",
    strangers: Literal["", "new"] = "",
) -> Status[Report]:
    """Hand a report in; it becomes a draft (201), or is known already by its bytes (200).

    `replaces` is the number of the tournament a file corrects, 0 for none though it resembles one (without
    either: 409). `confirm` names the warnings that are right as they stand, by their codes with commas
    between; `families` the ratings it counts for (`egf,ffg`), where that has to be given (`where-counts`);
    `strangers=new` makes new players of all who resemble no player of the register. With `submit` a draft
    without hindrances is handed in for approval at once. 422: the file cannot be read; the findings give the
    reasons.

    With a token of the sandbox it is tried out: the number is negative, nothing reaches the office.
    """
    account = organiser_of(request)
    _refuse_unknown_codes(_words(confirm))
    _refuse_unknown_families(_words(families))
    data, sent_as = _sent_file(request)
    filename = sent_as if filename == _UNNAMED else filename
    acts = _acts(confirm, families, strangers, submit=submit)
    if tokens.is_sandbox(token_of(request)):
        return _try_out(request, data, filename, replaces, acts)
    upload = intake.receive(data, filename=filename, account=account)
    known = intake.existing(upload)
    if known is not None:
        if not permissions.may_see(account, known):
            message = _("This file has already been uploaded as tournament %(number)s.") % {
                "number": known.number
            }
            raise Refused(409, "handed-in-elsewhere", message)
        return Status(200, make_report(_case(known, account), upload, known=True))
    if not upload.format:
        return Status(422, make_report(None, upload, known=False))
    before = None
    if replaces:
        before = find(replaces, account)
    draft = _draft(upload, before, account, ask_first=replaces is None)
    _carry_out_all(acts, draft, account)
    return Status(201, make_report(_case(draft, account), upload, known=False))


@transaction.atomic
def _draft(upload: Upload, before: Tournament | None, account: Account, *, ask_first: bool) -> Tournament:
    """Make the draft; Refused where its games are in another tournament, or it may correct one."""
    try:
        draft = intake.draft(upload, account=account, replaces=before, ask_first=ask_first)
    except intake.Resembles as known:
        raise _resembles(known.tournament.number, _address(known.tournament, account)) from None
    same = next((found for found in draft.current_findings if is_for_officers(found)), None)
    if same is None:
        return draft
    other = Tournament.objects.filter(number=same["values"]["number"]).order_by("-revision")[0]
    message = _("The games are already in tournament %(number)s.") % {"number": other.number}
    raise Refused(409, "same-games", message, about=_address(other, account))


def _address(other: Tournament, account: Account) -> str:
    """Return the page of a tournament: the public one, or that of the desk for who may see it."""
    if other.stage in SHOWN:
        return other.get_absolute_url()
    return _case(other, account).url if permissions.may_see(account, other) else ""


def _try_out(
    request: HttpRequest, data: bytes, filename: str, replaces: int | None, acts: list[Act]
) -> Status[Report]:
    """Hand a report in with a token of the sandbox."""
    token = token_of(request)
    known = sandbox.known(token, data)
    if known is not None:
        with opened(request, sandbox.number_of(known)) as case:
            return Status(200, make_report(case, case.tournament.upload, known=True))
    before = sandbox.find(token, replaces) if replaces else None
    upload = sandbox.read(token, data, filename=filename)
    if not upload.format:
        return Status(422, make_report(None, upload, known=False))
    with sandbox.rehearsed():
        upload.save()
        corrected = sandbox.play(before) if before else None
        # Games of a tournament handed in already are a finding here: one's own file can be tried again.
        draft = intake.draft(upload, account=token.account, replaces=corrected)
        if replaces is None and (alike := sandbox.alike(token, draft)):
            raise _resembles(sandbox.number_of(alike), "")
        done = _carry_out_all(acts, draft, token.account)
        case = Case(draft, 0, token.account)
        report = make_report(case, upload, known=False)
    trial = sandbox.begin(token, upload, draft, corrects=replaces or None, done=done)
    report.number, report.url = sandbox.number_of(trial), ""
    return Status(201, report)


def _sent_file(request: HttpRequest) -> tuple[bytes, str]:
    """Return the bytes of a report and its name: the body as it is, or the one file of a form."""
    if request.content_type != "multipart/form-data":
        return body(request, limit=settings.UPLOAD_LIMIT), _UNNAMED
    check_length(request, limit=settings.UPLOAD_LIMIT, envelope=ENVELOPE)
    try:
        files = [file for each in request.FILES.lists() for file in each[1]]
    except (MultiPartParserError, SuspiciousOperation, OSError):
        raise Refused(422, "cut-off", _("The form cannot be read.")) from None
    if len(files) != 1:
        raise Refused(
            422, "not-one-file", _("Files in the form: %(count)s; send one.") % {"count": len(files)}
        )
    return files[0].read(), files[0].name or _UNNAMED


def _refuse_unknown_codes(codes: Sequence[str]) -> None:
    """Raise Refused where a finding is to be confirmed that no file can have."""
    unknown = unknown_codes(codes)
    if unknown:
        message = _("There is no finding %(codes)s.") % {"codes": ", ".join(unknown)[:200]}
        raise Refused(422, "unknown-code", message)


def _acts(confirm: str, families: str, strangers: str, *, submit: bool) -> list[Act]:
    """Return what a program wants done to its draft at once."""
    codes = [code for code in _words(confirm) if code != "*"]
    wanted = [
        (codes, Act("confirm", {"codes": codes})),
        (_words(families), Act("count", {"families": _words(families)})),
        (strangers, Act("match", {"strangers": True})),
        (submit, Act("submit", {})),
    ]
    return [act for condition, act in wanted if condition]


def _refuse_unknown_families(families: list[str]) -> None:
    """Raise Refused, before anything is drafted, where a rating is named that no office keeps."""
    possible = list(families_of())
    if set(families) - set(possible):
        raise unknown_families(families, possible)


def _words(text: str) -> list[str]:
    """Part what stands between commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def _carry_out_all(acts: list[Act], draft: Tournament, account: Account) -> list[Act]:
    """Do what can be done and return it; what hinders the rest stands in the answer as problems."""
    done = []
    for act in acts:
        if act.kind == "submit" and submission_checks.before_submission(draft):
            continue
        with suppress(*HINDRANCES):
            carry_out(act, draft, account=account)
            done.append(act)
    return done


def _case(tournament: Tournament, account: Account) -> Case:
    return Case(tournament, tournament.number, account)


def _resembles(number: int, address: str) -> Refused:
    message = _(
        "It resembles tournament %(number)s: use replaces=%(number)s, or replaces=0 for a different one."
    )
    return Refused(409, "resembles", message % {"number": number}, about=address)


@router.post("/{number}/submit", response={200: Report, 422: Report | Problem, **PROBLEMS})
def submit_draft(request: HttpRequest, number: int) -> Status[Report]:
    """Hand the newest revision of a tournament in for approval; 422 while something hinders it."""
    try:
        with opened(request, number, act=Act("submit", {})) as case:
            return Status(200, make_report(case, case.tournament.upload, known=True))
    except problems.Refused:
        with opened(request, number) as case:
            return Status(422, make_report(case, case.tournament.upload, known=True))
    except steps.AlreadyDecided as decided:
        raise decided_already(decided.stage) from None


@router.post("/{number}/confirm", response={200: Report, 422: Problem, **PROBLEMS}, openapi_extra=_WARNINGS)
def confirm_warnings(request: HttpRequest, number: int) -> Status[Report]:
    """Confirm warnings of the newest revision as right; account and time are stored."""
    organiser_of(request)
    wanted = _read_confirmation(request)
    _refuse_unknown_codes(wanted.codes)
    try:
        with opened(request, number, act=Act("confirm", wanted.model_dump())) as case:
            return Status(200, make_report(case, case.tournament.upload, known=True))
    except entries.Closed as closed:
        raise decided_already(closed.stage) from None


@router.post("/{number}/families", response={200: Report, 422: Problem, **PROBLEMS}, openapi_extra=_COUNTED)
def say_where_it_counts(request: HttpRequest, number: int) -> Status[Report]:
    """Keep for which ratings the newest revision is handed in; the office may rule otherwise."""
    organiser_of(request)
    wanted = read_as(Families, _object(request))
    try:
        with opened(request, number, act=Act("count", wanted.model_dump())) as case:
            return Status(200, make_report(case, case.tournament.upload, known=True))
    except entries.Closed as closed:
        raise decided_already(closed.stage) from None
    except problems.Refused as refused:
        first = refused.problems[0]
        raise Refused(422, first.code, first.message) from None


def decided_already(stage: str) -> Refused:
    """Return the refusal of a change to a revision that is open no more."""
    message = _("This revision can no longer be changed: its stage is %(stage)s.")
    return Refused(409, "decided", message % {"stage": stage})


def _read_confirmation(request: HttpRequest) -> Confirm:
    """Read which warnings are confirmed; Refused where the body is of another form."""
    return read_as(Confirm, _object(request))


def _object(request: HttpRequest) -> dict[str, Any]:
    """Read a body that has to be an object."""
    document = json_body(request, limit=_MOST_BYTES)
    if not isinstance(document, dict):
        raise Refused(422, "invalid", _("The body is not an object."))
    return document


def read_as(kind: type[Body], document: object) -> Body:
    """Read a body as a schema; Refused names what is missing or wrong."""
    try:
        return kind.model_validate(document)
    except ValidationError as error:
        errors = ({**details, "loc": ("body", *details["loc"])} for details in error.errors())
        raise wrong_values.refuse(errors) from None
