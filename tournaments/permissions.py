"""Who may do what with a tournament, as questions; the roles are federation.accounts.permissions."""

from federation.accounts.permissions import is_officer
from federation.models import Account
from tournaments.models import Tournament, Upload
from tournaments.models.stages import OPEN, OVER, UNDECIDED, Stage


def is_own(account: Account, thing: Tournament | Upload) -> bool:
    """Return whether the account handed it in; what nobody handed in (archives) is every officer's."""
    owner = thing.organiser_id if isinstance(thing, Tournament) else thing.account_id
    return owner == account.pk or account.is_superuser or (owner is None and is_officer(account))


def may_see(account: Account, thing: Tournament | Upload) -> bool:
    """Return whether the account may look at the desk pages of a tournament or an upload."""
    return is_own(account, thing) or is_officer(account)


def may_edit(account: Account, tournament: Tournament) -> bool:
    """Return whether facts and matches may be changed: by the organiser, while nobody has it on his desk."""
    return is_own(account, tournament) and tournament.stage in OPEN


def may_match(account: Account, tournament: Tournament) -> bool:
    """Return whether entrants may be matched: by the organiser, then by the officer who may approve it."""
    return may_edit(account, tournament) or may_approve(account, tournament)


def may_withdraw(account: Account, tournament: Tournament) -> bool:
    """Return whether the organiser may take it back: as long as it is not approved."""
    return is_own(account, tournament) and tournament.stage in UNDECIDED


def may_decide(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may approve or return: officers, what is submitted."""
    return is_officer(account) and tournament.stage == Stage.SUBMITTED


def may_approve(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may approve: nobody his own, superusers aside."""
    own = tournament.organiser_id == account.pk and not account.is_superuser
    return may_decide(account, tournament) and not own


def may_reopen(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may draft a new revision of what is approved or was withdrawn or revoked."""
    return tournament.stage in (Stage.APPROVED, *OVER) and (
        is_own(account, tournament) or is_officer(account)
    )


def may_revoke(account: Account, tournament: Tournament) -> bool:
    """Return whether the account may take an approved tournament out of the facts."""
    return is_officer(account) and tournament.stage == Stage.APPROVED
