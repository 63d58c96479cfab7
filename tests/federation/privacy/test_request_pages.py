"""Pages of requests about personal data: what the office reads of a person, and the person of the office."""

import pytest
from django.urls import reverse
from django.utils.timezone import localdate
from pytest_django.fixtures import Settings

from federation.models import DataRequest
from federation.privacy import data_requests, personal_data
from federation.privacy.data_requests import Answer, Asked
from federation.views.data_requests import _PART_NAMES
from tests.federation.claims.claimants import held, holm, vera
from tests.tournaments.conftest import account, logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english(settings: Settings) -> None:
    settings.LANGUAGE_CODE = "en"


def test_every_part_that_is_handed_out_has_a_name_and_no_other() -> None:
    parts = personal_data.collect(holm()).keys() - {"about", "made"}

    assert parts == set(_PART_NAMES)


def test_office_reads_the_names_of_parts_not_the_keys_of_the_file() -> None:
    registrar = account("remi@example.org", "registrar")
    request = data_requests.note(Asked("copy", "", "post", localdate(), holm()), account=registrar)

    page = logged_in(registrar).get(request.get_absolute_url())
    html = page.content.decode()

    assert [part.name for part in page.context["parts"]][:2] == ["Register", "E-mail address"]
    assert "<summary>E-mail address <span" in html
    assert "<code>" not in html


@pytest.mark.parametrize(
    "said",
    [
        {"act": "answer", "state": "refused", "answered": localdate().isoformat(), "answer": "No."},
        {"act": "extend", "reason": "Many requests."},
    ],
)
def test_second_answer_is_refused_in_words_though_its_form_is_gone(said: dict[str, str]) -> None:
    registrar = account("remi@example.org", "registrar")
    request = data_requests.note(Asked("copy", "", "post", localdate(), holm()), account=registrar)
    data_requests.answer(request.pk, Answer("done", "Sent.", localdate()), by=registrar)

    answer = logged_in(registrar).post(request.get_absolute_url(), said)

    assert answer.status_code == 409
    assert "This has already been answered" in answer.content.decode()
    request.refresh_from_db()
    assert (request.state, request.answer) == ("done", "Sent.")


def test_person_reads_what_was_asked_why_it_takes_longer_and_the_answer() -> None:
    player, person, registrar = holm(), vera(), account("remi@example.org", "registrar")
    held(player, person)
    request = data_requests.ask(player, "correction", "Born in 1975", account=person)
    data_requests.extend(request.pk, "We ask the archive.", by=registrar)
    client = logged_in(person)
    waiting = client.get(reverse("me")).content.decode()
    data_requests.answer(request.pk, Answer("refused", "The archive says 1976.", localdate()), by=registrar)
    refused = client.get(reverse("me")).content.decode()

    for words in ("Born in 1975", "We ask the archive.", "answer by"):
        assert words in waiting
    for words in ("Born in 1975", "We ask the archive.", "The archive says 1976."):
        assert words in refused
    assert "answer by" not in refused
    assert '<span class="stage failed">Refused</span>' in refused  # not struck through, as what was withdrawn
    assert DataRequest.objects.get().state == "refused"
