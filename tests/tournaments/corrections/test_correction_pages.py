"""Pages of corrections and confirmations: with script, without, and by two browsers at once."""

import re

import pytest
from django.urls import reverse

from federation.models import Account, JournalEntry
from tests.markup import html_of
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Confirmation, Correction, Tournament
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Pairing

pytestmark = pytest.mark.django_db

PAGE = "/desk/1/1/"
CELL = "/desk/1/1/rounds/1/1/"


@pytest.fixture
def draft(organiser: Account) -> Tournament:
    data = reports.tou().replace(b"    1-b0    3+w0", b"    1+b0    3+w0")
    return intake.draft(intake.receive(data, filename="a.tou", account=organiser), account=organiser)


@pytest.fixture
def doubtful(organiser: Account) -> Tournament:
    """Two warnings: a round both lost, and an entrant without a grade."""
    games = (Pairing(1, 1, 2, Outcome.BOTH_LOSE), *reports.GAMES[1:])
    data = table.write(reports.report(pairings=games), "spreadsheet").replace(b";3d;", b";;")
    return intake.draft(intake.receive(data, filename="a.csv", account=organiser), account=organiser)


def fields(page: str) -> dict[str, str]:
    """The hidden fields of the correction form, and what a person would leave as it is."""
    form = page[page.index('id="correction-form"') :]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    chosen = dict(re.findall(r'<select name="(\w+)".*?<option value="([^"]*)" selected', form, re.DOTALL))
    return {**hidden, **chosen}


def test_cell_is_corrected_without_script(draft: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    shown = fields(html_of(orla.get(CELL)))
    assert (shown["what"], shown["opponent"], shown["ended"], shown["to"]) == ("game", "2", "unknown", "1")

    answer = orla.post(CELL, {**shown, "ended": "won"}, follow=True)

    assert answer.redirect_chain == [("/desk/1/1/?entrant=1#entrant-1", 302)]
    page = html_of(answer)
    assert "Corrected." in page
    assert "result-mismatch" not in page
    assert "Corrected by hand" in page
    assert "Aubrac Lise – Brossolette Paul 1–0" in page
    corrected = re.findall(r'<td class="second number corrected">.*?id="(cell-\d-\d)"', page)
    assert corrected == ["cell-1-1", "cell-2-1"]


def test_empty_cell_offers_a_game_or_a_bye(draft: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    for entrant in (1, 3):
        shown = fields(html_of(orla.get(f"/desk/1/1/rounds/1/{entrant}/")))
        orla.post(f"/desk/1/1/rounds/1/{entrant}/", {**shown, "what": "nothing"})

    shown = fields(html_of(orla.get(CELL)))
    assert shown["what"] == "nothing"
    orla.post(
        CELL, {**shown, "what": "game", "opponent": "4", "ended": "lost", "colour": "b", "handicap": "3"}
    )

    game = draft.games.get(round=1)
    told = (game.white.number, game.black.number, game.outcome, game.handicap)
    assert told == (4, 1, Outcome.WHITE_WINS, 3)


def test_second_browser_is_told_and_nothing_is_lost(draft: Tournament, organiser: Account) -> None:
    first, second = logged_in(organiser), logged_in(organiser)
    seen = [fields(html_of(one.get(CELL))) for one in (first, second)]
    first.post(CELL, {**seen[0], "ended": "won"})

    answer = second.post(CELL, {**seen[1], "ended": "lost"})

    assert answer.status_code == 422
    assert "Someone has changed this in the meantime." in html_of(answer)
    assert draft.games.get(round=1, white__number=1).outcome == Outcome.WHITE_WINS


def test_script_gets_the_refusal_where_the_form_stands(draft: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    shown = fields(html_of(orla.get(CELL)))

    answer = orla.post(CELL, {**shown, "opponent": "3"}, headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#correction", "#correction-form")
    assert "Cavaillès Jean already plays Delestraint Anne in round 1" in html_of(answer)


def test_game_without_opponent_is_asked_for_him(draft: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    shown = fields(html_of(orla.get(CELL)))

    answer = orla.post(CELL, {**shown, "opponent": ""})

    assert answer.status_code == 422
    assert "Give the opponent." in html_of(answer)


def test_entrant_is_corrected(draft: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    shown = fields(html_of(orla.get("/desk/1/1/entrants/1/")))
    wanted = {"surname": "Aubrac", "given_name": "Lise", "grade": " 4D ", "country": "fr", "club": "69Ly"}

    orla.post("/desk/1/1/entrants/1/", {**shown, **wanted, "ffg": "", "egd": "12345678"})

    entry = draft.entries.get(number=1)
    assert (entry.grade, entry.country, entry.club) == ("4d", "FR", "69Ly")
    assert entry.identifiers == {"egd": "12345678"}
    page = html_of(orla.get(PAGE))
    assert "FFG 0100001" in page[page.index("Corrected by hand") :]


def test_nonsense_of_an_entrant_is_refused_with_a_word(draft: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    shown = fields(html_of(orla.get("/desk/1/1/entrants/1/")))

    answer = orla.post("/desk/1/1/entrants/1/", {**shown, "surname": "A", "grade": "strong"})

    assert answer.status_code == 422
    assert "Write the grade as 5k, 2d or 1p." in html_of(answer)
    assert Correction.objects.count() == 0


@pytest.mark.parametrize("path", ["rounds/1/9/", "rounds/0/1/", "rounds/100/1/", "entrants/9/"])
def test_what_is_not_there_is_not_found(path: str, draft: Tournament, organiser: Account) -> None:
    assert logged_in(organiser).get(PAGE + path).status_code == 404


def keys(page: str) -> list[str]:
    return re.findall(r'name="was" value="(\w+)"', page)


def test_warnings_are_confirmed_one_by_one(doubtful: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    page = html_of(orla.get(PAGE))
    assert "Unconfirmed warnings: 2." in page
    one, _other = keys(page)

    orla.post(reverse("desk-confirm", args=[1, 1]), {"confirm": [one]})

    page = html_of(orla.get(PAGE))
    assert "Unconfirmed warnings: 1." in page
    assert "confirmed by Orla" in page
    kept = Confirmation.objects.get()
    assert (kept.key, kept.account) == (one, organiser)
    line = JournalEntry.objects.get(act="tournament.confirmed")
    assert [told["code"] for told in line.detail["warnings"]] == [kept.code]


def test_tick_taken_back_is_open_again(doubtful: Tournament, organiser: Account) -> None:
    orla = logged_in(organiser)
    shown = keys(html_of(orla.get(PAGE)))
    confirm = reverse("desk-confirm", args=[1, 1])
    orla.post(confirm, {"confirm": shown})

    orla.post(confirm, {"was": shown, "confirm": shown[:1]})

    assert Confirmation.objects.count() == 1
    acts = JournalEntry.objects.filter(act__endswith="confirmed").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["tournament.confirmed", "tournament.unconfirmed"]


def test_unconfirmed_warning_of_another_page_stays_as_it_is(doubtful: Tournament, organiser: Account) -> None:
    """A page that did not show a warning says nothing about it."""
    orla = logged_in(organiser)
    one, other = keys(html_of(orla.get(PAGE)))
    confirm = reverse("desk-confirm", args=[1, 1])
    orla.post(confirm, {"confirm": [one]})

    orla.post(confirm, {"confirm": [other, "f" * 40]})

    assert set(Confirmation.objects.values_list("key", flat=True)) == {one, other}


def test_confirmed_warnings_are_remembered_for_the_next_file(
    doubtful: Tournament, organiser: Account
) -> None:
    orla = logged_in(organiser)
    shown = keys(html_of(orla.get(PAGE)))
    orla.post(reverse("desk-confirm", args=[1, 1]), {"confirm": shown})
    assert doubtful.upload is not None
    longer = bytes(doubtful.upload.content).replace(b"Komi;7.5\r\n", b"Komi;7.5\r\nComment;corrected\r\n")

    upload = intake.receive(longer, filename="b.csv", account=organiser)
    second = intake.draft(upload, account=organiser, replaces=doubtful)

    assert second.revision == 2
    assert set(second.confirmations.values_list("key", "account")) == {(key, organiser.pk) for key in shown}
