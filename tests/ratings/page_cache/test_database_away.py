"""While the database cannot be asked: public pages as last kept, 503 else, and nobody hidden is shown."""

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from federation.database import bulk
from federation.privacy import generation, privacy
from federation.web.outages import Outage
from ratings.page_cache import responses, version
from ratings.page_cache.wsgi import ProcessCache
from tests.ratings.page_cache.asking import Django, ask, connection_left_alone
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
LIST = "/lists/ffg/"
Commit = Callable[..., AbstractContextManager[Any]]


class Gone:
    """A database that answers, or does not: for each statement it is asked, one is counted."""

    def __init__(self) -> None:
        self.asked = 0

    def rows(self, *_: Any, **__: Any) -> Any:
        self.asked += 1
        raise OperationalError("could not connect to server")


@pytest.fixture(autouse=True)
def _own_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process knows of the public state is each test's own."""
    monkeypatch.setattr(version, "_known", version._Known())
    monkeypatch.setattr(version, "_outage", Outage("The database", retry=version.AWAY_SECONDS))


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Gone]:
    """Take the database away from the question for the state; time to ask it has come."""

    def take_away() -> Gone:
        database = Gone()
        monkeypatch.setattr(version, "SECONDS", 0.0)
        monkeypatch.setattr(bulk, "rows", database.rows)
        return database

    return take_away


def page(path: str = LIST, **headers: Any) -> Any:
    return Client(raise_request_exception=False).get(path, **(ENGLISH | headers))


def test_page_is_given_as_last_kept_and_says_so(small: Small, gone: Callable[[], Gone]) -> None:
    before = page()
    gone()

    after = page()

    assert (after.status_code, after.content) == (200, before.content)
    assert after.headers["Cache-Status"] == "palmares; hit; detail=database-unreachable"
    assert "Cache-Status" not in before.headers
    assert page(HTTP_IF_NONE_MATCH=before.headers["ETag"]).status_code == 304


def know_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be another process, which has asked the database nothing yet."""
    monkeypatch.setattr(version, "_known", version._Known())
    monkeypatch.setattr(generation, "_known", generation._Known())


def test_page_is_given_by_a_process_that_found_it_and_never_made_it(
    small: Small, gone: Callable[[], Gone], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = page()
    know_nothing(monkeypatch)
    with CaptureQueriesContext(connection) as asked:
        assert page().content == before.content
    gone()

    assert len(asked) == 2
    assert page().content == before.content


def test_page_is_given_by_a_process_that_was_never_asked_for_it(
    small: Small, gone: Callable[[], Gone], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = page()
    know_nothing(monkeypatch)
    page("/clubs/")
    gone()

    assert page().content == before.content


def test_what_is_given_meanwhile_is_not_remembered_before_django(
    small: Small, gone: Callable[[], Gone], monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection_left_alone():
        cached, back = ProcessCache(Django()), version.SECONDS
        ask(cached, LIST)
        gone()
        assert "Cache-Status" in dict(ask(cached, LIST).headers)
        monkeypatch.undo()
        monkeypatch.setattr(version, "_known", version._Known())
        monkeypatch.setattr(version, "SECONDS", back)

        assert "Cache-Status" not in dict(ask(cached, LIST).headers)


def test_answer_older_than_ten_minutes_is_made_anew_unless_the_database_is_away(
    small: Small, gone: Callable[[], Gone], monkeypatch: pytest.MonkeyPatch
) -> None:
    page()
    monkeypatch.setattr("ratings.page_cache.responses.time.time", lambda: 4e9)
    with CaptureQueriesContext(
        connection,
    ) as made:
        assert page().status_code == 200
    assert len(made) > 1
    gone()

    assert page().status_code == 200


def test_nobody_who_chose_to_be_hidden_is_shown_again(
    small: Small, gone: Callable[[], Gone], django_capture_on_commit_callbacks: Commit
) -> None:
    player = small.players[0]
    name = str(player).split()[-1]
    assert name in page().content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        privacy.choose(player, "anonymous", account=None)
    gone()

    answer = page()

    assert (answer.status_code, name in answer.content.decode()) == (503, False)


def test_page_kept_before_something_else_changed_is_given(
    small: Small, gone: Callable[[], Gone], django_capture_on_commit_callbacks: Commit
) -> None:
    before = page()
    with django_capture_on_commit_callbacks(execute=True):
        version.change_after_commit()  # as a batch of games or an approval does
    gone()

    after = page()

    assert (after.status_code, after.content) == (200, before.content)
    assert "Cache-Status" in after.headers


def test_answer_without_a_body_does_not_take_the_place_of_the_page(
    small: Small, gone: Callable[[], Gone], django_capture_on_commit_callbacks: Commit
) -> None:
    before = page()
    with django_capture_on_commit_callbacks(execute=True):
        version.change_after_commit()
    assert page(HTTP_IF_NONE_MATCH=before.headers["ETag"]).status_code == 304
    gone()

    assert (page().status_code, page().content) == (200, before.content)


def test_who_chose_to_be_hidden_on_another_machine_is_not_shown_once_that_is_known(
    small: Small, gone: Callable[[], Gone], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = small.players[0]
    assert str(player).split()[-1] in page().content.decode()
    privacy.choose(player, "anonymous", account=None)  # its commit is not told to this process
    monkeypatch.setattr(generation, "SECONDS", 0.0)
    page("/clubs/")  # which asks for the generation

    gone()

    assert page().status_code == 503


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The database does not answer at the moment. Try again in a minute."),
        ("fr", "La base de données ne répond pas pour le moment. Réessayez dans une minute."),
        ("ru", "База данных сейчас не отвечает. Попробуйте через минуту."),
    ],
)
def test_page_that_was_never_kept_says_when_to_come_again(
    small: Small, gone: Callable[[], Gone], language: str, said: str
) -> None:
    gone()

    answer = page(HTTP_ACCEPT_LANGUAGE=language)

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert (said in answer.content.decode(), answer.headers["Cache-Control"]) == (True, "no-store")


def test_error_pages_have_the_headers_of_other_pages(small: Small, gone: Callable[[], Gone]) -> None:
    safe = ("Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy",
            "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy",
            "X-Request-ID")  # fmt: skip
    whole = page("/about/")
    gone()

    for path, status in ((LIST, 503), ("/clubs-%00/", 400), ("/nowhere/", 404)):
        answer = page(path)
        assert answer.status_code == status
        assert {name: answer.headers.get(name) for name in safe[:-1]} == {
            name: whole.headers.get(name) for name in safe[:-1]
        }
        assert answer.headers["X-Request-ID"]


def test_database_that_is_away_is_asked_once_in_two_seconds_and_logged_once(
    small: Small,
    gone: Callable[[], Gone],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    page()
    database = gone()
    begin = time.monotonic() + 100.0
    now = [begin]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    asked: list[int] = []
    for second in (0.0, 0.5, 1.9, 2.1, 3.0):
        now[0] = begin + second
        page()
        asked.append(database.asked)

    assert asked == [1, 1, 1, 2, 2]
    told = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert told == ["The database fails, going on without it: OperationalError: could not connect to server"]


def test_page_for_an_account_is_never_one_that_was_kept(small: Small, gone: Callable[[], Gone]) -> None:
    page()
    gone()
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x"

    assert "Cache-Status" not in client.get(LIST, **ENGLISH).headers
    request = RequestFactory().get(LIST, headers={"cookie": "sessionid=x"})
    assert responses.last_answer(request) is None
