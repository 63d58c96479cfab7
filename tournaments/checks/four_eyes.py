"""The second pair of eyes: whether an officer may approve what they handed in, as the office has it."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from federation.accounts.permissions import OFFICER
from federation.journal import journal
from federation.models import Account
from tournaments.models import OfficeRule, Tournament
from tournaments.models.stages import Stage

FourEyes = OfficeRule.FourEyes


@dataclass(frozen=True, slots=True)
class Rule:
    """What holds in the office now; `officers`: how many there are, where that matters."""

    four_eyes: str
    officers: int = 0

    def refuses(self, account: Account, tournament: Tournament) -> bool:
        """Return whether another officer has to look before the account may approve."""
        if tournament.organiser_id != account.pk or account.is_superuser:
            return False
        if self.four_eyes == FourEyes.WHEN_TWO:
            return self.officers > 1
        if self.four_eyes == FourEyes.CONSENT:
            return tournament.consented_by_id in (None, account.pk)
        return True


def rule() -> Rule:
    """Return the rule of the office; two queries at most."""
    chosen = OfficeRule.objects.values_list("four_eyes", flat=True).first() or FourEyes.ALWAYS.value
    if chosen != FourEyes.WHEN_TWO:
        return Rule(chosen)
    may = Q(groups__name=OFFICER) | Q(is_superuser=True)
    return Rule(chosen, Account.objects.filter(may, is_active=True).distinct().count())


def refuses(account: Account, tournament: Tournament) -> bool:
    """Return whether another officer has to look; no query but for one's own tournaments."""
    if tournament.organiser_id != account.pk or account.is_superuser:
        return False
    return rule().refuses(account, tournament)


@transaction.atomic
def choose(wanted: str, *, account: Account) -> bool:
    """Choose the rule of the office; return whether anything changed."""
    office_rule, _made = OfficeRule.objects.select_for_update().get_or_create(pk=1)
    before = office_rule.four_eyes
    if before == wanted:
        return False
    office_rule.four_eyes = wanted
    office_rule.save(update_fields=["four_eyes"])
    journal.write("office.four-eyes", office_rule, account=account, before=before, after=wanted)
    return True


def may_consent(account: Account, tournament: Tournament) -> bool:
    """Return whether the account handed in another revision, and this one waits without their consent."""
    if tournament.stage != Stage.SUBMITTED or tournament.organiser_id == account.pk:
        return False
    return tournament.consented_by_id is None and handed_in_another(account, tournament)


def handed_in_another(account: Account, tournament: Tournament) -> bool:
    """Return whether the account handed in another revision of the number; one query."""
    revisions = Tournament.objects.filter(number=tournament.number, organiser=account)
    return revisions.exclude(pk=tournament.pk).exists()


@transaction.atomic
def consent(tournament: Tournament, *, account: Account) -> bool:
    """Note that the organiser of another revision agrees with a submitted one; False where one did before."""
    waiting = Tournament.objects.filter(pk=tournament.pk, stage=Stage.SUBMITTED.value, consented_by=None)
    if not (may_consent(account, tournament) and waiting.update(consented_by=account)):
        return False
    tournament.refresh_from_db()
    journal.write("tournament.consented", tournament, account=account, number=tournament.number)
    return True
