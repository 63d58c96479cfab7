"""Forms that take files refuse what is announced to be too large, and ask for the token of all others."""

import io
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import RequestFactory
from django.views.decorators.http import require_http_methods

from federation.web.sent_forms import announced_bytes, limit_body

LIMIT = 100


class Unreadable(io.BytesIO):
    """A body that fails whoever reads it."""

    def read(self, *_: object) -> bytes:
        raise AssertionError("the body was read")


def refuse(_request: HttpRequest, size: int) -> HttpResponse:
    return HttpResponse(f"{size} bytes", status=413)


@require_http_methods(["GET", "POST"])
@limit_body(lambda: LIMIT, refuse)
def view(_request: HttpRequest, number: int) -> HttpResponse:
    """Take a file."""
    return HttpResponse(f"form {number}")


def text_of(answer: HttpResponseBase) -> str:
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def post(length: str, **more: Any) -> HttpRequest:
    return RequestFactory(enforce_csrf_checks=True).post("/", **more, CONTENT_LENGTH=length)


def test_body_over_the_limit_is_refused_before_it_is_read() -> None:
    answer = view(post(str(LIMIT + 1), **{"wsgi.input": Unreadable()}), number=7)

    assert answer.status_code == 413
    assert text_of(answer) == "101 bytes"


def test_body_within_the_limit_needs_the_token() -> None:
    assert view(post(str(LIMIT)), number=7).status_code == 403


def test_page_is_shown_without_a_body() -> None:
    assert text_of(view(RequestFactory().get("/"), number=7)) == "form 7"


def test_middleware_leaves_the_check_to_the_view() -> None:
    assert vars(view)["csrf_exempt"] is True


@pytest.mark.parametrize("text", ["", "many", "9" * 5000, "1.5"])
def test_body_without_a_length_in_figures_announces_nothing(text: str) -> None:
    assert announced_bytes(post(text)) == 0
