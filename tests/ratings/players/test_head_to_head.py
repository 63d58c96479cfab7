import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Player
from ratings.cadence.by_event.explain import explain_event
from ratings.charts.figures import plain
from ratings.models import RatingChange, RatingSystem
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.models import Game, Tournament
from tournaments.models.stages import Stage
from tournaments.reports.outcomes import Outcome

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=30, tournaments=3)


def meeting() -> tuple[Player, Player, Game]:
    """Return two who met in an even game, White first."""
    game = Game.objects.filter(handicap=0).exclude(outcome=Outcome.DRAW).select_related("tournament").first()
    assert game is not None
    assert game.white.player is not None
    assert game.black.player is not None
    return game.white.player, game.black.player, game


def page(client: Client, one: int, other: int, query: str = "") -> Any:
    return client.get(f"/players/{one}/against/{other}/{query}", **ENGLISH)


def test_page_shows_the_games_between_two_from_both_sides(client: Client, small: Small) -> None:
    white, black, _ = meeting()

    there = page(client, white.pk, black.pk).context
    back = page(client, black.pk, white.pk).context

    mirrored = [(one.day, 1 - one.score, {"w": "b", "b": "w"}[one.colour]) for one in there["games"]]
    assert mirrored == [(one.day, one.score, one.colour) for one in back["games"]]
    counted = Game.objects.filter(white__player__in=[white, black], black__player__in=[white, black]).count()
    assert len(there["games"]) == counted


def test_ratings_and_expectation_then_are_those_the_event_was_computed_from(
    client: Client, small: Small
) -> None:
    white, black, game = meeting()
    system = RatingSystem.objects.get(key="egf")
    told = explain_event(system, game.tournament)[white.pk]
    detail = next(one for one in told.games if one.opponent == black.pk and one.round == game.round)

    shown = page(client, white.pk, black.pk).context["games"]
    event = next(one for one in shown if one.address == game.tournament.get_absolute_url())
    rated = next(one for one in event.ratings if one.system == "egf")

    assert rated.own.rating == told.start
    assert rated.other.rating == detail.opponent_before
    assert rated.expected == pytest.approx(detail.expected)


def test_handicap_game_counts_for_the_score_and_has_no_expectation(client: Client, small: Small) -> None:
    game = Game.objects.filter(handicap__gt=0).first()
    assert game is not None
    white, black = game.white.player_id, game.black.player_id
    assert white is not None
    assert black is not None

    context = page(client, white, black).context

    handicap = [one for one in context["games"] if one.handicap]
    assert handicap
    assert {rated.expected for one in handicap for rated in one.ratings} == {None}
    even = [one for one in context["games"] if not one.handicap]
    assert {standing.played for standing in context["standings"]} == {len(even)}


@pytest.mark.parametrize(
    "changes",
    [{"outcome": Outcome.BOTH_LOSE}, {"by_default": True}, {"outcome": Outcome.UNKNOWN}],
    ids=["both lose", "default", "unknown"],
)
def test_game_that_was_not_won_or_drawn_over_the_board_is_left_out(
    client: Client, small: Small, changes: dict[str, Any]
) -> None:
    white, black, game = meeting()
    before = len(page(client, white.pk, black.pk).context["games"])
    Game.objects.filter(pk=game.pk).update(**changes)

    assert len(page(client, white.pk, black.pk).context["games"]) == before - 1


def test_tournament_that_is_not_approved_is_left_out(client: Client, small: Small) -> None:
    white, black, game = meeting()
    Tournament.objects.exclude(pk=game.tournament_id).update(stage=Stage.SUBMITTED)
    Tournament.objects.filter(pk=game.tournament_id).update(stage=Stage.DRAFT)

    assert page(client, white.pk, black.pk).context["games"] == []


def test_page_costs_eight_queries_for_one_game_and_for_three(client: Client) -> None:
    small_federation.build(players=30, tournaments=1)
    white, black, game = meeting()
    Game.objects.exclude(pk=game.pk).delete()
    with CaptureQueriesContext(connection) as one:
        page(client, white.pk, black.pk)
    for number in (7, 8):
        Game.objects.create(
            tournament=game.tournament, round=number, white=game.white, black=game.black, outcome=0
        )
    with CaptureQueriesContext(connection) as three:
        page(client, white.pk, black.pk)

    assert (len(one), len(three)) == (8, 8)


def test_both_ratings_over_time_stand_in_one_chart_and_its_table(client: Client, small: Small) -> None:
    white, black, _game = meeting()

    answer = page(client, white.pk, black.pk)

    figures = {one.system: one for one in answer.context["figures"]}
    assert list(figures) == ["ffg", "egf"]
    drawing = figures["egf"].drawings[0]
    assert [drawing.count(f'class="dots {look}') for look in ("own", "other")] == [1, 1]
    names = re.findall(r"</tspan> ([^<]+)</text>", drawing)
    assert sorted(names) == sorted([white.surname, black.surname])
    assert 'class="tick"' in drawing  # they met
    last = {
        row.player_id: row.after
        for row in RatingChange.objects.filter(system__key="egf").order_by("sequence")
    }
    newest = re.findall(r"<td>([^<]*)</td>", figures["egf"].table)[1:3]
    assert newest == [as_shown(last[white.pk]), as_shown(last[black.pk])]


def as_shown(value: float | None) -> str:
    assert value is not None
    return plain(value)


def test_two_who_never_met_are_compared_all_the_same(client: Client, small: Small) -> None:
    strangers = [player.pk for player in small.players[-2:]]

    answer = page(client, strangers[0], strangers[1])

    assert "They have not played each other yet." in answer.content.decode()
    assert [standing.now.system for standing in answer.context["standings"]] == ["ffg", "egf"]


def test_nobody_is_set_against_himself_or_against_somebody_unknown(client: Client, small: Small) -> None:
    number = small.players[0].pk

    assert page(client, number, number).headers["Location"] == f"/players/{number}/"
    assert page(client, number, 999_999).status_code == 404


def test_search_offers_everybody_but_the_player_himself(client: Client, small: Small) -> None:
    person = small.players[0]

    answer = client.get(f"/players/{person.pk}/against/?q={person.surname}", **ENGLISH)

    found = {player.pk for player in answer.context["found"]}
    assert found == {one.pk for one in small.players if one.surname == person.surname} - {person.pk}
    assert (
        f"/players/{person.pk}/against/" in client.get(f"/players/{person.pk}/", **ENGLISH).content.decode()
    )
