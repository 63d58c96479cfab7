"""A tournament that was revoked: its page and addresses stay, marked, and turn with the act."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Tournament
from tournaments.revisions.public import public_revision, public_tournaments

pytestmark = pytest.mark.django_db

DAY = datetime(2024, 5, 4, 10, tzinfo=UTC)
REASON = "It was never played."


@pytest.fixture
def small() -> Small:
    return small_federation.build()


@pytest.fixture
def revoked(small: Small) -> Tournament:
    """The second tournament, taken out of the facts."""
    Tournament.objects.filter(number=2).update(stage="revoked", decided=DAY, reason=REASON)
    return Tournament.objects.get(number=2)


def content(client: Client, address: str, **asked: Any) -> str:
    return client.get(address, **({"headers": {"Accept-Language": "en"}} | asked)).content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Revoked on 4\xa0May 2024"),
        ("fr", "Invalidé le 4\xa0mai 2024"),
        ("ru", "Аннулирован 4\xa0мая 2024"),
    ],
)
def test_page_of_a_revoked_tournament_says_when_and_why(
    client: Client, revoked: Tournament, language: str, words: str
) -> None:
    shown = content(client, "/tournaments/2/", headers={"Accept-Language": language})

    assert words in shown
    assert REASON in shown
    assert 'class="stage revoked"' in shown
    assert '<meta name="robots" content="noindex">' in shown
    assert "application/ld+json" not in shown


def test_page_of_a_revoked_tournament_keeps_its_table(client: Client, revoked: Tournament) -> None:
    response = client.get("/tournaments/2/")

    assert len(response.context["cross"].lines) == revoked.entries.count() > 0


def test_addresses_of_a_revoked_tournament_answer_and_say_so(client: Client, revoked: Tournament) -> None:
    told = client.get("/api/v1/tournaments/2/crosstable").json()["tournament"]
    assert (told["stage"], told["revoked"][:10], told["reason"]) == ("revoked", "2024-05-04", REASON)
    assert client.get("/tournaments/2/export/json/").status_code == 200
    assert (
        client.get("/share/tournaments/2.png").status_code
        == client.get("/share/tournaments/1.png").status_code
    )
    feed = content(client, "/feeds/tournaments.atom?language=en")
    assert f"Revoked: {revoked.name}" in feed
    assert REASON in feed


def test_indexes_of_what_counts_leave_a_revoked_tournament_out(client: Client, revoked: Tournament) -> None:
    assert 'href="/tournaments/2/"' not in content(client, "/tournaments/")
    numbers = [one["number"] for one in client.get("/api/v1/tournaments").json()["items"]]
    assert 2 not in numbers
    listed = client.get("/api/v1/tournaments?stage=revoked").json()["items"]
    assert [(one["number"], one["stage"]) for one in listed] == [(2, "revoked")]


def test_revision_approved_since_hides_the_revoked_one(client: Client, revoked: Tournament) -> None:
    Tournament.objects.create(
        number=2, revision=2, stage="approved", name="Corrigé", start="2024-01-01", end="2024-01-02", rounds=1
    )

    assert [one.revision for one in public_revision(2)] == [2]
    assert public_tournaments().filter(number=2).get().revision == 2
    shown = content(client, "/tournaments/2/")
    assert "Corrigé" in shown
    assert REASON not in shown


def test_revision_handed_in_since_is_announced_beside_the_revoked_one(
    client: Client, revoked: Tournament
) -> None:
    Tournament.objects.create(
        number=2, revision=2, stage="submitted", name="New", start="2024-01-01", end="2024-01-02", rounds=1
    )

    shown = content(client, "/tournaments/2/")

    assert "Revision 2 has been uploaded" in shown
    assert REASON in shown


def test_draft_behind_a_revoked_revision_is_nobodys_to_see(client: Client, revoked: Tournament) -> None:
    Tournament.objects.create(
        number=2, revision=2, stage="draft", name="Secret", start="2024-01-01", end="2024-01-02", rounds=1
    )

    assert "Secret" not in content(client, "/tournaments/2/")
