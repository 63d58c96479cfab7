"""Tournament a request is about, handed in or a trial of the sandbox, and the report sent in answer."""

from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Schema

from federation.accounts import tokens
from federation.accounts.permissions import is_organiser
from federation.api.api import token_of
from federation.api.problems import Obstacle, Refused
from federation.language.dates import with_plain_spaces
from federation.models import Account
from tournaments import permissions
from tournaments.api import sandbox
from tournaments.api.acts import Act, carry_out
from tournaments.checks import submission_checks, warning_confirmations
from tournaments.desk.finding_words import sentence
from tournaments.inspection import causes
from tournaments.models import Entry, Tournament, Upload
from tournaments.models.stages import OPEN
from tournaments.submission.rematching import Outcome


@dataclass(slots=True)
class Case:
    """A revision, the number the program knows it by, and who asks; `outcome` of the matches decided."""

    tournament: Tournament
    number: int
    account: Account
    outcome: Outcome | None = None

    @property
    def url(self) -> str:
        """The page of the desk; a trial has none."""
        if self.number < 0:
            return ""
        return reverse("desk-tournament", args=[self.tournament.number, self.tournament.revision])


def organiser_of(request: HttpRequest) -> Account:
    """Return the account of the token; Refused where it may hand in nothing."""
    account = token_of(request).account
    if not is_organiser(account):
        message = _("The account of this token cannot upload tournaments.")
        raise Refused(403, "not-an-organiser", message)
    return account


@contextmanager
def opened(
    request: HttpRequest, number: int, *, act: Act | None = None, reads: bool = False
) -> Iterator[Case]:
    """Yield the newest revision of a number, after an act; `reads`: for all who may see it.

    A trial exists as long as the block lasts: only what was asked is stored. Raises Refused and the
    HINDRANCES of the act.
    """
    token = token_of(request)
    account = token.account if reads else organiser_of(request)
    if tokens.is_sandbox(token):
        trial = sandbox.find(token, number)
        with sandbox.rehearsed():
            yield _acted(Case(sandbox.play(trial), number, account), act)
        if act is not None:
            sandbox.keep(trial, act)
        return
    yield _acted(Case(find(number, account, reads=reads), number, account), act)


def _acted(case: Case, act: Act | None) -> Case:
    if act is not None:
        case.outcome = carry_out(act, case.tournament, account=case.account)
    return case


def find(number: int, account: Account, *, reads: bool = False) -> Tournament:
    """Return the newest revision of a tournament the account handed in; Refused if it has none."""
    rows = Tournament.objects.filter(number=number).select_related("upload").defer("upload__content")
    tournament = rows.order_by("-revision").first()
    if tournament is None or not permissions.may_see(account, tournament):
        raise Refused(404, "no-tournament", _("You have not uploaded such a tournament."))
    if not (reads or permissions.is_own(account, tournament)):
        raise Refused(403, "not-your-tournament", _("The tournament belongs to another account."))
    return tournament


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
