"""The form by which a player reports an error: the games it offers, its findings, what the office reads."""

import re
from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.models import Account, CorrectionRequest, Player
from federation.privacy import privacy
from tests.federation.claims.claimants import held, vera
from tests.markup import html_of
from tests.ratings.histories import Played, hold, people, round_robin
from tournaments.models import Game, Tournament

pytestmark = pytest.mark.django_db
MONTHS_AGO = timezone.localdate() - timedelta(days=60)


@pytest.fixture(autouse=True)
def fresh(settings: Settings) -> None:
    cache.clear()
    settings.LANGUAGE_CODE = "en"


def browser(person: Account) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def office() -> tuple[list[Player], Tournament, Client]:
    """Return four players who met lately and years ago, the last tournament, the browser of the first."""
    members, person = people(4), vera()
    held(members[0], person)
    hold(date(2019, 5, 4), members, round_robin(4), number=100)
    return members, hold(MONTHS_AGO, members, round_robin(4), number=101), browser(person)


def address(player: Player, query: str = "") -> str:
    return reverse("me-error", args=[player.pk]) + query


def game_of(tournament: Tournament, *members: Player) -> Game:
    return Game.objects.get(tournament=tournament, white__player__in=members, black__player__in=members)


def select(page: str, name: str) -> str:
    found = re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)
    assert found
    return found[0]


def desk() -> str:
    officer = browser(vera("odile@example.org", "officer"))
    return html_of(officer.get(reverse("register-corrections")))


def test_own_games_of_a_year_are_offered_by_tournament_and_others_as_they_are_shown() -> None:
    members, tournament, client = office()
    privacy.choose(members[1], "anonymous", account=None)
    offered = select(html_of(client.get(address(members[0]))), "game")

    assert re.findall(r'<optgroup label="(Tournament \d+)', offered) == ["Tournament 101"]
    keys = {int(key) for key in re.findall(r'value="(\d+)"', offered)}
    assert keys == {game_of(tournament, members[0], other).pk for other in members[1:]}
    assert f"NN {members[1].pk}, " in offered
    assert "Surname1" not in offered


def test_a_report_of_a_game_names_it_to_the_office_with_a_link() -> None:
    members, tournament, client = office()
    game = game_of(tournament, members[0], members[2])
    said = {"kind": "result", "game": str(game.pk), "row": "board 3", "text": "I won"}
    answer = client.post(address(members[0]), said, follow=True)

    report, place = CorrectionRequest.objects.get(), f"/tournaments/101/#e{game.white.number}"
    assert (report.game, report.tournament, report.tournament_name) == (game.pk, 101, "Tournament 101")
    assert (report.round, report.row) == (game.round, "board 3")
    assert f'<a href="{place}">round {game.round}, board 3</a>' in html_of(answer)
    privacy.choose(members[2], "anonymous", account=None)
    assert re.search(rf'<a href="{place}">round {game.round}: [^<]*Surname2', desk())


def test_a_link_of_my_page_chooses_its_game() -> None:
    members, tournament, client = office()
    game = game_of(tournament, members[0], members[3])
    page = html_of(client.get(address(members[0], f"?game={game.pk}")))

    assert re.findall(r'value="(\d+)" selected', select(page, "game")) == [str(game.pk)]


@pytest.mark.parametrize("game", ["", "0", "99999999", "x", "-1", "9" * 30])
def test_a_game_of_others_or_none_is_refused(game: str) -> None:
    members, tournament, client = office()
    key = game or str(game_of(tournament, members[1], members[2]).pk)

    assert client.get(address(members[0], f"?game={key}")).status_code == 200
    answer = client.post(address(members[0]), {"kind": "result", "text": "I won", "game": key})
    assert answer.status_code == 422
    assert "errorlist" in html_of(answer)
    assert not CorrectionRequest.objects.exists()


@pytest.mark.parametrize(
    ("said", "finding"),
    [
        ({}, "Choose the game or the tournament."),
        ({"game": "", "tournament": ""}, "Choose the game or the tournament."),
        ({"game": "own", "tournament": "100"}, "The game chosen was played in another tournament."),
    ],
)
def test_a_result_without_its_game_or_with_two_places_is_a_finding(
    said: dict[str, str], finding: str
) -> None:
    members, tournament, client = office()
    own = str(game_of(tournament, members[0], members[1]).pk)
    chosen = {name: value.replace("own", own) for name, value in said.items()}
    answer = client.post(address(members[0]), {"kind": "result", "text": "I won", **chosen})

    assert answer.status_code == 422
    assert finding in html_of(answer)


def test_an_older_tournament_is_reported_as_before() -> None:
    members, _tournament, client = office()
    said = {"kind": "result", "tournament": "100", "row": "round 2", "text": "I won"}
    assert client.post(address(members[0]), said).status_code == 302

    report = CorrectionRequest.objects.get()
    assert (report.game, report.tournament, report.row) == (None, 100, "round 2")


def test_an_error_of_the_register_forgets_the_game() -> None:
    members, tournament, client = office()
    key = str(game_of(tournament, members[0], members[1]).pk)
    client.post(address(members[0]), {"kind": "name", "game": key, "text": "Anne"})

    report = CorrectionRequest.objects.get()
    assert (report.game, report.tournament, report.row) == (None, None, "")


def test_a_game_that_is_gone_leaves_its_round() -> None:
    members, tournament, client = office()
    game = game_of(tournament, members[0], members[1])
    client.post(address(members[0]), {"kind": "result", "game": str(game.pk), "text": "I won"})
    game.delete()

    assert f", round {game.round}" in html_of(client.get(reverse("me")))
    assert f", round {game.round}" in desk()


def test_the_round_of_a_report_is_in_the_language_of_its_reader() -> None:
    members, tournament, client = office()
    game = game_of(tournament, members[0], members[1])
    client.post(
        address(members[0]), {"kind": "result", "game": str(game.pk), "row": "échiquier 3", "text": "I won"}
    )
    older = {"kind": "result", "tournament": 101, "tournament_name": "Tournament 101", "language": "en"}
    written = {"row": "round 7, board 2", "text": "I won"}  # until 0033 the round was written out
    CorrectionRequest.objects.create(player=members[0], account=Account.objects.get(), **older, **written)

    page = html_of(client.get(reverse("me"), headers={"accept-language": "fr"}))
    assert f">ronde {game.round}, échiquier 3</a>" in page
    assert ", round 7, board 2," in " ".join(page.split()).replace(" ,", ",")


def test_without_games_of_a_year_the_form_asks_for_the_tournament_alone() -> None:
    members, person = people(2), vera()
    held(members[0], person)
    hold(date(2019, 5, 4), members, [Played(1, 0, 1, 2)], number=100)
    client = browser(person)

    assert 'name="game"' not in html_of(client.get(address(members[0])))
    answer = client.post(address(members[0]), {"kind": "result", "text": "I won"})
    assert "Choose the tournament." in html_of(answer)


@pytest.mark.parametrize("tournaments", [1, 4])
def test_the_form_asks_a_fixed_number_of_queries(
    tournaments: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    members, _tournament, client = office()
    for place in range(1, tournaments):
        hold(MONTHS_AGO - timedelta(days=place), members, round_robin(4), number=101 + place)
    client.get(address(members[0]))
    with django_assert_num_queries(10):
        client.get(address(members[0]))


@pytest.mark.parametrize("reports", [1, 3])
def test_games_of_all_reports_cost_the_desk_one_query(
    reports: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    members, tournament, client = office()
    officer = browser(vera("odile@example.org", "officer"))
    client.post(address(members[0]), {"kind": "name", "text": "Anne"})
    with CaptureQueriesContext(connection) as asked:
        officer.get(reverse("register-corrections"))
    without = len(asked)
    for other in members[1 : 1 + reports]:
        key = str(game_of(tournament, members[0], other).pk)
        client.post(address(members[0]), {"kind": "result", "game": key, "text": "I won"})
    with django_assert_num_queries(without + 1):
        officer.get(reverse("register-corrections"))


def test_games_are_no_subject_to_filter_the_journal_by() -> None:
    officer = browser(vera("odile@example.org", "officer"))
    page = select(html_of(officer.get(reverse("journal"))), "subject")

    assert 'value="tournament"' in page
    assert 'value="game"' not in page
