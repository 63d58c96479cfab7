"""Answers to requests that failed, where even their page cannot be made."""

from http import HTTPStatus

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import OperationalError
from django.test import RequestFactory

from federation.web import middleware


@pytest.fixture(autouse=True)
def _no_static_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail at every address of a static file, as where they were not collected."""

    def fail(_name: str) -> str:
        raise ValueError("Missing staticfiles manifest entry")

    monkeypatch.setattr(staticfiles_storage, "url", fail)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Something went wrong on our side"), ("fr", "Une erreur s’est produite de notre côté")],
)
def test_error_whose_page_fails_is_answered_by_a_sentence(language: str, sentence: str) -> None:
    request = RequestFactory().get("/", headers={"Accept-Language": language})

    answer = middleware.server_error(request)

    assert answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert f"<h1>{sentence}</h1>" in answer.content.decode()
    assert "Content-Security-Policy" in answer.headers


def test_database_that_is_away_is_told_though_its_page_fails() -> None:
    request = RequestFactory().get("/", headers={"Accept-Language": "en"})

    try:
        raise OperationalError("connection refused")
    except OperationalError:
        answer = middleware.unavailable(request)

    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert answer.headers["Retry-After"] == str(middleware.RETRY_SECONDS)
    assert "<h1>Temporarily unavailable</h1>" in answer.content.decode()
