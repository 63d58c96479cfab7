"""Public answers that are kept: given without a query, and never longer than what they show is true."""

import gzip
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import brotli  # type: ignore[import-untyped]  # has no types
import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.database import bulk
from federation.journal import journal
from federation.models import Account
from federation.privacy import privacy
from federation.register import register
from ratings.models import PublishedList, RatingSystem
from ratings.page_cache import version
from tests.ratings import small_federation
from tests.ratings.small_federation import DAYS, Small

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
Commit = Callable[..., AbstractContextManager[Any]]


def page(client: Client, path: str, **headers: Any) -> Any:
    return client.get(path, **(ENGLISH | headers))


def address(small: Small, which: str) -> str:
    return {
        "home": "/",
        "list": "/lists/ffg/",
        "filtered": "/lists/ffg/?federation=FR&sort=name",
        "page": "/lists/ffg/2026-11-06/?page=2",
        "player": f"/players/{small.players[0].pk}/",
        "tournament": f"/tournaments/{small.tournaments[0].number}/",
        "tournaments": "/tournaments/",
        "clubs": "/clubs/",
        "archive": "/lists/",
        "calculator": "/calculators/ffg/",
    }[which]


EVERY = [
    *("home", "list", "filtered", "page", "player", "tournament", "tournaments", "clubs", "archive"),
    "calculator",
]


@pytest.mark.parametrize("which", EVERY)
def test_second_visit_costs_no_query_and_gives_the_same(
    small: Small, settings: Any, which: str, client: Client
) -> None:
    path = address(small, which)
    first = page(client, path)

    with CaptureQueriesContext(connection) as queries:
        second, third = page(client, path), page(Client(), path)

    settings.PAGE_CACHE_ENABLED = False
    assert (len(queries), second.content, third.content) == (0, first.content, first.content)
    assert page(client, path).content == first.content
    assert second["Cache-Control"] == "public, no-cache"
    assert second["Vary"] == "Accept-Encoding, Accept-Language, Cookie, HX-Request, HX-Target"
    assert {name: second[name] for name in ("Content-Security-Policy", "X-Frame-Options")} == {
        name: first[name] for name in ("Content-Security-Policy", "X-Frame-Options")
    }


@pytest.mark.parametrize("which", EVERY)
def test_reader_who_has_the_answer_gets_304_for_no_query(small: Small, which: str, client: Client) -> None:
    path = address(small, which)
    etag = page(client, path)["ETag"]

    with CaptureQueriesContext(connection) as queries:
        answer = page(client, path, HTTP_IF_NONE_MATCH=etag)
        other = page(client, path, HTTP_IF_NONE_MATCH='"another", "one"')

    assert (len(queries), answer.status_code, answer.content, answer["ETag"]) == (0, 304, b"", etag)
    assert (other.status_code, other["ETag"]) == (200, etag)


def test_tag_of_a_list_outlives_a_change_elsewhere_without_reading_entries(
    small: Small, commit: Commit, client: Client
) -> None:
    etag = page(client, "/lists/ffg/")["ETag"]
    with commit():
        register.rename(small.players[0], "Elsewhere", "Ann", account=None)

    page(client, "/clubs/")  # asks for the state
    with CaptureQueriesContext(connection) as queries:
        first = page(client, "/lists/ffg/", HTTP_IF_NONE_MATCH=etag)
    with CaptureQueriesContext(connection) as again:
        page(client, "/lists/ffg/", HTTP_IF_NONE_MATCH=etag)
    whole = page(client, "/lists/ffg/")

    assert (first.status_code, len(again), whole.status_code) == (304, 0, 200)
    assert [query["sql"] for query in queries if "listentry" in query["sql"]] == []


def test_asking_for_the_state_costs_one_query(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    version.of_everything()
    monkeypatch.setattr(version, "SECONDS", 0.0)

    with CaptureQueriesContext(connection) as queries:
        version.of_lists()

    assert len(queries) == 1


def test_what_changes_while_the_state_is_read_is_read_again(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = bulk.rows

    def slowly(*asked: Any) -> list[tuple[Any, ...]]:
        found = read(*asked)
        monkeypatch.setattr(bulk, "rows", read)
        RatingSystem.objects.filter(key="ffg").update(state=7)
        version.forget()  # as the commit of another thread does
        return found

    monkeypatch.setattr(bulk, "rows", slowly)
    before = version.of_everything()

    assert version.of_everything() != before


def test_publication_changes_every_page_at_once(small: Small, commit: Commit, client: Client) -> None:
    before = page(client, "/lists/ffg/")
    home = page(client, "/")

    with commit():
        system = RatingSystem.objects.get(key="ffg")
        small_federation.publish(system, DAYS[-1], small.players[:3], revision=2, spread=False)
    after = page(client, "/lists/ffg/", HTTP_IF_NONE_MATCH=before["ETag"])

    assert (after.status_code, after["ETag"] == before["ETag"]) == (200, False)
    assert [answer.content.count(b'<tr id="p') for answer in (before, after)] == [100, 3]
    assert page(client, "/").content != home.content


def test_other_process_hears_of_a_publication_in_a_tenth_of_a_second(
    small: Small, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    now = [1000.0]
    monkeypatch.setattr("ratings.page_cache.version.time.monotonic", lambda: now[0])
    monkeypatch.setattr(version, "SECONDS", 0.1)
    page(client, "/lists/ffg/")
    # Without a commit here, as if somebody else had published.
    PublishedList.objects.filter(date=DAYS[-1]).update(ready=False)

    same = page(client, "/lists/ffg/").content
    now[0] += 0.11
    after = page(client, "/lists/ffg/").content

    assert ("6\xa0November 2026" in same.decode(), "List of 4\xa0September 2026" in after.decode()) == (
        True,
        True,
    )


def test_language_is_part_of_the_answer(small: Small, client: Client) -> None:
    english, french = page(client, "/lists/ffg/"), page(client, "/lists/ffg/", HTTP_ACCEPT_LANGUAGE="fr")
    client.cookies["django_language"] = "fr"
    chosen = page(client, "/lists/ffg/")

    assert english["ETag"] != french["ETag"]
    assert (b'<html lang="en">' in english.content, chosen.content) == (True, french.content)
    assert page(client, "/lists/ffg/", HTTP_IF_NONE_MATCH=english["ETag"]).status_code == 200


@pytest.mark.parametrize("which", EVERY)
def test_account_gets_its_own_page_and_leaves_nothing_for_others(
    small: Small, which: str, client: Client, django_user_model: type[Account]
) -> None:
    path = address(small, which)
    page(client, path)
    account = Client()
    account.force_login(django_user_model.objects.create_user("odile@example.org"))

    own = page(account, path)
    caches["answers"].clear()
    page(account, path)
    others = page(client, path)

    assert ("odile@example.org" in own.content.decode(), own["Cache-Control"]) == (True, "private, no-cache")
    assert "odile@example.org" not in others.content.decode()
    assert "Cookie" in own["Vary"]


def test_privacy_is_heard_though_this_process_believed_otherwise(small: Small, client: Client) -> None:
    player = small.players[0]
    player.refresh_from_db()
    names = {
        "/lists/ffg/": f"{player.surname} {player.given_name}".encode(),
        f"/players/{player.pk}/": f"<h1>{player.surname} {player.given_name}</h1>".encode(),
    }
    assert [name in page(client, path).content for path, name in names.items()] == [True, True]

    privacy.choose(player, "anonymous", account=None)
    version._change()  # what the commit does, in whichever process

    assert [name in page(client, path).content for path, name in names.items()] == [False, False]


def test_name_of_a_player_is_new_at_once_on_his_page(small: Small, commit: Commit, client: Client) -> None:
    path = f"/players/{small.players[0].pk}/"
    page(client, path)

    with commit():
        register.rename(small.players[0], "Neuville", "Ada", account=None)

    assert b"Neuville" in page(client, path).content


def test_applied_recalculation_changes_players_and_not_lists(small: Small, client: Client) -> None:
    lists, everything = version.of_lists(), version.of_everything()
    RatingSystem.objects.filter(key="ffg").update(state=7)
    version.forget()

    assert (version.of_lists() == lists, version.of_everything() == everything) == (True, False)


@pytest.mark.parametrize(
    ("act", "changes"),
    [("player.renamed", True), ("tournament.approved", True), ("tournament.matched", False),
     ("account.logged-in", False), ("upload.received", False)],
)  # fmt: skip
def test_public_acts_alone_change_the_state(small: Small, commit: Commit, act: str, changes: bool) -> None:
    before = version.of_everything()

    with commit():
        journal.write(act, "player", account=None)
    version.forget()

    assert (version.of_everything() != before) is changes


@pytest.mark.django_db(transaction=True)
def test_act_that_is_rolled_back_changes_nothing_and_the_next_one_does(small: Small) -> None:
    before = version.of_everything()
    with transaction.atomic():
        journal.write("player.renamed", "player", account=None)
        transaction.set_rollback(True)
    assert version.of_everything() == before

    with transaction.atomic():
        journal.write("player.renamed", "player", account=None)
        journal.write("player.renamed", "player", account=None)
        assert version.of_everything() == before
    assert version.of_everything() != before


def test_answer_is_packed_as_the_reader_can_read_it(small: Small, client: Client) -> None:
    plain = page(client, "/lists/ffg/")
    asked = ["gzip, deflate, br", "gzip", "br;q=0, gzip;q=0.5", "identity"]
    answers = [page(client, "/lists/ffg/", HTTP_ACCEPT_ENCODING=one) for one in asked for _ in range(2)][::2]

    assert [one.get("Content-Encoding", "") for one in answers] == ["br", "gzip", "gzip", ""]
    unpacked = [brotli.decompress(answers[0].content), *(gzip.decompress(a.content) for a in answers[1:3])]
    assert [*unpacked, answers[3].content] == [plain.content] * 4
    assert [one["Content-Length"] for one in answers] == [str(len(one.content)) for one in answers]
    assert len(answers[0].content) < len(plain.content) / 5
    # One tag for the page; weak where the bytes are others.
    assert {one["ETag"].removeprefix("W/") for one in answers} == {plain["ETag"]}
    again = page(client, "/lists/ffg/", HTTP_ACCEPT_ENCODING="br", HTTP_IF_NONE_MATCH=answers[0]["ETag"])
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/players/?q=a", "/login/", "/lists/ffg/2020-01-01/", "/players/999999/"])
def test_what_is_not_for_everybody_or_not_there_is_not_kept(small: Small, path: str, client: Client) -> None:
    page(client, path)

    assert caches["answers"]._cache == {}  # type: ignore[attr-defined]  # a store in memory has one


def test_reader_with_a_message_waiting_is_not_given_a_kept_page(small: Small, client: Client) -> None:
    page(client, "/clubs/")
    client.cookies["messages"] = "one"

    with CaptureQueriesContext(connection) as queries:
        answer = page(client, "/clubs/")

    assert (len(queries) > 0, answer["Cache-Control"]) == (True, "private, no-cache")


def test_fragment_and_whole_page_are_kept_apart(small: Small, client: Client) -> None:
    asked = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "rows"}
    whole, rows = page(client, "/lists/ffg/"), page(client, "/lists/ffg/", **asked)

    assert [b"<html" in one.content for one in (whole, rows)] == [True, False]
    assert page(client, "/lists/ffg/", **asked).content == rows.content


def test_language_is_chosen_without_a_token(small: Small) -> None:
    visitor = Client(enforce_csrf_checks=True)

    answer = visitor.post("/language/", {"language": "fr", "next": "/clubs/"})

    assert (answer.status_code, answer["Location"], visitor.cookies["django_language"].value) == (
        302, "/clubs/", "fr",
    )  # fmt: skip


@pytest.mark.parametrize(
    "query",
    [
        "?q=abel", "?min=-900", "?max=3", "?clubb=38Yb", "?from=40k", "?utm=1", "?club=nosuch",
        "?federation=XX&all=1", "?utm_source=letter", "?sort=best", "?all=yes", "?zzz=", "?page=99",
        "?club=38Yb&club=38Yb", "?region=nosuch",
    ],
)  # fmt: skip
def test_what_is_typed_or_means_nothing_makes_no_entry(small: Small, client: Client, query: str) -> None:
    page(client, "/lists/ffg/")
    kept: Any = caches["answers"]
    before = set(entries_of(kept))

    first = page(client, f"/lists/ffg/{query}")
    again = page(client, f"/lists/ffg/{query}")

    assert set(entries_of(kept)) == before
    assert (first.content, again.status_code) == (again.content, 200)
    assert first["Cache-Control"] == "public, no-cache"


def entries_of(kept: Any) -> list[str]:
    """Return the keys of the answers in a cache in the memory of this process."""
    return [key for key in kept._cache if b"CachedResponse" in kept._cache[key]]


@pytest.mark.parametrize("query", ["?club=38Yb", "?q=&club=38Yb&min=&all=1", "?page=1", "?sort=name&page=2"])
def test_filter_that_is_chosen_is_kept(small: Small, client: Client, query: str) -> None:
    kept: Any = caches["answers"]
    before = len(entries_of(kept))
    page(client, f"/lists/ffg/{query}")

    assert len(entries_of(kept)) == before + 1
