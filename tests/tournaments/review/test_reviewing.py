"""The review page: the file beside its entries, the claim, and a return with reasons at the findings."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, JournalEntry
from tests.markup import html_of
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tests.tournaments.desk.test_queue import handed_in
from tournaments.checks import warning_confirmations
from tournaments.desk import desk_findings
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Claim, Remark, Tournament, Upload
from tournaments.reports.report import Entrant
from tournaments.review import reservations
from tournaments.submission import steps

pytestmark = pytest.mark.django_db
AT_LINE = {"code": "unreadable-line", "severity": "error", "place": {"line": 3}, "values": {"text": "x"}}
OF_ENTRANT = {"code": "no-grade", "severity": "warning", "place": {"entrant": 2}, "values": {"name": "B"}}


@pytest.fixture
def waiting(organiser: Account) -> Tournament:
    made = handed_in(organiser, "Open du Moulin")
    Tournament.objects.filter(pk=made.pk).update(findings=[OF_ENTRANT, AT_LINE])
    made.refresh_from_db()
    return made


def page_of(tournament: Tournament, page: str = "desk-review") -> str:
    return reverse(page, args=[tournament.number, tournament.revision])


def test_file_stands_line_by_line_with_what_was_found_there(waiting: Tournament) -> None:
    written = (
        reports.tou("Open du Moulin").decode("iso-8859-15").replace("\r\n", "\n").rstrip("\n").split("\n")
    )

    found = desk_findings.original(waiting, desk_findings.flags(waiting))

    assert [line.text for line in found.lines] == written
    assert [line.number for line in found.lines if line.flags] == [3]
    assert [flag.code for flag in found.lines[2].flags] == ["unreadable-line"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04" + bytes(40), "binary"),
        (b"x\n" * (desk_findings.MOST_LINES + 1), "big"),
        (b"", "binary"),
    ],
)
def test_what_cannot_be_shown_is_a_download(waiting: Tournament, content: bytes, reason: str) -> None:
    Upload.objects.filter(tournaments=waiting).update(content=content, size=len(content))
    waiting.refresh_from_db()

    assert desk_findings.original(waiting, []) == desk_findings.Original((), reason)


def test_file_of_many_bytes_is_not_even_read(
    waiting: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Upload.objects.filter(tournaments=waiting).update(size=desk_findings.MOST_BYTES + 1)
    waiting = Tournament.objects.select_related("upload").get(pk=waiting.pk)

    with django_assert_num_queries(0):
        assert desk_findings.original(waiting, []).reason == "big"


def test_long_line_is_cut_and_says_so(waiting: Tournament) -> None:
    Upload.objects.filter(tournaments=waiting).update(content=b"a" * (desk_findings.LONGEST + 7))

    (line,) = desk_findings.original(waiting, []).lines

    assert (len(line.text), line.cut) == (desk_findings.LONGEST, 7)


def test_looking_claims_nothing_and_writes_nothing(waiting: Tournament, officer: Account) -> None:
    client = logged_in(officer)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(page_of(waiting))

    assert [one["sql"] for one in queries if not one["sql"].lstrip("(").startswith("SELECT")] == []
    assert (Claim.objects.count(), answer.context["claim"]) == (0, None)
    assert "Take for review" in html_of(answer)


def test_claimed_from_the_queue_it_opens_and_the_next_officer_can_only_look(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    client = logged_in(officer)
    button = f'form="claims" formaction="{page_of(waiting, "desk-claim")}"'
    assert button in html_of(client.get(reverse("queue")))

    first = client.post(page_of(waiting, "desk-claim"), follow=True)
    second = logged_in(second_officer).get(page_of(waiting))

    assert first.redirect_chain == [(page_of(waiting), 302)]
    assert button not in html_of(client.get(reverse("queue")))

    assert Claim.objects.get().account == officer
    assert (first.context["is_mine"], second.context["is_held"]) == (True, True)
    assert f"{officer} is reviewing this tournament" in html_of(second)
    assert 'hx-trigger="every 60s"' in html_of(first)
    assert 'hx-trigger="every 60s"' not in html_of(second)


def test_ones_own_tournament_has_no_button_to_take_it(officer: Account) -> None:
    own = handed_in(officer, "Own")
    client = logged_in(officer)

    pages = [html_of(client.get(address)) for address in (page_of(own), reverse("queue"))]

    assert ["Take for review" in page for page in pages] == [False, False]


@pytest.mark.parametrize(("way", "sent"), [("desk-claim", {}), ("desk-take-over", {"reason": "In a hurry"})])
def test_ones_own_tournament_cannot_be_taken(officer: Account, way: str, sent: dict[str, str]) -> None:
    own = handed_in(officer, "Own")

    answer = logged_in(officer).post(page_of(own, way), sent, follow=True)

    assert "another officer has to approve it" in html_of(answer)
    assert not Claim.objects.exists()


def test_approval_by_another_is_refused_with_who_and_until_when(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    reservations.hold(waiting, account=officer)

    answer = logged_in(second_officer).post(page_of(waiting, "desk-approve"), follow=True)

    assert f"{officer} is reviewing this tournament, until " in html_of(answer)
    waiting.refresh_from_db()
    assert waiting.stage == "submitted"


def test_beat_tells_the_page_when_somebody_took_it_over(
    waiting: Tournament, officer: Account, second_officer: Account
) -> None:
    first, second = logged_in(officer), logged_in(second_officer)
    first.post(page_of(waiting, "desk-claim"))
    kept = html_of(first.post(page_of(waiting, "desk-claim"), headers={"HX-Request": "true"}))
    second.post(page_of(waiting, "desk-take-over"), {"reason": "Urgent"})

    lost = html_of(first.post(page_of(waiting, "desk-claim"), headers={"HX-Request": "true"}))

    assert "You are reviewing it." in kept
    assert f"{second_officer} is reviewing this tournament" in lost
    assert "every 60s" not in lost


def test_page_costs_seventeen_queries_for_two_and_for_sixty_people(
    organiser: Account, officer: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    made = []
    for people in (2, 60):
        entrants = tuple(
            Entrant(n, f"Name{n}", "Given", grade="5k", country="FR") for n in range(1, people + 1)
        )
        data = table.write(reports.report(entrants=entrants, pairings=reports.GAMES[:1]), "spreadsheet")
        made.append(_submitted(organiser, data))
    client = logged_in(officer)
    for one in made:
        reservations.hold(one, account=officer)
    client.get(page_of(made[0]))  # what a process reads once

    for one in made:
        with django_assert_num_queries(17):
            answer = client.get(page_of(one))

    assert len(answer.context["rows"]) == 60


def _submitted(organiser: Account, data: bytes) -> Tournament:
    tournament = intake.draft(intake.receive(data, filename="a.csv", account=organiser), account=organiser)
    entries.decide(tournament, {row.pk: entries.ENROL for row in tournament.entries.all()}, account=organiser)
    Tournament.objects.filter(pk=tournament.pk).update(stage="submitted")
    return tournament


def test_return_keeps_a_sentence_for_each_finding_ticked(waiting: Tournament, officer: Account) -> None:
    keys = [warning_confirmations.key_of(one) for one in (AT_LINE, OF_ENTRANT)]
    said = {"finding": keys[:1], f"why-{keys[0]}": " Line 3 is cut off. ", f"why-{keys[1]}": "not ticked"}

    answer = logged_in(officer).post(page_of(waiting, "desk-review-return"), said)

    waiting.refresh_from_db()
    assert (answer.status_code, waiting.stage, waiting.reason) == (302, "returned", "Line 3 is cut off.")
    remark = Remark.objects.get()
    assert (remark.key, remark.code, remark.text, remark.account) == (
        keys[0], "unreadable-line", "Line 3 is cut off.", officer,
    )  # fmt: skip
    line = JournalEntry.objects.get(act="tournament.returned")
    assert line.detail["remarks"] == [
        {"code": "unreadable-line", "place": {"line": 3}, "text": "Line 3 is cut off."}
    ]


def test_organiser_reads_the_remark_at_the_finding(
    waiting: Tournament, officer: Account, organiser: Account
) -> None:
    key = warning_confirmations.key_of(AT_LINE)
    steps.send_back(waiting, account=officer, reason="See below", about={key: "Line 3 is cut off."})

    page = html_of(logged_in(organiser).get(page_of(waiting, "desk-tournament")))

    assert page.count("Line 3 is cut off.") == 2  # and where it is answered
    assert "See below" in page


@pytest.mark.parametrize(
    ("said", "problem"),
    [({}, "Say why, so that"), ({"finding": "KEY", "reason": "No"}, "Write a note for every finding")],
)
def test_refused_return_keeps_what_was_typed(
    said: dict[str, str], problem: str, waiting: Tournament, officer: Account
) -> None:
    key = warning_confirmations.key_of(AT_LINE)
    typed = {name: value.replace("KEY", key) for name, value in said.items()}

    answer = logged_in(officer).post(page_of(waiting, "desk-review-return"), typed)

    page = html_of(answer)
    waiting.refresh_from_db()
    assert (answer.status_code, waiting.stage, Remark.objects.count()) == (422, "submitted", 0)
    assert problem in page
    assert [one.ticked for one in answer.context["notes"] if one.flag.key == key] == ["finding" in said]
    assert answer.context["reason"] == said.get("reason", "")


def test_remark_about_a_finding_that_is_gone_is_refused(waiting: Tournament, officer: Account) -> None:
    answer = logged_in(officer).post(
        page_of(waiting, "desk-review-return"), {"finding": "0" * 40, f"why-{'0' * 40}": "Mend it"}
    )

    waiting.refresh_from_db()
    assert (answer.status_code, waiting.stage) == (422, "submitted")
    assert "Someone has changed this in the meantime." in html_of(answer)
