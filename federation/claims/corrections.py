"""Errors that players report: asked, decided by the office, answered by e-mail.

Two reports of one thing (the same tournament; the same player's name or club) stand together on the desk and
may be decided together.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.accounts.permissions import editable_players, holds_record, is_officer
from federation.journal import journal
from federation.mail import letters
from federation.mail.letters import Content, LetterByMoment
from federation.mail.outbox import address
from federation.models import Account, CorrectionRequest, JournalEntry, Player

WORK = "federation.corrections"
MOST = 5  # reports of a player that wait
Kind, State = CorrectionRequest.Kind, CorrectionRequest.State


class CorrectionError(Exception):
    """Refusal of a request; its message gives people the reason."""


@dataclass(frozen=True, slots=True)
class Error:
    """An error a player reports."""

    kind: str
    text: str
    tournament: int | None = None
    tournament_name: str = ""
    row: str = ""
    game: int | None = None  # key of the game chosen
    round: int | None = None  # of that game


@dataclass(frozen=True, slots=True)
class Group:
    """Reports of one thing."""

    first: CorrectionRequest
    requests: tuple[CorrectionRequest, ...]


@transaction.atomic
def report(player: Player, error: Error, *, account: Account, language: str) -> CorrectionRequest:
    """Report an error about one's own record; CorrectionError where too many wait, or it is another's."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if not holds_record(account, player.pk):
        raise CorrectionError(_("This record is not linked to your account."))
    if CorrectionRequest.objects.filter(player=player, state=State.OPEN).count() >= MOST:
        gaps = {"count": MOST}
        raise CorrectionError(
            _("%(count)s of your reports are waiting, the most there may be. Wait for an answer first.")
            % gaps
        )
    correction = CorrectionRequest.objects.create(
        player=player,
        account=account,
        language=language,
        kind=error.kind,
        text=error.text[:1000],
        tournament=error.tournament,
        tournament_name=error.tournament_name[:200],
        row=error.row[:40],
        game=error.game,
        round=error.round,
    )
    journal.write(
        "correction.asked",
        correction,
        account=account,
        player=player.pk,
        kind=correction.kind,
        tournament=correction.tournament,
    )
    return correction


def for_office(account: Account) -> QuerySet[CorrectionRequest]:
    """Return the reports an account may decide: officers all, registrars names and clubs of their players."""
    reports = CorrectionRequest.objects.select_related("player__club", "account", "decided_by")
    if is_officer(account):
        return reports
    return reports.filter(kind__in=(Kind.NAME, Kind.CLUB), player__in=editable_players(account))


def grouped(requests: Iterable[CorrectionRequest]) -> list[Group]:
    """Put reports of one thing together, the oldest thing first."""

    def thing(request: CorrectionRequest) -> tuple[str, int]:
        if request.is_about_register:
            return request.kind, request.player_id
        return "tournament", request.tournament or 0

    rows = [
        tuple(rows)
        for _thing, rows in groupby(sorted(requests, key=lambda request: (thing(request), request.pk)), thing)
    ]
    return sorted((Group(some[0], some) for some in rows), key=lambda group: group.first.pk)


@transaction.atomic
def decide(keys: Collection[int], state: str, answer: str, *, by: Account) -> int:
    """Accept or refuse open reports of one thing with an answer to the players; return how many.

    An acceptance is noted with the last change of the player since it was reported, where the register was
    corrected.
    """
    if state == State.REFUSED and not answer.strip():
        raise CorrectionError(_("Give a reason; the person will read it."))
    waiting = for_office(by).select_for_update(of=("self",)).filter(pk__in=keys, state=State.OPEN)
    reports = list(waiting.exclude(account=by).order_by("pk"))
    if not reports:
        raise CorrectionError(_("This has already been decided, or is not yours to decide."))
    for reported in reports:
        reported.state, reported.answer = state, answer.strip()[:500]
        reported.decided, reported.decided_by = timezone.now(), by
        reported.save(update_fields=["state", "answer", "decided", "decided_by"])
        detail = {"player": reported.player_id, "kind": reported.kind, "tournament": reported.tournament}
        if state == State.ACCEPTED:
            detail["correction"] = _correction(reported)
        journal.write(f"correction.{state}", reported, account=by, **detail)
    letters.enqueue(WORK)
    return len(reports)


def _correction(request: CorrectionRequest) -> int | None:
    """Return the number of the last line about what was corrected since it was reported."""
    about = Q(subject="player", subject_id=str(request.player_id))
    if request.tournament is not None:
        about = Q(act__startswith="tournament.", detail__number=request.tournament)
    lines = JournalEntry.objects.filter(about, at__gte=request.asked)
    return lines.order_by("-pk").values_list("pk", flat=True).first()


# --- answers


class CorrectionAnswer(LetterByMoment[CorrectionRequest]):
    """A report whose answer waits, in the language of the person who reported."""

    outbox, label = "reported errors", "answer to report"
    field, since = "told", "decided"

    @classmethod
    def waiting(cls) -> QuerySet[CorrectionRequest]:
        rows = CorrectionRequest.objects.filter(told=None).exclude(state=State.OPEN)
        return rows.select_related("account", "player").order_by("pk")

    def language(self) -> str:
        return self.row.language

    def content(self) -> Content | None:
        if not self.row.account.is_active:
            return None
        place = ("player", self.row.player_id)
        if self.row.tournament is not None:
            place = ("tournament", self.row.tournament)
        page = {"request": self.row, "url": address(*place)}
        return Content("emails/correction_answer.txt", self.row.account.email, page)
