"""Conditional answers of the interface for programs: a published list never changes."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import get_language

from federation.api.public_api import FRESH
from ratings.models import PublishedList
from ratings.views.lists.freshness import tag


def tag_of(request: HttpRequest, published: PublishedList, *parts: object) -> str:
    """Name the state of an answer about a list: its revision, what was asked, in which language."""
    state = (published.pk, published.revision, published.files_state)
    return tag("api", *state, request.get_full_path(), get_language(), *parts)


def unchanged(request: HttpRequest, published: PublishedList, *parts: object) -> HttpResponse | None:
    """Answer 304 before any entry is read, where the client has the answer already."""
    etag = tag_of(request, published, *parts)
    # By the tag alone: a date would not show that a player has chosen since to be shown otherwise.
    answer = get_conditional_response(request, etag=etag)
    if not isinstance(answer, HttpResponse):
        return None
    label(request, answer, published, *parts)
    return answer


def label(request: HttpRequest, response: HttpResponseBase, published: PublishedList, *parts: object) -> None:
    """Note in an answer its state, and how long it may be cached."""
    response["ETag"] = tag_of(request, published, *parts)
    response["Cache-Control"] = f"public, max-age={FRESH}"
    if published.published is not None:
        response["Last-Modified"] = http_date(published.published.timestamp())
