"""Receivers of what happens to players: claims and requests move with merges, leave with personal data."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from federation.models import Contact, CorrectionRequest, DataRequest, Merge, Player, RecordClaim
from federation.register.merging import Foreseen, Part, Text

LABEL = "claims"
LIVE = ("code", "waiting", "held")


def _split(kept: Player, gone: Player) -> tuple[QuerySet[RecordClaim], QuerySet[RecordClaim]]:
    """Return the claims that move, and those whose account has claimed the remaining player."""
    like = RecordClaim.objects.filter(player=kept, account=OuterRef("account"), state__in=LIVE)
    rows = RecordClaim.objects.filter(player=gone, state__in=LIVE).order_by("pk")
    return rows.filter(~Exists(like)), rows.filter(Exists(like))


def foresee(kept: Player, gone: Player, **_said: Any) -> Foreseen:
    """Return which claims would move, and whether several accounts would hold the record."""
    moving, staying = _split(kept, gone)
    parts = (Part(_("Accounts that claim the player"), moving.count(), staying.count()),)
    holders = {
        *RecordClaim.objects.filter(player=kept, state="held").values_list("account", flat=True),
        *moving.filter(state="held").values_list("account", flat=True),
    }
    if len(holders) < 2:
        return Foreseen(parts)
    text = ngettext(
        "%(count)s account will hold the record.", "%(count)s accounts will hold the record.", len(holders)
    )
    return Foreseen(parts, consequences=(text % {"count": len(holders)},))


def move(kept: Player, gone: Player, **_said: Any) -> tuple[str, Any]:
    """Move claims, and the private address if the remaining player has none (else it is deleted)."""
    moving, staying = (list(rows.values_list("pk", flat=True)) for rows in _split(kept, gone))
    ended = {str(claim.pk): claim.state for claim in RecordClaim.objects.filter(pk__in=staying)}
    raised = _take_over(kept, staying)
    RecordClaim.objects.filter(pk__in=moving).update(player=kept)
    reported, requests = (_move_all(model, gone, kept) for model in (CorrectionRequest, DataRequest))
    address = Contact.objects.filter(player=gone).first()
    is_moved = address is not None and not Contact.objects.filter(player=kept).exists()
    if is_moved:
        Contact.objects.filter(player=gone).update(player=kept)
    return LABEL, {
        "moved": moving,
        "ended": ended,
        "raised": raised,
        "address": is_moved,
        "reported": reported,
        "requests": requests,
    }


def _move_all(model: type[CorrectionRequest | DataRequest], source: Player, target: Player) -> list[int]:
    """Move the rows of one player to another; return their keys."""
    rows = model._default_manager.filter(player=source).order_by("pk")
    keys = list(rows.values_list("pk", flat=True))
    rows.update(player=target)
    return keys


def _take_over(kept: Player, staying: list[int]) -> dict[str, str]:
    """End claims an account has on both; if it held the player removed, it now holds the other.

    Return the claims confirmed by that, with their states before.
    """
    accounts = RecordClaim.objects.filter(pk__in=staying, state="held").values_list("account", flat=True)
    open_ones = RecordClaim.objects.filter(
        player=kept, account__in=list(accounts), state__in=("code", "waiting")
    )
    raised = {str(claim.pk): claim.state for claim in open_ones}
    RecordClaim.objects.filter(pk__in=[int(key) for key in raised]).update(state="held")
    RecordClaim.objects.filter(pk__in=staying).update(state="ended")
    return raised


def move_back(merge: Merge, **_said: Any) -> None:
    """Move back what is still there; who held the number that comes back holds it again."""
    moved = merge.record.get(LABEL, {})
    back = RecordClaim.objects.filter(pk__in=moved.get("moved", ()), player=merge.kept)
    for claim in back.exclude(state__in=("refused", "ended")):
        RecordClaim.objects.filter(pk=claim.pk).update(player=merge.gone)
    for key, state in moved.get("raised", {}).items():
        RecordClaim.objects.filter(pk=int(key), player=merge.kept, state="held").update(state=state)
    for key, state in moved.get("ended", {}).items():
        RecordClaim.objects.filter(pk=int(key), player=merge.gone, state="ended").update(state=state)
    CorrectionRequest.objects.filter(pk__in=moved.get("reported", ())).update(player=merge.gone)
    DataRequest.objects.filter(pk__in=moved.get("requests", ())).update(player=merge.gone)
    if moved.get("address"):
        Contact.objects.filter(player=merge.kept).update(player=merge.gone)


def holds_on(players: Sequence[int], **_said: Any) -> Mapping[int, list[Text]]:
    """Return whom an account claims, or whose address is on the register."""
    holds: dict[int, list[Text]] = {}
    for number in RecordClaim.objects.filter(player__in=players).values_list("player", flat=True).distinct():
        holds.setdefault(number, []).append(_("is claimed by an account"))
    for number in Contact.objects.filter(player__in=players).values_list("player", flat=True):
        holds.setdefault(number, []).append(_("has an e-mail address on the register"))
    for number in CorrectionRequest.objects.filter(player__in=players).values_list("player", flat=True):
        holds.setdefault(number, []).append(_("has reported an error"))
    for number in DataRequest.objects.filter(player__in=players).values_list("player", flat=True):
        if number is not None:
            holds.setdefault(number, []).append(_("has made a request about personal data"))
    return holds


def collect(players: list[Player], **_said: Any) -> dict[str, Any]:
    """Return the private address, requests, and when accounts claimed the player; not whose they are."""
    claim_fields = ("state", "asked", "decided")
    claims = RecordClaim.objects.filter(player__in=players).order_by("pk")
    contacts = Contact.objects.filter(player__in=players).order_by("pk")
    reports = CorrectionRequest.objects.filter(player__in=players).order_by("pk")
    report_fields = ("kind", "tournament", "round", "row", "text", "state", "answer", "asked", "decided")
    requests = DataRequest.objects.filter(player__in=players).order_by("pk")
    request_fields = ("kind", "way", "came", "due", "text", "delay_reason", "state", "answer", "answered")
    return {
        "e-mail": list(contacts.values_list("email", flat=True)),
        "claims": list(claims.values(*claim_fields)),
        "errors_reported": list(reports.values(*report_fields)),
        "requests": list(requests.values(*request_fields)),
    }


def erase(players: list[Player], **_said: Any) -> None:
    """Delete the address and every claim: nothing leads from an account to the person any more.

    Requests about personal data stay with number and dates alone, as proof of an answer in time.
    """
    Contact.objects.filter(player__in=players).delete()
    CorrectionRequest.objects.filter(player__in=players).delete()
    DataRequest.objects.filter(player__in=players).forget()
    RecordClaim.objects.filter(player__in=players).delete()
