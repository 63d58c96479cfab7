"""The rows set by compiled templates: what somebody wrote is text there, never a part of the page."""

import re
from collections.abc import Sequence
from datetime import date

import pytest
from django.utils import translation
from django.utils.html import format_html

from federation.models.display_name import PUBLIC
from federation.search.search import Named
from ratings.cadence.shared.steps import Move
from ratings.crosstables.crosstables import Crosstable, Line
from ratings.lists.layouts.cells import escaped, filled, hole, spark
from ratings.lists.layouts.columns import INSIDE, Rows
from ratings.lists.layouts.list_table import set_table
from ratings.lists.layouts.table import SORTED, BestTable, FideTable, GoTable, OnlineTable, TopTable
from ratings.lists.selection import SORTS, Selection
from ratings.players.player_search import Listed
from ratings.templatetags.compiled import cross_rows, found_rows
from tests.markup import compact
from tournaments.models import Tournament
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.tiebreaks import Ties
from tournaments.standings.table import Entrant, Free, Pairing, standings

HOSTILE = "<i>\"'&"
SHOWN = re.compile(r"<i>|\"'&|&(?!\w+;|#\w+;)")
DAY = date(2026, 11, 1)


def _escaped(html: str, times: int) -> None:
    assert SHOWN.search(html) is None
    assert len(re.findall(r"&lt;i&gt;(?:&quot;|&#34;)(?:&#x27;|&#39;)&amp;", html)) == times


def _columns(**told: object) -> dict[str, Sequence[object]]:
    """Make the columns of a page of one row."""
    row = {"rank": 1, "player_id": 7, "rank_change": 3, "rating": 1500, "change": 12, "active": True} | told
    return {name: [value] for name, value in row.items()}


def test_a_name_on_a_list_is_text() -> None:
    names = dict.fromkeys(("surname", "given_name", "federation", "club", "club_name", "grade"), HOSTILE)
    columns = _columns(**names, games=40, last_played=DAY)

    html = set_table(GoTable, Rows(Selection(text=HOSTILE), columns, {7: [1488, 1500]}))

    _escaped(html, 7)  # a club has its name as text and in a title
    assert spark([1488, 1500]) in html


def test_a_name_on_a_list_of_fide_is_text() -> None:
    names = dict.fromkeys(("surname", "given_name", "federation", "title"), HOSTILE)
    columns = _columns(**names, women_title="", change=None, period_games=3, k=20, birth_year=1990)

    html = set_table(FideTable, Rows(Selection(), columns, {7: [1500]}))

    _escaped(html, 3)  # surname, given name, title; of a federation three letters are left
    assert '<span class="new">' in html


@pytest.mark.parametrize("deviation", [None, 43.0])
def test_a_name_on_a_list_of_a_stream_is_text(deviation: float | None) -> None:
    names = dict.fromkeys(("surname", "given_name"), HOSTILE)
    row = _columns(**names, games=9, last_played=DAY, deviation=deviation, federation=HOSTILE)
    columns = {name: [*values, *values] for name, values in row.items()}
    columns |= {"player_id": [1, 2], "federation": [HOSTILE, "FR"]}

    html = set_table(OnlineTable, Rows(Selection(), columns, {1: [1503, 1500], 2: [1500]}))

    _escaped(html, 5)  # two names twice, a federation


@pytest.mark.parametrize(
    ("sort", "following", "direction"),
    [("rank", "-rating", ""), ("-rating", "rating", "descending"), ("rating", "-rating", "ascending")],
)
def test_head_of_a_column_leads_to_the_order_that_follows(sort: str, following: str, direction: str) -> None:
    names = {"surname": "A", "given_name": "B", "federation": "FR"}
    columns = _columns(**names, games=9, last_played=None, deviation=43.0)

    html = compact(set_table(OnlineTable, Rows(Selection(sort=sort), columns)))

    head = re.search(r'<th scope="col" class="number rating"([^>]*)><a href="([^"]*)">', html)
    assert head is not None
    assert head[1] == (f' aria-sort="{direction}"' if direction else "")
    assert head[2] == f"?sort={following}"


def test_the_best_of_a_group_have_no_other_orders() -> None:
    names = {"surname": "A", "given_name": "B", "federation": "FR", "title": "", "women_title": ""}
    columns = _columns(**names, period_games=3, k=20, birth_year=1990) | {INSIDE: [1]}

    html = compact(set_table(TopTable, Rows(Selection(), columns)))

    assert "sort=" not in html
    assert '<thead><tr><th scope="col" class="rank">#</th>' in html


def test_the_best_of_all_have_their_rank_once() -> None:
    names = {"surname": "A", "given_name": "B", "federation": "FR", "title": "", "women_title": ""}
    columns = _columns(**names, period_games=3, k=20, birth_year=1990) | {INSIDE: [1]}

    html = compact(set_table(BestTable, Rows(Selection(), columns)))

    assert "sort=" not in html
    assert html.count('<td class="rank">') == 1
    assert 'data-label="Rank"' not in html


def test_every_order_an_address_can_ask_for_is_that_of_a_column() -> None:
    assert set(SORTS) == set(SORTED)


def _crosstable(discipline: str) -> str:
    entrants = [
        Entrant(key, key, HOSTILE, key if key < 3 else None, HOSTILE, HOSTILE, HOSTILE, "")
        for key in (1, 2, 3)
    ]
    pairings = [Pairing(1, 1, 2, Outcome.WHITE_WINS, False, 4, True)]
    rows = standings(entrants, pairings, [Free(1, 3, ByeKind.FULL_POINT)], rounds=2)
    moved = Move("ffg", 100.0, 100.0, 112.5, 1, "")
    new = Move("ffg", None, 100.0, 112.5, 1, "")
    moves: dict[int | None, Move] = {1: moved, 2: new}
    lines = [
        Line(row, [moves.get(row.entrant.player)], HOSTILE, 1500, HOSTILE, Ties(3, 2, 1)) for row in rows
    ]
    if discipline == "chess":
        cross = Crosstable([], [line._replace(moves=[]) for line in lines], 1, 0, has_buchholz=True)
    else:
        cross = Crosstable(["ffg"], lines, 1, 1)
    return compact(cross_rows(cross, Tournament(number=9, discipline=discipline)))


def test_a_name_in_a_crosstable_of_go_is_text() -> None:
    html = _crosstable("go")

    _escaped(html, 3 * 4 + 2)  # name, grade, club, country; two opponents
    assert '<a href="/players/1/ffg/9/" title="100 → 113">' in html
    assert html.count('class="change first"') == 1
    cells = re.findall(r'<span class="cell \w+"[^>]*>(.*?)</span></td>', html)
    assert {re.sub(r"^\d", "place", cell) for cell in cells} == {
        "place+<small>B4</small>", "place−<small>N4</small>", "(+)", "–",
    }  # fmt: skip


def test_a_name_in_a_crosstable_of_chess_is_text() -> None:
    html = _crosstable("chess")

    _escaped(html, 3 * 3 + 2)  # name, title, federation; two opponents
    assert '<td class="number written">1500</td>' in html


@pytest.mark.parametrize(("language", "letters"), [("en", "wb"), ("fr", "BN"), ("ru", "БЧ")])
@pytest.mark.parametrize("discipline", ["go", "chess"])
def test_colours_in_a_crosstable_are_letters_of_the_language(
    language: str, letters: str, discipline: str
) -> None:
    with translation.override(language):
        html = _crosstable(discipline)

    assert "".join(re.findall(r"<small>(\w)", html)) == letters


def test_a_name_found_is_text() -> None:
    player = Named(7, HOSTILE, HOSTILE, "i", PUBLIC, None, HOSTILE, "35Re", HOSTILE)

    html = found_rows([(player, [Listed("ffg", -12, HOSTILE)])])

    _escaped(html, 5)  # surname, given name, club, federation, grade
    assert '<a href="/players/7/">' in html
    assert "−12" in html


@pytest.mark.parametrize("values", [[], [1500]])
def test_one_rating_draws_no_line(values: list[int]) -> None:
    assert spark(values) == ""


def test_a_line_of_ratings_rises_from_left_to_right() -> None:
    assert spark([1500, 1530]) == (
        '<svg viewBox="0 0 72 20" aria-hidden="true"><polyline points="3.0,17.0 69.0,3.0"/>'
        '<circle cx="69.0" cy="3.0" r="2"/></svg>'
    )


def test_a_row_is_set_once_and_filled_for_everybody() -> None:
    cells: dict[str, Sequence[object]] = {"number": [7, 8], "name": escaped([HOSTILE, ""])}
    columns = [("name", "<b>", format_html("<a>{}</a>", hole("name")))]

    html = filled("list_row.html", cells, {"columns": columns})

    assert html.count("</tr>\n") == 2
    assert '<tr id="p7"><td class="name" data-label="&lt;b&gt;"><a>&lt;i&gt;' in html


def test_columns_of_other_lengths_are_refused() -> None:
    cells: dict[str, Sequence[object]] = {"number": [7, 8], "name": ["a"]}

    with pytest.raises(ValueError, match="shorter"):
        filled("list_row.html", cells, {"columns": [("name", "", hole("name"))]})


def test_nobody_is_nobody() -> None:
    assert escaped([]) == []
    assert escaped([""]) == [""]
