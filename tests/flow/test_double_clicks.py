"""Every sending button of the desks, pressed twice at once: one act or a clear refusal, no failed job."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import groupby
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, connections
from django.test import Client
from pytest_django import DjangoDbBlocker

from federation.jobs import jobs
from federation.models import Job, JournalEntry
from tests import databases, seeds
from tests.browser import desk_filling
from tests.browser.desk_office import Place
from tests.browser.sheets import Sheet
from tests.browser.test_desk_forms import PRESSED, Desks, button_of, desks, fill_in, lasting_office
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.xdist_group("double clicks"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time"),
]


def template_of(mark: str) -> str:
    """Return the template of a button."""
    return mark.partition(": ")[0]


SENT = {name: list(marks) for name, marks in groupby(sorted(PRESSED - desk_filling.READS), template_of)}
REOPEN = "tournaments/acts.html: Correct it: new revision"
ORDERS = ("ratings/review/publish.html: Publish", "ratings/review/publish.html: Prepare and preview")
PAGE = "http://testserver/page-of-the-form/"
HEADERS = {"accept-language": "en", "accept": "text/html", "referer": PAGE}
# Acts outside the check of the token: their state tells that they are done.
BY_STATE = {"tournaments/mail_off.html: Unsubscribe"}
# One check of the token stands before all other acts: a check presses those of a share of the templates.
SHARE = sorted(SENT)[:: len(SENT) // seeds.examples(len(SENT))]
TEMPLATES = sorted({*SHARE, *map(template_of, BY_STATE)})
FILE = "Content-Disposition"


class Answer(NamedTuple):
    """What a form was answered: its status, where it leads, and whether it is a file."""

    status: int
    leads_to: str
    is_file: bool


REFUSED = Answer(HTTPStatus.FOUND, PAGE, is_file=False)


class Held(Sheet):
    """A page whose form is filled in and kept, not sent."""

    is_armed = False
    address = ""
    sent: dict[str, Any] | None = None

    def _go(self, address: str, **sent: Any) -> None:
        if self.is_armed:
            self.address, self.sent = address, sent
        else:
            super()._go(address, **sent)


@dataclass
class Office:
    """The desks, what the tables hold at first, and where each button stands."""

    desks: Desks
    places: dict[str, Place] = field(default_factory=dict)
    restored: str = ""  # the transaction that would have come next when all was as at first

    def restore(self) -> None:
        """Put every table back, where anything was written since."""
        cache.clear()
        if self.restored != next_transaction():
            databases.put_back(connection)
            self.restored = next_transaction()

    def client(self, who: str) -> Client:
        """Return a browser of somebody who is logged in."""
        client = Client(raise_request_exception=False)
        client.cookies = deepcopy(self.desks.people[who].cookies)
        return client


def next_transaction() -> str:
    """Return the number of the next transaction that writes; those that only read have none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
        (number,) = cursor.fetchone()
    return str(number)


@pytest.fixture(scope="module")
def office(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Office]:
    folder = tmp_path_factory.mktemp("office")
    with lasting_office(django_db_blocker, folder), pytest.MonkeyPatch.context() as patch:
        made = Office(desks())
        patch.setattr(databases, "_FIRST", {})
        connection.close()  # with its temporary tables
        databases._remember_rows(connection)
        pressed = [mark for template in TEMPLATES for mark in SENT[template]]
        made.places = made.desks.find_buttons([*pressed, REOPEN, *ORDERS], made.restore)
        yield made


def held(office: Office, mark: str) -> Held | None:
    """Open the page of a button and fill its form in, but do not send it; None where it only asks."""
    place = office.places[mark]
    sheet = Held(office.client(place.who), place.path)
    if mark in desk_filling.FILLED:
        desk_filling.FILLED[mark](sheet)
    button = button_of(sheet, mark)
    fill_in(sheet, button)
    if sheet.asks(button):
        return None
    sheet.is_armed = True
    sheet.press(button)
    return sheet


def _copied(sent: dict[str, Any] | None) -> dict[str, Any]:
    def of(value: Any) -> Any:
        if isinstance(value, SimpleUploadedFile):
            value.seek(0)
            made = SimpleUploadedFile(value.name or "", value.read(), value.content_type or "")
            value.seek(0)
            return made
        return value

    assert sent is not None
    data = sent["data"]
    if isinstance(data, dict):
        data = {name: list(map(of, values)) for name, values in data.items()}
    return {**sent, "data": data}


def press(office: Office, *sheets: Held) -> list[Answer]:
    """Send forms at once, and run the jobs they ask for; return the answers."""
    known = set(Job.objects.values_list("pk", flat=True))
    barrier = threading.Barrier(len(sheets))

    def send(sheet: Held, sent: dict[str, Any]) -> Answer:
        client = Client(raise_request_exception=False)
        client.cookies = deepcopy(sheet.client.cookies)
        try:
            barrier.wait()
            answer = client.post(sheet.address, headers=HEADERS, **sent)
            return Answer(answer.status_code, answer.get("Location", ""), answer.has_header(FILE))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(sheets)) as pool:
        answers = list(pool.map(send, sheets, [_copied(sheet.sent) for sheet in sheets]))
    for key in Job.objects.exclude(pk__in=known).order_by("pk").values_list("pk", flat=True):
        jobs.run(key)
    return answers


def complaints(office: Office, mark: str) -> list[str]:
    """Press a button twice at once; return what is wrong with what comes of it."""
    office.restore()
    failed = Job.objects.filter(state=Job.State.FAILED).count()
    try:
        sheet = held(office, mark)
    except LookupError as error:
        return [str(error)]
    if sheet is None:
        return []
    lines = JournalEntry.objects.count()
    answers = press(office, sheet, sheet)
    found = [f"is answered {one.status}" for one in answers if one.status >= HTTPStatus.BAD_REQUEST]
    refused = sum(one == REFUSED for one in answers)
    if mark in BY_STATE:
        refused = 2 - (JournalEntry.objects.count() - lines)
    if refused != 1 and not any(one.is_file for one in answers):
        found.append(f"{refused} of 2 are refused: {answers}")
    if Job.objects.filter(state=Job.State.FAILED).count() > failed:
        found.append("a job has failed")
    return found


@pytest.mark.parametrize("template", TEMPLATES)
def test_button_pressed_twice_at_once_acts_once(office: Office, template: str) -> None:
    wrong = [f"{mark}: {complaint}" for mark in SENT[template] for complaint in complaints(office, mark)]

    assert wrong == []


def test_two_windows_reopen_a_tournament_once(office: Office) -> None:
    office.restore()
    sheets = [held(office, REOPEN) for _ in range(2)]
    before = Tournament.objects.count()

    answers = press(office, *filter(None, sheets))

    assert [one.status for one in answers] == [HTTPStatus.FOUND] * 2
    assert Tournament.objects.count() == before + 1


@pytest.mark.parametrize("order", ORDERS)
def test_two_windows_order_a_list_once(office: Office, order: str) -> None:
    office.restore()
    sheets = [held(office, order) for _ in range(2)]
    failed = Job.objects.filter(state=Job.State.FAILED).count()
    ordered = JournalEntry.objects.filter(act="list.ordered").count()

    answers = press(office, *filter(None, sheets))

    assert sorted(one.status for one in answers) == [HTTPStatus.FOUND, HTTPStatus.UNPROCESSABLE_ENTITY]
    assert JournalEntry.objects.filter(act="list.ordered").count() == ordered + 1
    assert Job.objects.filter(state=Job.State.FAILED).count() == failed
