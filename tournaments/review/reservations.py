"""Reservations of submitted revisions by officers; the second officer is refused.

The refusal names the first officer and the time the claim lapses. The lock on the revision decides who of two
was first. A claim hinders no one for ever: it lapses without a sign of life, and another officer may take it
over with a reason for the journal.
"""

from django.db import transaction
from django.utils import timezone

from federation.journal import journal
from federation.language.dates import format_date
from federation.models import Account
from tournaments.checks import four_eyes
from tournaments.checks.problems import Problem, Refused
from tournaments.models import Claim, Tournament
from tournaments.models.stages import Stage


def claim_of(tournament: Tournament) -> Claim | None:
    """Return the claim on a revision, lapsed or not; one query."""
    return Claim.objects.select_related("account").filter(tournament=tournament).first()


@transaction.atomic
def hold(tournament: Tournament, *, account: Account) -> Claim | None:
    """Reserve a submitted revision, or extend the claim; None where it is decided.

    Raises Refused while another officer holds it, and for the account's own uploads.
    """
    if not _is_submitted(tournament):
        return None
    _refuse_own(tournament, account)
    standing = claim_of(tournament)
    if standing is not None and standing.account_id == account.pk:
        standing.alive = timezone.now()
        standing.save(update_fields=["alive"])
        return standing
    if standing is not None and standing.is_live:
        raise Refused(held_problem(standing))
    return _give(tournament, account, before=standing)


@transaction.atomic
def heartbeat(tournament: Tournament, *, account: Account) -> Claim | None:
    """Extend the claim of an officer who is still there, and return the current claim.

    Does not wait for locks: the transaction that holds the row this moment decides.
    """
    mine = Claim.objects.select_for_update(skip_locked=True).filter(tournament=tournament, account=account)
    for claim in mine:
        Claim.objects.filter(pk=claim.pk).update(alive=timezone.now())
    return claim_of(tournament)


@transaction.atomic
def take_over(tournament: Tournament, *, account: Account, reason: str) -> Claim | None:
    """Take a revision from the officer who holds it, for a stored reason; None if it is decided.

    Raises Refused without a reason, and for the account's own uploads.
    """
    if not reason.strip():
        raise Refused(Problem("word-missing"))
    if not _is_submitted(tournament):
        return None
    _refuse_own(tournament, account)
    return _give(tournament, account, before=claim_of(tournament), reason=reason.strip()[:500])


@transaction.atomic
def leave(tournament: Tournament, *, account: Account) -> bool:
    """Put a revision back in the queue; return whether the account held it."""
    gone, _ = Claim.objects.filter(tournament=tournament, account=account).delete()
    if gone:
        journal.write("tournament.left", tournament, account=account, number=tournament.number)
    return bool(gone)


def refuse_others(tournament: Tournament, *, account: Account | None) -> None:
    """Refuse a decision about what another officer has claimed; the console does without.

    Called with the revision locked. Raises Refused.
    """
    standing = claim_of(tournament) if account else None
    if account and standing is not None and standing.account_id != account.pk and standing.is_live:
        raise Refused(held_problem(standing))


def end(tournament: Tournament) -> None:
    """Forget the claim on a revision that is decided."""
    Claim.objects.filter(tournament=tournament).delete()


def held_problem(claim: Claim) -> Problem:
    """Return who holds a revision, and until when."""
    until = format_date(timezone.localtime(claim.until), "H:i")
    return Problem("claimed", {"who": str(claim.account), "until": until})


def _refuse_own(tournament: Tournament, account: Account) -> None:
    """Raise Refused for what the account may not approve: a claim would only keep others from it."""
    if four_eyes.refuses(account, tournament):
        raise Refused(Problem("own-tournament"))


def _is_submitted(tournament: Tournament) -> bool:
    """Lock a revision and say whether it still waits."""
    locked = Tournament.objects.select_for_update().only("stage").get(pk=tournament.pk)
    return locked.stage == Stage.SUBMITTED


def _give(tournament: Tournament, account: Account, *, before: Claim | None, reason: str = "") -> Claim:
    now = timezone.now()
    claim, _ = Claim.objects.update_or_create(
        tournament=tournament, defaults={"account": account, "since": now, "alive": now}
    )
    details = {"reason": reason, "before": str(before.account), "after": str(account)} if before else {}
    journal.write("tournament.claimed", tournament, account=account, number=tournament.number, **details)
    return claim
