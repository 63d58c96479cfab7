"""The first page: today's lists by game, what is on its way, when the next lists come."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import PublishedList, RatingSystem, StreamLedger
from ratings.site import home_lists, pending
from tests.markup import html_of
from tests.ratings import small_federation
from tests.ratings.small_federation import Small
from tests.ratings.stream_pages import played
from tournaments.models import Stream, TableGame, Tournament

pytestmark = pytest.mark.django_db
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
BEHIND = datetime(2026, 11, 7, 12, tzinfo=UTC)  # the newest lists are of 6 November


@pytest.fixture
def small() -> Small:
    cache.clear()
    return small_federation.build(players=26, tournaments=3)


def first_page(client: Client) -> Any:
    return client.get("/", **ENGLISH)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html_of(response)))


def waiting(client: Client) -> list[tuple[int, Sequence[str], bool]]:
    found = first_page(client).context["under_way"].waiting
    return [(one.tournament.number, one.systems, one.is_rated) for one in found]


def run_only(*keys: str) -> None:
    RatingSystem.objects.exclude(key__in=keys).update(active=False)
    RatingSystem.objects.filter(key__in=keys).update(active=True)


# Today's lists


def test_first_page_shows_ten_of_every_list_for_seven_queries(client: Client, small: Small) -> None:
    with CaptureQueriesContext(connection) as queries:
        response = first_page(client)

    assert [(b.system.key, len(b.top)) for b in response.context["boards"]] == [
        ("ffg", 10),
        ("ffg-hybrid", 0),
        ("egf", 10),
    ]
    assert [row.active_rank for row in response.context["boards"][0].top] == list(range(1, 11))
    assert len(queries) == 7


def test_row_of_the_first_page_says_places_and_points_won(client: Client, small: Small) -> None:
    first = small.lists[2].entries.get(active_position=1)
    small.lists[2].entries.filter(pk=first.pk).update(rank_change=2, change=-7)

    shown = html_of(first_page(client))

    row = re.search(rf"<li><span class=\"rank\">1</span>(.*?)/players/{first.player_id}/.*?</li>", shown)
    assert row is not None
    assert row[1].startswith('<span class="change gain" role="img" aria-label="up 2">↑2</span>')
    assert '<span class="change loss">−7</span></li>' in row[0]


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        (["egf"], [("go", 1, True, 1)]),
        (
            ["ffg", "fide-blitz", "ladder"],
            [("go", 1, True, 1), ("chess", 1, True, 1), ("online", 1, True, 1)],
        ),
        (
            ["ladder", "fics-blitz", "fide-standard", "ffg", "egf", "fics-wild", "fics-lightning"],
            [("go", 2, True, 2), ("chess", 1, True, 1), ("online", 2, False, 4)],
        ),
    ],
)
def test_boards_are_sorted_by_what_is_played(
    keys: list[str], found: list[tuple[str, int, bool, int]]
) -> None:
    run_only(*keys)

    sorted_ = home_lists.games(home_lists.boards(home_lists.systems())[0])

    assert [(game.name, game.across, game.is_full, len(game.boards)) for game in sorted_] == found


def test_every_system_has_its_place_on_the_first_page(client: Client) -> None:
    RatingSystem.objects.update(active=True)

    games = first_page(client).context["games"]

    assert [(game.name, game.across, len(game.boards)) for game in games] == [
        ("go", 3, 3),
        ("chess", 3, 3),
        ("online", 3, 6),
    ]


def test_system_without_a_list_stands_behind_those_that_have_one(client: Client, small: Small) -> None:
    games = first_page(client).context["games"]

    assert [board.system.key for board in games[0].boards] == ["ffg", "egf", "ffg-hybrid"]


def test_game_alone_on_the_site_needs_no_heading(client: Client, small: Small) -> None:
    assert '<h2 id="game-go" class="visually-hidden">Go</h2>' in html_of(first_page(client))


def test_office_that_has_published_nothing_says_so(client: Client) -> None:
    shown = text(first_page(client))

    assert "No list has been published yet." in shown
    assert "No tournament has been approved yet." in shown
    assert "Nothing pending: everything approved is on a list." in shown


def test_office_without_any_system_says_what_will_stand_here(client: Client) -> None:
    RatingSystem.objects.update(active=False)

    shown = text(first_page(client))

    assert "No rating system is active yet." in shown


# What is on its way


def test_tournament_on_every_list_waits_for_nothing(client: Client, small: Small) -> None:
    assert waiting(client) == []
    assert "nothing pending" in text(first_page(client))


def test_tournament_approved_behind_the_lists_waits_until_it_is_on_both(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=3).update(decided=BEHIND)
    RatingSystem.objects.filter(key="egf").update(stale_from=date(2022, 1, 1))

    assert waiting(client) == [(3, ["ffg", "egf"], False)]

    RatingSystem.objects.filter(key="egf").update(stale_from=None)
    assert waiting(client) == [(3, ["ffg", "egf"], True)]

    PublishedList.objects.filter(pk=small.lists[2].pk).update(published=BEHIND + timedelta(days=1))
    assert waiting(client) == [(3, ["egf"], True)]


def test_tournament_played_behind_the_lists_waits_whenever_it_was_approved(
    client: Client, small: Small
) -> None:
    Tournament.objects.filter(number=3).update(start=BEHIND.date(), end=BEHIND.date(), decided=None)

    assert waiting(client) == [(3, ["ffg", "egf"], True)]


def test_tournament_of_chess_counts_for_the_list_its_rules_name() -> None:
    run_only("fide-rapid")
    Tournament.objects.create(
        number=9,
        stage="approved",
        name="Rapide",
        start=date(2026, 11, 7),
        end=date(2026, 11, 8),
        rounds=5,
        discipline="chess",
        rate="rapid",
        rated_for=["fide"],
    )

    found, _recent = pending.under_way(home_lists.boards(home_lists.systems())[0])

    assert [(one.systems, one.due) for one in found.waiting] == [(["fide-rapid"], date(2026, 12, 1))]


def test_of_what_nobody_has_approved_only_the_number_is_told(client: Client, small: Small) -> None:
    Tournament.objects.filter(number=1).update(stage="submitted", name="Secret Open")
    Tournament.objects.filter(number=2).update(stage="returned", name="Hidden Cup")
    Tournament.objects.filter(number=3).update(stage="draft", name="Unsaid Masters")

    shown = text(first_page(client))

    assert not re.search("Secret|Hidden|Unsaid", shown)
    assert "1 tournament under review" in shown
    assert "1 tournament under review" in shown
    assert "1 tournament Returned for correction" in shown


def test_many_tournaments_that_wait_are_counted_behind_the_first_six(client: Client, small: Small) -> None:
    Tournament.objects.bulk_create(
        Tournament(
            number=number, stage="approved", name=f"Open {number}", start=BEHIND, end=BEHIND, rounds=3,
            time_class="A", rated_for=["egf"],
        )
        for number in range(11, 19)
    )  # fmt: skip

    with CaptureQueriesContext(connection) as queries:
        shown = text(first_page(client))

    assert "8 awaiting a list" in shown
    assert "and 2 more" in shown
    assert len(queries) == 7


def test_games_of_a_stream_that_wait_are_counted_for_a_seventh_query(client: Client) -> None:
    made = played()
    last = TableGame.objects.order_by("-pk")[2].pk
    StreamLedger.objects.filter(system=made.system).update(last_key=last)

    with CaptureQueriesContext(connection) as queries:
        response = first_page(client)

    assert [(one.system, one.games) for one in response.context["under_way"].arrived] == [("fics-blitz", 2)]
    assert "2 games pending" in text(response)
    assert Stream.objects.get(system="fics-blitz").last_key > last
    assert len(queries) == 7


def test_stream_that_is_computed_anew_says_so(client: Client) -> None:
    made = played()
    StreamLedger.objects.filter(system=made.system).update(moved_from=1)

    assert "FICS blitz Being recalculated" in text(first_page(client))


# The next lists


@time_machine.travel(datetime(2026, 12, 24, 12, tzinfo=UTC), tick=False)
def test_next_lists_are_named_clock_by_clock(client: Client) -> None:
    run_only("egf", "fide-standard", "fide-blitz", "ladder")

    coming = first_page(client).context["coming"]

    assert [(one.clock, one.systems, one.day) for one in coming] == [
        ("event", ["egf"], None),
        ("period", ["fide-standard", "fide-blitz"], date(2027, 1, 1)),
        ("stream", ["ladder"], None),
    ]
