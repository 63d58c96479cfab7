"""How minors are shown who have chosen nothing, and that a choice of their own stands."""

from datetime import date

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import JournalEntry, Player
from federation.privacy import privacy
from federation.register import person
from federation.tasks import follow_office
from tests.privacy_rows import removed
from tests.ratings.histories import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def child(settings: Settings) -> Player:
    settings.MINORS_SHOWN = "initials"
    player = people(1)[0]
    Player.objects.filter(pk=player.pk).update(birth_year=timezone.localdate().year - 10)
    return Player.objects.get(pk=player.pk)


def shown(player: Player) -> str:
    return Player.objects.values_list("privacy", flat=True).get(pk=player.pk)


def test_clock_shows_minors_as_the_office_says_with_a_line_of_the_journal(child: Player) -> None:
    follow_office()

    line = JournalEntry.objects.get(act="player.privacy")
    assert (shown(child), line.detail["before"], line.detail["after"]) == ("initials", "public", "initials")
    assert privacy.follow_office_everywhere() == 0


def test_minor_who_comes_of_age_is_shown_by_name_again(
    child: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    privacy.follow_office_everywhere()
    grown = date(timezone.localdate().year + 9, 1, 1)
    monkeypatch.setattr("federation.privacy.privacy.timezone.localdate", lambda: grown)

    assert privacy.follow_office_everywhere() == 1
    assert shown(child) == "public"


@pytest.mark.parametrize("choice", ["public", "anonymous"])
def test_own_choice_takes_precedence(child: Player, choice: str) -> None:
    privacy.choose(child, choice, account=None)

    assert privacy.follow_office_everywhere() == 0
    assert shown(child) == choice


def test_choice_of_a_grown_player_stands(settings: Settings) -> None:
    settings.MINORS_SHOWN = "initials"
    player = people(1)[0]
    privacy.choose(player, "anonymous", account=None)

    assert privacy.follow_office_everywhere() == 0
    assert shown(player) == "anonymous"


def test_year_of_birth_that_is_noted_is_followed_at_once(child: Player) -> None:
    person.note_birth(child, timezone.localdate().year - 12, account=None)
    assert shown(child) == "initials"

    person.note_birth(child, 1980, account=None)
    assert shown(child) == "public"


def test_setting_that_is_taken_back_shows_names_again(child: Player, settings: Settings) -> None:
    privacy.follow_office_everywhere()
    settings.MINORS_SHOWN = "public"

    privacy.follow_office_everywhere()

    assert shown(child) == "public"


def test_minor_whose_year_of_birth_is_no_longer_known_is_shown_by_name_again(child: Player) -> None:
    privacy.follow_office_everywhere()
    Player.objects.filter(pk=child.pk).update(birth_year=None)

    assert privacy.follow_office_everywhere() == 1
    assert shown(child) == "public"


@pytest.mark.parametrize("minor", [True, False])
def test_names_ask_the_policy_and_without_its_row_nobody_is_changed(
    child: Player, monkeypatch: pytest.MonkeyPatch, minor: bool
) -> None:
    removed(monkeypatch, "name", minor=minor)

    with pytest.raises(LookupError):
        privacy.of_office(2020 if minor else 1980)
    with pytest.raises(LookupError):
        privacy.follow_office_everywhere()
    assert (shown(child), JournalEntry.objects.filter(act="player.privacy").count()) == ("public", 0)
