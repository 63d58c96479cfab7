"""One's own page: whose records it shows, by which name; choice of privacy, a copy of all data."""

import json

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.models import Account, JournalEntry, Player, RecordClaim
from federation.privacy import privacy
from tests.federation.claims.claimants import ADDRESS, held, holm, vera
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh(settings: Settings) -> None:
    cache.clear()
    settings.LANGUAGE_CODE = "en"


def browser(person: Account) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def test_the_page_names_its_person_whole_and_shows_nobody_elses_record() -> None:
    player, other, person = holm(), holm(), vera()
    held(player, person)
    held(other, vera("w@example.org"))
    privacy.choose(player, "anonymous", account=None)
    page = browser(person).get(reverse("me")).content.decode()

    assert "HOLM Anna" in page
    assert f"record-{other.pk}" not in page


def test_the_person_chooses_how_to_be_shown_and_the_journal_says_who() -> None:
    player, person = holm(), vera()
    held(player, person)
    browser(person).post(reverse("me-privacy", args=[player.pk]), {"privacy": "initials"})

    player.refresh_from_db()
    line = JournalEntry.objects.get(act="player.privacy")
    assert (player.privacy, line.account_id) == ("initials", person.pk)


def test_a_way_the_office_does_not_allow_is_refused_and_not_offered(settings: Settings) -> None:
    settings.PRIVACY_BY_PLAYERS = ["public", "initials"]
    player, person = holm(), vera()
    held(player, person)
    client = browser(person)

    assert 'value="anonymous"' not in client.get(reverse("me")).content.decode()
    answer = client.post(reverse("me-privacy", args=[player.pk]), {"privacy": "anonymous"})
    assert answer.status_code == 400
    assert Player.objects.get(pk=player.pk).privacy == "public"


@pytest.mark.parametrize("name", ["me-privacy", "me-data"])
def test_nobody_acts_on_a_record_of_another(name: str) -> None:
    player, stranger = holm(), vera("w@example.org")
    held(player, vera())

    answer = browser(stranger).post(reverse(name, args=[player.pk]), {"privacy": "anonymous"})
    assert answer.status_code == 404
    assert Player.objects.get(pk=player.pk).privacy == "public"


def test_the_copy_has_the_whole_name_and_address_and_six_a_day_are_too_many() -> None:
    player, person = holm(), vera()
    held(player, person)
    privacy.choose(player, "anonymous", account=None)
    client = browser(person)
    answers = [client.post(reverse("me-data", args=[player.pk])) for _ in range(6)]

    told = json.loads(answers[0].content)
    assert (told["player"]["surname"], told["e-mail"]) == ("HOLM", [ADDRESS])
    assert answers[0]["Cache-Control"] == "no-store"
    assert [answer.status_code for answer in answers] == [200] * 5 + [302]


def test_own_record_leads_to_my_page_and_any_other_asks_whose_it_is() -> None:
    own, other, person = holm(), holm(), vera()
    held(own, person)
    RecordClaim.objects.create(account=person, player=other, state="waiting", language="en")

    def head(client: Client, player: Player) -> str:
        page = client.get(reverse("player", args=[player.pk])).content.decode()
        return page[page.index("player-head") : page.index("</header>", page.index("player-head"))]

    asks = [
        "Is this you?" in head(client, player)
        for client in (browser(person), Client(headers={"accept-language": "en"}), browser(vera("w@b.org")))
        for player in (own, other)
    ]
    assert asks == [False, True, True, True, True, True]
    assert f'href="{reverse("me")}"' in head(browser(person), own)
    assert f'href="{reverse("me")}"' not in head(browser(person), other)


def test_ratings_and_tournaments_stand_on_the_page() -> None:
    from datetime import date

    from ratings.models import RatingSystem

    members, person = people(4), vera()
    hold(date(2023, 3, 4), members, round_robin(4), number=100)
    held(members[0], person)
    waiting = browser(person).get(reverse("me")).content.decode()
    recalculate(stale(RatingSystem.objects.get(key="ffg"), date(2023, 3, 4)))
    rated = browser(person).get(reverse("me")).content.decode()

    assert ", approved" in waiting
    assert ", rated" in rated
    assert reverse("tournament", args=[100]) in rated


def test_the_page_asks_a_fixed_number_of_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    player, person = holm(), vera()
    held(player, person)
    client = browser(person)
    client.get(reverse("me"))
    with django_assert_num_queries(9):
        client.get(reverse("me"))
