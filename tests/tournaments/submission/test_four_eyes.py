"""The second pair of eyes: always, while there are two officers, or the organiser's consent."""

import pytest
from django.contrib.auth.models import Group

from federation.models import Account, JournalEntry
from tests.tournaments.submission.test_submission import codes, ready, submitted
from tournaments import permissions
from tournaments.checks import four_eyes
from tournaments.checks.four_eyes import FourEyes
from tournaments.checks.problems import Refused
from tournaments.desk import queue
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


def another_officer() -> Account:
    account = Account.objects.create_user("second@example.org", "secret")
    account.groups.add(Group.objects.get(name="officer"))
    return account


def own_waits(officer: Account) -> bool:
    return next(one.is_own for one in queue.waiting(officer))


def test_officer_waits_for_another_where_the_office_has_said_nothing(officer: Account) -> None:
    tournament = submitted(officer)

    with pytest.raises(Refused) as refusal:
        steps.approve(tournament, account=officer)

    assert codes(refusal) == ["own-tournament"]
    assert own_waits(officer)


def test_only_officer_approves_his_own_where_the_office_lets_him(officer: Account) -> None:
    four_eyes.choose(FourEyes.WHEN_TWO, account=officer)
    tournament = submitted(officer)
    assert permissions.may_approve(officer, tournament)
    assert not own_waits(officer)

    steps.approve(tournament, account=officer)

    assert tournament.stage == Stage.APPROVED


def test_second_officer_ends_that(officer: Account) -> None:
    four_eyes.choose(FourEyes.WHEN_TWO, account=officer)
    second = another_officer()
    tournament = submitted(officer)

    assert not permissions.may_approve(officer, tournament)
    second.is_active = False
    second.save()
    assert permissions.may_approve(officer, tournament)


@pytest.fixture
def correction(organiser: Account, officer: Account) -> Tournament:
    """A second revision, drafted by the officer from the organiser's."""
    first = submitted(organiser)
    steps.approve(first, account=officer)
    draft = intake.reopen(first, account=officer)
    steps.submit(draft, account=officer)
    return draft


def test_consent_of_the_organiser_counts_where_the_office_says_so(
    correction: Tournament, organiser: Account, officer: Account
) -> None:
    four_eyes.choose(FourEyes.CONSENT, account=officer)
    assert not permissions.may_approve(officer, correction)
    assert permissions.may_see(organiser, correction)

    assert four_eyes.consent(correction, account=organiser) is True
    assert four_eyes.consent(correction, account=organiser) is False
    steps.approve(correction, account=officer)

    assert correction.stage == Stage.APPROVED
    acts = JournalEntry.objects.filter(act="tournament.consented")
    assert [line.account for line in acts] == [organiser]


def test_consent_counts_for_nothing_where_the_office_does_not_say_so(
    correction: Tournament, organiser: Account, officer: Account
) -> None:
    four_eyes.consent(correction, account=organiser)

    with pytest.raises(Refused):
        steps.approve(correction, account=officer)


def test_consent_ends_when_the_revision_is_submitted_again(
    correction: Tournament, organiser: Account, officer: Account
) -> None:
    four_eyes.consent(correction, account=organiser)
    steps.send_back(correction, account=another_officer(), reason="Round 2")
    steps.submit(correction, account=officer)

    assert correction.consented_by is None


def test_nobody_agrees_with_a_tournament_of_others_or_his_own(
    correction: Tournament, officer: Account
) -> None:
    stranger = Account.objects.create_user("stranger@example.org", "secret")

    assert not four_eyes.consent(correction, account=stranger)
    assert not four_eyes.consent(correction, account=officer)
    assert not permissions.may_see(stranger, correction)


def test_draft_cannot_be_agreed_with(organiser: Account, officer: Account) -> None:
    first = submitted(organiser)
    steps.approve(first, account=officer)
    draft = intake.reopen(first, account=officer)

    assert not four_eyes.consent(draft, account=organiser)


def test_rule_is_journalled_once(officer: Account) -> None:
    assert four_eyes.choose(FourEyes.CONSENT, account=officer)
    assert not four_eyes.choose(FourEyes.CONSENT, account=officer)

    line = JournalEntry.objects.get(act="office.four-eyes")
    assert (line.detail["before"], line.detail["after"]) == ("always", "consent")
    assert ready(officer).consented_by is None
