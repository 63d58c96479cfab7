"""The rows set by compiled templates: what somebody wrote is text there, never a part of the page."""

import re
from collections.abc import Sequence
from datetime import date

import pytest

from federation.models.display_name import PUBLIC
from federation.search.search import Named
from ratings.cadence.shared.moves import Move
from ratings.charts.sparks import spark
from ratings.crosstables.crosstables import Crosstable, Line
from ratings.crosstables.table import Entrant, Free, Pairing, standings
from ratings.lists.selection import Selection
from ratings.players.player_search import Listed
from ratings.templatetags.compiled import cross_rows, found_rows
from ratings.views.lists import fide_table, list_table, online_table
from ratings.views.lists.fill_rows import escaped, filled
from ratings.views.tournaments.crosstable_cells import cells
from tournaments.models import Tournament
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.tiebreaks import Ties

HOSTILE = "<i>\"'&"
SHOWN = re.compile(r"<i>|\"'&|&(?!\w+;|#\w+;)")
DAY = date(2026, 11, 1)


def _escaped(html: str, times: int) -> None:
    assert SHOWN.search(html) is None
    assert len(re.findall(r"&lt;i&gt;(?:&quot;|&#34;)(?:&#x27;|&#39;)&amp;", html)) == times


def test_a_name_on_a_list_is_text() -> None:
    row = (1, 7, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, 1500, 12, 3, 40, DAY, True)

    html = list_table.table(Selection(text=HOSTILE), [row], courses={7: [1488, 1500]})

    _escaped(html, 6)  # surname, given name, federation, club, its name, grade
    assert spark([1488, 1500]) in html


def test_a_name_on_a_list_of_fide_is_text() -> None:
    row = (1, 7, HOSTILE, HOSTILE, HOSTILE, HOSTILE, "", 1500, None, None, 3, 20, 1990, True)

    html = fide_table.table(Selection(), [row], courses={7: [1500]})

    _escaped(html, 3)  # surname, given name, title; of a federation three letters are left
    assert '<span class="new">' in html


@pytest.mark.parametrize("deviation", [None, 43.0])
def test_a_name_on_a_list_of_a_stream_is_text(deviation: float | None) -> None:
    rows = [
        (place, place, HOSTILE, HOSTILE, federation, 1500, -3, None, 9, DAY, True, deviation)
        for place, federation in enumerate((HOSTILE, "FR"), 1)
    ]

    html = online_table.table(Selection(), rows, courses={1: [1503, 1500], 2: [1500]})

    _escaped(html, 5)  # two names twice, a federation


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
    return cross_rows(cross, Tournament(number=9, discipline=discipline))


def test_a_name_in_a_crosstable_of_go_is_text() -> None:
    html = _crosstable("go")

    _escaped(html, 3 * 4 + 2)  # name, grade, club, country; two opponents
    assert '<a href="/players/1/ffg/9/" title="100 → 113">' in html
    assert html.count('class="change first"') == 1
    cells = re.findall(r'<span class="cell \w+"[^>]*>(.*?)</span></td>', html)
    assert {re.sub(r"^\d", "place", cell) for cell in cells} == {
        "place+<small>w4</small>", "place−<small>b4</small>", "(+)", "–",
    }  # fmt: skip


def test_a_name_in_a_crosstable_of_chess_is_text() -> None:
    html = _crosstable("chess")

    _escaped(html, 3 * 3 + 2)  # name, title, federation; two opponents
    assert '<td class="number written">1500</td>' in html


def test_a_sign_of_percent_in_a_name_stays() -> None:
    entrants = [Entrant(key, key, f"{key}%s100%", None, "5k", "", "", "") for key in (1, 2)]
    rows = standings(entrants, [Pairing(1, 1, 2, Outcome.DRAW, False, 0, False)], rounds=1)

    assert [re.findall('title="([^"]*)"', one) for one in cells(rows, "cross_go_cell.html")] == [
        ["2%s100%"],
        ["1%s100%"],
    ]


def test_a_name_found_is_text() -> None:
    player = Named(7, HOSTILE, HOSTILE, "i", 1990, PUBLIC, None, HOSTILE, "35Re", HOSTILE)

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
    left = ("rank", "places", "club", "federation", "grade", "rating", "change", "course", "played", "month")
    cells: dict[str, Sequence[object]] = dict.fromkeys((*left, "inactive"), ("", ""))
    cells |= {"number": [7, 8], "name": escaped([HOSTILE, ""])}

    html = filled("list_row.html", cells, {"player": "/a%20b/", "games": "<b>"})

    assert html.count("</tr>\n") == 2
    assert 'href="/a%20b/7/">&lt;i&gt;' in html
    assert html.count('data-label="&lt;b&gt;"') == 2


def test_columns_of_other_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        filled("list_row.html", {"number": [7, 8], "name": ["a"]}, {})


def test_nobody_is_nobody() -> None:
    assert escaped([]) == []
    assert escaped([""]) == [""]
