"""Of many entrants one types the opponent: number, name, or what only one is called; names of one word."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from federation.models import Account
from tests.tournaments import congresses
from tests.tournaments.conftest import logged_in
from tournaments.forms.corrections import MOST_CHOICES, EntrantField
from tournaments.models import Entry, Tournament
from tournaments.reports.report import Entrant

pytestmark = pytest.mark.django_db

NAMES = [("Aubrac", "Lise"), ("Aubrac", "Lise Anne"), ("Brossolette", "Paul"), ("Cavaillès", "Jean")]


@pytest.fixture
def field() -> EntrantField:
    people = [Entry(number=at, surname=one[0], given_name=one[1]) for at, one in enumerate(NAMES, 1)]
    return EntrantField(people=people, label="Opponent")


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3", 3),
        ("3 · Brossolette Paul", 3),
        ("3 · whatever was typed behind it", 3),
        ("brosso", 3),
        ("cavailles jean", 4),
        ("Jean", 4),
        ("Aubrac Lise", 1),  # the whole name of one, the beginning of another's
        ("lise anne", 2),
        ("", None),
        ("  ", None),
    ],
)
def test_entrant_is_named_by_number_or_by_words_nobody_else_has(
    field: EntrantField, typed: str, number: int | None
) -> None:
    assert field.clean(typed) == number


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Aubr", "Several entrants have this name: 1 · Aubrac Lise; 2 · Aubrac Lise Anne"),
        ("Moulin", "No entrant is called “Moulin”."),
        ("99", "No entrant is called “99”."),
        ("٣", "No entrant is called “٣”."),
    ],
)
def test_what_names_nobody_or_several_is_refused_with_the_names(
    field: EntrantField, typed: str, said: str
) -> None:
    with translation.override("en"), pytest.raises(ValidationError) as refusal:
        field.clean(typed)

    assert refusal.value.messages == [said]


@pytest.fixture
def big(organiser: Account) -> Tournament:
    people = tuple(Entrant(n, f"Name{n:03d}", "Given", grade="5k") for n in range(1, MOST_CHOICES + 3))
    return congresses.drafted(organiser, "Big", people)


def test_game_among_many_is_corrected_by_a_name_typed(big: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    page = orla.get("/desk/1/1/rounds/1/1/")
    html = page.content.decode()
    assert '<option value="7 · Name007 Given">' in html
    assert 'value="2 · Name002 Given"' in html  # as it stands
    sent = {**page.context["form"].initial, "what": "game", "ended": "won", "colour": "w", "by_default": ""}

    refused = orla.post("/desk/1/1/rounds/1/1/", {**sent, "opponent": "Given"})
    orla.post("/desk/1/1/rounds/1/1/", {**sent, "opponent": "name007"})

    assert refused.status_code == 422
    assert "Several entrants have this name" in refused.content.decode()
    assert big.games.get(round=1, white__number=1).black.number == 7


@pytest.mark.parametrize(("surname", "given_name"), [("", "tengen99"), ("tengen99", "")])
def test_entrant_with_a_name_of_one_word_is_corrected(
    big: Tournament, organiser: Account, surname: str, given_name: str
) -> None:
    big.entries.filter(number=5).update(surname=surname, given_name=given_name)
    orla = logged_in(organiser)
    seen = orla.get("/desk/1/1/entrants/5/").context["form"].initial["seen"]

    answer = orla.post(
        "/desk/1/1/entrants/5/",
        {"seen": seen, "surname": surname, "given_name": given_name, "grade": "4k"},
    )

    assert answer.status_code == 302
    entry = big.entries.get(number=5)
    assert (entry.surname, entry.given_name, entry.grade) == ("tengen99", "", "4k")


def test_entrant_without_any_name_is_refused(big: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    seen = orla.get("/desk/1/1/entrants/5/").context["form"].initial["seen"]

    answer = orla.post("/desk/1/1/entrants/5/", {"seen": seen, "surname": " ", "given_name": ""})

    assert answer.status_code == 422
    assert "Enter a name of at least one word." in answer.content.decode()
