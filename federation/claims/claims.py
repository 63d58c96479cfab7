"""Claims of a player, by a code sent to the address on the register or through the office.

The answer to a request for a code is the same whether or not the register has an address: the code is made
and sent by a job, and the row of the claim looks the same. A record is held by one account; only an officer
adds another. Locks: the account, then the player.
"""

import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from federation.accounts.permissions import is_officer, may_edit_player
from federation.claims.letters import digest, note
from federation.journal import journal
from federation.models import Account, Contact, Player, RecordClaim

State = RecordClaim.State
OPEN_STATES = (State.CODE, State.WAITING, State.HELD)
MAX_CLAIMS = 8  # records an account claims or holds at a time
MAX_TRIES = 5  # of one code
CODE_LIFETIME = timedelta(minutes=30)  # how long a code is good


class ClaimError(Exception):
    """Refusal of a request; its message gives people the reason."""


def held_by(account: Account) -> QuerySet[RecordClaim]:
    """Return the claims by which an account holds records."""
    return RecordClaim.objects.filter(account=account, state=State.HELD)


def of_account(account: Account) -> QuerySet[RecordClaim]:
    """Return what an account holds or has asked for, with the last answers of the office."""
    return RecordClaim.objects.filter(account=account).exclude(state=State.ENDED).select_related("player")


@transaction.atomic
def ask_for_code(player: Player, *, account: Account, language: str) -> RecordClaim:
    """Open a claim that waits for a code, or ask for another code; ClaimError where it cannot be asked."""
    claim = _live(player, account, language)
    if claim.state != State.CODE:
        raise ClaimError(_("The office is already looking at your request."))
    RecordClaim.objects.filter(pk=claim.pk).update(
        digest=secrets.token_hex(32),  # fits no code: the letter's own takes its place
        tries=0,
        expires=timezone.now() + CODE_LIFETIME,
    )
    note(claim, "code")
    return claim


@transaction.atomic
def ask_office(player: Player, text: str, *, account: Account, language: str) -> RecordClaim:
    """Ask the office to confirm that a player is the account's own."""
    if not text.strip():
        raise ClaimError(_("Tell the office how it can recognise you."))
    claim = _live(player, account, language)
    if claim.state == State.WAITING:
        raise ClaimError(_("The office is already looking at your request."))
    claim.text = text.strip()[:500]
    _wait(claim)
    return claim


def _live(player: Player, account: Account, language: str) -> RecordClaim:
    """Return the account's open claim of a player, or a new one."""
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    current = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if current.merged_into_id is not None:
        raise ClaimError(_("This number now leads to another player; claim that one."))
    mine = RecordClaim.objects.filter(account=account, state__in=OPEN_STATES)
    mine.filter(state=State.CODE, expires__lt=timezone.now()).exclude(player=current).delete()
    claim = mine.filter(player=current).first()
    if claim is not None:
        if claim.state == State.HELD:
            raise ClaimError(_("This record is already yours."))
        return claim
    if mine.count() >= MAX_CLAIMS:
        raise ClaimError(
            _("You have claimed %(count)s records, the most an account may.") % {"count": MAX_CLAIMS}
        )
    return RecordClaim.objects.create(account=account, player=current, state=State.CODE, language=language)


def _wait(claim: RecordClaim) -> None:
    claim.state, claim.digest, claim.expires = State.WAITING, "", None
    claim.save(update_fields=["state", "digest", "expires", "text"])
    journal.write("claim.asked", claim, account=claim.account, player=claim.player_id)


@transaction.atomic
def confirm(claim: RecordClaim, code: str) -> bool:
    """Compare a code; True where it fits: the record is held, or waits for the office if another holds it.

    Raises ClaimError where no code is good any more: too late, too often wrong.
    """
    Player.objects.select_for_update(no_key=True).get(pk=claim.player_id)
    current = RecordClaim.objects.select_for_update().get(pk=claim.pk)
    is_over = current.state != State.CODE or current.expires is None or current.expires < timezone.now()
    if is_over or current.tries >= MAX_TRIES:
        raise ClaimError(_("This code is no longer valid. Request another one."))
    current.tries += 1
    current.save(update_fields=["tries"])
    fits = constant_time_compare(current.digest, digest(current, "".join(code.split())))
    if not fits:
        if current.tries == MAX_TRIES:
            journal.write("claim.failed", current, account=current.account, player=current.player_id)
        return False
    if _others(current).exists():
        _wait(current)
    else:
        _hold(current, "claim.confirmed", by=None)
    claim.state = current.state
    return True


def _others(claim: RecordClaim) -> QuerySet[RecordClaim]:
    return RecordClaim.objects.filter(player=claim.player_id, state=State.HELD).exclude(pk=claim.pk)


def _hold(claim: RecordClaim, act: str, *, by: Account | None) -> None:
    claim.state, claim.decided, claim.decided_by, claim.digest = State.HELD, timezone.now(), by, ""
    claim.save(update_fields=["state", "decided", "decided_by", "digest"])
    journal.write(act, claim, account=by or claim.account, player=claim.player_id)


# --- the office


def _locked(claim: RecordClaim, *, by: Account) -> RecordClaim:
    """Return a claim the office decides about; ClaimError where the account may not."""
    player = Player.objects.select_for_update(no_key=True, of=("self",)).get(pk=claim.player_id)
    if not may_edit_player(by, player):
        raise ClaimError(_("Only the registrar of the player’s club or an officer can decide this."))
    current = RecordClaim.objects.select_for_update(of=("self",)).select_related("account").get(pk=claim.pk)
    if current.account_id == by.pk:
        raise ClaimError(_("You cannot decide about your own request."))
    return current


@transaction.atomic
def accept(claim: RecordClaim, *, by: Account) -> None:
    """Let an account hold a record; a second account beside one that holds it only on an officer's word."""
    current = _locked(claim, by=by)
    if current.state != State.WAITING:
        raise ClaimError(_("This request has already been answered."))
    if _others(current).exists() and not is_officer(by):
        raise ClaimError(_("Another account holds this record: only an officer can add a second one."))
    _hold(current, "claim.accepted", by=by)
    note(current, "held")


@transaction.atomic
def refuse(claim: RecordClaim, reason: str, *, by: Account) -> None:
    """Refuse a request, or take a record away from an account; the person gets the reason."""
    current = _locked(claim, by=by)
    if current.state not in (State.WAITING, State.HELD):
        raise ClaimError(_("This request has already been answered."))
    if not reason.strip():
        raise ClaimError(_("Give a reason; the person will read it."))
    before = current.state
    current.state, current.decided, current.decided_by = State.REFUSED, timezone.now(), by
    current.reason = reason.strip()[:500]
    current.save(update_fields=["state", "decided", "decided_by", "reason"])
    journal.write("claim.refused", current, account=by, player=current.player_id, before=before)
    note(current, "refused")


@transaction.atomic
def reopen(claim: RecordClaim, *, by: Account) -> None:
    """Undo a decision: the request waits again, and the person is informed."""
    current = _locked(claim, by=by)
    if current.state not in (State.HELD, State.REFUSED):
        raise ClaimError(_("There is nothing to undo."))
    live = RecordClaim.objects.filter(
        account=current.account_id, player=current.player_id, state__in=OPEN_STATES
    )
    if live.exclude(pk=current.pk).exists():
        raise ClaimError(_("The person has made another request since."))
    before, current.state, current.reason = current.state, State.WAITING, ""
    current.decided = current.decided_by = None
    current.save(update_fields=["state", "reason", "decided", "decided_by"])
    journal.write("claim.reopened", current, account=by, player=current.player_id, before=before)
    note(current, "waiting")


@transaction.atomic
def end(claim: RecordClaim, *, account: Account) -> bool:
    """Let go of a record, or take back a request, on the word of whose it is; False where it had ended."""
    mine = RecordClaim.objects.filter(pk=claim.pk, account=account, state__in=OPEN_STATES)
    if not mine.update(state=State.ENDED, decided=timezone.now(), digest="", text=""):
        return False
    journal.write("claim.ended", claim, account=account, player=claim.player_id)
    return True


def forget_expired() -> int:
    """Delete requests whose code was not entered for a week; return how many."""
    over = RecordClaim.objects.filter(state=State.CODE, expires__lt=timezone.now() - timedelta(days=7))
    return over.delete()[1].get("federation.RecordClaim", 0)


@transaction.atomic
def write_address(player: Player, email: str, *, by: Account) -> bool:
    """Store a player's private address, or none; the journal records the act, not the address."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    contact = Contact.objects.filter(player=player).first()
    if (contact.email if contact else "") == email:
        return False
    if email:
        Contact.objects.update_or_create(player=player, defaults={"email": email})
    elif contact:
        contact.delete()
    # Codes on their way to the address before open nothing any more.
    RecordClaim.objects.filter(player=player, state=State.CODE).update(digest=secrets.token_hex(32))
    journal.write("player.email", player, account=by, is_given=bool(email))
    return True
