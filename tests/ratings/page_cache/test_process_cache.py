"""What stands before Django gives what Django would, letter for letter, and never longer."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from django.core.cache import caches

from federation.web.middleware import CompressTexts
from ratings.page_cache.wsgi import ProcessCache
from tests import seeds
from tests.ratings.page_cache.asking import LISTS, Django, ask, connection_left_alone, gunzip
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "fr", "ru,en;q=0.5", None)
ENCODINGS = ("gzip, deflate, br", "gzip", "identity", None)
# In a check every language and every encoding once.
ACCEPTED = seeds.share(list(product(LANGUAGES, ENCODINGS)))


@pytest.fixture(autouse=True)
def _kept_connection() -> Iterator[None]:
    with connection_left_alone():
        yield


def pages(small: Small) -> list[str]:
    return [
        "/", LISTS, f"{LISTS}?federation=FR&sort=name", f"/players/{small.players[0].pk}/",
        f"/tournaments/{small.tournaments[0].number}/", f"/share/players/{small.players[0].pk}.png",
    ]  # fmt: skip


@pytest.mark.parametrize(("language", "encoding"), ACCEPTED)
def test_answer_given_again_is_the_one_made_anew(
    small: Small, language: str | None, encoding: str | None
) -> None:
    said: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": language, "HTTP_ACCEPT_ENCODING": encoding}
    django = Django()
    cached = ProcessCache(django)
    for path in pages(small):
        ask(cached, path, **said)
        reached = django.asked
        again, head = ask(cached, path, **said), ask(cached, path, "HEAD", **said)
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
    cached = ProcessCache(django)
    for path in pages(small):
        tag = ask(cached, path, HTTP_ACCEPT_ENCODING=encoding).tag
        said = {"HTTP_ACCEPT_ENCODING": encoding, "HTTP_IF_NONE_MATCH": tag}
        ask(cached, path, **said)
        reached = django.asked
        again, head = ask(cached, path, **said), ask(cached, path, "HEAD", **said)
        assert django.asked == reached

        caches["answers"].clear()
        anew = ask(django, path, **said)
        assert (again, head) == (anew, anew)
        assert (again.status, again.body, again.tag) == ("304 Not Modified", b"", tag)


def test_headers_of_safety_are_on_every_answer(small: Small, settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 3600
    cached = ProcessCache(Django())
    said = {"wsgi.url_scheme": "https"}
    first = ask(cached, LISTS, **said)
    again = ask(cached, LISTS, **said)
    same = [ask(cached, LISTS, **said, HTTP_IF_NONE_MATCH=first.tag) for _ in range(2)]

    assert sorted(dict(again.headers)) == [
        "Cache-Control", "Content-Encoding", "Content-Language", "Content-Length", "Content-Security-Policy",
        "Content-Type", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "ETag",
        "Permissions-Policy", "Referrer-Policy", "Strict-Transport-Security", "Vary",
        "X-Content-Type-Options", "X-Frame-Options",
    ]  # fmt: skip
    assert sorted(dict(same[1].headers)) == [
        "Cache-Control", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "ETag",
        "Permissions-Policy", "Referrer-Policy", "Strict-Transport-Security", "Vary",
        "X-Content-Type-Options",
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


@pytest.mark.parametrize("seed", seeds.share(range(2)))
@pytest.mark.parametrize("proxy", [None, ("HTTP_X_FORWARDED_PROTO", "https")])
def test_nobody_can_tell_whether_anything_stands_before_django(
    small: Small, settings: Any, monkeypatch: pytest.MonkeyPatch, proxy: tuple[str, str] | None, seed: int
) -> None:
    monkeypatch.setattr(CompressTexts, "max_random_bytes", 0)  # by chance, against BREACH
    settings.SECURE_PROXY_SSL_HEADER, settings.SECURE_HSTS_SECONDS = proxy, 60
    behind, alone = Django(), Django()
    cached, chance = ProcessCache(behind), Random(seeds.of_run(seed))
    tag = ask(alone, LISTS).tag.removeprefix("W/")
    parts = odd_requests(small)
    plain = {name: values[0] for name, values in parts.items()}
    for _ in range(seeds.examples(600)):
        # What is usual in most parts: else hardly anything would be asked twice.
        odd = chance.sample(sorted(parts), 3)
        said = plain | {name: chance.choice(parts[name]) for name in odd}
        for name in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH"):
            said[name] = said[name] and said[name].format(tag=tag, bare=tag.strip('"'))
        path, method = said.pop("path"), said.pop("method")
        mine, own = ask(cached, path, method, **said), ask(alone, path, method, **said)
        # An error's page and a form have a token of their own each time.
        one_token = "csrf" in repr(own.headers) or b"csrfmiddlewaretoken" in own.body
        assert mine[: 1 if one_token else 3] == own[: 1 if one_token else 3], (path, method, said)

    assert behind.asked < alone.asked * 0.75


def test_unknown_host_is_refused_though_the_page_is_remembered(small: Small) -> None:
    django = Django()
    cached = ProcessCache(django)
    remembered = [ask(cached, LISTS) for _ in range(2)][1]

    answers = [ask(cached, LISTS, HTTP_HOST="elsewhere.example").status for _ in range(2)]

    assert (remembered.status, answers, django.asked) == ("200 OK", ["400 Bad Request"] * 2, 3)


def test_insecure_reader_is_sent_to_https_though_the_page_is_remembered(small: Small, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    cached = ProcessCache(Django())
    secure = [ask(cached, LISTS, **{"wsgi.url_scheme": "https"}).status for _ in range(2)]

    insecure = [ask(cached, LISTS) for _ in range(2)]

    assert (secure, [one.status for one in insecure]) == (["200 OK"] * 2, ["301 Moved Permanently"] * 2)
    assert dict(insecure[1].headers)["Location"] == f"https://localhost{LISTS}"


def test_scheme_a_proxy_names_is_believed_only_behind_one(small: Small, settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 60
    told = {"HTTP_X_FORWARDED_PROTO": "https"}

    def secure(application: Any) -> list[bool]:
        asked = [told, {}, told, {}]
        return ["Strict-Transport-Security" in dict(ask(application, LISTS, **one).headers) for one in asked]

    direct = secure(ProcessCache(Django()))
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    assert (direct, secure(ProcessCache(Django()))) == ([False] * 4, [True, False, True, False])


def test_site_in_a_folder_of_another_is_remembered_apart(small: Small) -> None:
    cached = ProcessCache(Django())
    names: list[dict[str, str]] = [{}, {"SCRIPT_NAME": "/sub"}]

    pages = [gunzip(ask(cached, LISTS, **name)) for _ in range(2) for name in names]

    assert [b'href="/sub/clubs/"' in page for page in pages] == [False, True] * 2


@pytest.mark.parametrize("cookie", ["sessionid=x", "a=b; sessionid=x", "messages=one"])
def test_whoever_may_be_somebody_is_left_to_django(small: Small, cookie: str) -> None:
    django = Django()
    cached = ProcessCache(django)
    ask(cached, "/clubs/")

    answers = [ask(cached, "/clubs/", HTTP_COOKIE=cookie) for _ in range(2)]

    assert django.asked == 3
    assert [dict(one.headers)["Cache-Control"] for one in answers] == ["private, no-cache"] * 2


def test_chosen_language_is_remembered_apart(small: Small) -> None:
    django = Django()
    cached = ProcessCache(django)
    said: list[dict[str, str]] = [{}, {"HTTP_COOKIE": "django_language=fr"}, {"HTTP_ACCEPT_LANGUAGE": "fr"}]

    twice = [[ask(cached, LISTS, **one) for one in said] for _ in range(2)]

    english, chosen, french = twice[1]
    assert (twice[0], chosen, django.asked) == (twice[1], french, 2)
    assert (b'<html lang="en"' in gunzip(english), b'<html lang="fr"' in gunzip(french)) == (True, True)


@pytest.mark.parametrize("part", [{}, {"HTTP_HX_REQUEST": "true"}])
def test_language_of_the_page_that_asks_reaches_nobody_else(small: Small, part: dict[str, str]) -> None:
    cached = ProcessCache(Django())
    said: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en", "HTTP_ACCEPT_ENCODING": "identity", **part}

    before = ask(cached, LISTS, **said)
    ask(cached, LISTS, HTTP_HX_CURRENT_URL="http://testserver/?language=ru", **said)
    again = ask(cached, LISTS, **said)

    assert b'lang="en"' in before.body
    assert again.body == before.body
