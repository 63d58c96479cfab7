"""What an approval would make of a revision, before anybody submits it."""

from datetime import date

import pytest

from federation.models import Account, Federation, Player
from tests.tournaments.submission.test_submission import drafted, ready, submitted
from tournaments.checks.problems import Refused
from tournaments.models import Tournament
from tournaments.submission import steps
from tournaments.submission.expected_approval import expect_approval

pytestmark = pytest.mark.django_db
TODAY = date(2024, 6, 1)


def test_open_revision_is_refused_like_its_submission(organiser: Account) -> None:
    with pytest.raises(Refused) as refusal:
        expect_approval(drafted(organiser), on=TODAY)

    assert [problem.code for problem in refusal.value.problems] == ["undecided"]


def test_submitted_revision_is_not_handed_in_again(organiser: Account) -> None:
    tournament = submitted(organiser)
    # What its submission would be refused for now.
    Tournament.objects.filter(pk=tournament.pk).update(rated_for=[])

    found = expect_approval(Tournament.objects.get(pk=tournament.pk), on=TODAY)

    assert found is not None
    assert len(found.players) == 4


def test_new_players_have_the_numbers_behind_the_last_one_and_nothing_is_written(organiser: Account) -> None:
    home, _ = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})
    stranger = Player.objects.create(surname="Zed", given_name="Zoe", search_key="zed zoe", federation=home)
    tournament = ready(organiser)
    tournament.entries.filter(number=2).update(birth_year=1990)

    found = expect_approval(tournament, on=TODAY)

    assert found is not None
    assert found.born == {stranger.pk + place: 1990 if place == 2 else 0 for place in (1, 2, 3, 4)}
    assert sorted(found.players.values()) == [stranger.pk + place for place in (1, 2, 3, 4)]
    assert Player.objects.count() == 1
    assert found.since == tournament.start


def test_decided_revision_has_no_approval_to_expect(organiser: Account, officer: Account) -> None:
    tournament = submitted(organiser)
    steps.approve(tournament, account=officer)

    assert expect_approval(Tournament.objects.get(pk=tournament.pk), on=TODAY) is None
