"""Worlds of public pages: federations every kind of page is looked at in, each committed once a module."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import pytest
from django.core.cache import cache
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from federation.journal import journal
from ratings import urls
from ratings.following import subscribing
from ratings.following.subscribing import confirm_token, letters_token
from ratings.lists import publication
from ratings.models import PublishedList, RatingSystem
from ratings.public_log import writing as public_log
from ratings.snapshots import public_snapshot as snapshots
from ratings.statistics import recompute
from tests.browser.serving import Server, lasting_tables
from tests.ratings import small_federation
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.following.office import follower
from tests.ratings.histories import Played, recalculate, stale
from tests.ratings.laboratory import made_reports
from tests.ratings.stream_pages import played
from tournaments.models import Tournament

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
LONG = {"/programs/reference/"}  # every call of the interface on one page
PAGES = [
    pytest.param(world, path, id=f"{world} {path}", marks=[pytest.mark.long] * (path in LONG))
    for world, (_, paths) in WORLDS.items()
    for path in paths
]
every_page = pytest.mark.parametrize(("public", "path"), PAGES, indirect=["public"])


@dataclass(frozen=True)
class Public:
    """A world that is served, and what its addresses point at."""

    url: str
    known: dict[str, object]


@contextmanager
def _served(name: str, server: Server, blocker: DjangoDbBlocker) -> Iterator[Public]:
    """Build a world and serve it."""
    build, _ = WORLDS[name]
    mailing = override_settings(FOLLOW_BY_EMAIL=True, CSRF_TRUSTED_ORIGINS=[server.url])
    with lasting_tables(blocker), mailing, server.opened():
        cache.clear()
        yield Public(server.url, build())


@pytest.fixture(scope="module")
def worlds(
    server: Server, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Callable[[str], Public]]:
    """Serve the world that is asked for until another is, or the module ends.

    A parameter of this fixture would not do: pytest would build the world again for each page.
    """
    with ExitStack() as stack:

        @lru_cache(maxsize=1)
        def serve(name: str) -> Public:
            stack.close()
            return stack.enter_context(_served(name, server, django_db_blocker))

        yield serve


@pytest.fixture
def public(worlds: Callable[[str], Public], request: pytest.FixtureRequest) -> Public:
    """Return the world a page is of."""
    return worlds(request.param)
