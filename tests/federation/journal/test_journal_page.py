"""The journal's page and file: who may read them, what the filters find, what they cost."""

import csv
import io
import re
from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.journal import journal
from federation.journal import pages as journal_lines
from federation.journal.pages import UNSAID, Wanted, values_of
from federation.models import Account, JournalEntry, Player
from federation.register import register
from federation.register.register import Newcomer
from tests.markup import html_of

pytestmark = pytest.mark.django_db


def account(email: str, *roles: str) -> Account:
    made = Account.objects.create_user(email, "a long enough secret", first_name=email.split("@")[0].title())
    made.groups.set(Group.objects.filter(name__in=roles))
    return made


def browser(person: Account | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if person:
        client.force_login(person)
    return client


@pytest.fixture
def odile() -> Account:
    return account("odile@example.org", "officer")


@pytest.fixture
def office(odile: Account) -> Client:
    return browser(odile)


@pytest.fixture
def anna() -> Player:
    return register.enrol(Newcomer("HØLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"}), account=None)


def acts(client: Client, **asked: str) -> list[str]:
    return [line.entry.act for line in client.get("/journal/", asked).context["page"].lines]


@pytest.mark.parametrize("path", ["/journal/", "/journal/lines.csv"])
def test_only_officers_read_the_journal(path: str, odile: Account) -> None:
    registrar = account("rita@example.org", "registrar")
    organiser = account("orla@example.org", "organiser")

    codes = [browser(person).get(path).status_code for person in (odile, registrar, organiser, None)]

    assert codes == [200, 403, 403, 302]


def test_empty_journal_says_so(office: Client) -> None:
    assert b"Nothing has happened yet." in office.get("/journal/").content


def test_line_links_to_its_subject_and_shows_before_and_after(
    office: Client, odile: Account, anna: Player
) -> None:
    register.rename(anna, "Quist", "Anna", account=odile)

    content = html_of(office.get("/journal/"))

    assert f'<a href="/players/{anna.pk}/">Quist Anna</a>' in content
    assert "<del>HØLM Anna</del> → <ins>Quist Anna</ins>" in content
    assert content.index(">player renamed</td>") < content.index(">player enrolled</td>")


@pytest.mark.parametrize("count", [1, 3])
def test_page_costs_five_queries_whatever_its_lines(office: Client, count: int) -> None:
    for number in range(count):
        register.enrol(Newcomer(f"Quist {number}"), account=None)

    with CaptureQueriesContext(connection) as queries:
        office.get("/journal/")

    # session, account, roles, the lines with their accounts, their players
    assert len(queries) == 5


def test_filters_find_what_they_say(office: Client, odile: Account, anna: Player) -> None:
    register.rename(anna, "Élise", "Anna", account=odile)
    other = register.enrol(Newcomer("Quist"), account=None)

    assert acts(office, act="player.renamed") == ["player.renamed"]
    assert acts(office, act="list.imported") == []
    assert acts(office, account="odile") == ["player.renamed"]
    assert acts(office, account="-") == ["player.enrolled", "player.enrolled"]
    assert acts(office, subject="player", number=str(other.pk)) == ["player.enrolled"]
    assert acts(office, text="élise") == ["player.renamed"]
    assert acts(office, text="ÉLISE") == ["player.renamed"]
    assert acts(office, text="0712345") == ["player.enrolled"]
    assert b"No matching lines." in office.get("/journal/", {"text": "zzz"}).content


def test_days_are_of_the_place_and_both_count(odile: Account) -> None:
    for at in (
        datetime(2026, 5, 1, 21, 59, tzinfo=UTC),  # 1 May in Paris
        datetime(2026, 5, 1, 22, 1, tzinfo=UTC),  # 2 May
        datetime(2026, 5, 2, 22, 1, tzinfo=UTC),  # 3 May
    ):
        JournalEntry.objects.create(at=at, act="x", subject="player", subject_id="")

    found = journal_lines.wanted_lines(Wanted(since=date(2026, 5, 2), until=date(2026, 5, 2)))

    assert [line.at.hour for line in found] == [22]


def test_group_of_acts_is_asked_for_with_a_dot(anna: Player) -> None:
    assert journal_lines.wanted_lines(Wanted(act="player.")).count() == 1
    assert journal_lines.wanted_lines(Wanted(act="tournament.")).count() == 0


@pytest.mark.parametrize("asked", [{"since": "tomorrow"}, {"act": "player.slapped"}, {"number": "9" * 40}])
def test_filter_that_makes_no_sense_is_said_and_not_applied(
    office: Client, anna: Player, asked: dict[str, str]
) -> None:
    response = office.get("/journal/", asked)

    assert (response.status_code, len(response.context["page"].lines)) == (422, 1)
    assert b"message error" in response.content


@pytest.mark.parametrize("key", ["x", "1-", "-1", "9" * 40 + "-1", "²-1"])
def test_key_of_no_page_gives_the_newest(office: Client, anna: Player, key: str) -> None:
    for name in ("older", "newer"):
        response = office.get("/journal/", {name: key})
        assert (response.status_code, len(response.context["page"].lines)) == (200, 1)


def test_pages_by_key_lose_nothing_and_lead_back(office: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_lines, "A_PAGE", 2)
    same = datetime(2026, 5, 2, 9, tzinfo=UTC)
    for number in range(5):  # all at one moment: the number decides
        JournalEntry.objects.create(at=same, act="x", subject="player", subject_id="", detail={"n": number})

    seen, path, pages = [], "/journal/", []
    while path:
        response = office.get(path)
        pages.append([line.entry.detail["n"] for line in response.context["page"].lines])
        seen += pages[-1]
        older = re.search(r'href="(\?[^"]*older=[^"]+)"', html_of(response))
        path = f"/journal/{older.group(1)}" if older else ""
    newer = re.search(r'href="(\?[^"]*newer=[^"]+)"', html_of(response))
    assert newer is not None
    back = office.get(f"/journal/{newer.group(1)}").context["page"]

    assert seen == [4, 3, 2, 1, 0]
    assert [line.entry.detail["n"] for line in back.lines] == pages[-2]


def test_file_holds_the_lines_asked_for_with_their_digests(office: Client, anna: Player) -> None:
    journal.write("player.edited", anna, account=None, before="=1+1", after="é")
    journal.seal()

    response = office.get("/journal/lines.csv", {"act": "player.edited"})

    assert (response.streaming, response["Content-Type"]) == (True, "text/csv; charset=utf-8")
    text = b"".join(response.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]  # a file streams
    head, line = csv.reader(io.StringIO(text))
    entry = JournalEntry.objects.get(act="player.edited")
    assert head == ["place", "at", "account", "act", "subject", "subject_id", "detail", "digest"]
    assert line[0] == "2"
    assert line[3:] == [
        "player.edited", "player", str(anna.pk), '{"after": "é", "before": "=1+1"}', entry.digest,
    ]  # fmt: skip


def test_file_takes_nothing_for_a_formula(office: Client) -> None:
    JournalEntry.objects.create(
        at=datetime(2026, 5, 2, tzinfo=UTC), act="=cmd()", subject="x", subject_id="", detail={}
    )

    text = b"".join(office.get("/journal/lines.csv").streaming_content).decode()  # type: ignore[attr-defined]  # a file streams

    assert "'=cmd()" in text


@pytest.mark.parametrize(
    ("detail", "shown"),
    [
        ({"before": "a", "after": "b"}, [("", "b", "a")]),
        (
            {"before": {"x": 1, "y": 2}, "after": {"x": 1, "y": 3, "z": None}, "reason": "r"},
            [("y", 3, 2), ("reason", "r", UNSAID)],
        ),
        ({"before": {"x": 1}, "after": {}}, [("x", None, 1)]),
        ({"before": {}, "after": {"x": ["é"]}}, [("x", ["é"], UNSAID)]),
        ({"whole": False, "superseded": None, "enrolled": 0}, [("enrolled", 0, UNSAID)]),
        ({"number": 4}, [("number", 4, UNSAID)]),
        ({}, []),
    ],
)
def test_changes_lay_out_what_differs(detail: dict[str, object], shown: list[tuple[object, ...]]) -> None:
    assert values_of(detail) == shown


def test_log_in_lock_and_password_leave_lines(client: Client, odile: Account) -> None:
    wrong = {"login": "odile@example.org", "password": "no"}
    for _ in range(6):
        client.post("/login/", wrong, REMOTE_ADDR="10.0.0.1")
    client.post("/login/", {**wrong, "password": "a long enough secret"}, REMOTE_ADDR="10.0.0.2")
    new = "another long secret 9"
    client.post(
        "/account/password/",
        {"oldpassword": "a long enough secret", "password1": new, "password2": new},
    )

    lines = JournalEntry.objects.order_by("pk").values_list("act", "account", "detail__place")
    assert list(lines) == [
        ("account.locked", None, "10.0.0.1"),
        ("account.logged-in", odile.pk, "10.0.0.2"),
        ("account.password", odile.pk, None),
    ]


@pytest.mark.parametrize(("network", "lines"), [("0:7", ["account.locked"]), ("{}:7", [])])
def test_failures_are_counted_by_ipv6_network(
    client: Client, odile: Account, network: str, lines: list[str]
) -> None:
    for last in range(1, 7):
        place = f"2001:db8:{network.format(last)}::{last}"
        client.post("/login/", {"login": odile.email, "password": "no"}, REMOTE_ADDR=place)

    assert list(JournalEntry.objects.values_list("act", flat=True)) == lines


def test_failures_of_nobody_we_know_leave_no_line(client: Client) -> None:
    for _ in range(6):
        client.post("/login/", {"login": "who@example.org", "password": "no"}, REMOTE_ADDR="10.0.0.9")

    assert JournalEntry.objects.count() == 0


def test_administration_is_entered_by_the_sites_own_door(client: Client, office: Client) -> None:
    response = client.get("/admin/login/?next=/admin/federation/")

    assert response.headers["Location"] == "/login/?next=%2Fadmin%2Ffederation%2F"
    assert office.get("/admin/login/").status_code == 403
