"""Requests of persons about their data: received, given more time, answered; each act in the journal.

EU 2016/679 (GDPR), articles 12 and 15 to 21. The office writes to the person and notes the answer here.
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import F
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from federation.accounts.permissions import editable_players, holds_record, is_registrar, keeps_one_club
from federation.journal import journal
from federation.models import Account, DataRequest, JournalEntry, Player
from federation.models.requests import DataRequests

ANSWER_MONTHS = 1  # GDPR, article 12 (3)
EXTENSION_MONTHS = 2  # the same, with a reason given within the first month
MOST = 3  # requests of a player that wait, of those sent from "My page"
Kind, State, Way = DataRequest.Kind, DataRequest.State, DataRequest.Way


class DataRequestError(Exception):
    """Refusal of a request; its message gives people the reason."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asks for, how and when; `name` where no player is found."""

    kind: str
    text: str
    way: str
    came: date
    player: Player | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the office answered, and on which day."""

    state: str
    text: str
    day: date


def months_after(day: date, months: int) -> date:
    """Return the day some months later, the last of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def for_office(account: Account) -> DataRequests:
    """Select the requests an account may answer: a club's registrar those of the club's players."""
    requests = DataRequest.objects.select_related("player__club", "account", "answered_by")
    if is_registrar(account) and not keeps_one_club(account):
        return requests
    return requests.filter(player__in=editable_players(account))


def in_order(requests: DataRequests) -> DataRequests:
    """Order requests: open ones first, by the day of the answer, then the others, latest answer first."""
    return requests.order_by(F("answered").desc(nulls_first=True), "due", "pk")


@transaction.atomic
def ask(player: Player, kind: str, text: str, *, account: Account) -> DataRequest:
    """Send a request about one's own data; DataRequestError for another's record, or where too many wait.

    What already waits in the same words is not sent a second time: it is returned.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if not holds_record(account, player.pk):
        raise DataRequestError(_("This record is not linked to your account."))
    sent = DataRequest.objects.filter(player=player, way=Way.PAGE, state=State.OPEN)
    if same := sent.filter(kind=kind, text=_cut(text)).first():
        return same
    if sent.count() >= MOST:
        refusal = _(
            "%(count)s of your requests are waiting, the most there may be. Wait for an answer first."
        )
        raise DataRequestError(refusal % {"count": MOST})
    return _receive(Asked(kind, text, Way.PAGE, localdate(), player), account=account, sender=account)


@transaction.atomic
def note(asked: Asked, *, account: Account) -> DataRequest:
    """Note a request that reached the office; DataRequestError where the account may not answer it."""
    if keeps_one_club(account):
        number = asked.player.pk if asked.player else 0
        if not editable_players(account).filter(pk=number).exists():
            raise DataRequestError(_("Enter the number of a player of your club."))
    return _receive(asked, account=account, sender=None)


def _cut(text: str) -> str:
    """Return a text as it is stored."""
    return text.strip()[:1000]


def _receive(asked: Asked, *, account: Account, sender: Account | None) -> DataRequest:
    request = DataRequest.objects.create(
        player=asked.player,
        name="" if asked.player else asked.name[:100],
        kind=asked.kind,
        text=_cut(asked.text),
        way=asked.way,
        came=asked.came,
        due=months_after(asked.came, ANSWER_MONTHS),
        account=sender,
    )
    _write("received", request, account)
    return request


@transaction.atomic
def extend(key: int, reason: str, *, by: Account) -> None:
    """Give a request the months article 12 (3) adds, once, within the first month; DataRequestError else."""
    request = _open(key, by)
    if not reason.strip():
        raise DataRequestError(_("Give the reason; the person must be told it."))
    if request.delay_reason:
        raise DataRequestError(_("More time has already been taken."))
    if request.days_left < 0:
        raise DataRequestError(_("More time can only be taken within the first month."))
    request.due = months_after(request.came, ANSWER_MONTHS + EXTENSION_MONTHS)
    request.delay_reason = reason.strip()[:300]
    request.save(update_fields=["due", "delay_reason"])
    _write("extended", request, by)


@transaction.atomic
def answer(key: int, given: Answer, *, by: Account) -> None:
    """Note what was answered; of an erasure that was done only the dates stay. DataRequestError else."""
    request = _open(key, by)
    is_erased = request.kind == Kind.ERASURE and given.state == State.DONE
    if is_erased and request.player_id is not None and not _was_erased(request.player_id):
        raise DataRequestError(
            _("The data have not been erased yet. An officer does that on the erasure page.")
        )
    if not given.text.strip() and not is_erased:
        raise DataRequestError(_("Say what was answered."))
    if given.day < request.came:
        raise DataRequestError(_("The answer cannot be older than the request."))
    request.state, request.answer = given.state, _cut(given.text)
    request.answered, request.answered_by = given.day, by
    request.save(update_fields=["state", "answer", "answered", "answered_by"])
    if is_erased:
        DataRequest.objects.filter(pk=request.pk).forget()
    _write(given.state, request, by)


def _was_erased(number: int) -> bool:
    lines = JournalEntry.objects.filter(act="player.erased", subject="player", subject_id=str(number))
    return lines.exists()


def _open(key: int, by: Account) -> DataRequest:
    """Lock a request that waits for an account that may answer it, which is not the one that sent it."""
    waiting = for_office(by).select_for_update(of=("self",)).filter(pk=key, state=State.OPEN)
    request = waiting.first()
    if request is None or request.account_id == by.pk:
        raise DataRequestError(_("This has already been answered, or is not yours to answer."))
    return request


def _write(act: str, request: DataRequest, account: Account) -> None:
    """Write a line of the journal; without a name, which would stay there for ever."""
    detail = {"player": request.player_id, "kind": request.kind, "until": request.due}
    journal.write(f"data-request.{act}", request, account=account, **detail)
