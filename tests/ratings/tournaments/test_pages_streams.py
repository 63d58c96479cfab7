import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.lists import publication
from ratings.models import CurrentRating, ListEntry, PublishedList, RatingSystem
from ratings.players.people_met import LAST
from ratings.rulebook import deviation
from tests.markup import html_of
from tests.ratings.stream_pages import LIST_DAY, ids, listed, page, played, ranks, settle, text
from tests.ratings.streams import DAY, HOUR, MINUTE, NOON, Told, world

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_kept_pages() -> None:
    cache.clear()


# The list page


def test_list_shows_the_established_and_the_provisional_in_a_table_of_their_own(client: Client) -> None:
    made = played()

    first, second = page(client, "/lists/fics-blitz/"), page(client, "/lists/fics-blitz/?table=provisional")

    assert ids(first) == listed(provisional=False)
    assert set(ids(first)) == {made.players[0].pk, made.players[1].pk}
    assert ids(second) == listed(provisional=True)
    assert ranks(second)[0] == 1
    tabs = [(tab.label, tab.players, tab.is_open) for tab in second.context["tabs"]]
    assert tabs == [("Established", 2, False), ("Provisional", 4, True)]


def test_list_says_rating_deviation_and_band(client: Client) -> None:
    played()
    entry = ListEntry.objects.get(position=1)
    assert entry.deviation is not None

    shown = text(page(client, "/lists/fics-blitz/"))

    low, high = deviation.band(entry.rating, entry.deviation)
    assert f"{entry.rating} ± {entry.deviation:.1f} {low:.0f} – {high:.0f}" in shown


def test_ladder_has_no_deviation_but_a_course(client: Client) -> None:
    played("ladder")

    shown = html_of(page(client, "/lists/ladder/"))

    assert "95% band" not in shown
    assert 'class="spark' in shown


@pytest.mark.parametrize("key", ["fics-blitz", "ladder"])
@pytest.mark.parametrize("query", ["", "?table=provisional", "?all=1", "?table=provisional&all=1&sort=-rank"])
@pytest.mark.parametrize("players", [4, 6])
def test_list_costs_at_most_three_queries(client: Client, key: str, query: str, players: int) -> None:
    made = world(key, players=players)
    settle(made, 0, 1)
    made.arrive(Told(NOON, (0, 1)), *(Told(NOON + HOUR, (2, n)) for n in range(3, players)))
    rate_pending(key)
    publication.publish(made.system, LIST_DAY, account=None)

    with CaptureQueriesContext(connection) as queries:
        page(client, f"/lists/{key}/{query}")

    assert len(queries) == (2 if key == "fics-blitz" else 3)


def test_filter_stays_in_its_table_and_keeps_the_true_rank(client: Client) -> None:
    made = played()
    person = made.players[5]
    person.surname, person.search_key = "Quillebeuf", "quillebeuf"
    person.save()
    ListEntry.objects.filter(player=person).update(surname="Quillebeuf", search_key="quillebeuf")

    there = page(client, "/lists/fics-blitz/?table=provisional&q=quille")
    elsewhere = page(client, "/lists/fics-blitz/?q=quille")

    assert ids(there) == [person.pk]
    assert ranks(there) == [ListEntry.objects.get(player=person).rank]
    assert ids(elsewhere) == []
    assert 'name="table" value="provisional"' in html_of(there)


@pytest.mark.parametrize(
    ("sort", "order"),
    [("deviation", "deviation"), ("-deviation", "-deviation"), ("-games", "-games"), ("rating", "-position")],
)
def test_sort_orders_one_table(client: Client, sort: str, order: str) -> None:
    played()

    response = page(client, f"/lists/fics-blitz/?table=provisional&sort={sort}")

    rows = ListEntry.objects.filter(provisional=True).order_by(order, "position")
    assert ids(response) == list(rows.values_list("player_id", flat=True))


def test_pages_of_the_provisional_do_not_reach_into_the_established(client: Client) -> None:
    made = world(players=6)
    settle(made, 0)
    made.arrive(*(Told(NOON + n * HOUR, (n, 0)) for n in range(1, 6)))
    rate_pending("fics-blitz")
    published = publication.publish(made.system, LIST_DAY, account=None)
    assert (published.established, published.players) == (1, 6)

    whole = page(client, "/lists/fics-blitz/?all=1")
    others = page(client, "/lists/fics-blitz/?all=1&table=provisional&sort=-rank")

    assert ids(whole) == listed(provisional=False)
    assert ids(others) == listed(provisional=True)[::-1]
    behind = page(client, "/lists/fics-blitz/?all=1&table=provisional&page=2")
    assert ids(behind) == listed(provisional=True)  # the last page


def test_inactive_leave_both_tables_until_everybody_is_asked_for(client: Client) -> None:
    made = world(players=4)
    settle(made, 0, 1, rd=30.0)
    made.arrive(Told(NOON - 400 * DAY, (2, 3)))
    rate_pending("fics-blitz")
    publication.publish(made.system, LIST_DAY, account=None)

    path = "/lists/fics-blitz/?table=provisional"

    assert ids(page(client, path)) == []
    assert ids(page(client, f"{path}&all=1")) == listed(provisional=True)
    assert "Include inactive players" in text(page(client, path))


# Live


def test_live_standing_counts_a_game_before_any_list_does(client: Client) -> None:
    made = played()
    stood = CurrentRating.objects.get(player=made.players[1]).rating
    made.arrive(Told(NOON + 3 * DAY, (0, 1), 0))
    rate_pending("fics-blitz")

    response = page(client, "/lists/fics-blitz/live/?all=1&table=provisional")

    # so long after, both have grown provisional: their deviations are aged to this moment
    now = CurrentRating.objects.get(player=made.players[1]).rating
    assert now > stood
    row = next(row for row in html_of(response).split("<tr ") if f'id="p{made.players[1].pk}"' in row)
    assert f'<td class="number rating">{now:.0f}</td>' in row
    assert f'<span class="change gain">+{now - stood:.0f}</span>' in row
    assert "unofficial" in text(response)


def test_live_standing_is_in_the_order_of_a_list(client: Client) -> None:
    made = world("ladder", players=6)
    settle(made, 0, 1)
    now = int(timezone.now().timestamp() * 1000)
    made.arrive(Told(now - HOUR, (0, 1)), Told(now - MINUTE, (2, 3)), Told(now - MINUTE, (4, 5), 1))
    rate_pending("ladder")

    first, second = (page(client, f"/lists/ladder/live/{query}") for query in ("", "?table=provisional"))

    rated = {row.player_id: row.rating for row in CurrentRating.objects.all()}
    assert ids(first) == sorted((made.players[n].pk for n in (0, 1)), key=lambda key: -rated[key])
    others = [made.players[n].pk for n in range(2, 6)]
    assert ids(second) == sorted(others, key=lambda key: (-rated[key], key))
    assert ranks(second) == [1, 2, 2, 4]


@pytest.mark.parametrize("number", ["9", "99999999999999999999"])
def test_live_standing_behind_the_last_page_is_the_last(client: Client, number: str) -> None:
    played()
    query = "all=1&table=provisional"

    behind = page(client, f"/lists/fics-blitz/live/?{query}&page={number}")

    assert ids(behind) == ids(page(client, f"/lists/fics-blitz/live/?{query}")) != []


@pytest.mark.parametrize("players", [3, 6])
def test_live_standing_costs_five_queries(client: Client, players: int) -> None:
    played(players=6)
    ListEntry.objects.filter(position__gt=players).delete()

    with CaptureQueriesContext(connection) as queries:
        page(client, "/lists/fics-blitz/live/?all=1&table=provisional")

    assert len(queries) == 5


def test_live_standing_is_of_streams_that_are_switched_on(client: Client) -> None:
    played()
    assert page(client, "/lists/ffg/live/").status_code == 404
    RatingSystem.objects.filter(key="fics-blitz").update(active=False)
    assert page(client, "/lists/fics-blitz/live/").status_code == 404
    assert page(client, "/games/fics-blitz/table/a/").status_code == 404


# A player


def test_player_page_says_what_an_established_rating_lacks(client: Client) -> None:
    made = world(players=3)
    now = int(timezone.now().timestamp() * 1000)
    made.arrive(*(Told(now - (20 - n) * MINUTE, (0, 1), n % 3) for n in range(12)))
    rate_pending("fics-blitz")

    shown = text(page(client, f"/players/{made.players[0].pk}/"))

    rating = CurrentRating.objects.get(player=made.players[0])
    assert rating.deviation is not None
    assert f"Provisional RD {int(rating.deviation) + 1}, established at 80 or below" in shown


def test_player_page_counts_the_games_of_the_ladder(client: Client) -> None:
    made = played("ladder")

    shown = text(page(client, f"/players/{made.players[2].pk}/"))

    assert "Provisional 2 of 20 games" in shown
    assert "Established" in text(page(client, f"/players/{made.players[0].pk}/"))


def test_player_page_shows_the_last_twenty_games_with_their_changes(client: Client) -> None:
    made = world(players=3)
    made.arrive(*(Told(NOON + n * HOUR, (0, 1 + n % 2), n % 3, code=f"n{n}") for n in range(LAST + 5)))
    rate_pending("fics-blitz")

    response = page(client, f"/players/{made.players[0].pk}/")

    lines = response.context["section"].standing.lines
    assert [line.played.game.code for line in lines] == [f"n{n}" for n in range(LAST + 4, 4, -1)]
    assert [line.score for line in lines] == [(n % 3) / 2 for n in range(LAST + 4, 4, -1)]
    assert [line.before for line in lines[:-1]] == [line.after for line in lines[1:]]
    assert lines[0].after == CurrentRating.objects.get(player=made.players[0]).rating
    assert f"/games/fics-blitz/table/n{LAST + 4}/" in html_of(response)


@pytest.mark.parametrize("games", [1, 3])
def test_player_page_with_a_stream_costs_seven_queries(client: Client, games: int) -> None:
    made = world(players=4)
    made.arrive(*(Told(NOON + n * HOUR, (0, n)) for n in range(1, games + 1)))
    rate_pending("fics-blitz")
    publication.publish(made.system, LIST_DAY, account=None)

    with CaptureQueriesContext(connection) as queries:
        page(client, f"/players/{made.players[0].pk}/")

    assert len(queries) == 7


@pytest.mark.parametrize(("later", "ends"), [(30, "15\xa0December 2023"), (800, "15\xa0November 2023")])
def test_chart_draws_the_band_up_to_the_present_of_somebody_active(
    client: Client, later: int, ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = played()
    moment = datetime(2023, 11, 15, 12, tzinfo=UTC) + timedelta(days=later)
    monkeypatch.setattr("ratings.views.players.online_history.timezone.now", lambda: moment)

    content = html_of(page(client, f"/players/{made.players[0].pk}/"))

    assert content.count('<polygon class="certainty"') == 2  # for a desk and for a phone
    (caption,) = re.findall(r"<figcaption>(At the end of each day.*?)</figcaption>", content)
    assert f"to {ends}" in caption


def test_what_lists_published_stands_beside_the_live_rating(client: Client) -> None:
    made = played()
    one = made.players[0].pk
    entry = ListEntry.objects.get(player=one, list__system__key="fics-blitz")

    content = html_of(page(client, f"/players/{one}/"))

    drawings = re.findall(r'<svg class="history" .*?</svg>', content, re.DOTALL)
    assert ['class="line published"' in drawing for drawing in drawings] == [True, True]
    table = content.partition('<table class="grid-table behind"')[2]
    assert f"<td>{entry.rating}</td>" in table
    (row,) = re.findall(r'<tr data-system="fics-blitz">.*?</tr>', content, re.DOTALL)
    assert f'<td class="number rating">{entry.rating}</td>' in row
    assert 'class="number second live" data-label="Live"' in row


# The rest of the site


def test_home_and_archive_and_rules_know_the_streams(client: Client) -> None:
    played()

    home, rules = page(client, "/"), page(client, "/rules/")

    board = next(board for board in home.context["boards"] if board.system.key == "fics-blitz")
    assert [row.player_id for row in board.top] == listed(provisional=False)
    assert "2 established players" in text(home)
    assert f"±{board.top[0].deviation:.0f}" in text(home)
    shown = html_of(rules)
    for key in ("fics-standard", "fics-blitz", "fics-bughouse", "ladder"):
        assert f'id="{key}"' in shown


def test_archive_folds_a_year_of_daily_lists_by_month(client: Client) -> None:
    system = RatingSystem.objects.get(key="ladder")
    RatingSystem.objects.filter(pk=system.pk).update(active=True)
    PublishedList.objects.bulk_create(
        PublishedList(system=system, date=date(2023, 1, 1) + timedelta(days=n), ready=True, established=0)
        for n in range(70)
    )

    shown = html_of(page(client, "/lists/"))

    section = shown[shown.index('id="ladder"') :]
    months = re.findall(r'<summary>\s*(\w+) <span class="muted">(\d+ lists)</span>', section)
    assert months == [("March", "11 lists"), ("February", "28 lists"), ("January", "31 lists")]
    assert section.count('<a href="/lists/ladder/2023-') == 70


def test_distribution_of_a_stream_offers_its_tables(client: Client) -> None:
    played()

    response = page(client, "/lists/fics-blitz/distribution/")

    assert [key for key, _ in response.context["groups"]] == ["established", "provisional", "all"]
    assert response.context["spread"].players == 2


def test_home_names_the_newest_list_of_a_stream_among_what_was_published_last(client: Client) -> None:
    made = played()
    older = publication.publish(made.system, date(2023, 11, 15), account=None)
    newest = PublishedList.objects.get(date=LIST_DAY)

    published = list(page(client, "/").context["published"])

    assert newest in published
    assert older not in published


def test_player_page_leads_to_his_line_in_the_table_he_is_in(client: Client) -> None:
    made = world(players=6)
    settle(made, 0, 1)
    made.arrive(Told(NOON, (0, 1)), *(Told(NOON + n * HOUR, (n, 0)) for n in range(2, 6)))
    rate_pending("fics-blitz")
    publication.publish(made.system, LIST_DAY, account=None)

    for number in (0, 1, 5):
        player = made.players[number]
        shown = html_of(page(client, f"/players/{player.pk}/"))
        found = re.search(r'href="(/lists/fics-blitz/[^"]*)#p(\d+)"', shown)
        assert found is not None
        assert int(found[2]) == player.pk
        assert player.pk in ids(page(client, found[1].replace("&amp;", "&")))
