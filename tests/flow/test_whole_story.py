"""The whole story by requests, from a file to the sums behind a published figure; no browser needed."""

from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from federation.jobs import jobs
from federation.models import Account, JournalEntry
from ratings.cadence.by_event.explain import explain_event
from ratings.models import ListEntry, PublishedList, RatingChange, RatingRun, RatingSystem
from tests.browser.opening import OFFICER, ORGANISER, open_office
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Client, Client]:
    """Open an office and give the browsers of its organiser and its officer; nobody listens to the queue."""
    cache.clear()
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    open_office()
    organiser, officer = (Account.objects.get(email=email) for email in (ORGANISER, OFFICER))
    return logged_in(organiser), logged_in(officer)


def hand_in(organiser: Client, data: bytes, **fields: object) -> Tournament:
    """Upload a file, have everybody nobody resembles enrolled, submit."""
    file = SimpleUploadedFile("moulin.tou", data)
    page = organiser.post("/upload/", {"file": file, **fields})["Location"]
    current = Tournament.objects.latest("pk")
    likely = {
        f"entry-{row.pk}": row.suggestions[0]["player"]
        for row in current.entries.filter(match=Entry.Match.LIKELY)
    }
    organiser.post(f"{page}match/", {**likely, "strangers": "new"})
    organiser.post(f"{page}submit/")
    current.refresh_from_db()
    return current


def recalculate(officer: Client) -> RatingRun:
    """Ask for a run of the FFG ladder, have it computed, release it."""
    officer.post("/review/ffg/run/")
    run = RatingRun.objects.latest("pk")
    assert run.job is not None
    jobs.run(run.job.pk)
    officer.post(f"/review/runs/{run.pk}/apply/")
    run.refresh_from_db()
    return run


def publish(officer: Client, day: str) -> PublishedList:
    """Ask for a list and have it frozen."""
    job = officer.post("/review/ffg/publish/", {"date": day})["Location"].rstrip("/").split("/")[-1]
    jobs.run(int(job))
    return PublishedList.objects.latest("pk")


def standing(published: PublishedList) -> list[tuple[Any, ...]]:
    """Return what a list says, in its order."""
    return list(
        ListEntry.objects.filter(list=published).order_by("position").values_list("surname", "rating")
    )


def test_file_becomes_a_published_figure_that_answers_why(office: tuple[Client, Client]) -> None:
    organiser, officer = office
    before = PublishedList.objects.get()
    listed_before = standing(before)

    first = hand_in(organiser, reports.tou(pairings=reports.GAMES[:3]))
    officer.post(f"/desk/{first.number}/1/return/", {"reason": "Round 2, board 1 is missing."})
    second = hand_in(organiser, reports.tou(), replaces=str(first.pk))
    officer.post(f"/desk/{second.number}/2/approve/")
    run = recalculate(officer)
    published = publish(officer, "2024-04-01")

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.stage, second.stage, run.stage) == ("withdrawn", "approved", "applied")
    assert (run.totals["tournaments"], run.totals["new"], run.totals["moved"]) == (1, 4, 0)
    assert (standing(before), len(listed_before), published.players) == (listed_before, 3, 4)
    told = explain_event(RatingSystem.objects.get(key="ffg"), second)
    for change in RatingChange.objects.filter(tournament=second, system__key="ffg").select_related("player"):
        why = told[change.player_id]
        page = Client().get(f"/players/{change.player_id}/ffg/{second.number}/")
        assert (page.status_code, len(page.context["games"])) == (200, 2)
        assert change.after == pytest.approx(why.start + why.sum + why.remainder, abs=1e-9)
    paul = ListEntry.objects.get(list=published, surname="Brossolette")
    row = RatingChange.objects.get(tournament=second, system__key="ffg", player=paul.player_id)
    assert paul.exact == row.after


def test_every_act_of_the_story_stands_in_the_journal(office: tuple[Client, Client]) -> None:
    organiser, officer = office
    known = JournalEntry.objects.count()

    current = hand_in(organiser, reports.tou())
    officer.post(f"/desk/{current.number}/1/approve/")
    recalculate(officer)
    publish(officer, "2024-04-01")

    acts = JournalEntry.objects.order_by("pk")[known:].values_list("act", "account__email")
    assert list(acts) == [
        ("upload.received", ORGANISER),
        ("tournament.drafted", ORGANISER),
        ("tournament.matched", ORGANISER),
        ("tournament.submitted", ORGANISER),
        ("player.enrolled", OFFICER),
        ("tournament.approved", OFFICER),
        ("run.requested", OFFICER),
        ("run.applied", OFFICER),
        ("list.ordered", OFFICER),
        ("list.published", OFFICER),
    ]
