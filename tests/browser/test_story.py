"""The whole story in a browser, before a real web server and a real worker: from the file to "why?"."""

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace

import pytest
from _pytest.mark.structures import ParameterSet
from playwright.sync_api import Browser, Page, expect

from tests.browser.opening import OFFICER, ORGANISER, PASSWORD
from tests.browser.visitors import Visitor, visitor
from tests.faults.conftest import (
    KINDS,
    collected,  # noqa: F401 - a fixture of another folder
    stand,  # noqa: F401 - another
    static_files,  # noqa: F401 - another
    tables,  # noqa: F401 - another
    tables_on_postgresql,  # noqa: F401 - another
)
from tests.faults.stand import Stand, wait_until
from tests.faults.test_serve import free_port
from tests.tournaments import reports

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("faults")]
REASON = "Round 2, board 1 is missing."
# As an organiser in a hurry writes it: no thinking time, a number forgotten, a name misspelt, a game lost.
HASTY = tuple(
    replace(one, surname="Cavailes", identifiers={}) if one.number == 3 else one for one in reports.PEOPLE
)


@dataclass(frozen=True)
class Window:
    """What the people of the story sit before."""

    width: int
    script: bool = True


DESK, PHONE, NO_SCRIPT = Window(1280), Window(390), Window(1280, script=False)


def story_in(kind: str, window: Window, *marks: pytest.MarkDecorator) -> ParameterSet:
    """Return an installation of a kind and what the people of the story sit before."""
    name = "no-script" if not window.script else str(window.width)
    return pytest.param(kind, window, id=f"{kind}-{name}", marks=[*KINDS[kind], pytest.mark.long, *marks])


STORIES = [
    story_in("servers", PHONE),
    story_in("embedded", NO_SCRIPT),
    story_in("embedded", DESK, pytest.mark.release),
    story_in("servers", DESK, pytest.mark.release),
    story_in("embedded", PHONE, pytest.mark.release),
    story_in("servers", NO_SCRIPT, pytest.mark.release),
]


@pytest.fixture
def office(stand: Stand, collected: None) -> str:  # noqa: F811 - a fixture of another folder
    """Open an office, start everything, and give its address."""
    stand.python("-m", "tests.browser.opening")
    port = free_port()
    stand.start([sys.executable, "manage.py", "serve", "--port", str(port)])
    wait_until(lambda: f"http://localhost:{port}/" in (stand.folder / "words").read_text())
    return f"http://localhost:{port}"


@pytest.fixture
def cast(request: pytest.FixtureRequest, office: str, browser: Browser) -> Iterator[list[Visitor]]:
    """Sit an organiser, an officer and a stranger down; at the end nothing may have been wrong."""
    window: Window = request.param
    with ExitStack() as windows:
        people = [
            windows.enter_context(visitor(browser, office, width=window.width, script=window.script))
            for _ in range(3)
        ]
        yield people
        assert [complaint for one in people for complaint in one.complaints] == []


@pytest.mark.parametrize(("stand", "cast"), STORIES, indirect=True)
def test_tournament_goes_from_its_file_to_why(cast: list[Visitor]) -> None:
    organiser, officer, stranger = cast
    organiser.log_in(ORGANISER, PASSWORD)
    officer.log_in(OFFICER, PASSWORD)

    hand_in(organiser)
    send_back(officer)
    correct(organiser)
    approve(officer)
    recalculate(officer)
    publish(officer)

    read_why(stranger)


def hand_in(organiser: Visitor) -> None:
    """Upload a file, read what was found, mend it, say who is who, submit."""
    page = organiser.page
    organiser.follow("Upload a tournament")
    upload(
        organiser,
        reports.tou(entrants=HASTY, pairings=reports.GAMES[:3], adjusted_minutes=None, time_system=""),
    )
    expect(page.locator(".finding-code").first).to_have_text("time-unknown")
    page.get_by_label("Adjusted minutes").fill("80")
    organiser.press("Save details")

    organiser.follow("Match the entrants")
    expect(page.locator("h2").first).to_have_text("2 to decide")
    page.get_by_role("radio", name=re.compile("Cavaillès")).check()
    organiser.press("Save; the one without a match is new")
    expect(page.get_by_text("All entrants are matched.")).to_be_visible()

    organiser.go("/desk/2/1/")
    organiser.press("Submit for approval")
    expect(page.locator(".stage").first).to_have_text("Submitted")


def upload(organiser: Visitor, data: bytes) -> None:
    """Choose a file and have it read."""
    field = organiser.page.get_by_label("Results file")
    field.set_input_files({"name": "moulin.tou", "mimeType": "application/octet-stream", "buffer": data})
    organiser.press("Read the file")


def send_back(officer: Visitor) -> None:
    """Find the tournament in the queue and return it with a reason."""
    officer.go("/desk/")
    officer.follow("Open du Moulin")
    officer.page.locator("summary", has_text="Return it to the organiser").click()
    officer.page.get_by_label("Reason").fill(REASON)
    officer.press("Return")


def correct(organiser: Visitor) -> None:
    """Read the reason, send the whole file, and submit what became the second revision."""
    page = organiser.page
    organiser.go("/desk/2/1/")
    expect(page.locator(".message.warning", has_text=REASON)).to_be_visible()
    organiser.follow("Send a corrected file")
    upload(organiser, reports.tou(entrants=HASTY))
    assert page.url.endswith("/desk/2/2/")  # the matches made before are kept
    organiser.press("Submit for approval")


def approve(officer: Visitor) -> None:
    """Approve the second revision."""
    officer.go("/desk/")
    officer.follow("Open du Moulin")
    assert officer.page.url.endswith("/desk/2/2/")
    officer.press("Approve")
    expect(officer.page.locator(".message.success")).to_have_text("Approved. 1 player was enrolled.")


def recalculate(officer: Visitor) -> None:
    """Have the worker compute what changed, look at it, release it."""
    officer.go("/review/")
    card = officer.page.locator("section.card[data-system=ffg]")
    expect(card.locator("dd").first).to_have_text("changed from 9\xa0March 2024 on")
    officer.press("Recalculate")
    wait_for_the_worker(officer)
    facts = dict(
        zip(*(officer.page.locator(f"dl.facts {one}").all_inner_texts() for one in ("dt", "dd")), strict=True)
    )
    assert (facts["Tournaments"], facts["Games rated"], facts["New rows"], facts["Changed rows"]) == (
        "1",
        "4",
        "4",
        "0",
    )

    officer.go("/review/")
    officer.follow("Review the proposal")
    for alarm in officer.page.locator("[name^=seen-]").all():
        alarm.check()
    officer.press("Approve")
    expect(officer.page.locator(".message.success")).to_have_text("The proposed ratings now apply.")


def wait_for_the_worker(officer: Visitor) -> None:
    """Wait until the work is done: the page asks by itself; without script somebody looks again."""
    page = officer.page
    result = page.get_by_role("link", name="View the result")
    looks = 0
    while page.get_by_role("link", name="Refresh").or_(result).count():
        if result.count():
            officer.follow("View the result")
            return
        looks += 1
        assert looks < 120, "the worker did not answer"
        page.wait_for_timeout(250)
        if not officer.script:
            page.reload()


def publish(officer: Visitor) -> None:
    """Publish the list of April."""
    officer.go("/review/ffg/publish/")
    officer.page.get_by_label("List date").fill("2024-04-01")
    officer.press("Publish")
    wait_for_the_worker(officer)
    expect(officer.page.locator("h1")).to_have_text("List of 1\xa0April 2024")


def read_why(stranger: Visitor) -> None:
    """Find a player on the list, open his page, ask why, and add up."""
    page = stranger.page
    stranger.go("/")
    stranger.follow("FFG ladder")
    row = page.locator("table.list tbody tr", has_text="Brossolette")
    listed = whole(row.locator(".rating").inner_text())
    stranger.follow("Brossolette Paul")
    expect(page.locator("table.systems tr[data-system=ffg] .rating")).to_have_text(shown(listed))
    event = page.locator("details.event").first
    event.scroll_into_view_if_needed()  # the newest is open, and asks for its sum when it is seen
    shown_change = whole(event.locator(".move[data-system=ffg] .change").inner_text())

    ask_why(stranger)

    why = page.locator(".why[data-system=ffg]")
    cells = why.locator(".why-games > tbody > tr:not(.sum) > td:last-child")  # not those of a staircase
    games = [figure(cell) for cell in cells.all_inner_texts()]
    foot = [figure(cell) for cell in why.locator("tfoot td:last-child").all_inner_texts()]
    start, total, after = foot[0], foot[1], foot[-1]
    assert len(games) == 2
    assert round(sum(games), 2) == pytest.approx(total, abs=0.011)  # each is shown with two decimals
    assert start + sum(foot[1:-1]) == pytest.approx(after, abs=0.011)
    assert (round(after), round(after) - round(start)) == (listed, shown_change)


def ask_why(stranger: Visitor) -> None:
    """Have the sums shown: in place by script, else on a page of their own."""
    page: Page = stranger.page
    if stranger.script:
        expect(page.locator("details.event[open] .why[data-system=ffg]")).to_be_visible(timeout=30_000)
        stranger.look()
    else:
        stranger.follow("Why? FFG ladder")


def figure(text: str) -> float:
    """Read a figure as it is set, with its true minus."""
    return float(text.replace("−", "-"))


def whole(text: str) -> int:
    """Read a whole figure."""
    return int(text.replace("−", "-"))


def shown(value: int) -> str:
    """Format a whole figure as the pages do."""
    return str(value).replace("-", "−")
