"""McMahon scores in crosstables of Go: the column, the order by them, and the sentence about the order."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tournaments.formats.table import read
from tournaments.models import Entry, Tournament
from tournaments.reports.mcmahon import McMahon, stored
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Report
from tournaments.standings.table import Entrant, Free, Order, Pairing, Standings, arrange

ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
STARTS = McMahon((60, 58, 40), absent=1, bye=2, whole=True)


def entrants(count: int, rank: str = "") -> list[Entrant]:
    return [Entrant(10 + n, n, f"P{n}", 100 + n, "5k", "", "FR", rank) for n in range(1, count + 1)]


def won(turn: int, winner: int, loser: int, handicap: int = 0) -> Pairing:
    return Pairing(turn, 10 + winner, 10 + loser, Outcome.WHITE_WINS, False, handicap, True)


GAMES = [won(1, 3, 2), won(2, 3, 1), won(3, 1, 2)]
FREE = [
    Free(1, 11, ByeKind.ZERO_POINT),
    Free(2, 12, ByeKind.PAIRING_ALLOCATED),
    Free(3, 13, ByeKind.ZERO_POINT),
]


def test_start_score_stands_before_wins() -> None:
    rows, order = arrange(entrants(3), GAMES, FREE, rounds=3, mcmahon=STARTS)

    assert order is Order.MCMAHON
    scores = [(row.entrant.number, row.mcmahon, row.score) for row in rows]
    assert scores == [(1, 62, 2), (2, 60, 2), (3, 44, 4)]


def test_two_absences_of_half_a_point_make_one() -> None:
    rows, _order = arrange(
        entrants(1),
        [],
        [Free(turn, 11, ByeKind.ZERO_POINT) for turn in (1, 2, 3)],
        rounds=3,
        mcmahon=STARTS,
    )

    assert (rows[0].mcmahon, rows[0].score) == (62, 0)


def test_opponents_count_with_their_mcmahon_scores_and_stones() -> None:
    games = [won(1, 1, 3, handicap=4)]

    rows, _order = arrange(entrants(3), games, rounds=2, mcmahon=McMahon((60, 58, 40)))

    # White's opponent has 40 and four stones; Black's has 62 less four stones; nobody without a record.
    assert {row.entrant.number: row.sos for row in rows} == {1: 48, 2: 0, 3: 54}


def test_missed_round_counts_the_own_start_score() -> None:
    rows, _order = arrange(
        entrants(2), [], [Free(1, 11, ByeKind.ZERO_POINT)], rounds=1, mcmahon=McMahon((60, 58))
    )

    assert {row.entrant.number: row.sos for row in rows} == {1: 60, 2: 0}


def test_entrant_without_start_score_has_no_mcmahon_score() -> None:
    rows, _order = arrange(entrants(3), GAMES, FREE, rounds=3, mcmahon=McMahon((60, None)))

    assert {row.entrant.number: row.mcmahon for row in rows} == {1: 62, 2: None, 3: None}


@pytest.mark.parametrize(
    ("known", "rank", "order"),
    [
        (None, "", Order.GRADES),
        (McMahon(()), "", Order.POINTS),
        (STARTS, "", Order.MCMAHON),
        (STARTS, "1", Order.FILE),
    ],
)
def test_order_is_named(known: McMahon | None, rank: str, order: Order) -> None:
    uneven = [won(1, 3, 2), won(2, 3, 1), won(3, 3, 2), won(4, 3, 1)]

    assert arrange(entrants(3, rank), uneven, rounds=4, mcmahon=known).order is order


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=2)


def _page(client: Client) -> str:
    return client.get("/tournaments/2/", **ENGLISH).content.decode()


def _column(content: str, label: str) -> list[str]:
    return re.findall(rf'data-label="{label}">([^<]*)<', content)


def _give_starts() -> None:
    count = Entry.objects.filter(tournament__number=2).count()
    starts = McMahon(tuple(60 - 2 * number for number in range(count)))
    Tournament.objects.filter(number=2).update(mcmahon=stored(starts))


@pytest.mark.django_db
def test_page_has_the_column_and_says_what_the_order_is(client: Client, small: Small) -> None:
    _give_starts()

    content = _page(client)

    scores = [float(text.replace("½", ".5")) for text in _column(content, "MMS")]
    assert len(scores) == 8
    assert scores == sorted(scores, reverse=True)
    assert "Ordered by McMahon score" in content


@pytest.mark.django_db
def test_page_without_start_scores_has_no_column_and_says_what_the_order_is(
    client: Client, small: Small
) -> None:
    content = _page(client)
    Tournament.objects.filter(number=2).update(mcmahon=stored(McMahon(())))

    assert _column(content, "MMS") == []
    assert ">MMS<" not in content
    assert "Ordered as in a McMahon tournament: points plus a head start by grade" in content
    assert "Ordered by points, then SOS." in _page(client)


@pytest.mark.django_db
def test_page_with_places_of_the_file_says_so(client: Client, small: Small) -> None:
    Entry.objects.filter(tournament__number=2, number=1).update(rank="1")

    assert "Ordered as in the uploaded file, which may use more than points." in _page(client)
    _give_starts()
    assert "Ordered as in the uploaded file; MMS is the McMahon score" in _page(client)


@pytest.mark.django_db
def test_program_reads_the_score_and_the_order(client: Client, small: Small) -> None:
    before = client.get("/api/v1/tournaments/2/crosstable").json()
    _give_starts()
    cache.clear()
    after = client.get("/api/v1/tournaments/2/crosstable").json()

    assert (before["order"], {one["mcmahon"] for one in before["entrants"]}) == ("grades", {None})
    assert after["order"] == "mcmahon"
    assert all(one["mcmahon"] >= one["points"] + 23 for one in after["entrants"])


def _arranged(report: Report) -> Standings:
    people = [
        Entrant(one.number, one.number, f"{one.surname} {one.given_name}", None, one.grade, "", "", one.rank)
        for one in report.entrants
    ]
    games = [
        Pairing(one.round, one.white, one.black, one.outcome, one.by_default, one.handicap, one.colour_known)
        for one in report.pairings
    ]
    byes = [Free(one.round, one.entrant, one.kind) for one in report.byes]
    return arrange(people, games, byes, rounds=report.rounds, mcmahon=report.mcmahon)


def test_real_tournament_stands_as_its_program_printed_it(real_data: Any) -> None:
    """The same tournament saved by OpenGotha and written by it as TOU; who tied in SOS may change places."""
    saved = next((real_data / "opengotha").glob("2018-09-07_*"))
    printed = next((real_data / "tou").glob("Frioul_*"))
    rows = _arranged(read(saved.read_bytes())).rows
    place = {row.entrant.name: (row.mcmahon, row.sos) for row in rows}
    names = [f"{one.surname} {one.given_name}" for one in read(printed.read_bytes()).entrants]

    merits = [place[name] for name in names]

    assert len(merits) > 50
    assert merits == sorted(merits, reverse=True)
