"""The end of a month in a browser: six systems from their facts to their lists, on one page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from federation.jobs import jobs
from federation.models import Account, Job
from ratings.lists.publication import publish
from ratings.models import PublishedList, RatingRun, RatingSystem
from tests.browser.serving import Server
from tests.browser.visitors import leave, settle
from tests.ratings.chess_months import based, masters, opened
from tests.ratings.histories import hold, people, recalculate, round_robin, stale
from tournaments.models import Game, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]
MOST_CLICKS = 10
SYSTEMS = ("ffg", "ffg-hybrid", "egf", "fide-standard", "fide-rapid", "fide-blitz")
WINDOWS = [
    pytest.param(1280, True, id="desk"),
    pytest.param(390, True, id="phone"),
    pytest.param(1280, False, id="no-script"),
]


@pytest.fixture
def six_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An office whose six systems have facts of the month before, that nobody has rated."""
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    monkeypatch.setattr("django.conf.settings.DATA_DIR", tmp_path)
    before = timezone.localdate().replace(day=1) - timedelta(days=20)
    day = before.replace(day=5)
    RatingSystem.objects.filter(key__in=SYSTEMS).update(active=True)
    hold(day, people(4), round_robin(4), number=1)
    players = masters(4)
    for place, rate in enumerate(("standard", "rapid", "blitz")):
        system = RatingSystem.objects.get(key=f"fide-{rate}")
        for player in players:
            based(system, player, 1800, on=day.replace(day=1), k=20, games=50)
        opened(day, players, round_robin(4), number=2 + place, rate=rate)
    for key in SYSTEMS:
        stale(RatingSystem.objects.get(key=key), day.replace(day=1))


@dataclass
class Officer:
    """Somebody who works, and how often he has clicked."""

    page: Page
    server: Server
    clicks: int = 0

    def click(self, what: Locator) -> None:
        """Click once."""
        what.click()
        self.clicks += 1

    def press(self, label: str) -> None:
        """Press a button of the page."""
        with self.page.expect_navigation():
            self.click(self.page.get_by_role("button", name=label, exact=True))

    def answer(self) -> None:
        """Tick every alarm."""
        for alarm in self.page.locator("[name^=seen-]").all():
            self.click(alarm)

    def wait_for_work(self, *, script: bool) -> None:
        """Let the worker work, and see what came of it: by itself, or with a click."""
        with self.server.kept_waiting():
            for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
                jobs.run(job.pk)
        if script:
            expect(self.page.get_by_text("In progress;")).to_have_count(0)
        else:
            self.click(self.page.get_by_role("link", name="Refresh"))


@pytest.fixture
def officer(
    request: pytest.FixtureRequest, six_systems: None, browser: Browser, live_server: Server
) -> Iterator[Officer]:
    width, script = request.param
    account = Account.objects.create_user("odile@example.org", "secret")
    account.groups.add(Group.objects.get(name="officer"))
    client = Client()
    client.force_login(account)
    context = browser.new_context(
        locale="en-GB", java_script_enabled=script, viewport={"width": width, "height": 900}
    )
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/review/")
    yield Officer(page, live_server)
    leave(page)
    context.close()


@pytest.mark.parametrize(
    ("officer", "script"), [(one.values, one.values[1]) for one in WINDOWS], indirect=["officer"]
)
def test_month_of_six_systems_ends_on_one_page(officer: Officer, script: bool) -> None:
    page = officer.page
    officer.click(page.get_by_role("link", name="Month end"))
    officer.press("Recalculate")
    officer.wait_for_work(script=script)
    officer.answer()
    officer.press("Approve")  # their heirs are recalculated at once
    officer.wait_for_work(script=script)
    officer.answer()
    officer.press("Approve")
    officer.press("Prepare the lists")
    officer.wait_for_work(script=script)
    officer.press("Publish the lists")

    shown = PublishedList.objects.filter(ready=True).values_list("system__key", flat=True)
    assert set(shown) == set(SYSTEMS)
    expect(page).to_have_url(re.compile("/review/month-end/$"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") if script else True
    assert officer.clicks <= MOST_CLICKS


@pytest.mark.parametrize("officer", [(1280, True)], indirect=True)
def test_ticks_outlive_what_the_page_fetches_by_itself(officer: Officer) -> None:
    page = officer.page
    officer.click(page.get_by_role("link", name="Month end"))
    officer.press("Recalculate")
    first = Job.objects.filter(state=Job.State.QUEUED).order_by("pk").first()
    assert first is not None
    with officer.server.kept_waiting():
        jobs.run(first.pk)
        run = RatingRun.objects.get(job=first)
        run.comparison["alarms"] = [{"code": "leaving", "bound": 0, "found": 3, "subjects": []}]
        run.save()
    alarm = page.locator(f"#seen-{run.pk}-0")
    alarm.check()
    key = run.system.key
    page.locator(f"#tick-{key}").uncheck()

    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        pass
    settle(page)

    expect(alarm).to_be_checked()
    expect(page.locator(f"#tick-{key}")).not_to_be_checked()


@pytest.mark.parametrize("officer", [(390, True), (1280, False)], indirect=True)
def test_revision_of_a_list_is_prepared_from_its_differences(officer: Officer) -> None:
    page, ffg = officer.page, RatingSystem.objects.get(key="ffg")
    recalculate(ffg)
    shown = publish(ffg, timezone.localdate(), account=None)
    Game.objects.filter(tournament__number=1, round=1).update(outcome=0)
    recalculate(stale(ffg, Tournament.objects.get(number=1).start))
    page.reload()

    officer.click(page.get_by_role("link", name="review, publish a revision"))
    officer.press("Prepare revision 2")

    expect(page.locator("h1")).to_have_text("Preparation of a list")
    again = PublishedList.objects.get(ready=False)
    assert (again.date, again.revision) == (shown.date, 2)
