import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ratings.crosstables.crosstables import Crosstable, Level, Line, levels
from ratings.models import RatingChange, RatingRun, RatingSystem
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.histories import Played, hold, people, recalculate, stale
from tests.ratings.small_federation import Small
from tournaments.models import Entry, Tournament
from tournaments.standings.table import Entrant, standings

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=3)


def page(client: Client, path: str) -> Any:
    return client.get(path, **ENGLISH)


def test_crosstable_holds_every_entrant_with_every_change(client: Client, small: Small) -> None:
    cross = page(client, "/tournaments/1/").context["cross"]

    stored = dict(
        RatingChange.objects.filter(tournament__number=1, system__key="ffg").values_list("player_id", "after")
    )
    assert (cross.systems, len(cross.lines), cross.games, cross.rated) == (["ffg", "egf"], 24, 36, 36)
    assert {line.row.entrant.player: line.moves[0].after for line in cross.lines} == stored


def test_average_is_that_of_what_the_entrants_came_with(client: Client, small: Small) -> None:
    RatingChange.objects.filter(tournament__number=1).update(before=None, start=-450.0)
    rows = RatingChange.objects.filter(tournament__number=1, system__key="ffg").order_by("player_id")
    for row, before in zip(rows, (150.0, 250.0), strict=False):
        RatingChange.objects.filter(pk=row.pk).update(before=before)

    response = page(client, "/tournaments/1/")

    ffg = response.context["levels"][0]
    assert (ffg.system, ffg.players, ffg.grade) == ("ffg", 24, "4k")
    assert ffg.mean == pytest.approx((150.0 + 250.0 - 22 * 450.0) / 24)
    assert "Average, FFG −396 4k of 24" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html_of(response)))


def test_upsets_of_go_go_by_ratings_before_the_tournament_and_by_handicap(client: Client) -> None:
    players = people(4)  # 1k to 4k, 100 points apart
    games = [
        *(Played(1, 0, 1, 0), Played(1, 2, 3, 2)),  # 2k wins against 1k, 3k against 4k
        *(Played(2, 0, 3, 2, handicap=4), Played(2, 1, 2, 0, handicap=2)),  # 350 points for Black, and 150
        *(Played(3, 0, 2, 0, handicap=3), Played(3, 1, 3, 2)),  # Black had more stones than it took
        *(Played(4, 0, 3, 0), Played(4, 1, 2, 0, by_default=True)),
    ]
    hold(date(2025, 1, 4), players, games, number=7)
    recalculate(stale(RatingSystem.objects.get(key="ffg"), date(2025, 1, 4)))

    html = html_of(page(client, "/tournaments/7/"))
    (table,) = re.findall(r'id="upsets">.*?</details>', html, re.DOTALL)
    rows = re.findall(r"<tr>.*?</tr>", table.partition("<tbody>")[2], re.DOTALL)

    assert [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in rows] == [
        "1 Surname1 −150 Surname0 −50 100",
        "2 Surname0 −50 Surname3 −350 with White, 4 stones 50",
        "4 Surname3 −350 Surname0 −50 300",
    ]
    assert "by the ratings before the tournament (FFG ladder)" in " ".join(table.split())


def test_average_of_chess_is_of_the_ratings_in_the_file() -> None:
    rows = standings([Entrant(key, key, str(key), None, "", "", "", "") for key in (1, 2, 3)], [], rounds=0)
    lines = [Line(row, [], rating=rating) for row, rating in zip(rows, (1900, None, 2100), strict=True)]

    assert levels(Crosstable([], lines, 0, 0)) == [Level("", 2000.0, 2)]
    assert levels(Crosstable([], [], 0, 0)) == []


def test_crosstable_gives_each_game_two_sides(client: Client, small: Small) -> None:
    lines = page(client, "/tournaments/1/").context["cross"].lines
    rows = {line.row.place: line.row for line in lines}

    for row in rows.values():
        for number, cell in enumerate(row.cells):
            other = rows[cell.opponent].cells[number]
            assert other.opponent == row.place
            assert cell.half_points + other.half_points == 2


def test_crosstable_keeps_the_order_of_a_file_that_prints_ranks(client: Client, small: Small) -> None:
    Entry.objects.filter(tournament__number=1, number__in=(1, 2, 4)).update(rank="1")

    lines = page(client, "/tournaments/1/").context["cross"].lines

    assert [line.row.entrant.number for line in lines] == list(range(1, 25))


def test_first_rating_is_marked_as_new(client: Client, small: Small) -> None:
    RatingChange.objects.filter(tournament__number=1).update(before=None)

    content = html_of(page(client, "/tournaments/1/"))

    assert content.count('<span class="change first" title="First rating">') == 48  # in both systems


@pytest.mark.parametrize("tournament", [1, 2])
def test_tournament_page_costs_seven_queries_whatever_its_games(
    client: Client, small: Small, tournament: int
) -> None:
    with CaptureQueriesContext(connection) as queries:
        page(client, f"/tournaments/{tournament}/")

    assert len(queries) == 7


def test_tournament_not_rated_yet_says_so(client: Client, small: Small) -> None:
    RatingChange.objects.filter(tournament__number=2).delete()

    assert "Approved, not rated yet" in html_of(page(client, "/tournaments/2/"))


@pytest.mark.parametrize("stage", ["draft", "withdrawn", "superseded"])
def test_tournament_not_handed_in_is_not_public(client: Client, small: Small, stage: str) -> None:
    Tournament.objects.filter(number=2).update(stage=stage)

    assert page(client, "/tournaments/2/").status_code == 404
    assert 'href="/tournaments/2/"' not in html_of(page(client, "/tournaments/"))


def steps(content: str) -> list[tuple[str, str]]:
    return re.findall(r'<li(?: class="(\w+)")?[^>]*><b>([\w ]+)</b>', content)


@pytest.mark.parametrize(
    ("stage", "done", "turn"),
    [("submitted", 3, "an officer"), ("returned", 1, "the organiser")],
)
def test_tournament_on_its_way_tells_how_far_it_is_and_nothing_of_its_players(
    client: Client, small: Small, stage: str, done: int, turn: str
) -> None:
    Tournament.objects.filter(number=2).update(
        stage=stage, reason="Name of a player", submitted=timezone.now()
    )
    Entry.objects.filter(tournament__number=2, number=1).update(player=None)

    content = html_of(page(client, "/tournaments/2/"))

    told = [label for state, label in steps(content) if state == "done"]
    assert told == ["Received", "Checked", "Submitted"][:done]
    assert f"Waiting for {turn}" in content
    names = Entry.objects.filter(tournament__number=2).values_list("surname", flat=True)
    assert not any(name in content for name in names)
    assert "Name of a player" not in content
    assert 'href="/tournaments/2/"' not in html_of(page(client, "/tournaments/"))


def test_rated_tournament_tells_its_way_and_waits_for_a_list(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=1).update(decided=timezone.now())
    RatingRun.objects.update(decided=timezone.now())

    content = html_of(page(client, "/tournaments/1/"))

    assert [state for state, _ in steps(content)] == ["done"] * 5 + ["turn"]
    assert content.count("rated, awaiting a list") == 2


def test_corrected_tournament_shows_the_revision_that_stands(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=2).update(stage="superseded")
    Tournament.objects.create(
        number=2, revision=2, stage="approved", name="Corrigé", start="2024-01-01", end="2024-01-02", rounds=1
    )

    response = page(client, "/tournaments/2/")

    assert (response.context["tournament"].revision, response.context["cross"].lines) == (2, [])


def test_entrant_not_matched_has_no_link(client: Client, small: Small) -> None:
    Entry.objects.filter(tournament__number=2, number=1).update(player=None, surname="<u>Nobody")

    content = html_of(page(client, "/tournaments/2/"))

    assert (content.count("<u>"), content.count("&lt;u&gt;Nobody")) == (0, 4)  # his own line, three opponents


def test_index_shows_the_newest_year_and_links_the_others(client: Client, small: Small) -> None:
    response = page(client, "/tournaments/")

    assert (response.context["year"], [year for year, _n, _at in response.context["years"]]) == (
        2024,
        ["2024", "2023"],
    )
    shown = re.findall(r'href="(/tournaments/\d+/)"', html_of(response))
    assert shown == ["/tournaments/3/"]


@pytest.mark.parametrize(("year", "shown"), [("2023", 2023), ("1999", 1999), ("x", 2024)])
def test_index_of_a_year(client: Client, small: Small, year: str, shown: int) -> None:
    response = page(client, f"/tournaments/?year={year}")

    assert response.context["year"] == shown


def test_year_without_tournaments_says_so_and_leads_to_those_there_are(client: Client, small: Small) -> None:
    content = html_of(page(client, "/tournaments/?year=1999"))

    assert "No tournaments in 1999." in content
    assert 'class="button quiet" href="?year=all"' in content


@pytest.mark.parametrize("number", [1, 3])
def test_index_costs_eight_queries(client: Client, number: int) -> None:
    cache.clear()
    small_federation.build(players=26, tournaments=number, systems=())

    with CaptureQueriesContext(connection) as queries:
        page(client, "/tournaments/")

    assert len(queries) == 8


def test_index_of_an_empty_office_says_so(client: Client) -> None:
    assert "No tournament has been approved yet." in html_of(page(client, "/tournaments/"))


def test_index_of_an_office_with_both_games_names_them_and_shows_one_alone(
    client: Client, small: Small
) -> None:
    Tournament.objects.filter(number=3).update(discipline="chess", rate="rapid")

    both, alone = page(client, "/tournaments/?year=2023"), page(client, "/tournaments/?game=chess")
    odd = page(client, "/tournaments/?game=draughts")

    games = [[str(row.get_cell("discipline")) for row in one.context["table"].rows] for one in (both, odd)]
    assert games == [["Go", "Go"], ["chess, rapid"]]
    assert [row.record.number for row in alone.context["table"].rows] == [3]
    assert [year[:2] for year in alone.context["years"]] == [("2024", 1)]
    assert odd.context["wanted"].game == ""


def test_index_of_an_office_with_go_alone_names_no_game(client: Client, small: Small) -> None:
    response = page(client, "/tournaments/")

    assert "discipline" not in response.context["table"].columns.names()
    assert [game.key for game, _at in response.context["games"]] == ["go"]
