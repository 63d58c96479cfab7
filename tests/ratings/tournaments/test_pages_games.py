from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.players.head_to_head import between
from tests.ratings.stream_pages import page, played, settle, text
from tests.ratings.streams import DAY, HOUR, MINUTE, NOON, Told, world

pytestmark = pytest.mark.django_db


def test_game_page_adds_up_to_what_the_game_did(client: Client) -> None:
    made = played()

    response = page(client, "/games/fics-blitz/table/a/")

    for seat in response.context["seats"]:
        assert seat.row is not None
        steps = {line.key: line.value for line in seat.lines}
        assert steps["after"] == f"{seat.row.after:.0f}"
        assert round(float(steps["change"].replace("−", "-"))) == seat.row.change
        assert steps["RD3"] == f"{seat.row.deviation:.1f}"
    assert [seat.player for seat in response.context["seats"]] == made.players[:2]


def test_game_page_shows_the_worked_example_of_two_newcomers(client: Client) -> None:
    made = world(players=2)
    made.arrive(Told(NOON, (0, 1), 2, code="first"))
    rate_pending("fics-blitz")

    white = page(client, "/games/fics-blitz/table/first/").context["seats"][0]

    # specification 1.4: f 0.66907, K 324.42401, +162.21 -> 1882, RD 290.23
    assert [(line.key, line.value) for line in white.lines if line.key != "I"] == [
        ("f", "0.6691"), ("E", "0.5000"), ("K", "324.42"), ("change", "+162.21"), ("after", "1882"),
        ("RD3", "290.2"),
    ]  # fmt: skip
    assert white.lines[-2].numbers == "1720 + 162"


def test_least_k_is_said_where_it_acts(client: Client) -> None:
    made = world(players=2)
    settle(made, 0, 1, rd=30.0)
    made.arrive(Told(NOON, (0, 1), 2, code="k"))
    rate_pending("fics-blitz")

    lines = page(client, "/games/fics-blitz/table/k/").context["seats"][0].lines

    computed, applied = (line for line in lines if line.key == "K")
    assert float(computed.value) < 16
    assert (applied.value, applied.words.endswith("so K is 16 here.")) == ("16", True)


def test_table_of_several_is_the_mean_of_its_duels(client: Client) -> None:
    made = played("ladder")

    response = page(client, "/games/ladder/table/b/")

    seats = response.context["seats"]
    assert [seat.sat.place for seat in seats] == [1, 2, 2, 4]
    assert seats[0].player == made.players[2]
    for seat in seats:
        duels = [float(duel.end.value.replace("−", "-")) for duel in seat.duels]
        assert seat.row is not None
        assert sum(duels) / 3 == pytest.approx(seat.row.change, abs=0.006)
    formulas = {duel.end.clause.rpartition(" ")[2] for seat in seats for duel in seat.duels}
    assert formulas == {"1", "2", "3"}
    tied = next(duel for duel in seats[1].duels if duel.opponent == seats[2].player)
    assert tied.score == 0.5


@pytest.mark.parametrize(
    ("code", "place", "formula"),
    [
        ("first", 0, "(1500 × 0 + (1500 + 1500) / 2 + 100) / (0 + 1) − 1500"),
        ("second", 0, "(1600 × 1 + 1500 − 200) / (1 + 1) − 1600"),
        ("second", 1, "32 × 1 / 20 × (1 − 0.3599)"),
        ("third", 0, "32 × (1 − 0.5000)"),
        ("fourth", 0, "24 × (0.5 − 0.5000)"),
        ("fifth", 0, "(1500 × 0 + (1500 + 1400) / 2) / (0 + 1) − 1500"),
    ],
)
def test_each_formula_of_the_ladder_is_set_with_the_players_numbers(
    client: Client, code: str, place: int, formula: str
) -> None:
    made = world("ladder", players=6)
    settle(made, 2, 3, 4, level=1500.0, games=40)
    made.arrive(
        Told(NOON, (0, 1), 2, code="first"),
        Told(NOON + HOUR, (0, 2), 0, code="second"),
        Told(NOON - HOUR, (3, 4), 2, code="third"),
        Told(NOON - 2 * HOUR, (3, 4), 1, code="fourth", points=24.0),
        Told(NOON + HOUR, (5, 1), 1, code="fifth"),
    )
    rate_pending("ladder")

    seat = page(client, f"/games/ladder/table/{code}/").context["seats"][place]

    (duel,) = seat.duels
    assert duel.end.numbers == formula
    assert float(duel.end.value.replace("−", "-")) == pytest.approx(seat.row.change, abs=0.006)


def test_bughouse_shows_both_teams(client: Client) -> None:
    made = world("fics-bughouse", players=4)
    made.arrive(Told(NOON, (0, 1, 2, 3), None, (1, 1, 2, 2), (1, 1, 2, 2), code="bug"))
    rate_pending("fics-bughouse")

    response = page(client, "/games/fics-bughouse/table/bug/")

    shown = text(response)
    assert shown.count("team 1") == 2
    assert [seat.row.change > 0 for seat in response.context["seats"]] == [True, True, False, False]
    assert "the averages of both pairs" in shown


def test_withdrawn_game_says_so_and_has_no_sum(client: Client) -> None:
    made = played()
    made.withdraw(made.games[0])
    rate_pending("fics-blitz")

    shown = text(page(client, "/games/fics-blitz/table/a/"))

    assert "This game was withdrawn" in shown
    assert "Calculation" not in shown


def test_game_that_waits_to_be_rated_says_so(client: Client) -> None:
    made = played()
    made.arrive(Told(NOON + DAY, (0, 1), code="late"))

    assert "This game is being rated" in text(page(client, "/games/fics-blitz/table/late/"))


@pytest.mark.parametrize(
    "path", ["fics-blitz/table/none", "ladder/table/a", "fics-blitz/other/a", "ffg/table/a"]
)
def test_game_nobody_knows_is_not_found(client: Client, path: str) -> None:
    played()

    assert page(client, f"/games/{path}/").status_code == 404


@pytest.mark.parametrize(("code", "queries"), [("a", 8), ("b", 10)])
def test_game_page_of_two_reads_no_seats_and_costs_eight_queries_of_four_ten(
    client: Client, code: str, queries: int
) -> None:
    played("ladder")

    with CaptureQueriesContext(connection) as seen:
        page(client, f"/games/ladder/table/{code}/")

    assert len(seen) == queries


# One against the other


def test_head_to_head_shows_probability_and_bands_of_glicko(client: Client) -> None:
    made = world(players=2)
    settle(made, 0, 1)
    now = int(timezone.now().timestamp() * 1000)
    made.arrive(Told(now - MINUTE, (0, 1), 1, code="x"))
    rate_pending("fics-blitz")
    one, other = (player.pk for player in made.players)

    there = page(client, f"/players/{one}/against/{other}/")
    back = page(client, f"/players/{other}/against/{one}/")

    (standing,), (mirrored,) = there.context["standings"], back.context["standings"]
    assert standing.stronger + mirrored.stronger == pytest.approx(1)
    assert standing.stronger < 0.5
    assert standing.expected < 0.5 < standing.expected_other
    assert len(standing.drawings) == 2
    assert f"{round(100 * standing.stronger)}%" in text(there)


def test_head_to_head_counts_tables_by_place_and_duels_by_result(client: Client) -> None:
    made = played("ladder")
    one, other = made.players[2], made.players[0]

    context = page(client, f"/players/{one.pk}/against/{other.pk}/").context

    (game,) = context["games"]
    assert (game.score, game.places, game.colour) == (1.0, (1, 2), "")
    (score,) = context["scores"]
    assert (score.game, score.won, score.drawn, score.lost) == ("ladder", 1, 0, 0)


def test_partners_of_bughouse_did_not_play_against_each_other(client: Client) -> None:
    made = world("fics-bughouse", players=4)
    made.arrive(Told(NOON, (0, 1, 2, 3), None, (1, 1, 2, 2), (1, 1, 2, 2)))
    rate_pending("fics-bughouse")
    partners, opponents = (made.players[0], made.players[1]), (made.players[0], made.players[2])

    assert between(partners, ["fics-bughouse"]) == []
    assert [game.score for game in between(opponents, ["fics-bughouse"])] == [1.0]


def test_expected_score_then_is_that_of_the_engine(client: Client) -> None:
    made = played()
    one, other = made.players[:2]
    steps = page(client, "/games/fics-blitz/table/b/").context["seats"][0].lines
    computed = next(line.value for line in steps if line.key == "E")

    newest, _ = between((one, other), ["fics-blitz"])

    assert newest.ratings[0].expected == pytest.approx(float(computed), abs=6e-5)


def test_moment_of_a_game_is_shown_in_utc(client: Client) -> None:
    played()

    ended = datetime.fromtimestamp(NOON / 1000, UTC)
    assert f"{ended:%-d %B %Y, %H:%M} UTC" in text(page(client, "/games/fics-blitz/table/a/"))
