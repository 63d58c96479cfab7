"""Permissions of accounts on a tournament, as questions; the roles are federation.accounts.permissions."""

from federation.accounts.permissions import is_officer, is_registrar, keeps_one_club
from federation.models import Account
from tournaments.checks import four_eyes
from tournaments.models import Tournament, Upload
from tournaments.models.stages import OPEN, OVER, UNDECIDED, Stage


def is_own(account: Account, thing: Tournament | Upload) -> bool:
    """Return whether the account handed it in; what nobody handed in (archives) is every officer's."""
    owner = thing.organiser_id if isinstance(thing, Tournament) else thing.account_id
    return owner == account.pk or account.is_superuser or (owner is None and is_officer(account))


def may_see(account: Account, thing: Tournament | Upload) -> bool:
    """Return whether the account may look at the desk pages of a tournament or an upload.

    Whoever handed in another revision sees what became of it.
    """
    if is_own(account, thing) or is_officer(account):
        return True
    return (
        isinstance(thing, Tournament) and thing.revision > 1 and four_eyes.handed_in_another(account, thing)
    )


def may_edit(account: Account, tournament: Tournament) -> bool:
    """Return whether facts and matches may be changed: by the organiser, while nobody is reviewing it."""
    return is_own(account, tournament) and tournament.stage in OPEN


def may_match(account: Account, tournament: Tournament) -> bool:
    """Return whether entrants may be matched: by the organiser, then by the officer who may approve it."""
    return may_edit(account, tournament) or may_approve(account, tournament)


def may_rule(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may say where it counts: the organiser, then the officer."""
    return may_match(account, tournament)


def may_withdraw(account: Account, tournament: Tournament) -> bool:
    """Return whether the organiser may take it back: as long as it is not approved."""
    return is_own(account, tournament) and tournament.stage in UNDECIDED


def may_send_onward(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may note that results were sent: the organiser and every officer."""
    return is_own(account, tournament) or is_officer(account)


def may_decide(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may approve or return: officers, what is submitted."""
    return is_officer(account) and tournament.stage == Stage.SUBMITTED


def may_approve(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may approve: their own where the office lets them, superusers anything."""
    return may_decide(account, tournament) and approves_others(account, tournament)


def approves_others(account: Account, tournament: Tournament) -> bool:
    """Return whether nobody else has to look: it is not their own, or the office lets them."""
    return not four_eyes.refuses(account, tournament)


def may_reinstate(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may approve again what was revoked: like an approval."""
    return is_officer(account) and tournament.stage == Stage.REVOKED and approves_others(account, tournament)


def may_reopen(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may draft a new revision of what is approved or was withdrawn or revoked."""
    return tournament.stage in (Stage.APPROVED, *OVER) and (
        is_own(account, tournament) or is_officer(account)
    )


def may_revoke(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may take an approved tournament out of the facts."""
    return is_officer(account) and tournament.stage == Stage.APPROVED


def may_undo_enrolment(account: Account) -> bool:
    """Return whether the account may take players of an approval out of the register: who keeps all of it."""
    return is_registrar(account) and not keeps_one_club(account)
