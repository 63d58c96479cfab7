import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from ratings.cadence.by_game.update_ratings import rate_pending
from tests.browser.serving import Server
from tests.browser.visitors import visitor
from tests.ratings import small_federation
from tests.ratings.stream_pages import LIST_DAY, played
from tests.ratings.streams import DAY, NOON, Told

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
PATHS = (
    "/lists/{key}/",
    "/lists/{key}/?table=provisional",
    "/lists/{key}/?table=provisional&all=1&q=nobody",
    "/lists/{key}/live/",
    "/lists/{key}/distribution/",
    "/lists/{key}/distribution/?of=all",
    "/games/{key}/table/a/",
    "/games/{key}/table/b/",
    "/players/{one}/",
    "/players/{three}/",
    "/players/{one}/against/{two}/",
    "/players/{one}/against/?q=a",
    "/",
    "/rules/",
)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("key", ["fics-blitz", "ladder"])
def test_no_page_of_a_stream_scrolls_sideways_or_lacks_names(
    browser: Browser, live_server: LiveServer, key: str, width: int
) -> None:
    made = played(key)
    one, two, three = (player.pk for player in made.players[:3])

    with visitor(browser, live_server.url, width=width) as stranger:
        for path in PATHS:
            stranger.go(path.format(key=key, one=one, two=two, three=three))

    assert stranger.complaints == []


@pytest.mark.parametrize("width", [390, 1280])
def test_two_players_of_tournaments_are_set_against_each_other(
    browser: Browser, live_server: LiveServer, width: int
) -> None:
    small = small_federation.build(players=26, tournaments=2)
    one, two = (player.pk for player in small.players[:2])

    with visitor(browser, live_server.url, width=width) as stranger:
        for path in (
            f"/players/{one}/against/{two}/",
            "/lists/ffg/distribution/",
            "/lists/egf/distribution/",
        ):
            stranger.go(path)

    assert stranger.complaints == []


def test_live_standing_follows_the_games_while_it_is_looked_at(quiet: Page, live_server: Server) -> None:
    cache.clear()
    made = played("ladder")
    quiet.clock.install()
    quiet.goto(f"{live_server.url}/lists/ladder/live/?all=1")
    expect(quiet.locator("tbody tr")).to_have_count(2)
    before = quiet.locator(f"#p{made.players[0].pk} .rating").inner_text()

    with live_server.kept_waiting():
        made.arrive(Told(NOON + 3 * DAY, (0, 1)))
        rate_pending("ladder")
    with quiet.expect_response("**/live/?all=1"):
        quiet.clock.run_for(21_000)

    expect(quiet.locator(f"#p{made.players[0].pk} .rating")).not_to_have_text(before)


def test_tab_keeps_what_was_typed(quiet: Page, live_server: LiveServer) -> None:
    cache.clear()
    made = played("fics-blitz")
    name = made.players[5].surname
    quiet.goto(f"{live_server.url}/lists/fics-blitz/{LIST_DAY}/?q={name}&all=1")

    quiet.get_by_role("link", name="Provisional").click()

    expect(quiet.locator("#list-name")).to_have_value(name)
    expect(quiet.locator("tbody tr")).to_have_count(1)
