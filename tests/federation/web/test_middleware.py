"""What is asked of every request, and said with every answer: language, what a page may load."""

import gzip
from importlib import import_module

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from federation.web.middleware import CompressTexts

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


@pytest.mark.parametrize(("path", "status"), [("/rules/lists/", 200), ("/nowhere/", 404), ("/desk/", 302)])
def test_every_answer_says_what_it_may_load(client: Client, path: str, status: int) -> None:
    answer = client.get(path)

    assert answer.status_code == status
    assert set(answer[POLICY].split("; ")) == WHOLE


@pytest.mark.parametrize(
    "path", ["/players/?q=a", "/rules/lists/", "/sitemap-pages-0.xml", "/api/v1/systems"]
)
def test_text_goes_out_compressed_to_whoever_reads_it_so(client: Client, path: str) -> None:
    plain = client.get(path)
    packed = client.get(path, HTTP_ACCEPT_ENCODING="gzip")

    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content) == plain.content
    assert not plain.has_header("Content-Encoding")


def test_form_with_a_token_has_another_length_each_time(client: Client) -> None:
    lengths = {len(client.get(reverse("login"), HTTP_ACCEPT_ENCODING="gzip").content) for _ in range(12)}

    assert len(lengths) > 3


def test_stranger_gets_brotli_and_an_account_gzip_of_random_length(client: Client) -> None:
    path = reverse("login")
    stranger = client.get(path, HTTP_ACCEPT_ENCODING="gzip, br")
    client.cookies[settings.SESSION_COOKIE_NAME] = "somebody"
    account = client.get(path, HTTP_ACCEPT_ENCODING="gzip, br")

    assert (stranger["Content-Encoding"], account["Content-Encoding"]) == ("br", "gzip")
    assert b"</html>" in import_module("brotli").decompress(stranger.content)
    assert int(stranger["Content-Length"]) == len(stranger.content)


def test_tag_of_what_brotli_compresses_is_a_weak_one() -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(b"<p>much" * 200, headers={"ETag": '"one"'})

    answer = CompressTexts(view)(RequestFactory().get("/", HTTP_ACCEPT_ENCODING="br"))

    assert isinstance(answer, HttpResponse)
    assert (answer["ETag"], answer["Content-Encoding"]) == ('W/"one"', "br")


def test_archives_and_pictures_are_left_as_they_are() -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(b"\x89PNG" * 200, content_type="image/png")

    answer = CompressTexts(view)(RequestFactory().get("/", HTTP_ACCEPT_ENCODING="gzip"))

    assert isinstance(answer, HttpResponse)
    assert not answer.has_header("Content-Encoding")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status", "policy"),
    [
        ("/about/", 200, "same-origin"),
        ("/nowhere/", 404, "same-origin"),
        ("/static/js/palmares.js", 200, "same-origin"),
        ("/embed/lists/ffg/", 200, "cross-origin"),
        ("/share/players/1.png", 404, "cross-origin"),
        ("/api/v1/openapi.json", 200, "cross-origin"),
    ],
)
def test_answer_asks_for_no_device_and_says_who_may_load_it(
    client: Client, path: str, status: int, policy: str
) -> None:
    answer = client.get(path)
    answer.getvalue()  # a stream is closed by that

    assert answer.status_code == status
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == policy


@pytest.mark.django_db
def test_language_is_chosen_by_a_form_alone(client: Client) -> None:
    assert client.get("/language/", {"language": "fr"}).status_code == 405
    assert client.post("/language/", {"language": "fr"}).cookies["django_language"].value == "fr"


@pytest.mark.django_db
def test_page_of_players_leads_on_before_anything_was_searched(client: Client) -> None:
    before, after = (
        client.get(f"/players/{query}", headers={"accept-language": "en"}).content.decode()
        for query in ("", "?q=Aubrac")
    )

    assert "No name at hand?" in before
    assert "No name at hand?" not in after
