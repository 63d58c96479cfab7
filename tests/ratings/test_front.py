"""What stands before Django gives what Django would, letter for letter, and never longer."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from random import Random
from typing import Any, NamedTuple

import brotli  # type: ignore[import-untyped]  # has no types
import pytest
from django.core.cache import caches
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from django.test import RequestFactory

from federation import privacy
from ratings import kept_answers, public_state
from ratings.front import Front, Given, Memory
from ratings.kept_answers import Mark
from ratings.models import PublishedList, RatingSystem
from tests.ratings import kept_pages, small_federation
from tests.ratings.small_federation import DAYS, Small

pytestmark = pytest.mark.django_db
LISTS = "/lists/ffg/"
BROWSER = {
    "HTTP_HOST": "localhost",
    "HTTP_ACCEPT_LANGUAGE": "en",
    "HTTP_ACCEPT_ENCODING": "gzip, deflate, br",
}


class Answer(NamedTuple):
    """What a server is given to send."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def tag(self) -> str:
        return dict(self.headers)["ETag"]


class Django:
    """The application behind, which counts what reaches it."""

    def __init__(self) -> None:
        self.handler, self.asked = WSGIHandler(), 0

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        self.asked += 1
        return self.handler(environ, start_response)


@pytest.fixture
def small(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Small:
    """Keep pages, and believe what is known until something is committed here."""
    return kept_pages.office(settings, monkeypatch)


@pytest.fixture(autouse=True)
def _kept_connection() -> Iterator[None]:
    """Leave the connection alone at the begin and end of a request: the test's transaction is on it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def commit(
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]],
) -> Callable[[], AbstractContextManager[Any]]:
    """Run what waits for a commit, as one would; what was written before is committed already."""

    def begin() -> AbstractContextManager[Any]:
        connection.run_on_commit.clear()
        return django_capture_on_commit_callbacks(execute=True)

    return begin


def ask(application: Any, path: str, method: str = "GET", **said: Any) -> Answer:
    """Ask as a web server does; what is None is not said."""
    environ = RequestFactory().generic(method, path).environ
    environ.pop("HTTP_COOKIE", None)
    environ |= {**BROWSER, **said}
    environ = {name: value for name, value in environ.items() if value is not None}
    told: list[tuple[str, list[tuple[str, str]]]] = []
    answer = application(environ, lambda status, headers, *_: told.append((status, headers)))
    body = b"" if method == "HEAD" else b"".join(answer)  # which servers do not send
    getattr(answer, "close", lambda: None)()
    return Answer(*told[0], body)


def pages(small: Small) -> list[str]:
    return [
        "/", LISTS, f"{LISTS}?federation=FR&sort=name", f"/players/{small.players[0].pk}/",
        f"/tournaments/{small.tournaments[0].number}/", f"/share/players/{small.players[0].pk}.png",
    ]  # fmt: skip


@pytest.mark.parametrize("encoding", ["gzip, deflate, br", "gzip", "identity", None])
@pytest.mark.parametrize("language", ["en", "fr", "ru,en;q=0.5", None])
def test_answer_given_again_is_the_one_made_anew(
    small: Small, language: str | None, encoding: str | None
) -> None:
    said: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": language, "HTTP_ACCEPT_ENCODING": encoding}
    django = Django()
    front = Front(django)
    for path in pages(small):
        ask(front, path, **said)
        reached = django.asked
        again, head = ask(front, path, **said), ask(front, path, "HEAD", **said)
        assert django.asked == reached

        caches["answers"].clear()
        anew = ask(django, path, **said)
        caches["answers"].clear()
        head_anew = ask(django, path, "HEAD", **said)
        assert (again, head) == (anew, head_anew)
        assert (again.status, head.status, len(head.body)) == ("200 OK", "200 OK", 0)
        assert dict(head.headers)["Content-Length"] == str(len(again.body))


@pytest.mark.parametrize("encoding", ["br", "identity"])
def test_304_given_again_is_the_one_made_anew(small: Small, encoding: str) -> None:
    django = Django()
    front = Front(django)
    for path in pages(small):
        tag = ask(front, path, HTTP_ACCEPT_ENCODING=encoding).tag
        said = {"HTTP_ACCEPT_ENCODING": encoding, "HTTP_IF_NONE_MATCH": tag}
        ask(front, path, **said)
        reached = django.asked
        again, head = ask(front, path, **said), ask(front, path, "HEAD", **said)
        assert django.asked == reached

        caches["answers"].clear()
        anew = ask(django, path, **said)
        assert (again, head) == (anew, anew)
        assert (again.status, again.body, again.tag) == ("304 Not Modified", b"", tag)


def test_headers_of_safety_are_on_every_answer(small: Small, settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 3600
    front = Front(Django())
    said = {"wsgi.url_scheme": "https"}
    first = ask(front, LISTS, **said)
    again = ask(front, LISTS, **said)
    same = [ask(front, LISTS, **said, HTTP_IF_NONE_MATCH=first.tag) for _ in range(2)]

    assert sorted(dict(again.headers)) == [
        "Cache-Control", "Content-Encoding", "Content-Language", "Content-Length", "Content-Security-Policy",
        "Content-Type", "Cross-Origin-Opener-Policy", "ETag", "Referrer-Policy", "Strict-Transport-Security",
        "Vary", "X-Content-Type-Options", "X-Frame-Options",
    ]  # fmt: skip
    assert sorted(dict(same[1].headers)) == [
        "Cache-Control", "Cross-Origin-Opener-Policy", "ETag", "Referrer-Policy", "Strict-Transport-Security",
        "Vary", "X-Content-Type-Options",
    ]  # fmt: skip
    assert (first, same[0]) == (again, same[1])


def odd_requests(small: Small) -> dict[str, list[Any]]:
    """Name, for every part of a request, what may stand there; the tag of the list is `{tag}`."""
    return {
        "path": [
            *(LISTS, "//lists/ffg/", "/lists//ffg/", "/lists/ffg", "/lists/%66fg/", "/lists/ffg/%c3%28/"),
            *("/lists/FFG/", "/lists/ffg/?page=2", "/lists/ffg/?page=%00", "/lists/ffg/?a=%ff", "/login/"),
            *("/players/999999/", "/clubs/", "/static/none.css", "/", "//", "/desk/"),
        ],
        "method": ["GET", "GET", "GET", "HEAD", "POST", "OPTIONS"],
        "HTTP_HOST": ["localhost", "127.0.0.1:8000", "elsewhere.example", "", None, "local host"],
        "HTTP_ACCEPT_LANGUAGE": ["en", "fr", "ru", "xx", "", None, "e" * 600],
        "HTTP_ACCEPT_ENCODING": ["br", "gzip", "br;q=0", "", None],
        "HTTP_COOKIE": [
            *(None, None, None, "django_language=fr", "django_language=xx; a=b", "sessionid=abc"),
            *("messages=one", 'django_language="ru"', "csrftoken=1", "=;;=", "xsessionidx=1"),
        ],
        "HTTP_IF_NONE_MATCH": [
            *(None, None, "{tag}", "W/{tag}", "*", '"a", {tag}', '"a", W/{tag} , "b"', '"other"', "{bare}"),
            *("", "no tag", ' * ', '"a" "b"', '"a",*'),
        ],
        "HTTP_IF_MODIFIED_SINCE": [None, None, "Wed, 21 Oct 2026 07:28:00 GMT"],
        "HTTP_IF_MATCH": [None, None, None, "*", '"other"', "{tag}"],
        "HTTP_IF_UNMODIFIED_SINCE": [None, None, None, "Wed, 21 Oct 2015 07:28:00 GMT"],
        "HTTP_RANGE": [None, None, "bytes=0-9"],
        "HTTP_HX_REQUEST": [None, None, "true"],
        "HTTP_HX_TARGET": [None, None, "rows"],
        "HTTP_X_FORWARDED_PROTO": [None, "https", "http"],
        "wsgi.url_scheme": ["http", "http", "https"],
        "SCRIPT_NAME": ["", "", "/sub"],
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("proxy", [None, ("HTTP_X_FORWARDED_PROTO", "https")])
def test_nobody_can_tell_whether_anything_stands_before_django(
    small: Small, settings: Any, proxy: tuple[str, str] | None, seed: int
) -> None:
    settings.SECURE_PROXY_SSL_HEADER, settings.SECURE_HSTS_SECONDS = proxy, 60
    behind, alone = Django(), Django()
    front, chance = Front(behind), Random(seed)
    tag = ask(alone, LISTS).tag.removeprefix("W/")
    parts = odd_requests(small)
    plain = {name: values[0] for name, values in parts.items()}
    for _ in range(400):
        # What is usual in most parts: else hardly anything would be asked twice.
        odd = chance.sample(sorted(parts), 3)
        said = plain | {name: chance.choice(parts[name]) for name in odd}
        for name in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH"):
            said[name] = said[name] and said[name].format(tag=tag, bare=tag.strip('"'))
        path, method = said.pop("path"), said.pop("method")
        mine, own = ask(front, path, method, **said), ask(alone, path, method, **said)
        # An error's page and a form have a token of their own each time.
        one_token = "csrf" in repr(own.headers) or b"csrfmiddlewaretoken" in own.body
        assert mine[: 1 if one_token else 3] == own[: 1 if one_token else 3], (path, method, said)

    assert behind.asked < alone.asked * 0.75


def test_unknown_host_is_refused_though_the_page_is_remembered(small: Small) -> None:
    django = Django()
    front = Front(django)
    remembered = [ask(front, LISTS) for _ in range(2)][1]

    answers = [ask(front, LISTS, HTTP_HOST="elsewhere.example").status for _ in range(2)]

    assert (remembered.status, answers, django.asked) == ("200 OK", ["400 Bad Request"] * 2, 3)


def test_insecure_reader_is_sent_to_https_though_the_page_is_remembered(small: Small, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    front = Front(Django())
    secure = [ask(front, LISTS, **{"wsgi.url_scheme": "https"}).status for _ in range(2)]

    insecure = [ask(front, LISTS) for _ in range(2)]

    assert (secure, [one.status for one in insecure]) == (["200 OK"] * 2, ["301 Moved Permanently"] * 2)
    assert dict(insecure[1].headers)["Location"] == f"https://localhost{LISTS}"


def test_scheme_a_proxy_names_is_believed_only_behind_one(small: Small, settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 60
    told = {"HTTP_X_FORWARDED_PROTO": "https"}

    def secure(application: Any) -> list[bool]:
        asked = [told, {}, told, {}]
        return ["Strict-Transport-Security" in dict(ask(application, LISTS, **one).headers) for one in asked]

    direct = secure(Front(Django()))
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    assert (direct, secure(Front(Django()))) == ([False] * 4, [True, False, True, False])


def test_site_in_a_folder_of_another_is_remembered_apart(small: Small) -> None:
    front = Front(Django())
    names: list[dict[str, str]] = [{}, {"SCRIPT_NAME": "/sub"}]

    pages = [gunzip(ask(front, LISTS, **name)) for _ in range(2) for name in names]

    assert [b'href="/sub/clubs/"' in page for page in pages] == [False, True] * 2


@pytest.mark.parametrize("cookie", ["sessionid=x", "a=b; sessionid=x", "messages=one"])
def test_whoever_may_be_somebody_is_left_to_django(small: Small, cookie: str) -> None:
    django = Django()
    front = Front(django)
    ask(front, "/clubs/")

    answers = [ask(front, "/clubs/", HTTP_COOKIE=cookie) for _ in range(2)]

    assert django.asked == 3
    assert [dict(one.headers)["Cache-Control"] for one in answers] == ["private, no-cache"] * 2


def test_chosen_language_is_remembered_apart(small: Small) -> None:
    django = Django()
    front = Front(django)
    said: list[dict[str, str]] = [{}, {"HTTP_COOKIE": "django_language=fr"}, {"HTTP_ACCEPT_LANGUAGE": "fr"}]

    twice = [[ask(front, LISTS, **one) for one in said] for _ in range(2)]

    english, chosen, french = twice[1]
    assert (twice[0], chosen, django.asked) == (twice[1], french, 2)
    assert (b'<html lang="en"' in gunzip(english), b'<html lang="fr"' in gunzip(french)) == (True, True)


def gunzip(answer: Answer) -> bytes:
    unpacked: bytes = brotli.decompress(answer.body)
    return unpacked


def test_publication_is_given_at_once(
    small: Small, commit: Callable[[], AbstractContextManager[Any]]
) -> None:
    django = Django()
    front = Front(django)
    before = [ask(front, LISTS) for _ in range(2)][1]
    ask(front, LISTS, HTTP_IF_NONE_MATCH=before.tag)

    with commit():
        system = RatingSystem.objects.get(key="ffg")
        small_federation.publish(system, DAYS[-1], small.players[:3], revision=2, spread=False)
    public_state.of_everything()  # as somebody asking for another page
    after = ask(front, LISTS, HTTP_IF_NONE_MATCH=before.tag)

    assert [gunzip(one).count(b'<tr id="p') for one in (before, after)] == [100, 3]
    assert (after.status, after.tag == before.tag) == ("200 OK", False)


def test_choice_of_a_player_is_heard_at_once(small: Small) -> None:
    player = small.players[0]
    player.refresh_from_db()
    front = Front(Django())
    name = f"{player.surname} {player.given_name}".encode()
    assert [name in gunzip(ask(front, LISTS)) for _ in range(2)] == [True, True]

    privacy.choose(player, "anonymous", account=None)
    public_state._change()  # what the commit does, in whichever process
    public_state.of_everything()  # as somebody asking for another page

    assert name not in gunzip(ask(front, LISTS))


def test_recalculation_renews_players_and_leaves_lists(small: Small) -> None:
    django = Django()
    front = Front(django)
    paths = [LISTS, f"/players/{small.players[0].pk}/"]
    for path in paths:
        ask(front, path)
    RatingSystem.objects.filter(key="ffg").update(state=7)
    public_state.forget()
    public_state.of_lists()

    reached = []
    for path in paths:
        before = django.asked
        ask(front, path)
        reached.append(django.asked - before)

    assert reached == [0, 1]


def test_other_process_is_heard_in_a_tenth_of_a_second(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("ratings.public_state.time.monotonic", lambda: now[0])
    monkeypatch.setattr(public_state, "SECONDS", 0.1)
    front = Front(Django())
    ask(front, LISTS)
    # Without a commit here, as if somebody else had published.
    PublishedList.objects.filter(date=DAYS[-1]).update(ready=False)

    now[0] += 0.09
    same = gunzip(ask(front, LISTS))
    now[0] += 0.02
    after = gunzip(ask(front, LISTS))

    assert (b"6 November 2026" in same, b"List of 4 September 2026" in after) == (True, True)


def test_nothing_is_given_longer_than_it_is_kept(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = time.time()
    django = Django()
    front = Front(django)
    ask(front, LISTS)
    reached = []
    for seconds in (kept_answers.SECONDS - 5, kept_answers.SECONDS + 5):
        monkeypatch.setattr("ratings.front.time.time", lambda later=seconds: begun + later)
        before = django.asked
        ask(front, LISTS)
        reached.append(django.asked - before)

    assert reached == [0, 1]


def test_nothing_is_remembered_where_pages_are_not_kept(small: Small, settings: Any) -> None:
    django = Django()
    front = Front(django)
    ask(front, LISTS)
    settings.PAGES_KEPT = False

    for _ in range(2):
        ask(front, LISTS)

    assert django.asked == 3


def test_what_is_not_everybodys_is_not_remembered(small: Small) -> None:
    django = Django()
    front = Front(django)

    for path in ("/players/?q=a", "/login/", "/lists/ffg/2020-01-01/", "/players/999999/"):
        ask(front, path)

    assert front.memory.size() == 0


def test_application_of_the_web_server_remembers(small: Small) -> None:
    from federation.wsgi import application  # sets Django up, once for all

    assert isinstance(application, Front)
    assert ask(application, LISTS).status == "200 OK"


def test_memory_forgets_what_was_longest_unused_and_stays_in_bounds() -> None:
    memory = Memory(200_000)
    given = [Given(Mark("", 0.0), "", "", [], bytes(8000)) for _ in range(100)]

    for number, one in enumerate(given):
        memory.keep((str(number),), one)
        assert memory.find(("0",)) is given[0]
        assert memory.size() <= 200_000
    memory.keep(("large",), Given(Mark("", 0.0), "", "", [], bytes(20_000)))

    assert [memory.find((name,)) is not None for name in ("0", "50", "99", "large")] == [
        True, False, True, False,
    ]  # fmt: skip
