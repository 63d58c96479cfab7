"""What is asked of every request, and said with every answer: language, what a page may load."""

import pytest
from csp.constants import NONCE
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import translation

from federation.web.middleware import ContentPolicy, in_readers_language

pytestmark = pytest.mark.django_db
POLICY = "Content-Security-Policy"
WHOLE = {
    "default-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}


@pytest.mark.parametrize(
    ("asked", "chosen", "language"),
    [("ru", "", "ru"), ("en-GB, fr;q=0.5", "", "en"), ("ru", "en", "en"), ("de", "", "fr"), ("", "xx", "fr")],
)
def test_page_is_in_the_language_chosen_else_in_the_one_asked_for(
    client: Client, asked: str, chosen: str, language: str
) -> None:
    client.cookies["django_language"] = chosen

    page = client.get("/rules/lists/", HTTP_ACCEPT_LANGUAGE=asked)

    assert page["Content-Language"] == language
    assert f'<html lang="{language}">' in page.content.decode()
    assert {"Accept-Language", "Cookie"} <= set(page["Vary"].split(", "))


def test_address_that_begins_like_a_language_chooses_none(client: Client) -> None:
    page = client.get("/en/", HTTP_ACCEPT_LANGUAGE="ru")

    assert page.status_code == 404
    assert page["Content-Language"] == "ru"


def test_language_an_answer_says_of_itself_stands() -> None:
    def feed(request: HttpRequest) -> HttpResponse:
        assert translation.get_language() == "ru"
        return HttpResponse(headers={"Content-Language": "en"})

    with translation.override("fr"):
        told = in_readers_language(feed)(RequestFactory().get("/", HTTP_ACCEPT_LANGUAGE="ru"))

    assert told["Content-Language"] == "en"


@pytest.mark.parametrize(("path", "status"), [("/rules/lists/", 200), ("/nowhere/", 404), ("/desk/", 302)])
def test_every_answer_says_what_it_may_load(client: Client, path: str, status: int) -> None:
    answer = client.get(path)

    assert answer.status_code == status
    assert set(answer[POLICY].split("; ")) == WHOLE


@pytest.mark.parametrize(
    ("said", "policy"),
    [
        (
            {"_csp_replace": {"frame-ancestors": ["*"]}},
            WHOLE - {"frame-ancestors 'none'"} | {"frame-ancestors *"},
        ),
        (
            {"_csp_update": {"img-src": ["blob:"]}},
            WHOLE - {"img-src 'self' data:"} | {"img-src 'self' data: blob:"},
        ),
        ({"_csp_config": {"default-src": ["'none'"]}}, {"default-src 'none'"}),
        ({"_csp_exempt": True}, {""}),
    ],
)
def test_what_a_view_says_of_its_own_answer_counts(said: dict[str, object], policy: set[str]) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        answer = HttpResponse()
        vars(answer).update(said)
        return answer

    answer = ContentPolicy(view)(RequestFactory().get("/"))

    assert isinstance(answer, HttpResponse)
    assert set(answer.headers.get(POLICY, "").split("; ")) == policy


def test_nonce_a_view_asks_for_is_in_the_policy_of_its_answer() -> None:
    given: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        given.append(str(getattr(request, "csp_nonce")))  # noqa: B009 - set by the middleware, unknown to types
        return HttpResponse()

    with override_settings(CONTENT_SECURITY_POLICY={"DIRECTIVES": {"script-src": [NONCE]}}):
        answer = ContentPolicy(view)(RequestFactory().get("/"))

    assert isinstance(answer, HttpResponse)
    assert f"script-src 'nonce-{given[0]}'" in answer[POLICY]
