"""Every kind of public page as axe-core sees it, in both themes, on a phone and on a desk."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Literal

import pytest
from django.core.cache import cache
from django.urls import URLPattern, resolve
from playwright.sync_api import Browser, Page
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from federation.journal import journal
from ratings import urls
from ratings.following import subscribing
from ratings.following.tokens import confirm_token, letters_token
from ratings.lists import publication
from ratings.models import PublishedList, RatingSystem
from ratings.public_log import writing as public_log
from ratings.snapshots import public_snapshot as snapshots
from ratings.statistics import recompute
from tests.browser.visitors import visitor
from tests.ratings import small_federation
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.following.office import follower
from tests.ratings.histories import Played, recalculate, stale
from tests.ratings.laboratory import made_reports
from tests.ratings.stream_pages import played
from tests.tournaments.conftest import account
from tournaments.models import Tournament

browser_test = pytest.mark.browser
committed = pytest.mark.django_db(transaction=True, serialized_rollback=True)
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
VIOLATIONS = """() => axe.run(document, {resultTypes: ["violations"]}).then((found) =>
    found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 120)}`)))"""
PASSWORD = "a long enough secret"  # of every account of the tests
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PLAIN = tuple(f"/{named.pattern}" for named in urls.urlpatterns if "<" not in str(named.pattern))
GO = (
    *PLAIN,
    "/lists/ffg/",
    "/lists/ffg/2026-11-06/?all=1&from=8k&club=75Xa",
    "/lists/ffg/?from=9d&to=8d",
    "/lists/ffg/distribution/",
    "/lists/ffg/compare/",
    "/lists/ffg/2026-11-06/proof/",
    "/lists/ffg/2026-11-06/proof/today/",
    "/lists/ffg/2026-11-06/proof/{one}/",
    "/log/",
    "/statistics/egf/",
    "/statistics/egf/activity/",
    "/statistics/egf/wins/",
    "/statistics/egf/forecasts/",
    "/statistics/egf/drift/",
    "/statistics/egf/improvers/",
    "/statistics/egf/clubs/",
    "/statistics/ffg/wins/",
    "/search/?q=a",
    "/search/?q=nobody",
    "/tournaments/?q=nobody&system=egf&year=all&region=none",
    "/players/?q=a",
    "/players/?q=nobody",
    "/players/{one}/",
    "/players/{one}/?system=egf&range=1",
    "/players/{one}/ffg/1/",
    "/players/{one}/against/?q=a",
    "/players/{one}/against/{two}/",
    "/players/{one}/games/",
    "/players/{one}/opponents/",
    "/players/{one}/follow/",
    "/lists/ffg/follow/",
    "/follow/confirm/{confirm}/",
    "/follow/letters/{letters}/",
    "/follow/off/{letters}/",
    "/tournaments/1/",
    "/tournaments/2/",
    "/tournaments/handed-in/",
    "/lists/ffg/?sex=f&clubb=75Xa",
    "/clubs/75Xa/",
    "/programs/",
    "/programs/reference/",
    "/laboratory/trials/",
    "/laboratory/trials/{trial}/",
    "/laboratory/{report}/" + 8 * "ab" + "/players/{one}/",
    "/calculators/ffg/",
    "/calculators/egf/",
    "/rules/ffg/",
    "/rules/egf/brief/",
    "/login/",
)
CHESS = (
    "/lists/fide-standard/",
    "/lists/fide-standard/2025-02-01/?q=nobody",
    "/lists/fide-standard/top/",
    "/lists/fide-standard/compare/",
    "/lists/fide-standard/number-ones/",
    "/players/{one}/",
    "/players/{one}/fide-standard/2025-02-01/",
    "/players/{one}/against/{two}/",
    "/tournaments/101/",
    "/calculators/fide-standard/",
    "/rules/fide-standard/",
)
STREAM = (
    "/lists/{key}/",
    "/lists/{key}/?table=provisional",
    "/lists/{key}/live/",
    "/lists/{key}/distribution/",
    "/calculators/{key}/",
    "/rules/{key}/",
    "/games/{key}/table/a/",
    "/games/{key}/table/b/",
    "/players/{one}/",
    "/players/{three}/",
    "/players/{one}/against/{two}/",
)
NOTHING = ("/nowhere/", "/follow/off/nobody/")  # what is answered 404, by a page of its own kind
# What is no page, or one of whoever is logged in (test_desk_forms).
FILES = {
    "list-download",
    "list-file",
    "list-rows",
    "list-bundle",
    "list-bundle-signature",
    "row-proof-file",
    "log-checkpoint",
    "log-cosigned",
    "log-witness",
    "log-evidence",
    "log-tile",
    "log-verifier",
    "trial-file",
    "simulation-player-file",
    *("me", "me-privacy", "me-data", "me-error"),
}


def build_go() -> dict[str, object]:
    """A federation of Go with lists, statistics, and one tournament on its way."""
    small = small_federation.build(players=26, tournaments=2)
    recompute.refresh(RatingSystem.objects.get(key="egf"))
    Tournament.objects.filter(number=2).update(stage="submitted")
    for published in PublishedList.objects.filter(system__key="ffg"):
        journal.write("list.published", published, account=None)
    journal.seal()
    public_log.extend()
    snapshots.refresh(lambda _percent, _part: None)
    ann = follower("ann@example.org", *small.players[:2], RatingSystem.objects.get(key="ffg"))
    subscribing.ask(ann.email, small.players[2], language="en")
    waiting = ann.follows.get(confirmed=None)
    signed = {"confirm": confirm_token(waiting.pk), "letters": letters_token(ann.pk)}
    report = made_reports.report_on(small.players[0])
    made_reports.with_lines(report, small.players[0], is_open=True)
    tried = {"report": report.pk, "trial": made_reports.trial_of(report).pk}
    return {"one": small.players[0].pk, "two": small.players[1].pk, **signed, **tried}


def build_chess() -> dict[str, object]:
    """Two chess players of whom one list was published."""
    fide, (ann, bob) = system(), masters(2)
    based(fide, ann, 2000, k=20, games=100)
    based(fide, bob, 2600, k=10, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2), Played(2, 1, 0, 1)], number=101)
    recalculate(stale(fide, date(2024, 12, 1)))
    publication.publish(fide, date(2025, 2, 1), account=None)
    return {"one": ann.pk, "two": bob.pk}


def build_stream(key: str) -> dict[str, object]:
    """Games that come one by one, and their list."""
    one, two, three = (player.pk for player in played(key).players[:3])
    return {"key": key, "one": one, "two": two, "three": three}


WORLDS: dict[str, tuple[Callable[[], dict[str, object]], tuple[str, ...]]] = {
    "go": (build_go, GO),
    "chess": (build_chess, CHESS),
    "glicko": (lambda: build_stream("fics-blitz"), STREAM),
    "ladder": (lambda: build_stream("ladder"), STREAM),
}


def looked_at(page: Page) -> list[str]:
    """Let axe look at the page that is open."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(VIOLATIONS)
    return found


def test_every_kind_of_public_page_is_looked_at() -> None:
    numbers = {"key": "ladder", "one": 1, "two": 2, "three": 3, "confirm": "signed", "letters": "signed"}
    numbers |= {"report": 1, "trial": 1}
    paths = [path.format(**numbers) for _, paths in WORLDS.values() for path in paths]
    looked = {resolve(path.split("?")[0]).url_name for path in paths}

    named = {one.name for one in urls.urlpatterns if isinstance(one, URLPattern)}
    assert named - looked - FILES == set()


@browser_test
@committed
@pytest.mark.long
@pytest.mark.parametrize("world", WORLDS)
def test_axe_finds_nothing_on_any_page(
    browser: Browser, live_server: LiveServer, settings: Settings, world: str
) -> None:
    cache.clear()
    settings.FOLLOW_BY_EMAIL, settings.CSRF_TRUSTED_ORIGINS = True, [live_server.url]
    build, paths = WORLDS[world]
    known = build()
    # at 320 px, a page enlarged four times (1.4.10), colours are those of 390
    for width, themes in ((320, THEMES[:1]), (390, THEMES), (1280, THEMES)):
        with visitor(browser, live_server.url, width=width) as stranger:
            for path in paths:
                stranger.go(path.format(**known))
                for theme in themes:
                    # colours that still move towards their theme would be measured on the way
                    stranger.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                    found = looked_at(stranger.page)
                    stranger.complaints += [f"{path} {width} {theme}: {one}" for one in found]
            assert stranger.complaints == []


@browser_test
@committed
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_where_there_is_nothing(
    browser: Browser, live_server: LiveServer, width: int
) -> None:
    with visitor(browser, live_server.url, width=width) as stranger:
        for theme in THEMES:
            for path in NOTHING:
                stranger.page.emulate_media(color_scheme=theme)
                answer = stranger.page.goto(f"{live_server.url}{path}")
                stranger.look()
                found = [*looked_at(stranger.page), *(one for one in stranger.complaints if "404" not in one)]
                assert (answer and answer.status, found) == (404, []), path


@browser_test
@committed
def test_eight_french_words_of_an_officer_fit_a_phone(browser: Browser, live_server: LiveServer) -> None:
    account("odile@example.org", "officer")
    with visitor(browser, live_server.url, width=390) as officer:
        officer.log_in("odile@example.org", PASSWORD)
        with officer.page.expect_navigation():
            officer.page.locator(".tools button[name=language][value=fr]").click()
        officer.look()
        words = officer.page.locator(".site-nav a").all_inner_texts()
        found = [*looked_at(officer.page), *officer.complaints]

    assert (len(words), words[1], found) == (8, "Tournois", [])


@browser_test
def test_axe_says_what_is_wrong(page: Page) -> None:
    page.set_content("<html lang=en><title>x</title><main><h1>One</h1><p style='color:#bbb'>pale</p></main>")

    assert looked_at(page) == ['color-contrast: <p style="color:#bbb">pale</p>']
