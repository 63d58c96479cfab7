"""Answers of an account that say nothing of caches themselves: no browser stores them."""

import pytest
from django.test import Client
from django.urls import reverse

from federation.accounts import tokens
from tests.federation.accounts.entering import enter, person
from tests.tournaments import reports
from tournaments.intake import intake

pytestmark = pytest.mark.django_db
UNSTORED = "private, no-store"


def test_page_of_an_account_is_not_stored_and_one_for_a_visitor_says_nothing() -> None:
    person("odile@example.org", "officer")
    client, halfway = enter("odile@example.org")

    page, stranger = client.get(reverse("queue")), Client().get(reverse("programs"))

    assert (halfway.status_code, page.status_code) == (302, 200)
    assert "no-store" in halfway["Cache-Control"]
    assert page["Cache-Control"] == UNSTORED
    assert not stranger.has_header("Cache-Control")


def test_file_of_an_account_is_not_stored() -> None:
    organiser = person("orla@example.org", "organiser")
    draft = intake.draft(
        intake.receive(reports.tou(), filename="moulin.tou", account=organiser), account=organiser
    )
    client = enter("orla@example.org")[0]

    answer = client.get(reverse("desk-file", args=[draft.number, draft.revision]))

    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["Cache-Control"] == UNSTORED
    assert answer.getvalue() == reports.tou()


def test_answer_to_a_token_is_not_stored() -> None:
    secret = tokens.issue(person("orla@example.org"), name="club", scopes=[tokens.WEBHOOKS_WRITE])[1]

    answer = Client().get("/api/v1/webhooks", headers={"Authorization": f"Bearer {secret}"})

    assert (answer.status_code, answer["Cache-Control"]) == (200, UNSTORED)
