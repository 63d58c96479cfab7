"""An officer matches entrants of a submitted tournament instead of returning it."""

from datetime import date
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

from federation.models import Account, Federation, JournalEntry, Player
from federation.vocabulary.names import key_of
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Entry, Tournament
from tournaments.review import reservations
from tournaments.submission import organiser_mail, steps

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _address_of_the_site(settings: LazySettings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://ratings.example.org"]


@pytest.fixture
def waiting(organiser: Account) -> Tournament:
    """A submitted tournament, all of whose entrants were called new players."""
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=organiser)
    tournament = intake.draft(upload, account=organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    with translation.override("en"):
        steps.submit(tournament, account=organiser, on=date(2026, 11, 1))
    return tournament


@pytest.fixture
def resembling(waiting: Tournament) -> Player:
    """A player enrolled meanwhile who has the name of the first entrant."""
    first = waiting.entries.order_by("number")[0]
    return Player.objects.create(
        surname=first.surname,
        given_name=first.given_name,
        search_key=key_of(first.surname, first.given_name),
        federation=Federation.objects.get_or_create(code="FR", defaults={"name": "France"})[0],
    )


def page_of(tournament: Tournament, name: str = "desk-match") -> str:
    return reverse(name, args=(tournament.number, tournament.revision))


def settled(client: Client, tournament: Tournament, player: Player) -> Any:
    first = tournament.entries.order_by("number")[0]
    return client.post(page_of(tournament), {f"entry-{first.pk}": player.pk}, follow=True)


def test_officer_settles_a_match_and_approves(
    waiting: Tournament, resembling: Player, officer: Account
) -> None:
    client = logged_in(officer)

    refused = client.post(page_of(waiting, "desk-approve"), follow=True).content.decode()
    page = settled(client, waiting, resembling).content.decode()
    client.post(page_of(waiting, "desk-approve"))
    waiting.refresh_from_db()

    assert "decide again" in refused
    assert "Saved." in page
    assert (waiting.stage, waiting.entries.order_by("number")[0].player) == ("approved", resembling)
    line = JournalEntry.objects.filter(act="tournament.matched").latest("pk")
    assert (line.account, list(line.detail["after"].values())) == (officer, [resembling.pk])


def test_letter_tells_the_organiser_whom_an_officer_matched(
    waiting: Tournament, resembling: Player, officer: Account
) -> None:
    first = waiting.entries.order_by("number")[0]
    client = logged_in(officer)
    settled(client, waiting, resembling)
    client.post(page_of(waiting, "desk-approve"))
    organiser_mail.OrganiserMail.send_waiting()

    (letter,) = [one for one in mail.outbox if "Approved" in one.subject]

    assert f"Entrants matched to the register by an officer:\n- {first}: no. {resembling.pk}\n" in letter.body
    assert letter.body.count("\n- ") == 1


def test_letter_says_nothing_of_matches_where_the_officer_made_none(
    waiting: Tournament, officer: Account
) -> None:
    logged_in(officer).post(page_of(waiting, "desk-approve"))
    organiser_mail.OrganiserMail.send_waiting()

    (letter,) = [one for one in mail.outbox if "Approved" in one.subject]
    assert "matched to the register by an officer" not in letter.body


def test_nobody_settles_what_another_officer_holds(
    waiting: Tournament, resembling: Player, officer: Account, second_officer: Account
) -> None:
    reservations.hold(waiting, account=officer)

    page = settled(logged_in(second_officer), waiting, resembling).content.decode()

    assert f"{officer} is reviewing this tournament, until " in page
    assert Entry.objects.filter(tournament=waiting, player=resembling).count() == 0


def test_organiser_changes_no_match_of_what_is_submitted(
    waiting: Tournament, resembling: Player, organiser: Account
) -> None:
    page = settled(logged_in(organiser), waiting, resembling).content.decode()

    assert "can no longer be changed" in page
    assert Entry.objects.filter(tournament=waiting, player=resembling).count() == 0


def test_officer_settles_no_match_of_his_own(waiting: Tournament, resembling: Player) -> None:
    own = waiting.organiser
    assert own is not None
    own.groups.add(Group.objects.get(name="officer"))

    settled(logged_in(own), waiting, resembling)

    assert Entry.objects.filter(tournament=waiting, player=resembling).count() == 0


def test_officer_leaves_nobody_undecided(waiting: Tournament, officer: Account) -> None:
    first = waiting.entries.order_by("number")[0]

    logged_in(officer).post(page_of(waiting), {f"entry-{first.pk}": ""})

    first.refresh_from_db()
    assert first.match == "enrol"
