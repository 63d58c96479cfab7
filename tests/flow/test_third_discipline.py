"""A discipline that is declared and named nowhere in the code: forms, filters and pages know it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.timezone import localdate

from federation.models import Account
from tests.draughts import declare_draughts
from tests.tournaments.conftest import account, logged_in
from tournaments.forms.desk import facts_form
from tournaments.forms.manual_entry import HandForm
from tournaments.models import Tournament
from tournaments.models.stages import Stage
from tournaments.revisions import models_to_report, places

pytestmark = pytest.mark.django_db
BY_HAND = "/upload/by-hand/"
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
TYPED = {
    "name": "Coupe des Dames",
    "discipline": "draughts",
    "start": "2024-03-09",
    "place": "Annecy",
    "country": "fr",
    "rounds": "2",
    "time_class": "A",
    "rate": "rapid",
    "rated_for": ["ffg"],
    "rows": "6",
    "surname-1": "Aubrac",
    "given_name-1": "Lise",
    "club-1": "35Re",
    "r1-1": "2+w",
    "surname-2": "Brossolette",
    "given_name-2": "Paul",
    "r2-2": "1=w",
}


@pytest.fixture(autouse=True)
def _draughts(monkeypatch: pytest.MonkeyPatch) -> None:
    declare_draughts(monkeypatch)


@pytest.fixture
def orla() -> Account:
    return account("orla@example.org", "organiser")


@pytest.fixture
def draft(orla: Account) -> Tournament:
    answer = logged_in(orla).post(BY_HAND, TYPED)
    assert (answer.status_code, answer["Location"]) == (302, "/desk/1/1/")
    return Tournament.objects.get()


@pytest.fixture
def approved(draft: Tournament) -> Tournament:
    draft.stage = Stage.APPROVED
    draft.save(update_fields=["stage"])
    places.keep(draft)
    return draft


def test_form_offers_it_and_table_asks_what_its_entrants_have(orla: Account) -> None:
    with translation.override("fr"):
        offered = str(HandForm()["discipline"])

    page = logged_in(orla).post(BY_HAND, {**TYPED, "shape": "1"}).content.decode()

    assert '<option value="draughts">jeu de dames</option>' in offered
    assert '<option value="draughts" selected>draughts</option>' in page
    assert ">Club</th>" in page
    assert not any(f">{name}</th>" in page for name in ("Grade", "FIDE id", "FFG licence", "Rating"))
    assert not any(f'<select name="{name}"' in page for name in ("time_class", "rate"))
    assert "and the handicap" not in page


def test_table_becomes_a_draft_that_says_nothing_of_other_games(draft: Tournament) -> None:
    assert (draft.discipline, draft.board_size, draft.rate, draft.time_class) == ("draughts", 10, "", "")
    assert draft.rated_for == []
    report = models_to_report.report_of(draft)
    assert (report.discipline, [one.club for one in report.entrants]) == ("draughts", ["35Re", ""])
    assert {one["code"] for one in draft.current_findings} <= {"not-ended"}
    assert not {"time_class", "rate", "official"} & set(facts_form(draft).fields)


def test_correction_has_its_colours_and_no_handicap(draft: Tournament, orla: Account) -> None:
    browser = logged_in(orla)

    page = browser.get("/desk/1/1/rounds/1/1/").content.decode()
    entrant = browser.get("/desk/1/1/entrants/1/").context["form"]

    assert '<option value="w" selected>Ivory</option>' in page
    assert '<option value="b">Ebony</option>' in page
    assert 'name="handicap"' not in page
    assert list(entrant.fields) == ["seen", "surname", "given_name", "country", "club"]


def test_page_of_tournaments_filters_by_it_and_names_it(approved: Tournament, client: Client) -> None:
    page = client.get("/tournaments/?game=draughts&year=all", **ENGLISH)
    other = client.get("/tournaments/?game=chess&year=all", **ENGLISH)

    assert [row.record.pk for row in page.context["table"].rows] == [approved.pk]
    assert [chip.label for chip in page.context["selection"].chips] == ["draughts"]
    assert list(other.context["table"].rows) == []


def test_crosstable_has_its_letters_and_no_grades(approved: Tournament, client: Client) -> None:
    page = client.get(approved.get_absolute_url(), **ENGLISH).content.decode()

    assert re.findall(r"<small>(.)</small></span>", page) == ["i", "e", "e", "i"]
    assert "beat Brossolette Paul (place 2), with Ivory" in page
    assert '"sport": "Draughts"' in page
    assert not any(f">{name}</" in page for name in ("Board", "Grade", "Class", "Time control"))


def test_calendar_files_it_under_its_name(approved: Tournament, client: Client) -> None:
    Tournament.objects.filter(pk=approved.pk).update(start=localdate(), end=localdate())

    calendar = client.get("/feeds/tournaments.ics", **ENGLISH).content.decode()

    assert "CATEGORIES:draughts" in calendar
