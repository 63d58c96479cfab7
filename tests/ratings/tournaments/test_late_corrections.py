"""A correction approved and not rated yet: pages show what the revision that was rated did, and say so."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Player
from ratings.cadence.by_event.pages import came_with
from ratings.crosstables.progress import progress
from ratings.models import RatingChange, RatingSystem
from ratings.previews.tournament_effects import effects_of
from ratings.runs.recalculation import compute, mark_stale, request_run
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.careers import stored_games
from tournaments.models import Game, Tournament
from tournaments.models.stages import Stage

pytestmark = pytest.mark.django_db
WAITS = "as rated by revision 1; revision 2 awaits rating"


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=2)


@pytest.fixture
def corrected(small: Small) -> Tournament:
    """The second tournament as its second revision has it, without the first round: approved, not rated."""
    return correct(Tournament.objects.get(number=2))


def correct(first: Tournament) -> Tournament:
    """Approve a second revision without the games of the first round; nothing is recalculated."""
    second = Tournament.objects.get(pk=first.pk)
    second.pk, second.revision, second.stage = None, 2, Stage.DRAFT.value
    second.decided = datetime(2026, 11, 20, tzinfo=UTC)
    second.save()
    made = {}
    for entry in first.entries.order_by("number"):
        before, entry.pk, entry.tournament = entry.pk, None, second
        entry.save()
        made[before] = entry
    for game in Game.objects.filter(tournament=first, round__gt=1):
        ends = {"white": made[game.white_id], "black": made[game.black_id]}
        Game.objects.create(tournament=second, round=game.round, outcome=game.outcome, **ends)
    Tournament.objects.filter(pk=first.pk).update(stage=Stage.SUPERSEDED)
    Tournament.objects.filter(pk=second.pk).update(stage=Stage.APPROVED)
    second.refresh_from_db()
    stored_games.refresh([first.pk, second.pk])
    for system in RatingSystem.objects.filter(key__in=["ffg", "egf"]):
        mark_stale(system, first.start)
    return second


def text(client: Client, path: str, language: str = "en") -> str:
    response = client.get(path, headers={"Accept-Language": language})
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_crosstable_of_a_correction_keeps_the_changes_that_were_rated(
    client: Client, corrected: Tournament
) -> None:
    cross = client.get("/tournaments/2/").context["cross"]

    stored = dict(
        RatingChange.objects.filter(tournament__number=2, system__key="ffg").values_list("player", "after")
    )
    assert cross.systems == ["ffg", "egf"]
    assert {line.row.entrant.player: line.moves[0].after for line in cross.lines} == stored


def test_page_of_a_correction_says_which_revision_was_rated(client: Client, corrected: Tournament) -> None:
    page = text(client, "/tournaments/2/")

    assert "Approved, not rated yet" not in page
    assert "FFG: the figures are those of revision 1" in page
    assert page.count(WAITS) == 2


@pytest.mark.parametrize(
    ("language", "words"), [("fr", "révision 2 en attente de calcul"), ("ru", "версия 2 ожидает обсчёта")]
)
def test_page_of_a_correction_says_so_in_every_language(
    client: Client, corrected: Tournament, language: str, words: str
) -> None:
    assert words in text(client, "/tournaments/2/", language)


def test_system_that_has_rated_the_correction_is_not_marked(client: Client, corrected: Tournament) -> None:
    RatingChange.objects.filter(tournament__number=2, system__key="egf").update(tournament=corrected)

    assert client.get("/tournaments/2/").context["cross"].earlier == {"ffg": 1}
    assert text(client, "/tournaments/2/").count(WAITS) == 1


def test_progress_of_a_correction_names_the_revision_rated_and_its_list(
    small: Small, corrected: Tournament
) -> None:
    found = progress(corrected)

    earlier = {one.system: one.earlier for one in found.counted}
    assert found.reached == "approved"
    assert [one and one.revision for one in earlier.values()] == [1, 1]
    assert [one and one.listed and one.listed.date for one in earlier.values()] == [date(2026, 6, 5)] * 2


def test_sum_of_the_revision_that_was_rated_stays_reachable(
    client: Client, small: Small, corrected: Tournament
) -> None:
    response = client.get(f"/players/{small.players[0].pk}/ffg/2/", headers={"Accept-Language": "en"})

    row = RatingChange.objects.get(player=small.players[0], system__key="ffg", tournament__number=2)
    assert response.context["explanation"].after == pytest.approx(row.after)
    assert len(response.context["games"]) == 3
    assert "As rated by revision 1 of the tournament; revision 2 awaits rating." in re.sub(
        r"\s+", " ", response.content.decode()
    )


def test_sum_of_a_revoked_tournament_stays_until_the_next_run(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=2).update(stage="revoked")

    assert "the rating still includes it" in text(client, f"/players/{small.players[0].pk}/ffg/2/")


def results(client: Client, player: Player) -> list[str]:
    page = client.get(f"/players/{player.pk}/", headers={"Accept-Language": "en"}).content.decode()
    return re.findall(r'class="event-games">([^<]*)<', page)


def test_row_of_a_player_has_the_results_that_were_rated(client: Client, small: Small) -> None:
    before = results(client, small.players[0])
    cache.clear()
    correct(Tournament.objects.get(number=2))

    assert results(client, small.players[0]) == before
    assert all("game" not in one for one in before)


def test_row_of_a_player_keeps_its_results_when_the_tournament_is_revoked(
    client: Client, small: Small
) -> None:
    before = results(client, small.players[0])
    cache.clear()
    Tournament.objects.filter(number=2).update(stage="revoked")
    stored_games.refresh([Tournament.objects.get(number=2).pk])

    assert results(client, small.players[0]) == before


def test_api_tells_the_revision_of_every_change(client: Client, corrected: Tournament) -> None:
    told = client.get("/api/v1/tournaments/2/crosstable").json()

    assert told["tournament"]["revision"] == 2
    assert {move["revision"] for one in told["entrants"] for move in one["moves"]} == {1}


def test_players_came_with_what_was_rated(small: Small, corrected: Tournament) -> None:
    found = came_with([small.players[0].pk], [corrected])

    assert [system.key for system, _ratings in found[corrected.pk]] == ["ffg", "egf"]


def test_effects_of_a_correction_show_what_stands(corrected: Tournament) -> None:
    line = effects_of(corrected).lines[0]

    assert [effect.stands is not None for effect in line.effects] == [True, True]


def test_effects_of_a_correction_on_another_day_show_what_is_proposed(corrected: Tournament) -> None:
    later = corrected.start + timedelta(days=1)
    Tournament.objects.filter(pk=corrected.pk).update(start=later, end=later)
    corrected.refresh_from_db()
    compute(request_run(RatingSystem.objects.get(key="ffg")))

    found = [line.effects[0] for line in effects_of(corrected).lines]

    assert all(one.stands is not None and one.proposed is not None for one in found)


def test_progress_of_a_correction_costs_three_queries(
    corrected: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        progress(corrected)
