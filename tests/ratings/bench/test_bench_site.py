"""The step of `manage.py bench` that reads the site under load, at a small share of its size."""

from collections.abc import Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import inf
from threading import Thread

import numpy as np
import pytest

from ratings.models import ListEntry, PublishedList
from ratings.site.site_search import find_tournaments
from tests.bench import loading, site_load
from tests.bench.facts import heavy_tailed, synthetic_facts
from tournaments.models import Tournament

SAID = """Running 5s test @ http://127.0.0.1:8000/
  1 threads and 8 connections
  Latency Distribution
     50%  167.66ms
     99%    1.15s
  224 requests in 5.12s, 9.46MB read
Requests/sec:     43.77
"""


def test_activity_is_heavy_tailed_as_told_and_plays_all_games() -> None:
    played = heavy_tailed(96_000, 10_700, mean=4.24, seed=1)

    quantiles = [int(np.quantile(played * 5, share)) for share in (0.5, 0.9, 0.99, 1)]
    assert (round(float(played.mean()), 1), quantiles) == (4.2, [10, 40, 325, 1685])


def test_of_the_years_before_the_rules_only_one_tournament_in_twenty_is_known() -> None:
    days = [site_load.YEARS.day(place, 1000) for place in range(1000)]

    assert days == sorted(days)
    assert sum(day < date(2013, 1, 13) for day in days) == 50
    assert (days[0], days[50]) == (date(2001, 1, 1), date(2013, 1, 13))


def test_rated_games_are_as_unequal_as_told_where_fewer_than_all_are_rated() -> None:
    played = heavy_tailed(81_000, 10_700, mean=5.02, seed=1, counted=4.67)

    quantiles = [round(float(np.quantile(played, share)) * 4.67) for share in (0.5, 0.9, 0.99, 1)]
    assert quantiles == [9, 42, 327, 1686]


def test_nobody_plays_twice_in_an_event_and_everybody_at_even_distances() -> None:
    played = heavy_tailed(300, 60, mean=8.0, seed=2)
    facts, _ = synthetic_facts(6000, 60, 300, 2, played=played)

    events = np.split(facts.entry_player, facts.entry_start[1:-1])
    counted = np.bincount(facts.entry_player, minlength=300)
    assert [np.unique(event).size for event in events] == [event.size for event in events]
    assert np.corrcoef(counted, played)[0, 1] > 0.95


def test_figures_of_wrk_are_read_in_milliseconds() -> None:
    assert loading.read(SAID) == loading.Load(43.77, 1150.0)


@pytest.mark.parametrize("more", ["  Non-2xx or 3xx responses: 3\n", "  Socket errors: timeout 4\n"])
def test_answers_that_are_errors_are_no_figure(more: str) -> None:
    with pytest.raises(RuntimeError, match=r"responses: 3|timeout 4"):
        loading.read(SAID + more)


class _Fast(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def root() -> Iterator[str]:
    """Run a server that answers nothing, fast."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Fast)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_without_wrk_our_own_client_counts_answers(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.loading.shutil.which", lambda _name: None)

    found = loading.load(f"{root}/", {"Host": "localhost"}, seconds=0.3)

    assert (found.rate > 20, 0 < found.slowest < 300) == (True, True)
    with pytest.raises(RuntimeError, match="answered 404"):
        loading.load(f"{root}/missing", {}, seconds=0.3)


@pytest.mark.django_db
def test_site_that_is_read_holds_two_years_of_lists_and_pages_cost_few_statements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What is asked every fifteen seconds may fall between a page and the one that is counted.
    monkeypatch.setattr("federation.privacy.generation.SECONDS", inf)
    figures = {one.name.strip(): one.value for one in site_load._fill_history(0.002)}
    pages = site_load._pages()

    counted = [(one.value, one.holds) for one in site_load._count_statements(pages)]
    assert (PublishedList.objects.count(), figures["players on each of 24 lists"]) == (24, 162)
    assert ListEntry.objects.filter(list=PublishedList.objects.latest("date")).count() == 162
    assert [page.name.split(",")[0] for page in pages] == [
        "list", "list", *(f"player with {games} games" for games in (11, 320, 1374)),
        "crosstable of 50 games",
        "search of a name",
        "search of everything",
        "search of a town",
    ]  # fmt: skip
    assert (counted[:2], [holds for _, holds in counted[5:]]) == (
        [(3, True), (3, True)],
        [None, None, True, True],
    )
    newest = Tournament.objects.latest("number")
    assert newest.number in [one.number for one in find_tournaments(newest.place, 10)]
