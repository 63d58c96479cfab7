"""What Pairgoth 0.25 asks and sends, as its documentation and its source have it, and what it is answered."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from federation.models import Player
from ratings.models import CurrentRating, RatingSystem
from tests.tournaments.pairing_programs.pairgoth import (
    ANNE,
    JEAN,
    LISE,
    PAUL,
    ROUND_1,
    ROUND_2,
    Pairgoth,
    Seat,
    games,
    shown,
)
from tournaments.models import Entry, ExpectedEntrant, ExpectedTournament, Game, PublishedRound, Tournament
from tournaments.models.stages import Stage
from tournaments.pairing_programs import entrants
from tournaments.reports.outcomes import Outcome

pytestmark = pytest.mark.django_db

CROSSTABLE = (
    (LISE, ("2+/w", "3-/w7")),
    (PAUL, ("1-/b", "4+/w8")),
    (JEAN, ("4-/w4", "1+/b7")),
    (ANNE, ("3+/b4", "2-/b8")),
)


def rated(player: Player, rating: float, system: str = "egf") -> None:
    CurrentRating.objects.create(
        system=RatingSystem.objects.get(key=system), player=player, rating=rating, games=9,
        highest_rating=rating, events=3, sequence=1,
    )  # fmt: skip


# --- health


def test_health_needs_no_secret_and_tells_the_name_alone(client: Client, settings: Settings) -> None:
    settings.FEDERATION_NAME = "Fédération"

    for path in ("/api/pairgoth", "/api/pairgoth/health"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (
            200,
            {"status": True, "name": "Fédération", "version": settings.VERSION},
        )


# --- players


def test_players_have_what_pairgoth_reads(program: Pairgoth, people: list[Player]) -> None:
    rated(people[0], 2401.6)
    key = ExpectedEntrant.objects.get(player=people[0]).pk

    answer = program.sync()

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
    said = answer.json()
    assert said["status"] is True
    assert said["players"][0] == {
        "id": key, "lastname": "Aubrac", "firstname": "Lise", "country": "FR", "club": "38Gr", "rank": "3d",
        "rating": 2402, "ffg": "0100001", "rounds": "11",
    }  # fmt: skip
    assert [one["lastname"] for one in said["players"]] == [
        "Aubrac",
        "Brossolette",
        "Cavaillès",
        "Delestraint",
    ]
    assert "rating" not in said["players"][1]


def test_ratings_of_the_ffg_are_sent_on_the_scale_of_the_egf(
    program: Pairgoth, tournament: ExpectedTournament, people: list[Player]
) -> None:
    rated(people[0], 301.0, "ffg")
    ExpectedTournament.objects.update(rated_by="ffg")

    assert program.sync().json()["players"][0]["rating"] == 2351


def test_declared_grades_alone_send_no_rating(
    program: Pairgoth, tournament: ExpectedTournament, people: list[Player]
) -> None:
    rated(people[0], 2401.6)
    ExpectedTournament.objects.update(rated_by="")

    assert "rating" not in program.sync().json()["players"][0]


def test_who_has_no_grade_gets_that_of_the_rating(program: Pairgoth, people: list[Player]) -> None:
    Player.objects.filter(pk=people[0].pk).update(grade="")
    rated(people[0], 1760.0)

    assert program.sync().json()["players"][0]["rank"] == "3k"


def test_numbers_of_players_stay_when_the_register_changes(program: Pairgoth, people: list[Player]) -> None:
    before = {one["ffg"]: one["id"] for one in program.sync().json()["players"]}
    Player.objects.filter(pk=people[0].pk).update(surname="Zola")

    after = {one["ffg"]: one["id"] for one in program.sync().json()["players"]}

    assert after == before


def test_who_hides_from_the_public_is_named_to_the_organiser_program(
    program: Pairgoth, people: list[Player]
) -> None:
    Player.objects.filter(pk=people[0].pk).update(privacy="anonymous")

    assert program.sync().json()["players"][0]["lastname"] == "Aubrac"


def test_a_newcomer_goes_out_as_written_and_british_as_iso_has_it(
    program: Pairgoth, tournament: ExpectedTournament
) -> None:
    entrants.add_typed(tournament, "Zywiec Quirin 12k UK Wanderers", account=tournament.account)

    last = program.sync().json()["players"][-1]

    assert last | {"id": 0} == {
        "id": 0, "lastname": "Zywiec", "firstname": "Quirin", "country": "GB", "club": "Wanderers",
        "rank": "12k", "rounds": "11",
    }  # fmt: skip


def test_players_cost_the_same_queries_however_many_they_are(
    program: Pairgoth, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program.sync()

    # secret, roles, tournament, entrants, numbers, ratings, last heard
    with django_assert_num_queries(7):
        program.sync()


# --- presences


def test_a_presence_changes_the_rounds_that_go_out(program: Pairgoth, people: list[Player]) -> None:
    key = ExpectedEntrant.objects.get(player=people[0]).pk

    away = program.presence(2, [{"id": key, "present": False}])
    masks = [one["rounds"] for one in program.sync().json()["players"]]
    back = program.presence(2, [{"id": str(key), "present": True}])

    assert (shown(away), shown(back)) == ("", "")
    assert masks == ["10", "11", "11", "11"]
    assert program.sync().json()["players"][0]["rounds"] == "11"


@pytest.mark.parametrize(
    "said",
    [{}, [1], [{"id": 1}], [{"id": "x", "present": True}], [{"id": 1, "present": "yes"}],
     [{"id": -1, "present": True}], [{"id": 10**30, "present": True}], None, "x", [[]]],
)  # fmt: skip
def test_a_presence_of_another_shape_is_refused_in_words(program: Pairgoth, said: object) -> None:
    answer = program.presence(1, said)

    assert answer.status_code == 422
    assert shown(answer)
    assert not ExpectedEntrant.objects.exclude(absent=[]).exists()


def test_presences_of_somebody_else_save_none_of_the_others(program: Pairgoth, people: list[Player]) -> None:
    key = ExpectedEntrant.objects.get(player=people[0]).pk

    answer = program.presence(1, [{"id": key, "present": False}, {"id": key + 1000, "present": False}])

    assert (answer.status_code, str(key + 1000) in shown(answer)) == (422, True)
    assert not ExpectedEntrant.objects.exclude(absent=[]).exists()


# --- pairings, results, standings


def test_pairings_then_results_replace_each_other(program: Pairgoth) -> None:
    assert shown(program.publish_games(1, ROUND_1, results=False)) == ""
    first = PublishedRound.objects.get()
    assert first.content["results"] is False

    assert shown(program.publish_games(1, ROUND_1)) == ""

    assert PublishedRound.objects.get().content["results"] is True
    assert not Tournament.objects.exists()


def test_last_results_make_the_draft_with_the_players_of_the_list(
    program: Pairgoth, tournament: ExpectedTournament, people: list[Player]
) -> None:
    program.publish_games(1, ROUND_1)
    answer = program.publish_games(2, ROUND_2)

    assert (answer.status_code, answer.json()) == (200, {"status": True})
    draft = Tournament.objects.get()
    assert (draft.stage, draft.name, draft.rounds, draft.country) == (Stage.DRAFT, "Open du Moulin", 2, "FR")
    assert draft.organiser == tournament.account
    assert set(draft.entries.values_list("player", flat=True)) == {one.pk for one in people}
    found = {
        (game.round, game.white.surname, game.black.surname): (game.outcome, game.handicap)
        for game in Game.objects.select_related("white", "black")
    }
    assert found == {
        (1, "Aubrac", "Brossolette"): (Outcome.WHITE_WINS, 0),
        (1, "Cavaillès", "Delestraint"): (Outcome.BLACK_WINS, 4),
        (2, "Brossolette", "Delestraint"): (Outcome.WHITE_WINS, 8),
        (2, "Aubrac", "Cavaillès"): (Outcome.BLACK_WINS, 7),
    }


def test_standings_after_the_last_round_make_the_same_draft(program: Pairgoth) -> None:
    assert shown(program.publish_standings(2, CROSSTABLE)) == ""

    found = {
        (game.round, game.white.surname, game.black.surname): (game.outcome, game.handicap)
        for game in Game.objects.select_related("white", "black")
    }
    assert found == {
        (1, "Aubrac", "Brossolette"): (Outcome.WHITE_WINS, 0),
        (1, "Cavaillès", "Delestraint"): (Outcome.BLACK_WINS, 4),
        (2, "Brossolette", "Delestraint"): (Outcome.WHITE_WINS, 8),
        (2, "Aubrac", "Cavaillès"): (Outcome.BLACK_WINS, 7),
    }


@pytest.mark.parametrize("language", ["en", "fr", "de", "kr"])
@pytest.mark.parametrize("black_first", [False, True])
def test_colours_are_told_by_the_headings_in_every_language_of_pairgoth(
    program: Pairgoth, language: str, black_first: bool
) -> None:
    answer = program.publish_games(1, ROUND_1, language=language, black_first=black_first)

    assert shown(answer) == ""
    first = PublishedRound.objects.get().content["games"][0]
    assert [first[0][0], first[1][0], first[3]] == ["Aubrac Lise", "Brossolette Paul", "w"]


def test_strange_headings_are_told_by_the_results_or_refused(program: Pairgoth) -> None:
    for black_first in (False, True):
        page = games(ROUND_1, black_first=black_first).replace("White", "Alb").replace("Black", "Negru")
        assert shown(program.call("POST", "/pairings/moulin/1", page.encode())) == ""
        assert PublishedRound.objects.get().content["games"][0][0][0] == "Aubrac Lise"

    page = games(ROUND_1, results=False).replace("White", "Alb").replace("Black", "Negru")
    answer = program.call("POST", "/pairings/moulin/2", page.encode())
    assert (answer.status_code, "White" in shown(answer)) == (422, True)


def test_byes_drops_cancelled_and_double_results_become_what_they_are(program: Pairgoth) -> None:
    program.publish_games(1, ((LISE, PAUL, 0, "X"), (JEAN, None, 0, "w")))  # Anne came later
    program.publish_games(2, ((LISE, PAUL, 0, "#"), (JEAN, ANNE, 0, "0")))

    games_of = {(one.round, one.white.surname): one for one in Game.objects.select_related("white")}
    assert (games_of[1, "Aubrac"].outcome, games_of[1, "Aubrac"].by_default) == (Outcome.UNKNOWN, True)
    assert games_of[2, "Aubrac"].outcome == Outcome.BOTH_WIN
    assert games_of[2, "Cavaillès"].outcome == Outcome.BOTH_LOSE
    byes = Tournament.objects.get().byes.filter(round=1).values_list("entry__surname", "kind")
    assert {surname: kind for surname, kind in byes if kind != 3} == {"Cavaillès": 1}


def test_a_draw_of_the_standings_waits_for_the_results_of_its_round(program: Pairgoth) -> None:
    drawn = ((LISE, ("2=/w", "0=")), (PAUL, ("1=/b", "0=")), (JEAN, ("0=", "4+/w")), (ANNE, ("0=", "3-/b")))
    program.publish_standings(2, drawn)
    assert not Tournament.objects.exists()

    program.publish_games(1, ((LISE, PAUL, 0, "="),))

    assert Game.objects.get(round=1).outcome == Outcome.DRAW


def test_a_player_pairgoth_alone_knows_is_drafted_as_written(program: Pairgoth) -> None:
    late = Seat("Van Den Berg Ella", "7k", "NL", "Utre")
    program.publish_games(1, (*ROUND_1, (late, None, 0, "w")))
    program.publish_games(2, ROUND_2)

    entry = Entry.objects.get(surname="Van Den Berg")
    assert (entry.given_name, entry.grade, entry.country, entry.player) == ("Ella", "7k", "NL", None)


def test_teams_are_refused_in_words(program: Pairgoth) -> None:
    answer = program.publish_standings(2, CROSSTABLE, team=True)

    assert (answer.status_code, "team tournament" in shown(answer)) == (422, True)
    assert not PublishedRound.objects.exists()


def test_namesakes_are_told_apart_by_grade_or_refused(
    program: Pairgoth, tournament: ExpectedTournament
) -> None:
    twin = Seat("Aubrac Lise", "15k", "FR", "38Gr")
    assert shown(program.publish_games(1, ((LISE, twin, 9, "w"), (JEAN, ANNE, 0, "b")))) == ""
    program.publish_games(2, ((JEAN, twin, 0, "w"), (LISE, ANNE, 0, "w")))

    found = Tournament.objects.get().entries.filter(surname="Aubrac").order_by("grade")
    assert [(one.grade, one.player is not None) for one in found] == [("15k", False), ("3d", True)]

    same = Seat("Cavaillès Jean", "5k", "FR", "69Ly")
    answer = program.publish_games(1, ((JEAN, same, 0, "w"),))
    assert (answer.status_code, "Cavaillès" in shown(answer)) == (422, True)


def test_who_plays_twice_or_nobody_knows_is_refused(program: Pairgoth) -> None:
    wrong: list[tuple[int, Any]] = [
        (1, ((LISE, PAUL, 0, "w"), (LISE, JEAN, 0, "w"))),
        (1, ((None, None, 0, "w"),)),
        (1, ((LISE, PAUL, 0, "w"), (Seat("aubrac LISE", "2d"), ANNE, 0, "w"), (LISE, JEAN, 0, "w"))),
    ]
    for number, rows in wrong:
        answer = program.publish_games(number, rows)
        assert (answer.status_code, bool(shown(answer))) == (422, True), rows
    unpaired = ((LISE, ("2+/w",)), (PAUL, ("0=",)))  # a result of a game the other does not have
    answer = program.publish_standings(1, unpaired)
    assert (answer.status_code, "Aubrac Lise" in shown(answer)) == (422, True)
    assert not PublishedRound.objects.exists()


# --- what is kept of a refusal


def test_last_refusal_is_kept_until_something_is_taken(
    program: Pairgoth, tournament: ExpectedTournament
) -> None:
    program.call("POST", "/pairings/moulin/1", b"nothing")
    tournament.refresh_from_db()
    assert (tournament.refusal or {})["code"] == "not-a-table"

    program.publish_games(1, ROUND_1)

    tournament.refresh_from_db()
    assert (tournament.refusal, tournament.heard is not None) == (None, True)


def test_refusals_are_in_the_organisers_language(program: Pairgoth, tournament: ExpectedTournament) -> None:
    ExpectedTournament.objects.update(language="fr")

    answer = program.publish_games(9, ROUND_1)

    assert (answer.status_code, "ronde 9" in shown(answer)) == (422, True)
