"""A form sent twice: the second copy is refused, unless the first one was."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from federation.web import sent_forms

PAGE = "http://testserver/page/"


def form(token: str = "a", headers: dict[str, str] | None = None, **fields: Any) -> HttpRequest:
    told = {"referer": PAGE, **(headers or {})}
    request = RequestFactory().post("/act/", {"csrfmiddlewaretoken": token, **fields}, headers=told)
    request.session = SessionStore()
    vars(request)["_messages"] = FallbackStorage(request)  # as its middleware does
    return request


def acting(response: Callable[[], HttpResponse]) -> tuple[Any, list[str]]:
    """Return a view that notes what it was sent, and the notes."""
    done: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        done.append(request.POST.get("name", ""))
        return response()

    return sent_forms.once(view), done


def test_second_copy_is_refused_and_leads_back_to_the_page() -> None:
    view, done = acting(lambda: HttpResponse("made"))

    first, second = (view(form(name="x")) for _ in range(2))

    assert done == ["x"]
    assert (first.status_code, second.status_code, second["Location"]) == (200, 302, PAGE)


def test_refusal_never_leads_to_another_site() -> None:
    view, _done = acting(HttpResponse)

    told = [view(form(headers={"referer": "https://elsewhere.example/"})) for _ in range(2)]

    assert told[1]["Location"] == "/"


def test_other_fields_another_page_and_another_file_are_other_forms() -> None:
    view, done = acting(HttpResponse)
    files = [SimpleUploadedFile("a.tou", data) for data in (b"x", b"xy")]

    for request in (
        form(name="x"),
        form(name="y"),
        form("b", name="x"),
        *(form(name="file", file=file) for file in files),
    ):
        view(request)

    assert done == ["x", "y", "x", "file", "file"]


def test_form_that_was_refused_may_be_sent_again() -> None:
    view, done = acting(lambda: HttpResponse(status=422))

    for _ in range(3):
        view(form(name="x"))

    assert done == ["x"] * 3


def test_form_whose_act_failed_may_be_sent_again() -> None:
    def fail() -> HttpResponse:
        raise ValueError("broken")

    view, done = acting(fail)

    for _ in range(2):
        with pytest.raises(ValueError, match="broken"):
            view(form(name="x"))

    assert done == ["x"] * 2


@pytest.mark.parametrize(
    ("headers", "given"), [({}, {"Content-Disposition": "attachment"}), ({"hx-request": "true"}, {})]
)
def test_form_whose_page_stays_open_may_be_sent_again(headers: dict[str, str], given: dict[str, str]) -> None:
    view, done = acting(lambda: HttpResponse(headers=given))

    for _ in range(2):
        view(form(headers=headers, name="x"))

    assert done == ["x"] * 2


def test_copy_that_comes_while_the_first_is_at_work_is_refused() -> None:
    told: list[HttpResponse] = []

    def send_again() -> HttpResponse:
        if not told:
            told.append(view(form(headers={"hx-request": "true"}, name="x")))
        return HttpResponse()

    view, done = acting(send_again)
    view(form(name="x"))

    assert done == ["x"]
    assert told[0].status_code == 204


def test_what_comes_from_no_page_of_ours_is_left_alone() -> None:
    view, done = acting(HttpResponse)

    for _ in range(2):
        view(RequestFactory().post("/act/", {"name": "x"}))
        view(RequestFactory().post("/act/", b"{}", content_type="application/json"))

    assert done == ["x", ""] * 2
