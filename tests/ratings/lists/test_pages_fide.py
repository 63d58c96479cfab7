"""The pages of the FIDE systems: lists, top hundreds, number ones, players, the calculation of a period."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import KnownName, Player
from ratings.lists import publication
from ratings.lists.selection import Selection, address, born, read
from ratings.models import RatingSystem
from tests.markup import html_of
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.fide_pages import ANNA, BEN, CARLA, DAG, EVA, archived
from tests.ratings.histories import Played, recalculate, stale

pytestmark = pytest.mark.django_db
PATH = "/lists/fide-standard/"
ON_THE_LIST = ["Ben", "Anna", "Dag", "Carla"]  # the active


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


def page(client: Client, path: str) -> str:
    response: Any = client.get(path, HTTP_ACCEPT_LANGUAGE="en")
    assert response.status_code == 200
    return html_of(response)


def names(html: str) -> list[str]:
    """Return the given names of the rows of a list, in order."""
    return re.findall(r'<td class="name"><a href="/players/\d+/">[^<]*, (\w+)</a>', html)


def cells(html: str, given_name: str) -> list[str]:
    """Return the texts of somebody's row."""
    rows = re.findall(r'<tr id="p\d+">(.*?)</tr>', html)
    (row,) = [row for row in rows if f", {given_name}</a>" in row]
    return [re.sub(r"<svg.*?</svg>|<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?</td>", row)]


def test_list_shows_title_letters_rating_games_k_and_birth(client: Client) -> None:
    archived()

    html = page(client, PATH)

    assert names(html) == ["Ben", "Anna", "Dag", "Carla"]
    assert "4 active players of 5, published on 1\xa0November 2026" in html
    assert cells(html, "Anna") == ["2", "GM", "Osei, Anna", "NOR", "2500", "new", "", "7", "10", "1995"]
    assert cells(html, "Carla") == ["4", "WIM", "Ruiz, Carla", "ESP", "2300", "new", "", "4", "40", "2008"]


def test_everybody_shows_the_inactive_too(client: Client) -> None:
    archived()

    html = page(client, f"{PATH}?all=1")

    assert names(html) == ["Ben", "Anna", "Dag", "Eva", "Carla"]
    assert cells(html, "Eva")[-1] == "inactive 1990"


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("federation=NO", ["Anna", "Dag"]),
        ("federation=ENG", ["Ben"]),
        ("title=GM", ["Ben", "Anna"]),
        ("title=WIM", ["Carla"]),
        ("sex=f", ["Anna", "Carla"]),
        ("age=u20", ["Dag", "Carla"]),
        ("age=u14", ["Dag"]),
        ("age=o50", []),
        ("age=u20&sex=f&all=1", ["Carla"]),
        ("q=ru", ["Carla"]),
        ("q=anna+osei", ["Anna"]),
        ("q=nobody", []),
        ("title=XX&age=u99", ["Ben", "Anna", "Dag", "Carla"]),
    ],
)
def test_filter_shows_exactly_who_fits(client: Client, query: str, wanted: list[str]) -> None:
    archived()

    assert names(page(client, f"{PATH}?{query}")) == wanted


def test_player_is_found_by_fide_number_and_by_the_name_he_was_listed_under(client: Client) -> None:
    archived()
    anna = Player.objects.get(given_name="Anna")
    Player.objects.filter(pk=anna.pk).update(surname="Berg", search_key="berg anna")
    KnownName.objects.create(player=anna, name="Osei Anna", key="osei anna")

    by_number = page(client, f"{PATH}?q={anna.identifiers.get().value}")
    by_old, by_new = page(client, f"{PATH}?q=osei"), page(client, f"{PATH}?q=berg")

    assert (names(by_number), names(by_old), names(by_new)) == (["Anna"], ["Anna"], ["Anna"])


def test_federation_alone_has_places_inside_it(client: Client) -> None:
    archived()

    html = page(client, f"{PATH}?federation=NO")
    turned = page(client, f"{PATH}?federation=NO&sort=-rank")
    filtered = page(client, f"{PATH}?federation=NO&sex=f")

    assert [cells(html, name)[:2] for name in ("Anna", "Dag")] == [["2", "1"], ["3", "2"]]
    assert [cells(turned, name)[:2] for name in ("Dag", "Anna")] == [["3", "2"], ["2", "1"]]
    assert cells(filtered, "Anna")[:3] == ["2", "1", "GM"]


@pytest.mark.parametrize("people", [(ANNA,), (ANNA, BEN, DAG)])
@pytest.mark.parametrize("query", ["", "?federation=NO", "?q=a", "?title=GM&sex=f"])
def test_list_costs_three_queries(client: Client, query: str, people: Any) -> None:
    archived(people)

    with CaptureQueriesContext(connection) as queries:
        page(client, f"{PATH}{query}")

    assert len(queries) == 3


def test_title_and_age_are_written_to_the_address_and_read_from_it() -> None:
    chosen = Selection(title="WGM", age="o65")

    assert address(chosen) == "?title=WGM&age=o65"
    assert read({"title": "WGM", "age": "o65"}) == chosen
    assert (born("u20", 2026), born("o50", 2026)) == ((2006, 2026), (1, 1976))


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", ["Ben", "Anna", "Dag", "Carla"]),
        ("?of=women", ["Anna", "Carla"]),
        ("?of=juniors", ["Dag", "Carla"]),
        ("?of=girls", ["Carla"]),
        ("?of=juniors&federation=NO", ["Dag"]),
        ("?of=nonsense&federation=??", ["Ben", "Anna", "Dag", "Carla"]),
    ],
)
def test_top_shows_the_active_of_a_group(client: Client, query: str, wanted: list[str]) -> None:
    archived()

    with CaptureQueriesContext(connection) as cold:
        html = page(client, f"{PATH}top/{query}")

    assert names(html) == wanted
    assert [cells(html, name)[0] for name in wanted] == [str(place + 1) for place in range(len(wanted))]
    if len(wanted) < len(ON_THE_LIST):  # else the place is the rank, which stands once
        ranks = [int(cells(html, name)[1]) for name in wanted]
        assert ranks == [ON_THE_LIST.index(name) + 1 for name in wanted]
    assert len(cold) == 3


def test_top_ends_after_a_hundred(client: Client) -> None:
    archived(tuple(replace(BEN, given_name=f"N{place}", rating=2600 - place) for place in range(101)))

    assert len(names(page(client, f"{PATH}top/"))) == 100


@pytest.mark.parametrize("lists", [1, 3])
def test_number_ones_are_reigns_the_newest_first(client: Client, lists: int) -> None:
    for day, leader in ((date(2026, 9, 1), DAG), (date(2026, 10, 1), DAG), (date(2026, 11, 1), BEN))[-lists:]:
        archived((replace(leader, rating=2700 + day.month), ANNA, CARLA, EVA), day=day)

    with CaptureQueriesContext(connection) as queries:
        html = page(client, f"{PATH}number-ones/")

    rows = [re.sub(r"<[^>]+>", "|", row) for row in re.findall(r"<tr><td.*?</tr>", html)]
    found = [[part for part in row.split("|") if part] for row in rows]
    ben = ["Quist Ben", "ENG", "November 2026", "November 2026", "1", "2711"]
    dag = ["Strand Dag", "NOR", "September 2026", "October 2026", "2", "2710"]
    assert found == ([ben, dag] if lists == 3 else [ben])
    drawn = re.findall(r'<text class="who[^>]*>(.*?)</text>', html)
    assert (
        drawn == (["Strand Dag", "Quist Ben"] if lists == 3 else ["Quist Ben"]) * 2
    )  # on a desk, on a phone
    assert len(queries) == 3


def test_two_players_of_lists_are_drawn_as_steps_beside_each_other(client: Client) -> None:
    for day, change in ((date(2026, 9, 1), 0), (date(2026, 10, 1), 15), (date(2026, 11, 1), 30)):
        archived((BEN, replace(ANNA, rating=2500 + change)), day=day)
    ben, anna = (Player.objects.get(given_name=name).pk for name in ("Ben", "Anna"))

    answer: Any = client.get(f"/players/{ben}/against/{anna}/", HTTP_ACCEPT_LANGUAGE="en")

    (figure,) = answer.context["figures"]
    looks = [re.findall(r'<path class="line (own|other)" d="([^"]+)"', one) for one in figure.drawings]
    assert [[look for look, _ in one] for one in looks] == [["other", "own"]] * 2
    (_, anna_path), (_, ben_path) = looks[0]
    assert (ben_path.count("H"), anna_path.count("H"), anna_path.count("V")) == (3, 3, 2)
    assert re.findall(r"<td>(\d+)</td><td>(\d+)</td>", figure.table)[0] == ("2600", "2530")


def test_number_one_of_a_group_is_young_enough_on_her_list(client: Client) -> None:
    archived((BEN, CARLA), day=date(2029, 1, 1))  # 21 years
    archived((BEN, CARLA), day=date(2028, 1, 1))

    html = page(client, f"{PATH}number-ones/?of=girls")

    assert re.findall(r'<td class="second"[^>]*><a href="[^"]*">(.*?)</a>', html) == ["January 2028"] * 2


@pytest.mark.parametrize("path", ["top/", "number-ones/"])
def test_best_players_of_other_systems_are_not_found(client: Client, path: str) -> None:
    assert client.get(f"/lists/ffg/{path}").status_code == 404
    assert client.get(f"{PATH}{path}").status_code == 404


def test_system_that_is_not_active_is_nowhere(client: Client) -> None:
    archived()
    RatingSystem.objects.filter(key="fide-standard").update(active=False)

    assert "FIDE standard" not in page(client, "/") + page(client, "/lists/")
    assert "FIDE standard" not in page(client, f"/players/{Player.objects.get(given_name='Anna').pk}/")


def test_player_shows_his_lists_his_ranks_and_his_titles(client: Client) -> None:
    archived((replace(DAG, rating=2380), ANNA), day=date(2026, 10, 1))
    archived()
    dag = Player.objects.get(given_name="Dag")

    html = page(client, f"/players/{dag.pk}/")

    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
    assert "FIDE standard 2400 +20 3 " in words
    assert "In the federation 2" in words
    assert "October 2026 to November 2026. Highest 2400 on the list of November 2026." in words
    lists = r"1 November 2026 2400 \+20 3( \(top \d+%\))? 12 40 1 October 2026 2380 new 2 12 40"
    assert re.search(lists, words) is not None
    assert "Title IM" in words
    assert "Calculation" not in words  # an imported list: nothing of it was computed here


def calculated() -> tuple[RatingSystem, Player, Player]:
    rated, (ann, bob) = system(), masters(2)
    based(rated, ann, 2000, k=20, games=100)
    based(rated, bob, 2600, k=10, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2), Played(2, 1, 0, 1)], number=1)
    recalculate(stale(rated, date(2024, 12, 1)))
    publication.publish(rated, date(2025, 2, 1), account=None)
    return rated, ann, bob


def test_calculation_shows_every_game_as_fide_prints_it(client: Client) -> None:
    _, ann, bob = calculated()

    linked = page(client, f"/players/{ann.pk}/")
    html = page(client, f"/players/{ann.pk}/fide-standard/2025-02-01/")

    calculation = f'href="/players/{ann.pk}/fide-standard/2025-02-01/"'
    assert f'</span> <a class="asks" {calculation}>Why?</a></td>' in linked
    assert linked.count(calculation) == 3  # beside the change, in the line of its list, in the tournament
    tables = [
        [[re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?</td>", row)] for row in rows]
        for rows in (
            re.findall(r"<tr><td.*?</tr>", table) for table in re.findall(r"<tbody>.*?</tbody>", html, re.S)
        )
    ]
    name = f"{bob.surname}, {bob.given_name}"
    assert tables == [
        [["2400", "2000", "1.5", "2", "2793", "+1.34", "20", "+26.80"]],
        [
            ["1", "White", name, "2400 *", "FRA", "1", "0.08", "+0.92", "20", "+18.40"],
            ["2", "Black", name, "2400 *", "FRA", "0.5", "0.08", "+0.42", "20", "+8.40"],
        ],
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["fide-standard/2025-03-01", "fide-standard/nonsense", "ffg/2025-02-01"])
def test_calculation_of_what_is_not_published_is_not_public(client: Client, path: str) -> None:
    _, ann, _ = calculated()

    assert client.get(f"/players/{ann.pk}/{path}/").status_code == 404


def test_tournament_of_chess_shows_its_list_and_what_it_did(client: Client) -> None:
    rated, players = system(), masters(4)
    for place, player in enumerate(players):
        based(rated, player, 2000 + 10 * place, k=20, games=50)
    games = [Played(1, 0, 1, 2), Played(1, 2, 3, 1)]
    opened(date(2024, 12, 10), players, games, number=5)

    waiting = client.get("/tournaments/5/", HTTP_ACCEPT_LANGUAGE="en").context["cross"]
    recalculate(rated)
    response = client.get("/tournaments/5/", HTTP_ACCEPT_LANGUAGE="en")

    cross = response.context["cross"]
    changes = {line.row.entrant.player: line.listed[0].change for line in cross.lines}
    assert ([one.day for one in cross.counts], waiting.is_rated) == ([date(2025, 1, 1)], False)
    assert (cross.is_rated, changes[players[0].pk] > 0, changes[players[1].pk] < 0) == (True, True, True)
    assert "SOS" not in html_of(response)
    calculation = f"/players/{players[0].pk}/fide-standard/2025-01-01/"
    assert calculation not in html_of(response)
    publication.publish(rated, date(2025, 1, 1), account=None)
    assert calculation in html_of(client.get("/tournaments/5/"))


def ranks_and_ties(client: Client, path: str) -> list[list[str]]:
    """Return the tie-breaks as the crosstable prints them, row by row, with their names before."""
    html = page(client, path)
    heads = re.findall(r'aria-describedby="cross-(?:bh|cut|sb)">([^<]*)</button>', html)
    rows = re.findall(r'<tr id="e(\d+)">(.*?)</tr>', html, re.DOTALL)
    return [
        heads,
        *([number, *re.findall(r'class="number ties muted"[^>]*>([^<]*)<', row)] for number, row in rows),
    ]


@pytest.mark.parametrize(
    ("games", "wanted"),
    [
        # three rounds of six: 1 wins all, the others meet as a Swiss has them
        (
            [(1, 1, 4, 2), (1, 5, 2, 0), (1, 3, 6, 1), (2, 2, 1, 0), (2, 3, 4, 2), (2, 6, 5, 2),
             (3, 1, 3, 2), (3, 6, 2, 1), (3, 4, 5, 2)],
            [["BH", "BH-C1", "SB"], ["1", "4", "3", "4"], ["6", "3", "3", "1½"], ["3", "6", "5", "2"],
             ["2", "5", "5", "1"], ["4", "4½", "4½", "0"], ["5", "4½", "3½", "0"]],
        ),
        # everybody against everybody: no Buchholz; 1 half ahead of 2, then 3 and 4 with half a point less
        (
            [(1, 1, 4, 2), (1, 2, 3, 2), (2, 1, 2, 1), (2, 3, 4, 2), (3, 3, 1, 0), (3, 4, 2, 1)],
            [["SB"], ["1", "2½"], ["2", "2½"], ["3", "½"], ["4", "1"]],
        ),
    ],
)  # fmt: skip
def test_crosstable_of_chess_shows_tie_breaks_and_places_by_them(
    client: Client, games: list[tuple[int, int, int, int]], wanted: list[list[str]]
) -> None:
    players = masters(max(max(white, black) for _, white, black, _ in games))
    held = [Played(number, white - 1, black - 1, outcome) for number, white, black, outcome in games]
    opened(date(2024, 12, 5), players, held, number=5)

    assert ranks_and_ties(client, "/tournaments/5/") == wanted
    told = client.get("/api/v1/tournaments/5/crosstable").json()["entrants"]
    by_api = [[value for value in entrant["tie_breaks"].values() if value is not None] for entrant in told]
    assert by_api == [[figure(text) for text in row[1:]] for row in wanted[1:]]


def figure(text: str) -> float:
    """Read a figure with a half: 4½."""
    return float(text.replace("½", ".5"))


def test_tournament_of_chess_nobody_rates_says_so(client: Client) -> None:
    system()
    opened(date(2024, 12, 10), masters(2), [Played(1, 0, 1, 2)], number=5, rate="")

    response = client.get("/tournaments/5/", HTTP_ACCEPT_LANGUAGE="en")

    assert list(response.context["cross"].counts) == []
    assert "This tournament does not count for any list" in html_of(response)


def test_imported_levels_of_a_period_system_are_no_events(client: Client) -> None:
    rated, (player,) = system(), masters(1)
    based(rated, player, 2000, k=20, games=50, label="i")
    recalculate(rated)

    assert client.get(f"/players/{player.pk}/", HTTP_ACCEPT_LANGUAGE="en").context["events"] == []
