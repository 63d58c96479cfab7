"""What followers are told: what moved, once for all that was published together, in their language."""

import re
from datetime import date

import pytest
from django.core import mail
from pytest_django import DjangoAssertNumQueries

from federation.models import Federation
from federation.privacy import privacy
from ratings.following import contents
from ratings.models import Bulletin, Follower, ListEntry, PublishedList
from tests.ratings.following.conftest import SITE
from tests.ratings.following.office import (
    JUNE,
    follower,
    let_time_pass,
    letters,
    open_office,
    play,
    publish,
    system,
    work,
)

pytestmark = pytest.mark.django_db


def entry(player: int, published: PublishedList) -> ListEntry:
    return ListEntry.objects.get(list=published, player=player)


def test_new_rating_is_told_with_what_it_was_and_why() -> None:
    players = open_office("ffg")
    follower("ann@example.org", players[0])
    play(date(2025, 5, 10), players[:3], number=2)
    listed = publish("ffg", JUNE)
    before, after = entry(players[0].pk, PublishedList.objects.earliest("date")), entry(players[0].pk, listed)

    ((subject, text),) = letters()

    minus = "\N{MINUS SIGN}"
    old, new = (str(one.rating).replace("-", minus) for one in (before, after))
    change = f"{after.rating - before.rating:+d}".replace("-", minus)
    assert before.rating != after.rating
    assert subject == f"Surname0 Given: {old} → {new} ({change})"
    assert f"* FFG ladder, list of 1 June 2025\n  {old} → {new} ({change})" in text
    assert f"  Tournament 2: {SITE}/players/{players[0].pk}/ffg/2/" in text
    assert f"{SITE}/players/{players[0].pk}/" in text


def test_several_tournaments_are_each_told_with_what_they_did() -> None:
    players = open_office("egf")
    follower("ann@example.org", players[0])
    play(date(2025, 5, 10), players[:2], number=2, systems=("egf",))
    play(date(2025, 5, 17), players[:3], number=3, systems=("egf",))
    publish("egf", JUNE)

    ((_subject, text),) = letters()
    why = rf"Tournament (\d) \(\+\d+\): {SITE}/players/{players[0].pk}/egf/(\d)/"

    assert re.findall(why, text) == [("2", "2"), ("3", "3")]


def test_systems_published_together_make_one_letter() -> None:
    players = open_office("ffg", "egf")
    follower("ann@example.org", players[0], players[1], system("egf"))
    play(date(2025, 5, 10), players[:2], number=2, systems=("ffg", "egf"))
    publish("ffg", JUNE)
    publish("egf", JUNE)

    ((subject, text),) = letters()

    assert subject == "New ratings of 2 players"
    assert [text.count(f"{name}, list of 1 June 2025") for name in ("FFG ladder", "EGF rating")] == [2, 3]
    assert "You have 3 subscriptions." in text


def test_nobody_hears_of_a_player_who_stands_as_before() -> None:
    players = open_office("ffg")
    follower("ann@example.org", players[3])
    follower("bob@example.org", system("ffg"))
    play(date(2025, 5, 10), players[:2], number=2)
    publish("ffg", JUNE)

    ((subject, text),) = letters()

    assert [one.to for one in mail.outbox] == [["bob@example.org"]]
    assert subject == "FFG ladder, list of 1 June 2025"
    assert f"{SITE}/lists/ffg/2025-06-01/" in text


def test_first_rating_is_told_as_one() -> None:
    open_office("ffg")
    home = Federation.objects.get(code="FR")
    newcomers = [home.players.create(surname=name, search_key=name.lower()) for name in ("Zora", "Yves")]
    follower("ann@example.org", newcomers[0])
    play(date(2025, 5, 10), newcomers, number=2)
    publish("ffg", JUNE)

    ((subject, _text),) = letters()

    assert subject.startswith("Zora: first rating \N{MINUS SIGN}")


def test_revision_is_told_as_a_correction_of_what_was_told() -> None:
    players = open_office("ffg")
    follower("ann@example.org", *players)
    play(date(2025, 5, 10), players[:2], number=2)
    publish("ffg", JUNE)
    letters()
    play(date(2025, 5, 17), players[2:], number=3)
    publish("ffg", JUNE, note="A tournament of May was missing.")

    ((subject, text),) = letters()

    assert subject == "Correction: New ratings of 2 players"
    assert "Surname0" not in text
    assert (
        "This corrects the list published earlier for the same date. A tournament of May was missing." in text
    )


def test_revision_before_anybody_was_told_is_no_correction() -> None:
    players = open_office("ffg")
    follower("ann@example.org", *players)
    play(date(2025, 5, 10), players[:2], number=2)
    publish("ffg", JUNE)
    play(date(2025, 5, 17), players[2:], number=3)
    publish("ffg", JUNE, note="A tournament of May was missing.")

    ((subject, _text),) = letters()

    assert subject == "New ratings of 4 players"


def test_letter_speaks_the_language_of_its_reader_and_carries_the_way_out() -> None:
    players = open_office("ffg")
    follower("ann@example.org", players[0], language="fr")
    play(date(2025, 5, 10), players[:2], number=2)
    publish("ffg", JUNE)

    ((_subject, text),) = letters()
    sent = mail.outbox[0].extra_headers

    assert "1er juin 2025" in text
    off = sent["List-Unsubscribe"].strip("<>")
    assert off.startswith(f"{SITE}/follow/off/")
    assert off in text
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_player_who_is_hidden_later_is_named_as_he_is_shown() -> None:
    players = open_office("ffg")
    follower("ann@example.org", players[0])
    play(date(2025, 5, 10), players[:2], number=2)
    publish("ffg", JUNE)
    privacy.choose(players[0], "anonymous", account=None)

    ((subject, text),) = letters()

    assert subject.startswith(f"NN {players[0].pk}: ")
    assert "Surname0" not in text


def test_what_many_follow_costs_no_more_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    players = open_office("ffg", "egf")
    for number in range(3):
        follower(f"{number}@example.org", *players, system("egf"))
    play(date(2025, 5, 10), players, number=2, systems=("ffg", "egf"))
    publish("ffg", JUNE)
    publish("egf", JUNE)
    told = contents.news_of(Bulletin.objects.get())

    followers = list(Follower.objects.all())
    with django_assert_num_queries(4):
        few = contents.contents(told, followers[:1])
    with django_assert_num_queries(4):
        many = contents.contents(told, followers)

    assert [len(few), len(many)] == [1, 3]
    assert {len(one.players) for one in many.values()} == {4}


def test_bulletin_told_once_is_never_told_again() -> None:
    players = open_office("ffg")
    follower("ann@example.org", players[0])
    play(date(2025, 5, 10), players[:2], number=2)
    publish("ffg", JUNE)
    let_time_pass()

    sent = [work(), work()]
    Bulletin.objects.update(done=None, reached=0)  # as if a machine had stopped just before noting it

    assert [*sent, work()] == [["ann@example.org"], [], []]


def news_of_activity(before: dict[str, object], after: dict[str, object]) -> list[tuple[str, str]]:
    """Follow a player of the EGF who does not play, on a list of November and one of December."""
    players = open_office("egf")
    older = publish("egf", date(2026, 11, 1))
    letters()
    follower("ann@example.org", players[0])
    newer = publish("egf", date(2026, 12, 1))
    for listed, columns in ((older, before), (newer, after)):
        ListEntry.objects.filter(list=listed, player=players[0]).update(**columns)
    return letters()


def idle(*, active: bool) -> dict[str, object]:
    rank = 1 if active else None
    return {"active": active, "active_rank": rank, "active_position": rank, "declared_grade": "1d"}


def test_follower_is_told_once_a_month_ahead_what_keeps_the_rank() -> None:
    last = {"last_played": date(2024, 5, 1)}

    ((subject, text),) = news_of_activity(idle(active=True) | last, idle(active=True) | last)

    assert subject == "Surname0 Given: Active until 31 December 2026"
    assert "  Active until 31 December 2026. A rated tournament before 1 January 2027 keeps the rank." in text


def test_follower_is_told_who_has_become_inactive_and_what_ends_it() -> None:
    last = {"last_played": date(2023, 5, 1)}

    ((subject, text),) = news_of_activity(idle(active=True) | last, idle(active=False) | last)

    assert subject == "Surname0 Given: Inactive since 1 January 2026"
    assert "  Inactive since 1 January 2026. The next rated tournament brings the rank back." in text


def test_follower_is_told_who_is_active_again() -> None:
    last = {"last_played": date(2026, 5, 1)}

    ((subject, text),) = news_of_activity(idle(active=False) | last, idle(active=True) | last)

    assert subject == "Surname0 Given: active again"
    assert "  Active again.\n" in text


@pytest.mark.parametrize("day", [date(2025, 5, 1), date(2023, 5, 1)])
def test_nobody_hears_of_activity_that_stays_as_it_was(day: date) -> None:
    still = idle(active=day.year == 2025) | {"last_played": day}

    assert news_of_activity(still, still) == []
