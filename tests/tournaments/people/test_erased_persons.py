"""A person erased on request does not come back as a new player unless somebody says so."""

import json
from dataclasses import replace
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.accounts import tokens
from federation.models import Account, ErasedMark, JournalEntry, Player
from federation.privacy import erased_marks, personal_data
from federation.register import register
from federation.register.register import Newcomer
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tests.tournaments.congresses import STRANGERS, call_all_new, drafted, entry
from tests.tournaments.people.test_registering import NEW, desk, said
from tournaments.checks import warning_confirmations
from tournaments.checks.problems import Refused
from tournaments.desk import queue
from tournaments.entrants import entries
from tournaments.inspection.plausibility import ERASED
from tournaments.models import Confirmation, Tournament
from tournaments.revisions import match_doubts
from tournaments.submission import steps
from tournaments.submission.expected_approval import expect_approval

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 3)
SENTENCE = "Zubiri Ainhoa: a person of this name or number was erased on request on 3\xa0May 2026."
PEOPLE = (*reports.PEOPLE[:3], replace(reports.PEOPLE[3], surname="Zubiri", given_name="Ainhoa"))
RETURNS = "It is another person, or they want to be enrolled again"


def erase(surname: str, given_name: str = "", *, born: int | None = None, **numbers: str) -> None:
    """Enter a player and erase them on DAY."""
    player = register.enrol(Newcomer(surname, given_name, "FR", identifiers=numbers), account=None)
    Player.objects.filter(pk=player.pk).update(birth_year=born)
    player.refresh_from_db()
    personal_data.erase(player, "At their own request", account=None)
    ErasedMark.objects.update(erased=DAY)


def asked_about(tournament: Tournament) -> list[dict[str, Any]]:
    tournament.refresh_from_db()
    return [one for one in tournament.current_findings if one["code"] == ERASED]


def confirmed(tournament: Tournament) -> list[str]:
    """Confirm as the organiser what is asked; return the keys."""
    keys = [warning_confirmations.key_of(one) for one in asked_about(tournament)]
    warning_confirmations.decide(tournament, was=(), ticked=keys, account=tournament.organiser)
    return keys


def page_of(tournament: Tournament, end: str = "") -> str:
    return f"/desk/{tournament.number}/{tournament.revision}/{end}"


@pytest.fixture
def draft(organiser: Account) -> Tournament:
    """A tournament of four people nobody knows, of whom the fourth was erased before."""
    erase("Zubiri", "Ainhoa")
    return call_all_new(drafted(organiser, "First"))


@pytest.fixture
def submitted(draft: Tournament, organiser: Account) -> Tournament:
    confirmed(draft)
    steps.submit(draft, account=organiser)
    return draft


def problems_of(refusal: pytest.ExceptionInfo[Refused]) -> list[tuple[str, dict[str, Any]]]:
    return [(one.code, one.values) for one in refusal.value.problems]


def test_new_player_like_an_erased_one_is_a_question_of_the_draft(
    draft: Tournament, organiser: Account
) -> None:
    (finding,) = asked_about(draft)

    with pytest.raises(Refused) as refusal:
        steps.submit(draft, account=organiser)

    values = {"name": "Zubiri Ainhoa", "date": "2026-05-03"}
    assert (finding["severity"], finding["place"]["entrant"], finding["values"]) == ("warning", 4, values)
    assert problems_of(refusal) == [("erased", values)]
    page = logged_in(organiser).get(page_of(draft)).content.decode()
    assert SENTENCE in page
    assert (
        "Zubiri Ainhoa is to be a new player, but a person of this name or number was erased on request on"
        " 3\xa0May 2026: confirm" in page
    )


def test_question_goes_with_the_decision_that_it_is_somebody_known(draft: Tournament) -> None:
    known = register.enrol(Newcomer("Zubiri-Etxe", "Ainhoa", "FR"), account=None)

    entries.decide(draft, {entry(draft, 4).pk: known.pk}, account=draft.organiser)

    assert asked_about(draft) == []


@pytest.mark.parametrize(
    ("erased", "entrant", "is_asked"),
    [
        ({"born": 1990}, {"birth": "1990"}, True),
        ({"born": 1990}, {"birth": ""}, True),
        ({"born": 1990}, {"birth": "1971"}, False),
        ({"ffg": "0712345"}, {"surname": "Wolgast", "identifiers": {"ffg": "0712345"}}, True),
        ({}, {"surname": "Ainhoa", "given_name": "Zubiri"}, True),
        ({}, {"given_name": "Aiala"}, False),
    ],
    ids=["year", "no year", "other year", "number", "turned", "other name"],
)
def test_name_with_its_year_of_birth_or_a_number_is_met(
    erased: dict[str, Any], entrant: dict[str, Any], is_asked: bool, organiser: Account
) -> None:
    erase("Zubiri", "Ainhoa", **erased)
    tournament = drafted(organiser, "First")
    fields = {"surname": "Zubiri", "given_name": "Ainhoa", "identifiers": {}, "birth": ""} | entrant
    born = fields.pop("birth")
    tournament.entries.filter(number=4).update(**fields, birth_year=int(born) if born else None)

    call_all_new(tournament)

    assert bool(asked_about(tournament)) is is_asked


def test_name_of_one_word_is_met_by_its_number_alone(organiser: Account) -> None:
    erase("Zubiri", ffg="0712345")
    people = (*STRANGERS[:3], replace(STRANGERS[3], surname="Zubiri", given_name=""))
    tournament = call_all_new(drafted(organiser, "First", people))
    before = asked_about(tournament)

    tournament.entries.filter(number=4).update(identifiers={"ffg": "0712345"})

    assert before == []
    assert len(match_doubts.erased_among(tournament.entries.all())) == 1


def test_officer_is_asked_again_and_his_answer_is_in_the_journal(
    submitted: Tournament, organiser: Account, officer: Account
) -> None:
    client = logged_in(officer)
    pages = [client.get(page_of(submitted, end)).content.decode() for end in ("", "review/")]

    client.post(page_of(submitted, "approve/"))
    submitted.refresh_from_db()
    before = (submitted.stage, Player.objects.count())
    (key,) = [warning_confirmations.key_of(one) for one in asked_about(submitted)]
    client.post(page_of(submitted, "approve/"), {"confirm": key})

    for page in pages:
        assert SENTENCE in page
        assert RETURNS in page
        assert f'name="confirm" value="{key}"' in page
    assert before == ("submitted", 1)
    submitted.refresh_from_db()
    assert (submitted.stage, Player.objects.count()) == ("approved", 5)
    lines = JournalEntry.objects.filter(act="tournament.confirmed").order_by("pk")
    assert [line.account for line in lines] == [organiser, officer]
    assert Confirmation.objects.get(key=key).account == organiser
    assert asked_about(submitted) == []  # who came back is no more named as erased


def test_approval_is_refused_for_who_was_erased_since_the_submission(
    organiser: Account, officer: Account
) -> None:
    tournament = call_all_new(drafted(organiser, "First"))
    steps.submit(tournament, account=organiser)
    erase("Zubiri", "Ainhoa")

    with pytest.raises(Refused) as refusal:
        steps.approve(tournament, account=officer)
    page = logged_in(officer).get(page_of(tournament)).content.decode()
    (finding,) = match_doubts.erased_among(tournament.entries.all())
    stored = {"code": finding.code, "place": {"round": None, "entrant": 4}, "values": dict(finding.values)}
    key = warning_confirmations.key_of(stored)
    done = steps.approve(tournament, account=officer, confirmed=[key])

    assert [code for code, _values in problems_of(refusal)] == ["erased"]
    assert key in page
    assert done.enrolled == 4
    assert Confirmation.objects.get().account == officer


def test_answer_to_one_erasure_is_none_to_the_next(submitted: Tournament, officer: Account) -> None:
    keys = [warning_confirmations.key_of(one) for one in asked_about(submitted)]
    ErasedMark.objects.update(erased=date(2026, 6, 1))

    with pytest.raises(Refused) as refusal:
        steps.approve(submitted, account=officer, confirmed=keys)

    assert [code for code, _values in problems_of(refusal)] == ["erased"]


def test_bulk_approval_does_not_call_it_clean(submitted: Tournament, officer: Account) -> None:
    (waiting,) = queue.waiting(officer)

    (outcome,) = queue.approve_all([submitted.pk], account=officer)

    assert not waiting.is_clean
    assert (outcome["outcome"], Player.objects.count()) == ("refused", 1)


def test_preview_of_what_is_submitted_is_not_refused(submitted: Tournament) -> None:
    expected = expect_approval(submitted, on=DAY)

    assert expected is not None
    assert len(expected.players) == 4


def test_officer_alone_is_asked_at_the_approval(submitted: Tournament, organiser: Account) -> None:
    assert RETURNS not in logged_in(organiser).get(page_of(submitted)).content.decode()


def test_public_page_says_nothing(submitted: Tournament, officer: Account) -> None:
    keys = [warning_confirmations.key_of(one) for one in asked_about(submitted)]
    steps.approve(submitted, account=officer, confirmed=keys)

    public = logged_in(officer).get(submitted.get_absolute_url()).content.decode()

    assert "Zubiri" in public
    assert "erased" not in public


def test_program_confirms_by_key_what_it_has_read_and_not_by_code(organiser: Account) -> None:
    erase("Zubiri", "Ainhoa")
    secret = tokens.issue(organiser, name="club", scopes=[tokens.TOURNAMENTS_WRITE])[1]
    program = logged_in(organiser)
    headers = {"authorization": f"Bearer {secret}", "accept-language": "en"}
    address = "/api/v1/tournaments?filename=a.tou&strangers=new&submit=true&confirm=person-erased"
    answer = program.post(
        address, reports.tou(entrants=PEOPLE), content_type="application/octet-stream", headers=headers
    ).json()
    (found,) = [one for one in answer["findings"] if one["code"] == ERASED]
    call = f"/api/v1/tournaments/{answer['number']}"

    by_code, by_key = [
        program.post(f"{call}/confirm", body, content_type="application/json", headers=headers).json()
        for body in ({"codes": [ERASED]}, {"keys": [found["key"]]})
    ]

    said = SENTENCE.replace("\xa0", " ")  # plain for programs
    assert (answer["stage"], found["confirmed"], found["message"]) == ("draft", False, said)
    problems = [[one["code"] for one in each["problems"]] for each in (answer, by_code, by_key)]
    assert problems == [["erased"], ["erased"], []]


def test_archive_leaves_it_unapproved_and_says_so(tmp_path: Path, organiser: Account) -> None:
    erase("Zubiri", "Ainhoa")
    (tmp_path / "a.tou").write_bytes(reports.tou(entrants=PEOPLE))

    def run(*orders: str) -> dict[str, Any]:
        out = StringIO()
        with translation.override("en"):
            call_command("import_archive", str(tmp_path), "--json", "--enrol", *orders, stdout=out)
        (file,) = json.loads(out.getvalue())["files"]
        return dict(file)

    run()
    before = len(asked_about(Tournament.objects.get()))
    first = run("--approve", "--confirm", "*")
    confirmed(Tournament.objects.get())
    second = run("--approve", "--confirm", "*")

    assert before == 1
    for file, outcome in ((first, "recognised"), (second, "submitted")):
        (remark,) = file["remarks"]
        assert (file["outcome"], file["enrolled"]) == (outcome, 0)
        assert remark.startswith("Zubiri Ainhoa is to be a new player, but a person of this name or number")
    assert Player.objects.count() == 1


def test_registrar_is_asked_and_enrols_who_comes_back(officer: Account) -> None:
    erase("HOLM", "Anna", ffg="0712345")
    registrar = desk()
    asked = registrar.post(NEW, said(ffg="0712345"))
    old_answer = registrar.post(NEW, said(erased="2026-01-01"))
    before = Player.objects.count()

    knowing = registrar.post(NEW, said(erased="2026-05-03"))

    text = asked.content.decode()
    assert (asked.status_code, old_answer.status_code, knowing.status_code) == (409, 409, 302)
    assert "A person of this name or number was erased on request on 3\xa0May 2026." in text
    assert f'name="erased" value="2026-05-03"> {RETURNS}' in " ".join(text.split())
    assert (before, Player.objects.filter(surname="HOLM").count()) == (1, 1)


def test_registrar_answers_both_questions_at_once() -> None:
    erase("HOLM", "Anna")
    known, registrar = register.enrol(Newcomer("HOLMM", "Anna", "FR"), account=None), desk()

    asked = registrar.post(NEW, said())
    one_of_both = registrar.post(NEW, said(seen=known.pk, others="yes"))
    both = registrar.post(NEW, said(seen=known.pk, others="yes", erased="2026-05-03"))

    assert (asked.status_code, one_of_both.status_code, both.status_code) == (409, 409, 302)
    assert 'name="others" value="yes" checked' not in asked.content.decode()
    assert 'name="others" value="yes" checked' in one_of_both.content.decode()


def test_marks_are_read_once_and_not_for_known_people(
    organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = call_all_new(drafted(organiser, "First"))
    rows = list(tournament.entries.all())

    with django_assert_num_queries(1):
        match_doubts.erased_among(rows)
    for row in rows:
        row.player_id = 1
    with django_assert_num_queries(0):
        match_doubts.erased_among(rows)


def test_no_digest_is_made_where_nobody_was_erased(
    organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def digest(text: str, *_secret: object) -> str:
        made.append(text)
        return ""

    monkeypatch.setattr(erased_marks, "_digest", digest)

    call_all_new(drafted(organiser, "First"))

    assert made == []


def test_approval_reads_the_marks_once(organiser: Account, officer: Account) -> None:
    erase("Somebody", "Else")
    tournament = call_all_new(drafted(organiser, "First"))
    steps.submit(tournament, account=organiser)

    with CaptureQueriesContext(connection) as context:
        steps.approve(tournament, account=officer)

    reads = [one for one in context.captured_queries if "federation_erasedmark" in one["sql"]]
    assert len(reads) == 1
