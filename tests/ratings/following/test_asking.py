"""Asking to follow, confirming, looking at it and ending it: nobody is told who follows what."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import Player
from federation.privacy import personal_data
from ratings.following import subscribing
from ratings.models import Follow, Follower
from ratings.tasks.following import look
from ratings.views.players.follow import PER_ADDRESS, PER_PLACE
from tests.ratings.following.office import follower, system, work
from tests.ratings.histories import people

pytestmark = pytest.mark.django_db
EMAIL = "ann@example.org"


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def player() -> Player:
    return people(1)[0]


def ask(reader: Client, path: str, email: str = EMAIL) -> tuple[int, str]:
    """Ask; gives what the reader is told."""
    response = reader.post(path, {"email": email}, follow=True)
    return response.status_code, re.sub(
        r'name="csrfmiddlewaretoken" value="\w+"', "", response.content.decode()
    )


def link(place: int = 0) -> str:
    """Return the path of the link of a letter that left."""
    found = re.search(r"https://ratings.example.org(\S+)", str(mail.outbox[place].body))
    assert found
    return found[1]


def test_whoever_confirms_follows(reader: Client, player: Player) -> None:
    ask(reader, f"/players/{player.pk}/follow/", "Ann@Example.org ")
    waiting = Follow.objects.get()
    letters = work()
    path = link()
    look_at_it = reader.get(path)
    still_waiting = Follow.objects.get()
    pressed = reader.post(path)

    assert letters == [EMAIL]
    assert (waiting.confirmed, still_waiting.confirmed) == (None, None)
    assert look_at_it.status_code == 200
    follow = Follow.objects.get()
    assert follow.confirmed is not None
    assert (follow.player, follow.follower.email, follow.follower.language) == (player, EMAIL, "en")
    # Tokens have their second: the one made here may be of the next.
    path, token = pressed.headers["Location"].strip("/").rsplit("/", 1)
    assert (path, subscribing.follower_of(token)) == ("follow/letters", follow.follower_id)


def test_letter_is_written_in_the_language_of_the_page(player: Player) -> None:
    ask(Client(headers={"accept-language": "ru"}), f"/players/{player.pk}/follow/")
    work()

    assert Follower.objects.get().language == "ru"
    assert "48" in mail.outbox[0].body


def test_answer_is_the_same_whether_an_address_is_known_or_not(reader: Client, player: Player) -> None:
    path = f"/players/{player.pk}/follow/"
    unknown = ask(reader, path)
    twice = ask(reader, path)
    work()
    subscribing.confirm(Follow.objects.get())
    following = ask(reader, path)
    letters = work()
    subject = mail.outbox[0].subject

    assert unknown == twice == following
    assert (letters, subject) == ([EMAIL], "You already follow Surname0 Given")
    assert Follow.objects.get().confirmed is not None


def test_address_asked_too_often_gets_no_letter_and_nobody_is_told(reader: Client) -> None:
    players = people(PER_ADDRESS + 1)
    answers = [ask(reader, f"/players/{player.pk}/follow/") for player in players]

    assert len(set(answers)) == 1
    assert Follow.objects.count() == PER_ADDRESS


def test_one_place_asks_only_so_often(reader: Client, player: Player) -> None:
    path = f"/players/{player.pk}/follow/"
    codes = [ask(reader, path, f"{number}@example.org")[0] for number in range(PER_PLACE + 1)]
    last = reader.post(path, {"email": EMAIL})

    assert codes == [200] * PER_PLACE + [429]
    assert last.headers["Retry-After"].isdigit()
    assert Follower.objects.count() == PER_PLACE


def test_address_that_is_none_is_refused(reader: Client, player: Player) -> None:
    response = reader.post(f"/players/{player.pk}/follow/", {"email": "ann@"})

    assert (response.status_code, Follower.objects.count()) == (422, 0)


def test_what_nobody_confirms_is_forgotten(reader: Client, player: Player) -> None:
    ask(reader, f"/players/{player.pk}/follow/")
    ask(reader, "/lists/ffg/follow/")
    subscribing.confirm(Follow.objects.get(player=player))
    Follow.objects.filter(confirmed=None).update(expires=timezone.now() - timedelta(minutes=1))
    look()

    assert [one.player for one in Follow.objects.all()] == [player]

    Follow.objects.update(confirmed=None, expires=timezone.now() - timedelta(minutes=1))
    look()

    assert Follower.objects.count() == 0


def test_link_of_another_letter_or_of_nobody_confirms_nothing(reader: Client, player: Player) -> None:
    ask(reader, f"/players/{player.pk}/follow/")
    follow = Follow.objects.get()
    letters = subscribing.letters_token(follow.pk)
    answers = [reader.post(f"/follow/confirm/{token}/").status_code for token in (letters, "1", "1:2:3")]

    assert answers == [404, 404, 404]
    assert Follow.objects.get().confirmed is None


def test_one_thing_is_ended_on_the_page_the_last_one_deletes_the_address(
    reader: Client, player: Player
) -> None:
    ann = follower(EMAIL, player, system("ffg"))
    path = f"/follow/letters/{subscribing.letters_token(ann.pk)}/"
    page = reader.get(path).content.decode()
    first, second = ann.follows.order_by("pk")
    reader.post(path, {"end": first.pk})
    left = list(ann.follows.all())
    ended = reader.post(path, {"end": second.pk})

    assert ("Surname0 Given" in page, "Lists of FFG ladder" in page) == (True, True)
    assert left == [second]
    assert (ended.status_code, Follower.objects.count()) == (200, 0)


def test_nobody_ends_what_another_follows(reader: Client, player: Player) -> None:
    ann, bob = follower(EMAIL, player), follower("bob@example.org", player)
    reader.post(f"/follow/letters/{subscribing.letters_token(ann.pk)}/", {"end": bob.follows.get().pk})

    assert Follow.objects.count() == 2


def test_language_of_the_letters_is_chosen_on_the_page(reader: Client, player: Player) -> None:
    ann = follower(EMAIL, player)
    reader.post(f"/follow/letters/{subscribing.letters_token(ann.pk)}/", {"language": "ru"})

    assert Follower.objects.get().language == "ru"


def test_mail_program_ends_everything_with_one_request(player: Player) -> None:
    ann = follower(EMAIL, player, system("ffg"))
    path = f"/follow/off/{subscribing.letters_token(ann.pk)}/"
    strict = Client(enforce_csrf_checks=True)
    looked = strict.get(path).status_code, Follower.objects.count()
    first = strict.post(path, {"List-Unsubscribe": "One-Click"}).status_code
    second = strict.post(path, {"List-Unsubscribe": "One-Click"}).status_code

    assert (looked, first, second) == ((200, 1), 200, 200)
    assert Follower.objects.count() == 0


@pytest.mark.parametrize("link", ["off", "letters", "confirm"])
def test_link_cut_short_says_that_it_cannot_be_read_and_does_nothing(
    reader: Client, player: Player, link: str
) -> None:
    ann = follower(EMAIL, player)
    path = f"/follow/{link}/{subscribing.letters_token(ann.pk)[:-3]}/"

    for answer in (reader.get(path), reader.post(path)):
        assert answer.status_code == 404
        assert "This link cannot be read" in answer.content.decode()
    assert Follower.objects.count() == 1


def test_office_without_mail_offers_the_feed_alone(
    reader: Client, player: Player, settings: Settings
) -> None:
    settings.FOLLOW_BY_EMAIL = False
    path = f"/players/{player.pk}/follow/"
    page = reader.get(path).content.decode()
    reader.post(path, {"email": EMAIL})

    assert 'name="email"' not in page
    assert f"/feeds/players/{player.pk}.atom" in page
    assert Follower.objects.count() == 0


def test_erased_player_is_followed_by_nobody(player: Player) -> None:
    follower(EMAIL, player)
    follower("bob@example.org", player, system("ffg"))

    personal_data.erase(player, "his wish", account=None)

    assert [(one.follower.email, one.player) for one in Follow.objects.all()] == [("bob@example.org", None)]
    assert Follower.objects.count() == 1


def test_address_follows_only_so_much(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscribing, "MOST", 1)
    players = people(2)
    follower(EMAIL, players[0])
    ask(reader, f"/players/{players[1].pk}/follow/")
    work()
    pressed = reader.post(link())

    assert pressed.status_code == 409
    assert Follow.objects.exclude(confirmed=None).count() == 1
