"""What stands before Django gives nothing longer than it is true, and nothing that is not everybody's."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from federation.privacy import privacy
from ratings.models import PublishedList, RatingSystem
from ratings.page_cache import responses, version
from ratings.page_cache.responses import Mark
from ratings.page_cache.wsgi import Memory, ProcessCache, StoredResponse
from tests.ratings import small_federation
from tests.ratings.page_cache.asking import LISTS, Django, ask, connection_left_alone, gunzip
from tests.ratings.small_federation import DAYS, Small

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _kept_connection() -> Iterator[None]:
    with connection_left_alone():
        yield


def test_publication_is_given_at_once(
    small: Small, commit: Callable[[], AbstractContextManager[Any]]
) -> None:
    django = Django()
    cached = ProcessCache(django)
    before = [ask(cached, LISTS) for _ in range(2)][1]
    ask(cached, LISTS, HTTP_IF_NONE_MATCH=before.tag)

    with commit():
        system = RatingSystem.objects.get(key="ffg")
        small_federation.publish(system, DAYS[-1], small.players[:3], revision=2, spread=False)
    version.of_everything()  # as somebody asking for another page
    after = ask(cached, LISTS, HTTP_IF_NONE_MATCH=before.tag)

    assert [gunzip(one).count(b'<tr id="p') for one in (before, after)] == [100, 3]
    assert (after.status, after.tag == before.tag) == ("200 OK", False)


def test_choice_of_a_player_is_heard_at_once(small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    cached = ProcessCache(Django())
    name = f"{player.surname} {player.given_name}".encode()
    assert [name in gunzip(ask(cached, LISTS)) for _ in range(2)] == [True, True]

    privacy.choose(player, "anonymous", account=None)
    version._change()  # what the commit does, in whichever process
    version.of_everything()  # as somebody asking for another page

    assert name not in gunzip(ask(cached, LISTS))


def test_recalculation_renews_players_and_leaves_lists(small: Small) -> None:
    django = Django()
    cached = ProcessCache(django)
    paths = [LISTS, f"/players/{small.players[0].pk}/"]
    for path in paths:
        ask(cached, path)
    RatingSystem.objects.filter(key="ffg").update(state=7)
    version.forget()
    version.of_lists()

    reached = []
    for path in paths:
        before = django.asked
        ask(cached, path)
        reached.append(django.asked - before)

    assert reached == [0, 1]


def test_other_process_is_heard_in_a_tenth_of_a_second(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("ratings.page_cache.version.time.monotonic", lambda: now[0])
    monkeypatch.setattr(version, "SECONDS", 0.1)
    cached = ProcessCache(Django())
    ask(cached, LISTS)
    # Without a commit here, as if somebody else had published.
    PublishedList.objects.filter(date=DAYS[-1]).update(ready=False)

    now[0] += 0.09
    same = gunzip(ask(cached, LISTS))
    now[0] += 0.02
    after = gunzip(ask(cached, LISTS))

    assert ("6\xa0November 2026" in same.decode(), "List of 4\xa0September 2026" in after.decode()) == (
        True,
        True,
    )


def test_nothing_is_given_longer_than_it_is_kept(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = time.time()
    monkeypatch.setattr("ratings.page_cache.wsgi.time.time", lambda: begun)
    django = Django()
    cached = ProcessCache(django)
    ask(cached, LISTS)
    reached = []
    for seconds in (responses.SECONDS - 5, responses.SECONDS + 5):
        monkeypatch.setattr("ratings.page_cache.wsgi.time.time", lambda later=seconds: begun + later)
        before = django.asked
        ask(cached, LISTS)
        reached.append(django.asked - before)

    assert reached == [0, 1]


def test_nothing_is_remembered_where_pages_are_not_kept(small: Small, settings: Any) -> None:
    django = Django()
    cached = ProcessCache(django)
    ask(cached, LISTS)
    settings.PAGE_CACHE_ENABLED = False

    for _ in range(2):
        ask(cached, LISTS)

    assert django.asked == 3


def test_reader_with_the_tag_of_something_else_is_given_what_is_remembered(small: Small) -> None:
    django = Django()
    cached = ProcessCache(django)

    first = ask(cached, LISTS, HTTP_IF_NONE_MATCH='W/"of-something-else"')
    again = ask(cached, LISTS)
    reached = django.asked
    other = ask(cached, LISTS, HTTP_IF_NONE_MATCH='W/"of-something-else"')

    assert [one.status for one in (first, again, other)] == ["200 OK"] * 3
    assert (other.body, django.asked) == (again.body, reached)


def test_what_is_not_everybodys_is_not_remembered(small: Small) -> None:
    django = Django()
    cached = ProcessCache(django)

    for path in ("/players/?q=a", "/login/", "/lists/ffg/2020-01-01/", "/players/999999/"):
        ask(cached, path)

    assert cached.memory.size() == 0


def test_application_of_the_web_server_remembers(small: Small) -> None:
    from federation.wsgi import application  # sets Django up, once for all

    assert isinstance(application, ProcessCache)
    assert ask(application, LISTS).status == "200 OK"


def test_memory_forgets_what_was_longest_unused_and_stays_in_bounds() -> None:
    memory = Memory(200_000)
    given = [StoredResponse(Mark("", 0.0), "", "", [], bytes(8000)) for _ in range(100)]

    for number, one in enumerate(given):
        memory.keep((str(number),), one)
        assert memory.find(("0",)) is given[0]
        assert memory.size() <= 200_000
    memory.keep(("large",), StoredResponse(Mark("", 0.0), "", "", [], bytes(20_000)))

    assert [memory.find((name,)) is not None for name in ("0", "50", "99", "large")] == [
        True, False, True, False,
    ]  # fmt: skip
