"""The organiser's pages of pairing programs: what stands there, who sees it, what each button does."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from federation.models import Account, JournalEntry, Player, Token
from federation.privacy import personal_data
from federation.register import merging
from federation.register.merging import Choice
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tests.tournaments.pairing_programs.conftest import facts
from tests.tournaments.pairing_programs.pairgoth import ROUND_1, ROUND_2, Pairgoth, Seat
from tournaments.models import ExpectedEntrant, ExpectedTournament, PublishedRound, Tournament
from tournaments.pairing_programs import entrants, expected

pytestmark = pytest.mark.django_db
LIST = "/desk/pairing-programs/"
ENTER = {"act": "enter", "name": "Coupe du Lac", "code": "Lac-24", "start": "2024-03-09", "rounds": "3"}


@pytest.fixture
def browser(organiser: Account) -> Client:
    return logged_in(organiser)


def page_of(tournament: ExpectedTournament) -> str:
    return reverse("pairing-program", args=[tournament.pk])


def test_tournament_is_entered_and_its_code_is_lower_case(browser: Client, organiser: Account) -> None:
    answer = browser.post(LIST, ENTER, follow=True)

    made = ExpectedTournament.objects.get()
    assert (made.code, made.account, made.end, made.rounds) == ("lac-24", organiser, made.start, 3)
    assert "<code>lac-24</code>" in answer.content.decode()
    assert JournalEntry.objects.filter(act="expected.entered", subject_id=str(made.pk)).exists()


@pytest.mark.parametrize(
    "wrong",
    [{"code": "a b"}, {"code": "a.b"}, {"code": ""}, {"name": ""}, {"start": "x"}, {"rounds": "0"},
     {"rounds": "100"}, {"end": "2024-03-01"}, {"country": "France"}, {"start": "1800-01-01"}, {"code": "é"}],
)  # fmt: skip
def test_form_with_a_slip_enters_nothing(browser: Client, wrong: dict[str, str]) -> None:
    answer = browser.post(LIST, ENTER | wrong)

    assert (answer.status_code, ExpectedTournament.objects.exists()) == (422, False)
    assert "errorlist" in answer.content.decode()


def test_code_stands_once_for_an_account_and_again_for_another(
    browser: Client, stranger: Account, tournament: ExpectedTournament
) -> None:
    assert browser.post(LIST, ENTER | {"code": "MOULIN"}).status_code == 422
    assert logged_in(stranger).post(LIST, ENTER | {"code": "moulin"}).status_code == 302


def test_secret_is_shown_once_with_the_lines_to_paste(browser: Client) -> None:
    shown = browser.post(LIST, {"act": "secret"}).content.decode()
    secret = re.search(r"webhook\.secret = (plm_\S+)</textarea>", shown)

    assert secret is not None
    assert "webhook.url = http://testserver/api/pairgoth" in shown
    assert secret[1] not in browser.get(LIST).content.decode()
    assert Pairgoth(secret[1], "none").sync().status_code == 404


def test_letting_no_program_in_ends_every_secret(browser: Client, program: Pairgoth) -> None:
    browser.post(LIST, {"act": "end-secret"})

    assert program.sync().status_code == 401
    assert not Token.objects.filter(revoked=None).exists()


def test_page_is_its_organisers_alone(
    tournament: ExpectedTournament, stranger: Account, officer: Account
) -> None:
    for other in (stranger, officer):
        assert logged_in(other).get(page_of(tournament)).status_code == 403
        assert logged_in(other).post(page_of(tournament), {"act": "end"}).status_code == 403
    tournament.refresh_from_db()
    assert tournament.ended is None


def test_players_are_searched_added_and_taken_off(
    browser: Client, organiser: Account, people: list[Player]
) -> None:
    made = expected.enter(facts(), account=organiser)
    found = browser.get(page_of(made), {"q": "aubrac"}).content.decode()
    assert f'name="player" value="{people[0].pk}"' in found

    browser.post(page_of(made), {"act": "add", "player": people[0].pk})
    browser.post(page_of(made), {"act": "add", "player": people[0].pk})
    row = ExpectedEntrant.objects.get()
    assert row.player == people[0]
    assert "entered" in browser.get(page_of(made), {"q": "aubrac"}).content.decode()

    browser.post(page_of(made), {"act": "remove", "entrant": row.pk})
    assert not ExpectedEntrant.objects.exists()


@pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30, "1 2", "²"])
def test_strange_numbers_add_and_remove_nobody(
    browser: Client, tournament: ExpectedTournament, value: str
) -> None:
    for act, name in (("add", "player"), ("remove", "entrant")):
        assert browser.post(page_of(tournament), {"act": act, name: value}).status_code == 302
    assert ExpectedEntrant.objects.count() == 4


def test_pasted_lines_are_players_newcomers_or_said_to_be_nobody(
    browser: Client, organiser: Account, people: list[Player]
) -> None:
    made = expected.enter(facts(), account=organiser)
    text = f"{people[1].pk}\n0100001\nCavaillès Jean 5k FR 69Ly\nZywiec, Quirin; 12k; NL; Utre\n77777777\n\n"

    said = browser.post(page_of(made), {"act": "typed", "text": text}, follow=True).content.decode()

    rows = ExpectedEntrant.objects.order_by("pk")
    assert [row.player for row in rows] == [people[1], people[0], people[2], None]
    new = rows[3]
    assert (new.surname, new.given_name, new.grade, new.country, new.club) == (
        "Zywiec",
        "Quirin",
        "12k",
        "NL",
        "Utre",
    )
    assert "4 entrants were added." in said
    assert "Zywiec Quirin" in said
    assert "77777777" in said


def test_entrants_of_a_file_are_added_once(browser: Client, organiser: Account, people: list[Player]) -> None:
    made = expected.enter(facts(), account=organiser)
    for _ in range(2):
        file = SimpleUploadedFile("moulin.tou", reports.tou())
        browser.post(page_of(made), {"act": "typed", "file": file})

    assert set(ExpectedEntrant.objects.values_list("player", flat=True)) == {one.pk for one in people}
    assert ExpectedEntrant.objects.count() == 4


@pytest.mark.parametrize("data", [b"", b"nothing", b"\x00\xff" * 50])
def test_file_that_names_nobody_is_refused_in_words(
    browser: Client, tournament: ExpectedTournament, data: bytes
) -> None:
    answer = browser.post(page_of(tournament), {"act": "typed", "file": SimpleUploadedFile("x", data)})

    assert (answer.status_code, "errorlist" in answer.content.decode()) == (422, True)


def test_list_has_its_limit(
    browser: Client, tournament: ExpectedTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "MOST", 5)

    answer = browser.post(page_of(tournament), {"act": "typed", "text": "Ab Cd\nEf Gh\nIj Kl"}, follow=True)

    assert ExpectedEntrant.objects.count() == 5
    assert "entrants; left out: 2" in answer.content.decode()


def test_rounds_results_strangers_and_the_last_refusal_stand_on_the_page(
    browser: Client, tournament: ExpectedTournament, program: Pairgoth
) -> None:
    program.publish_games(1, (*ROUND_1, (Seat("Late Lou", "7k"), None, 0, "w")))
    program.publish_games(7, ROUND_1)

    page = " ".join(browser.get(page_of(tournament)).content.decode().split())

    assert 'Aubrac Lise – Brossolette Paul <b class="numeric">1–0</b>' in page
    assert "4 stones" in page
    assert "Late Lou" in page
    assert "Round 7 does not exist: in Palmares the tournament has 2 rounds" in page
    assert "not received yet" in page


def test_hand_in_now_drafts_what_there_is(
    browser: Client, tournament: ExpectedTournament, program: Pairgoth
) -> None:
    empty = browser.post(page_of(tournament), {"act": "hand-in"}, follow=True).content.decode()
    assert "No games received yet." in empty
    program.publish_games(1, ROUND_1)

    browser.post(page_of(tournament), {"act": "hand-in"})

    draft = Tournament.objects.get()
    assert (draft.games.count(), draft.stage) == (2, "draft")
    assert (
        reverse("desk-tournament", args=[draft.number, 1])
        in browser.get(page_of(tournament)).content.decode()
    )
    program.publish_games(2, ROUND_2)
    assert draft.games.count() == 4


def test_changes_are_saved_and_an_ended_connection_opens_again(
    browser: Client, tournament: ExpectedTournament
) -> None:
    said = {
        "act": "change",
        "name": "New",
        "code": "moulin",
        "start": "2024-03-09",
        "rounds": "4",
        "rated_by": "ffg",
    }
    browser.post(page_of(tournament), said)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.rounds, tournament.rated_by) == ("New", 4, "ffg")
    assert browser.post(page_of(tournament), said | {"rounds": "0"}).status_code == 422

    for act, ended in (("end", True), ("take-up", False)):
        browser.post(page_of(tournament), {"act": act})
        tournament.refresh_from_db()
        assert (tournament.ended is not None) == ended
        assert browser.get(page_of(tournament)).status_code == 200


def test_pages_cost_the_same_queries_however_much_came(
    browser: Client,
    tournament: ExpectedTournament,
    program: Pairgoth,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    program.publish_games(1, ROUND_1)
    program.publish_games(2, ROUND_2)
    browser.get(page_of(tournament))

    with django_assert_num_queries(11):
        browser.get(page_of(tournament))
    with django_assert_num_queries(8):
        browser.get(LIST)


# --- the register


def test_merged_players_are_one_entrant_and_taken_apart_two_again(
    tournament: ExpectedTournament, people: list[Player]
) -> None:
    alone = ExpectedEntrant.objects.get(player=people[1])
    ExpectedEntrant.objects.filter(player=people[0]).delete()
    merge = merging.merge(people[0], people[1], Choice(reason="one"), account=None)
    alone.refresh_from_db()
    assert alone.player == people[0]

    merging.undo(merge, account=None)

    alone.refresh_from_db()
    assert alone.player == people[1]


def test_merged_players_who_both_stand_on_a_list_go_out_once(
    tournament: ExpectedTournament, people: list[Player]
) -> None:
    merging.merge(people[0], people[1], Choice(reason="one"), account=None)

    assert [one.player for one in entrants.lines(tournament)].count(people[0].pk) == 1
    assert len(entrants.lines(tournament)) == 3


def test_erased_player_leaves_no_name_behind(
    tournament: ExpectedTournament, people: list[Player], program: Pairgoth
) -> None:
    program.publish_games(1, ROUND_1)

    personal_data.erase(people[0], "asked for", account=None)

    kept = str(list(ExpectedEntrant.objects.values())) + str(list(PublishedRound.objects.values("content")))
    assert "Aubrac" not in kept
    assert f"NN {people[0].pk}" in kept
