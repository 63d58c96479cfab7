"""Findings that follow from another one: folded under it on every page, and named to programs."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from federation.accounts import tokens
from federation.models import Account
from tests.markup import html_of
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tests.tournaments.desk.test_queue import handed_in
from tournaments.checks import warning_confirmations
from tournaments.desk import desk_findings, queries
from tournaments.intake import intake
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def mismatch(entrant: int, opponent: int) -> dict[str, object]:
    place = {"line": 10 + entrant, "round": 1, "entrant": entrant}
    return {
        "code": "opponent-mismatch",
        "severity": "error",
        "place": place,
        "values": {"opponent": opponent},
    }


CONTRADICTED = {
    "code": "result-mismatch",
    "severity": "error",
    "place": {"line": 13, "round": 2, "entrant": 3},
    "values": {"opponent": 4},
}
WITHOUT_RESULT = {
    "code": "unknown-outcome",
    "severity": "warning",
    "place": {"line": 13, "round": 2, "entrant": 4},
    "values": {"white": "A", "black": "B"},
}
FOUND = [mismatch(1, 2), mismatch(2, 3), mismatch(3, 1), CONTRADICTED, WITHOUT_RESULT]


@pytest.fixture
def draft(organiser: Account) -> Tournament:
    upload = intake.receive(reports.tou("Open"), filename="open.tou", account=organiser)
    made = intake.draft(upload, account=organiser)
    Tournament.objects.filter(pk=made.pk).update(findings=FOUND)
    made.refresh_from_db()
    return made


def test_groups_fold_what_follows_and_lose_nothing(draft: Tournament) -> None:
    errors, warnings = desk_findings.groups(draft)

    assert [(line.code, len(line.followers)) for line in errors.lines] == [
        ("opponent-mismatch", 2),
        ("result-mismatch", 0),
    ]
    assert (len(errors.every), errors.elsewhere) == (4, [])
    assert (list(warnings.lines), [line.code for line in warnings.elsewhere]) == ([], ["unknown-outcome"])
    assert (len(warnings.every), warnings.open) == (1, 1)


def test_warning_confirmed_is_open_no_more_though_it_is_folded(draft: Tournament, organiser: Account) -> None:
    warning_confirmations.confirm_codes(draft, ["unknown-outcome"], account=organiser)

    warnings = desk_findings.groups(draft)[1]

    assert warnings.open == 0
    assert [line.confirmation is not None for line in warnings.elsewhere] == [True]


def test_page_of_a_draft_folds_findings_and_ticks_stay_in_their_form(
    draft: Tournament, organiser: Account
) -> None:
    page = reverse("desk-tournament", args=[draft.number, draft.revision])

    content = html_of(logged_in(organiser).get(page, HTTP_ACCEPT_LANGUAGE="en"))

    assert re.findall(r"<summary>([^<]+ follow[^<]+)</summary>", content) == [
        "2 more follow from it",
        "1 follows from findings above",
    ]
    assert re.search(r"<h3>Errors <small[^>]*>4", content)
    form = re.search(r"<form[^>]*data-ticks>.*?</form>", content, re.DOTALL)
    assert form
    assert form[0].count('name="confirm"') == 1


def test_tick_inside_a_fold_is_kept_and_told(draft: Tournament, organiser: Account) -> None:
    key = warning_confirmations.key_of(WITHOUT_RESULT)
    address = reverse("desk-confirm", args=[draft.number, draft.revision])

    answer = logged_in(organiser).post(address, {"confirm": key}, HTTP_HX_REQUEST="true")

    assert f'id="said-{key}"' in html_of(answer)
    assert list(warning_confirmations.confirmations(draft)) == [key]


def test_review_folds_findings_with_their_remarks(organiser: Account, officer: Account) -> None:
    waiting = handed_in(organiser, "Open")
    Tournament.objects.filter(pk=waiting.pk).update(findings=FOUND)
    page = reverse("desk-review", args=[waiting.number, waiting.revision])

    answer = logged_in(officer).get(page, HTTP_ACCEPT_LANGUAGE="en")

    assert [len(note.followers) for note in answer.context["notes"]] == [2, 1]
    content = html_of(answer)
    assert re.findall(r"<summary>([^<]+ from it)</summary>", content) == [
        "2 more follow from it",
        "1 more follows from it",
    ]
    assert content.count('name="finding"') == len(FOUND)


def test_more_findings_than_a_page_shows_lose_none_of_those_shown(draft: Tournament) -> None:
    many = [mismatch(entrant, entrant + 1) for entrant in range(1, queries.SHOWN_FINDINGS + 50)]
    beyond = {"code": "plays-himself", "severity": "error", "place": {"round": 1, "entrant": 1}, "values": {}}
    Tournament.objects.filter(pk=draft.pk).update(findings=[*many, beyond])
    draft.refresh_from_db()

    lines = queries.finding_lines(draft.current_findings)
    flags = desk_findings.flags(draft)

    assert sum(1 + len(line.followers) for line in lines) == queries.SHOWN_FINDINGS
    assert len(flags) == queries.SHOWN_FINDINGS
    assert {flag.root for flag in flags} == {None}


def test_upload_page_folds_findings(organiser: Account) -> None:
    content = reports.tou("Open").replace(b"1-b0", b"1+b0", 1)
    upload = intake.receive(content, filename="open.tou", account=organiser)

    page = logged_in(organiser).get(reverse("upload-findings", args=[upload.pk]), HTTP_ACCEPT_LANGUAGE="en")

    assert [(line.code, len(line.followers)) for line in page.context["lines"]] == [("result-mismatch", 1)]
    assert "1 more follows from it" in html_of(page)


def test_program_is_told_what_follows_from_what(organiser: Account) -> None:
    secret = tokens.issue(organiser, name="pairing program", scopes=[tokens.TOURNAMENTS_WRITE])[1]
    content = reports.tou("Open").replace(b"1-b0", b"1+b0", 1)

    answer = Client(headers={"authorization": f"Bearer {secret}"}).post(
        "/api/v1/tournaments", content, content_type="application/octet-stream"
    )

    assert [(one["code"], one["follows"]) for one in answer.json()["findings"]] == [
        ("result-mismatch", None),
        ("unknown-outcome", 0),
    ]
