"""One's own page: whose records it shows, by which name; choice of privacy, a copy of all data."""

import json
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.models import Account, JournalEntry, Licence, Player, RecordClaim
from federation.privacy import privacy
from ratings.following import subscribing
from ratings.lists.publication import publish
from ratings.models import Follow, Follower, RatingSystem
from tests.federation.claims.claimants import ADDRESS, held, holm, vera
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tournaments.models import Game

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate()


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
    members, person = people(4), vera()
    hold(TODAY, members, round_robin(4), number=100)
    held(members[0], person)
    waiting = browser(person).get(reverse("me")).content.decode()
    recalculate(stale(RatingSystem.objects.get(key="ffg"), TODAY))
    rated = browser(person).get(reverse("me")).content.decode()

    assert ", approved" in waiting
    assert ", approved" not in rated
    assert all(reverse("tournament", args=[100]) in page for page in (waiting, rated))


def rated_year(count: int = 1) -> list[Player]:
    """Hold tournaments of four players, rate and publish them."""
    members = people(4)
    for place in range(count):
        hold(TODAY - timedelta(days=40 + place), members, round_robin(4), number=100 + place)
    season = (TODAY - timedelta(days=1)).year
    Licence.objects.bulk_create(Licence(player=one, season=season, status="L") for one in members)
    system = RatingSystem.objects.get(key="ffg")
    recalculate(stale(system, TODAY - timedelta(days=400)))
    publish(system, TODAY - timedelta(days=1), account=None)
    return members


def part(page: str, begin: str, end: str) -> str:
    start = page.index(begin)
    return page[start : page.index(end, start)]


def test_figures_and_changes_are_those_of_the_players_page() -> None:
    members, person = rated_year(), vera()
    held(members[0], person)
    client = browser(person)
    mine = client.get(reverse("me")).content.decode()
    public = client.get(reverse("player", args=[members[0].pk])).content.decode()

    for begin, end in (('<table class="rows systems"', "</table>"), ('<div class="events"', "</details>")):
        assert part(mine, begin, end) == part(public, begin, end)
    day = re.search(r"<dt>(Active until|Licence until|Without a licence since)[^<]*</dt><dd>([^<]+)", mine)
    assert day
    assert day[2] in public


def test_latest_games_lead_to_a_report_and_name_others_as_they_are_shown() -> None:
    members, person = rated_year(), vera()
    held(members[0], person)
    privacy.choose(members[0], "anonymous", account=None)
    privacy.choose(members[1], "anonymous", account=None)
    page = browser(person).get(reverse("me")).content.decode()

    game = Game.objects.get(white__player=members[0], black__player=members[1])
    assert f"{reverse('me-error', args=[members[0].pk])}?game={game.pk}" in page
    assert "Surname0 Given" in page
    assert f">NN {members[1].pk}</a>" in page
    assert "Surname1" not in page


def test_the_page_shows_what_the_address_of_the_account_follows() -> None:
    person, other = vera(), holm()
    subscribing.ask(person.email, other, language="en")
    subscribing.ask("w@example.org", RatingSystem.objects.get(key="ffg"), language="en")
    before = browser(person).get(reverse("me")).content.decode()
    for follow in Follow.objects.all():
        subscribing.confirm(follow)
    after = browser(person).get(reverse("me")).content.decode()

    assert "What you follow" not in before
    followed = part(after, 'id="follows"', "</section>")
    assert reverse("player", args=[other.pk]) in followed
    token = subscribing.letters_token(Follower.objects.get(email=person.email).pk)
    subject, _moment, _signature = token.split(":")
    assert f"/follow/letters/{subject}:" in followed
    assert reverse("list-newest", args=["ffg"]) not in followed


@pytest.mark.parametrize(
    ("way", "seen", "unseen"),
    [
        (
            "initials",
            {"Club", "Titles", "Sex, on FIDE lists", "Sex, only as a filter of lists"},
            {"Numbers in other registers"},
        ),
        ("anonymous", {"Club, where a list has at least 20 of its players", "Titles"}, {"Sex", "Age group"}),
    ],
)
def test_hidden_ways_say_what_others_still_see(way: str, seen: set[str], unseen: set[str]) -> None:
    player, person = holm(), vera()
    held(player, person)
    page = browser(person).get(reverse("me")).content.decode()

    choice = part(page, f'name="privacy" value="{way}"', "</label>")
    told = " ".join(part(choice, "Others still see:", "</span>").split())
    fields = set(told.rstrip(".").removeprefix("Others still see: ").split("; "))
    assert {"Ratings, ranks and results", *seen} <= fields
    assert not [field for field in fields if field.split(",")[0] in unseen - seen]
    assert "Others still see" not in part(page, 'name="privacy" value="public"', "</label>")


def test_the_page_is_stored_nowhere() -> None:
    assert "no-store" in browser(vera()).get(reverse("me"))["Cache-Control"]
    assert "private" in browser(vera("w@example.org")).get(reverse("me"))["Cache-Control"]


@pytest.mark.parametrize("tournaments", [1, 3])
def test_a_record_asks_a_fixed_number_of_queries(
    tournaments: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    members, person = rated_year(tournaments), vera()
    held(members[0], person)
    client = browser(person)
    client.get(reverse("me"))
    with django_assert_num_queries(17):
        client.get(reverse("me"))


def test_the_page_asks_a_fixed_number_of_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    player, person = holm(), vera()
    held(player, person)
    client = browser(person)
    client.get(reverse("me"))
    with django_assert_num_queries(12):
        client.get(reverse("me"))
