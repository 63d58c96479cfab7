"""Two tournaments with the same games side by side, and the search for such pairs."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from federation.models import Account
from tests.tournaments.conftest import logged_in
from tests.tournaments.intake.test_same_games import FIRST_DAY, approved, drafted, report
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


def compare(tournament: Tournament, other: Tournament) -> str:
    return reverse("desk-compare", args=[tournament.number, tournament.revision, other.number])


def test_finding_leads_to_both_side_by_side(organiser: Account, officer: Account) -> None:
    first = approved(organiser, report(), by=officer)
    draft = drafted(organiser, report("Again"))
    client = logged_in(organiser)

    page = client.get(reverse("desk-tournament", args=[draft.number, 1])).content.decode()
    assert f'href="{compare(draft, first)}"' in page
    shown = client.get(compare(draft, first)).content.decode()

    assert "15 games are in both tournaments, 100% of the smaller one." in shown
    assert shown.count("Ravenel Octave") >= 5
    assert "These are different games" not in shown
    assert "Remove tournament" not in shown


def test_organiser_does_not_see_what_another_has_only_submitted(
    organiser: Account, stranger: Account
) -> None:
    first = drafted(organiser, report("Secret plans"))
    steps.submit(first, account=organiser)
    draft = drafted(stranger, report("Again"))

    shown = logged_in(stranger).get(compare(draft, first)).content.decode()

    assert "Tournament of another organiser" in shown
    assert "Secret plans" not in shown
    assert str(organiser) not in shown


def test_officer_revokes_the_other_from_there(
    organiser: Account, stranger: Account, officer: Account
) -> None:
    first = approved(organiser, report(), by=officer)
    draft = drafted(stranger, report("Again"))
    client = logged_in(officer)
    assert "Remove tournament" in client.get(compare(draft, first)).content.decode()

    client.post(reverse("desk-revoke", args=[first.number, 1]), {"reason": "Handed in twice"})

    first.refresh_from_db()
    assert first.stage == Stage.REVOKED
    steps.submit(draft, account=stranger)


def test_officer_lets_both_count_and_takes_it_back(
    organiser: Account, officer: Account, second_officer: Account
) -> None:
    first = approved(organiser, report(), by=officer)
    draft = drafted(organiser, report("Simultaneous", start=FIRST_DAY, end=FIRST_DAY))
    assert logged_in(organiser).post(compare(draft, first)).status_code == 403
    client = logged_in(officer)

    client.post(compare(draft, first))
    steps.submit(draft, account=organiser)
    steps.approve(draft, account=second_officer)

    assert Tournament.objects.filter(stage=Stage.APPROVED).count() == 2
    client.post(compare(draft, first))
    assert not draft.confirmations.exists()


def test_pairs_approved_before_are_found_by_page_and_command(
    organiser: Account, officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = approved(organiser, report(), by=officer)
    with monkeypatch.context() as before:  # as 1.0.0 let it pass
        before.setattr("tournaments.revisions.same_games._STANDING", ())
        before.setattr("tournaments.submission.steps._of_games", lambda current: ())
        before.setattr("tournaments.revisions.same_games.sharing", lambda *args, **more: [])
        day = FIRST_DAY + timedelta(days=3)
        second = approved(organiser, report("Again", start=day, end=day), by=officer)

    page = logged_in(officer).get(reverse("duplicates")).content.decode()
    assert f'href="{compare(second, first)}"' in page
    words = StringIO()
    with pytest.raises(SystemExit):
        call_command("find_duplicates", stdout=words)

    assert words.getvalue().splitlines() == [
        f"100 %, 15 games: {first.number} Open du Moulin (2024-03-09, 2024-03-09);"
        f" {second.number} Again (2024-03-12, 2024-03-12)",
        "1 pairs to look at",
    ]
    logged_in(officer).post(compare(second, first))
    words = StringIO()
    call_command("find_duplicates", "--year", "2024", stdout=words)
    assert "settled" in words.getvalue()


def test_search_without_tournaments_is_empty(officer: Account, client: Client) -> None:
    call_command("find_duplicates", stdout=StringIO())

    assert logged_in(officer).get(reverse("duplicates")).status_code == 200
