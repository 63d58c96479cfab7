"""Where a tournament counts is asked where the file does not tell, and ruled by the office."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from federation.models import Account, JournalEntry
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tests.tournaments.congresses import call_all_new
from tournaments.checks import submission_checks
from tournaments.checks.problems import Refused
from tournaments.corrections import where_counts
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.review import reservations
from tournaments.revisions import report_to_models

pytestmark = pytest.mark.django_db


def licensed(count: int, **changes: object) -> dict[str, object]:
    """Return changes of a report of a file from abroad, of whose four entrants some have a licence."""
    people = tuple(
        replace(one, identifiers={"ffg": f"990000{one.number}"} if one.number <= count else {})
        for one in reports.PEOPLE
    )
    return {"format": "opengotha", "country": "PL", "time_class": "A", "entrants": people, **changes}


@pytest.mark.parametrize(
    ("changes", "proposed", "asked"),
    [
        (licensed(0), ["egf"], []),
        (licensed(1), ["egf"], ["ffg"]),
        (licensed(2), ["ffg", "egf"], []),
        (licensed(1, country="FR"), ["ffg", "egf"], []),
        (licensed(1, format="h9"), ["egf"], []),
        (licensed(1, discipline="chess"), ["fide"], []),
    ],
)
def test_one_licence_among_many_is_a_question_and_no_answer(
    changes: dict[str, object], proposed: list[str], asked: list[str]
) -> None:
    report = reports.report(**changes)  # type: ignore[arg-type]  # names and types are those of a report

    assert report_to_models.families(report) == proposed
    assert report_to_models.doubtful_families(report) == asked


@pytest.fixture
def congress(organiser: Account) -> Tournament:
    """A draft of which somebody has to say where it counts."""
    data = table.write(reports.report("Congress"), "spreadsheet")
    draft = intake.draft(intake.receive(data, filename="a.csv", account=organiser), account=organiser)
    Tournament.objects.filter(pk=draft.pk).update(asked_for=["ffg"], rated_for=["egf"], findings=[])
    return call_all_new(Tournament.objects.get(pk=draft.pk))


def codes(tournament: Tournament) -> list[str]:
    tournament.refresh_from_db()
    return [one.code for one in submission_checks.before_submission(tournament)]


def said(client: Client, tournament: Tournament, *families: str) -> None:
    tournament.refresh_from_db()
    client.post("/desk/1/1/counts/", {"seen": where_counts.seen(tournament), "counts": families})


def test_organiser_is_asked_with_a_proposal_before_he_submits(
    congress: Tournament, organiser: Account
) -> None:
    orla = logged_in(organiser)
    assert codes(congress) == ["where-counts"]
    page = orla.get("/desk/1/1/").content.decode()
    assert "Which ratings does it count for?" in page

    said(orla, congress, "egf")

    assert codes(congress) == []
    line = JournalEntry.objects.get(act="tournament.ruled")
    assert (line.account, line.detail["before"], line.detail["after"]) == (organiser, ["egf"], ["egf"])
    assert "Which ratings does it count for?" not in orla.get("/desk/1/1/").content.decode()


def test_facts_that_say_where_it_counts_answer_the_question(congress: Tournament, organiser: Account) -> None:
    values = {name: getattr(congress, name) for name in intake.Facts.__dataclass_fields__}

    intake.correct(congress, intake.Facts(**{**values, "rated_for": ("ffg",)}), account=organiser)

    assert codes(congress) == []


def test_officer_rules_otherwise_and_the_journal_tells_who(
    congress: Tournament, organiser: Account, officer: Account
) -> None:
    said(logged_in(organiser), congress, "egf")
    Tournament.objects.filter(pk=congress.pk).update(stage="submitted", submitted=timezone.now())
    odile = logged_in(officer)
    assert "Decide which ratings it counts for" in odile.get("/desk/1/1/review/").content.decode()

    said(odile, congress, "ffg", "egf", "fide")

    congress.refresh_from_db()
    assert congress.rated_for == ["ffg", "egf"]  # FIDE rates no Go
    line = JournalEntry.objects.filter(act="tournament.ruled").latest("pk")
    assert (line.account, line.detail["after"]) == (officer, ["ffg", "egf"])


def test_organiser_rules_nothing_while_an_officer_has_it(congress: Tournament, organiser: Account) -> None:
    Tournament.objects.filter(pk=congress.pk).update(stage="submitted")

    answer = logged_in(organiser).post("/desk/1/1/counts/", {"counts": ["ffg"]})

    assert answer.status_code == 403


def test_officer_rules_nothing_on_anothers_desk(
    congress: Tournament, officer: Account, second_officer: Account
) -> None:
    Tournament.objects.filter(pk=congress.pk).update(stage="submitted")
    reservations.hold(congress, account=second_officer)

    said(logged_in(officer), congress, "ffg")

    congress.refresh_from_db()
    assert congress.rated_for == ["egf"]


@pytest.mark.parametrize(("families", "code"), [([], "no-family"), (["ffg"], "changed-meanwhile")])
def test_nothing_chosen_or_a_stale_page_is_refused(
    congress: Tournament, organiser: Account, families: list[str], code: str
) -> None:
    with pytest.raises(Refused) as refusal:
        where_counts.rule(congress, families, account=organiser, seen_as="")

    assert [one.code for one in refusal.value.problems] == [code]
    congress.refresh_from_db()
    assert (congress.rated_for, congress.ruled) == (["egf"], False)


def test_ruling_stays_with_the_next_revision(congress: Tournament, organiser: Account) -> None:
    where_counts.rule(congress, ["ffg"], account=organiser, seen_as=where_counts.seen(congress))
    congress.refresh_from_db()
    data = table.write(reports.report("Congress", rounds=2), "spreadsheet") + b"\n"

    upload = intake.receive(data, filename="b.csv", account=organiser)
    later = intake.draft(upload, account=organiser, replaces=congress)

    assert (later.revision, later.rated_for, later.ruled) == (2, ["ffg"], True)


@pytest.mark.parametrize(("days", "shown"), [(20, False), (800, True)])
def test_event_years_old_is_asked_about(
    congress: Tournament, organiser: Account, days: int, shown: bool
) -> None:
    day = timezone.localdate() - timedelta(days=days)
    Tournament.objects.filter(pk=congress.pk).update(start=day, end=day)

    page = logged_in(organiser).get("/desk/1/1/").content.decode()

    assert ("It ended 2 years ago" in page) == shown
