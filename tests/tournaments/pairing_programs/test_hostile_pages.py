"""Whatever comes as a page: it is read or refused in words, in little time, and nothing is half kept."""

from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import processor, seeds
from tests.tournaments.pairing_programs.pairgoth import ROUND_1, Pairgoth, games, shown, standings
from tests.tournaments.pairing_programs.test_contract import CROSSTABLE
from tournaments.api import pairgoth
from tournaments.models import PublishedRound, Tournament
from tournaments.pairing_programs import arrivals
from tournaments.pairing_programs.pairgoth import html_tables, pages
from tournaments.pairing_programs.pairgoth.assembly import Came, assemble
from tournaments.pairing_programs.pairgoth.refusals import Unusable

GAMES, STANDINGS = games(ROUND_1), standings(CROSSTABLE)
_PIECES = st.sampled_from([
    "<", ">", "</td>", "<td>", "<tr>", "<table>", "</table>", "<th>", "BIP", "data-result='w'", '"', "'",
    "&amp;",
    "&#0;", "\0", "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"), "9" * 30, "½", "1-0",
    "<style>", "<!--", "class=t", "game-result", "R1", "\u202e", " (5k FR 38Gr)",
])  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, page: str) -> str:
    """A page with parts cut out, doubled, or put in."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(page)))
        stop = draw(st.integers(start, min(len(page), start + 60)))
        page = (
            page[:start] + draw(_PIECES | st.just(page[start:stop] * 2) | st.text(max_size=8)) + page[stop:]
        )
    return page


def read(page: str, kind: str) -> Any:
    """Read a page and put a tournament together of it, as a call would."""
    found = pages.read_games(page) if kind == "games" else pages.read_standings(page, after=2)
    content = pages.store(found)
    pages.digest(content)
    came = (
        Came({1: pages.games_of(content)})
        if isinstance(found, pages.GamesPage)
        else Came({}, pages.standings_of(content), 2)
    )
    return assemble(came, [], rounds=2)


@given(page=damaged(GAMES))
@settings(max_examples=seeds.examples(300))
def test_damaged_pages_of_games_are_read_or_refused_in_words(page: str) -> None:
    try:
        found = read(page, "games")
    except Unusable:  # made of a code that has its sentence, or it could not be raised
        return
    assert all(game.white != game.black for game in found.pairings)
    assert len({(one.round, side) for one in found.pairings for side in (one.white, one.black)}) == 2 * len(
        found.pairings
    )


@given(page=damaged(STANDINGS))
@settings(max_examples=seeds.examples(300))
def test_damaged_standings_are_read_or_refused_in_words(page: str) -> None:
    try:
        found = read(page, "standings")
    except Unusable:  # made of a code that has its sentence, or it could not be raised
        return
    assert all(game.white != game.black for game in found.pairings)


@given(text=st.text(max_size=400))
@settings(max_examples=seeds.examples(200))
def test_any_text_is_no_page(text: str) -> None:
    for kind in ("games", "standings"):
        with pytest.raises(Unusable):
            read(text, kind)


@given(data=st.binary(max_size=300))
@settings(
    max_examples=seeds.examples(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@pytest.mark.django_db
def test_any_bytes_are_answered_in_words(program: Pairgoth, data: bytes) -> None:
    for path in ("/pairings/moulin/1", "/standings/moulin/1", "/presences/moulin/1"):
        answer = program.call("POST", path, data)
        assert answer.status_code in (200, 422)
        assert answer.status_code == 422 or data.strip() == b"[]"
        assert answer.status_code == 200 or shown(answer)
    assert not PublishedRound.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "number", ["0", "-1", "3", "99999", "x", "1.0", "%31%00", "١", " 1", "1e1", "%2e", "9" * 400]
)
def test_rounds_the_tournament_has_not_are_refused(program: Pairgoth, number: str) -> None:
    answer = program.call("POST", f"/pairings/moulin/{number}", GAMES.encode())

    assert answer.status_code in (404, 422)
    assert not PublishedRound.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "code", ["x" * 500, "%00", "..", "%2e%2e", "moulin%20", "<b>", "'", "%F0%9F%98%80", "NULL"]
)
def test_strange_codes_are_unknown(program: Pairgoth, code: str) -> None:
    answer = program.call("GET", f"/players/{code}")

    assert answer.status_code in (404, 422)
    assert b"Traceback" not in answer.content


@pytest.mark.django_db
def test_five_megabytes_are_refused_before_they_are_read(program: Pairgoth) -> None:
    with patch.object(pages, "read") as reader:
        answer = program.call("POST", "/pairings/moulin/1", b"<td>" * (5 << 18))

    assert (answer.status_code, str(arrivals.MOST_BYTES) in shown(answer)) == (413, True)
    assert not reader.called
    assert (
        program.call("POST", "/presences/moulin/1", b" " * (pairgoth._PRESENCES_BYTES + 1)).status_code == 413
    )


@pytest.mark.parametrize(
    "piece", ["<", "<td ", "<td a=", "<td a='\"", "<!--", "</", "&#", "<table><tr><td>", "<td/"]
)
def test_hostile_pages_take_time_in_proportion_to_their_length(piece: str) -> None:
    def read_page(size: int) -> None:
        with suppress(Unusable):
            html_tables.read(piece * (size // len(piece)))

    assert processor.grows_less_than(40, read_page, 100_000, 800_000)


@pytest.mark.django_db
def test_thousands_of_rows_are_refused(program: Pairgoth) -> None:
    row = "<tr><td>1</td><td>A B (5k FR x)</td><td>BIP</td><td>0</td></tr>"
    page = games((), results=False).replace("<tbody>", "<tbody>" + row * (pages.MOST_ROWS + 1))

    answer = program.call("POST", "/pairings/moulin/1", page.encode())

    assert (answer.status_code, str(pages.MOST_ROWS) in shown(answer)) == (422, True)


@pytest.mark.django_db
def test_markup_in_names_is_text(program: Pairgoth) -> None:
    page = GAMES.replace("Aubrac Lise", "Aubrac &lt;script&gt; Lise").replace(
        "</table>", "<script>alert(1)</script></table>"
    )

    assert shown(program.call("POST", "/pairings/moulin/1", page.encode())) == ""
    assert PublishedRound.objects.get().content["games"][0][0][0] == "Aubrac <script> Lise"


@pytest.mark.django_db
def test_handicap_and_results_that_cannot_be_are_refused(program: Pairgoth) -> None:
    for wrong in (
        GAMES.replace('data-result="w"', 'data-result="Z"'),
        GAMES.replace("<td>4</td>", "<td>-4</td>"),
        GAMES.replace("<td>4</td>", "<td>10</td>"),
        GAMES.replace("<td>4</td>", "<td>four</td>"),
        GAMES.replace("<th>Hd</th>", ""),
        GAMES + GAMES,
        '<div class="pairgoth-published-error">missing tour</div>',
    ):
        answer = program.call("POST", "/pairings/moulin/1", wrong.encode())
        assert (answer.status_code, bool(shown(answer))) == (422, True)
    assert not PublishedRound.objects.exists()
    assert not Tournament.objects.exists()
