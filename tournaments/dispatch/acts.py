"""Actions of sending results: sent, accepted, refused, not to be sent; undo of the last one.

Each action locks the one row of its tournament and receiver, is refused where another action came first, and
has a line of the journal at the revision. A file is stored as it was sent, so that a later one can be
compared with it.
"""

from dataclasses import dataclass
from datetime import date

from django.db import transaction

from federation.journal import journal
from federation.models import Account
from tournaments.checks.problems import Problem, Refused
from tournaments.dispatch import files
from tournaments.models import Dispatch, DispatchAct, Tournament
from tournaments.models.stages import Stage
from tournaments.onward.receivers import File

Kind = DispatchAct.Kind
State = Dispatch.State
SENDABLE = (Stage.SUBMITTED.value, Stage.APPROVED.value)
# what may follow on which state; the state an act leads to
FOLLOWS: dict[Kind, tuple[State, ...]] = {
    Kind.SENT: (State.WAITING, State.SENT, State.ACCEPTED, State.REFUSED),
    Kind.ACCEPTED: (State.SENT,),
    Kind.REFUSED: (State.SENT, State.ACCEPTED),
    Kind.OFF: (State.WAITING, State.REFUSED),
    Kind.ON: (State.OFF,),
}
_LEADS: dict[Kind, State] = {
    Kind.SENT: State.SENT,
    Kind.ACCEPTED: State.ACCEPTED,
    Kind.REFUSED: State.REFUSED,
    Kind.OFF: State.OFF,
    Kind.ON: State.WAITING,
}


@dataclass(frozen=True, slots=True)
class ActDetails:
    """Details of an action: day, note or reason, the receiver's number; `seen`: the last act."""

    day: date
    text: str = ""
    code: str = ""
    seen: int = 0


def send(tournament: Tournament, receiver: str, file: File, details: ActDetails, *, account: Account) -> int:
    """Note that a file was sent and keep it; return the key of the act. Raises Refused if it cannot be."""
    if tournament.stage not in SENDABLE:
        raise Refused(Problem("not-sendable"))
    content: dict[str, str | bytes] = {
        "filename": file.filename,
        "sha256": files.digest(file.content),
        "content": file.content,
    }
    return _act(tournament, receiver, Kind.SENT, details, account=account, content=content)


def note(tournament: Tournament, receiver: str, kind: Kind, details: ActDetails, *, account: Account) -> None:
    """Note any other act: accepted, refused, off, on. Raises Refused where it cannot be."""
    if kind in (Kind.REFUSED, Kind.OFF) and not details.text:
        raise Refused(Problem("dispatch-reason"))
    _act(tournament, receiver, kind, details, account=account, content={})


@transaction.atomic
def _act(
    tournament: Tournament,
    receiver: str,
    kind: Kind,
    details: ActDetails,
    *,
    account: Account,
    content: dict[str, str | bytes],
) -> int:
    dispatch = _lock(tournament, receiver, details.seen)
    if dispatch.state not in FOLLOWS[kind]:
        raise Refused(Problem("dispatch-state"))
    act = DispatchAct.objects.create(
        dispatch=dispatch,
        kind=kind.value,
        tournament=tournament,
        day=details.day,
        text=details.text,
        code=details.code,
        account=account,
        **content,
    )
    _settle(dispatch)
    journal.write(
        f"dispatch.{kind.value}",
        tournament,
        account=account,
        number=tournament.number,
        receiver=receiver,
        day=details.day,
        text=details.text,
        code=details.code,
        sha256=act.sha256,
    )
    return act.pk


@transaction.atomic
def undo(tournament: Tournament, receiver: str, *, seen: int, account: Account) -> None:
    """Take back the last act. Raises Refused without one, or where another came first."""
    dispatch = _lock(tournament, receiver, seen)
    last = dispatch.acts.order_by("-pk").first()
    if last is None:
        raise Refused(Problem("dispatch-nothing"))
    journal.write(
        "dispatch.undone",
        tournament,
        account=account,
        number=tournament.number,
        receiver=receiver,
        kind=last.kind,
        day=last.day,
        text=last.text,
        code=last.code,
        sha256=last.sha256,
    )
    last.delete()
    _settle(dispatch)


def _lock(tournament: Tournament, receiver: str, seen: int) -> Dispatch:
    """Lock the row of a tournament at a receiver. Raises Refused where its last act is not the one seen."""
    Dispatch.objects.get_or_create(number=tournament.number, receiver=receiver)
    dispatch = Dispatch.objects.select_for_update().get(number=tournament.number, receiver=receiver)
    last = dispatch.acts.order_by("-pk").values_list("pk", flat=True).first() or 0
    if last != seen:
        raise Refused(Problem("changed-meanwhile"))
    return dispatch


def _settle(dispatch: Dispatch) -> None:
    """Keep the state its acts lead to, and the revision of the file sent last."""
    acts = dispatch.acts.order_by("-pk").select_related("tournament").defer("content")
    last = acts.first()
    sent = acts.filter(kind=Kind.SENT.value).first()
    dispatch.state = state_after(list(acts)) if last else State.WAITING
    dispatch.revision = sent.tournament.revision if sent else None
    dispatch.save(update_fields=["state", "revision"])


def state_after(acts: list[DispatchAct]) -> State:
    """Return the state acts (newest first) lead to: to be sent again, a refusal stays one."""
    for place, act in enumerate(acts):
        if act.kind == Kind.ON:
            # the state before it was switched off applies again
            before = acts[place + 2 :] if place + 1 < len(acts) else []
            return state_after(before)
        return _LEADS[Kind(act.kind)]
    return State.WAITING
