"""What approving would do, said before it is done: the same numbers, and nothing left behind."""

import json
from datetime import date, timedelta
from functools import partial
from typing import Any

import numpy as np
import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.jobs import jobs
from federation.models import Account, Job
from federation.register import register
from ratings.crosstables.crosstables import crosstable
from ratings.models import CurrentRating, ManualEvent, Preview, RatingRun, RatingSystem
from ratings.previews import tournament_preview
from ratings.previews.steady import ATTEMPTS, retry_if_moved
from ratings.runs import manual_events
from ratings.runs.manual_events import Decision
from ratings.runs.recalculation import apply, compute, request_run
from tests.browser.opening import OFFICER, ORGANISER, open_office
from tests.markup import html_of
from tests.ratings.chess_months import based, masters, opened, swiss, system
from tests.ratings.conftest import LogIn
from tests.ratings.histories import recalculate
from tests.ratings.previews.rolled_back import WRITES
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.checks.problems import Refused
from tournaments.intake import intake
from tournaments.models import Entry, Tournament
from tournaments.models.stages import Stage
from tournaments.submission.steps import approve, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(monkeypatch: pytest.MonkeyPatch) -> Account:
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)
    open_office()
    return Account.objects.get(email=ORGANISER)


def drafted(organiser: Account, data: bytes | None = None) -> Tournament:
    """Upload a file and decide who is who; one of the four is nobody the register knows."""
    browser = logged_in(organiser)
    page = browser.post("/upload/", {"file": SimpleUploadedFile("moulin.tou", data or reports.tou())})[
        "Location"
    ]
    current = Tournament.objects.latest("pk")
    likely = {
        f"entry-{row.pk}": row.suggestions[0]["player"]
        for row in current.entries.filter(match=Entry.Match.LIKELY)
    }
    browser.post(f"{page}match/", {**likely, "strangers": "new"})
    return Tournament.objects.get(pk=current.pk)


def approved_and_rated(current: Tournament) -> dict[str, Any]:
    """Do in earnest what a preview rehearses, and read the page of the tournament."""
    if current.stage == Stage.DRAFT:
        submit(current, account=current.organiser, on=date(2024, 3, 20))
    approve(current, account=None)
    for one in RatingSystem.objects.filter(active=True).order_by("position"):
        one.refresh_from_db()
        if one.stale_from:
            apply(compute(request_run(one)), account=None)
    found = crosstable(current)
    return {
        str(line.row.entrant.key): [
            move and [move.before, move.after, move.games] for move in line.listed or line.moves
        ]
        for line in found.lines
    }


def of_the_event(made: dict[str, Any]) -> dict[str, Any]:
    """Return what the tournament itself does, by entry: without what is left of it today."""
    return {key: [row and row[:3] for row in rows] for key, rows in made["entries"].items()}


def everything() -> dict[str, list[Any]]:
    """Return every row of every table, but for sessions."""
    return {
        model._meta.label: [
            [str(value) for value in row] for row in model._base_manager.order_by("pk").values_list()
        ]
        for model in apps.get_models()
        if model._meta.app_label not in ("sessions", "contenttypes") and model._meta.managed
    }


def test_preview_says_what_the_approval_does(organiser: Account) -> None:
    current = drafted(organiser)

    made = tournament_preview.rehearse(current)
    done = approved_and_rated(current)

    assert made is not None
    assert json.loads(json.dumps(of_the_event(made))) == json.loads(json.dumps(done))
    assert [one["key"] for one in made["systems"]] == ["ffg", "ffg-hybrid", "egf"]
    assert [row[0] is not None and row[0][2] for row in made["entries"].values()] == [2, 2, 2, 2]


def test_nothing_is_left_behind(organiser: Account) -> None:
    current = drafted(organiser)
    before = everything()

    with CaptureQueriesContext(connection) as asked:
        tournament_preview.rehearse(current)

    assert everything() == before
    assert [one["sql"] for one in asked.captured_queries if WRITES.search(one["sql"])] == []


def test_preview_of_a_correction_counts_its_own_revision_alone(organiser: Account) -> None:
    first = drafted(organiser)
    approved_and_rated(first)
    corrected = reports.tou(pairings=reports.GAMES[:3])
    upload = intake.receive(corrected, filename="moulin.tou", account=organiser)
    second = intake.draft(upload, account=organiser, replaces=first)

    made = tournament_preview.rehearse(second)
    done = approved_and_rated(second)

    assert made is not None
    assert of_the_event(made) == done
    first.refresh_from_db()
    assert (second.revision, first.stage) == (2, Stage.SUPERSEDED)


def test_preview_of_chess_tells_the_list_it_counts_for(organiser: Account) -> None:
    rated = system()
    players = masters(6)
    for place, player in enumerate(players):
        based(rated, player, 1900 + 40 * place, on=date(2024, 2, 1))
    games = swiss(6, 5, np.random.default_rng(3))
    current = opened(date(2024, 3, 2), players, games, number=77, end=date(2024, 3, 6), stage="submitted")
    Tournament.objects.filter(pk=current.pk).update(organiser=organiser, reported=date(2024, 3, 7))
    current.refresh_from_db()
    RatingSystem.objects.filter(pk=rated.pk).update(stale_from=date(2024, 2, 1))

    made = tournament_preview.rehearse(current)

    assert made is not None
    assert made["systems"] == [{"key": "fide-standard", "list": "2024-04-01", "moved": 6, "entrants": 6}]
    assert of_the_event(made) == approved_and_rated(current)
    assert ManualEvent.objects.count() == 6


def test_undecided_draft_says_what_is_missing(organiser: Account) -> None:
    browser = logged_in(organiser)
    browser.post("/upload/", {"file": SimpleUploadedFile("moulin.tou", reports.tou())})
    current = Tournament.objects.latest("pk")

    page = html_of(browser.get(f"/desk/{current.number}/1/preview/"))
    with pytest.raises(Refused, match="undecided"):
        tournament_preview.request(current, account=organiser)

    assert "Before anything can be calculated:" in page


def test_organiser_asks_and_sees_the_changes_an_officer_sees_the_same(organiser: Account) -> None:
    current = drafted(organiser)
    address = f"/desk/{current.number}/1/preview/"
    browser = logged_in(organiser)

    browser.post(address)
    waiting = html_of(browser.get(address))
    job = jobs.run(Job.objects.get(kind="ratings.preview").pk)
    page = html_of(browser.get(address))
    seen = html_of(logged_in(Account.objects.get(email=OFFICER)).get(address))

    assert job is not None
    assert (job.state, job.result) == ("done", {"url": address})
    assert "Calculate again" not in waiting
    assert all(one.surname in page and one.surname in seen for one in reports.PEOPLE)
    assert "The tournament has changed since this was calculated." not in page
    assert RatingRun.objects.filter(stage="requested").count() == 0


def test_preview_of_a_draft_that_changed_since_says_so(organiser: Account) -> None:
    current = drafted(organiser)
    tournament_preview.make(current)
    Entry.objects.filter(tournament=current, number=1).update(grade="4d")

    page = html_of(logged_in(organiser).get(f"/desk/{current.number}/1/preview/"))

    assert "The tournament has changed since this was calculated." in page


def test_submission_is_no_change_of_what_was_calculated(organiser: Account) -> None:
    current = drafted(organiser)
    tournament_preview.make(current)
    submit(current, account=organiser, on=date(2024, 3, 20))

    page = html_of(logged_in(organiser).get(f"/desk/{current.number}/1/preview/"))

    assert "The tournament has changed since this was calculated." not in page
    assert "Calculate again" in page


@pytest.mark.parametrize(
    "change", [{"time_class": "D"}, {"start": date(2024, 3, 1)}, {"rated_for": ["ffg"]}, {"board_size": 13}]
)
def test_what_ratings_rest_on_changes_the_digest(organiser: Account, change: dict[str, Any]) -> None:
    current = drafted(organiser)
    before = tournament_preview.digest(current)

    for name, value in change.items():
        setattr(current, name, value)

    assert tournament_preview.digest(current) != before


def test_words_of_a_tournament_do_not_change_the_digest(organiser: Account) -> None:
    current = drafted(organiser)
    before = tournament_preview.digest(current)

    current.name, current.place = "Another name", "Elsewhere"

    assert tournament_preview.digest(current) == before


def adjusted(organiser: Account) -> Tournament:
    """Draft a correction of a tournament behind which the office adjusted every rating of the FFG."""
    first = drafted(organiser)
    approved_and_rated(first)
    day = first.start + timedelta(days=30)
    adjustment = Decision("adjustment", day, "General correction", None, factor=0.97, offset=25.0)
    ffg = RatingSystem.objects.get(key="ffg")
    manual_events.enter(ffg, adjustment, account=None)
    recalculate(ffg)
    corrected = reports.tou(pairings=reports.GAMES[:3])
    upload = intake.receive(corrected, filename="moulin.tou", account=organiser)
    return intake.draft(upload, account=organiser, replaces=first)


def test_preview_of_a_late_tournament_says_what_the_run_then_proposes(organiser: Account) -> None:
    current = adjusted(organiser)
    made = tournament_preview.rehearse(current)
    now = dict(CurrentRating.objects.filter(system__key="ffg").values_list("player", "rating"))
    approved_and_rated(current)
    then = dict(CurrentRating.objects.filter(system__key="ffg").values_list("player", "rating"))

    assert made is not None
    players = {str(one.pk): one.player_id or 0 for one in current.entries.all()}
    live = {players[key]: tuple(rows[0][3:]) for key, rows in made["entries"].items()}
    assert live == {player: (now[player], then[player]) for player in players.values()}
    assert all(rows[0][4] != rows[0][1] for rows in made["entries"].values())


def test_page_of_a_late_tournament_shows_live_ratings_and_the_event_below(organiser: Account) -> None:
    current = adjusted(organiser)
    made = tournament_preview.make(current)

    page = logged_in(organiser).get(f"/desk/{current.number}/2/preview/")

    shown = [effects[0] for _entry, effects in page.context["lines"]]
    figures = [rows[0] for rows in made.result["entries"].values()]
    assert sorted(one.live.after for one in shown) == sorted(row[4] for row in figures)
    assert sorted(one.event.after for one in shown) == sorted(row[1] for row in figures)
    assert html_of(page).count("by this tournament itself") >= len(shown)


def test_page_counts_entrants_apart_from_others(organiser: Account) -> None:
    current = drafted(organiser)
    preview = tournament_preview.make(current)
    preview.result["systems"][0] |= {"moved": 7, "entrants": 4}
    preview.save()

    page = html_of(logged_in(organiser).get(f"/desk/{current.number}/1/preview/"))

    assert "Ratings that change: 7, of entrants: 4, of other players: 3" in page
    assert page.count("of other players") == 1


def test_preview_of_an_earlier_release_is_made_again(organiser: Account) -> None:
    current = drafted(organiser)
    preview = tournament_preview.make(current)
    del preview.result["systems"][0]["entrants"]
    preview.save()

    page = html_of(logged_in(organiser).get(f"/desk/{current.number}/1/preview/"))

    assert "Calculate again" not in page
    assert "Calculate" in page


def test_somebody_elses_preview_is_refused(organiser: Account, stranger: Client) -> None:
    current = drafted(organiser)

    assert stranger.get(f"/desk/{current.number}/1/preview/").status_code == 403
    assert not Preview.objects.exists()


def test_preview_that_cannot_be_computed_says_why(organiser: Account) -> None:
    current = drafted(organiser)
    address = f"/desk/{current.number}/1/preview/"
    browser = logged_in(organiser)
    browser.post(address)
    new = Entry.objects.get(tournament=current, match=Entry.Match.ENROL)
    twin = register.enrol(register.Newcomer(new.surname, new.given_name, country="BE"), account=None)

    job = jobs.run(Job.objects.get(kind="ratings.preview").pk)
    page = html_of(browser.get(address))
    current.refresh_from_db()

    assert job is not None
    assert (job.state, job.result, current.stage) == ("done", {"url": address}, "draft")
    assert "It could not be calculated" in page
    assert f"{new} was to be enrolled as a new player but now resembles {twin} (no. {twin.pk})" in page
    assert f'<a href="/desk/{current.number}/1/match/?entry={new.pk}#entry-{new.pk}">' in page
    assert "Calculate" in page


def test_preview_of_a_revision_decided_meanwhile_says_so(organiser: Account) -> None:
    current = drafted(organiser)
    browser = logged_in(organiser)
    browser.post(f"/desk/{current.number}/1/preview/")
    approved_and_rated(current)

    made = tournament_preview.make(current)

    assert (made.made, [one.code for one in tournament_preview.refusal(made)]) == (None, ["not-open"])


def test_tournament_without_a_system_moves_nothing(organiser: Account) -> None:
    current = drafted(organiser)
    RatingSystem.objects.update(active=False)
    tournament_preview.make(current)

    page = html_of(logged_in(organiser).get(f"/desk/{current.number}/1/preview/"))

    assert "No rating system here rates it (FFG, EGF)" in page


@pytest.fixture
def stranger(log_in: LogIn) -> Client:
    return log_in("organiser", "other")


def test_a_decided_revision_is_not_rehearsed(organiser: Account) -> None:
    current = drafted(organiser)
    approved_and_rated(current)

    assert tournament_preview.rehearse(current) is None


def test_facts_that_move_while_they_are_read_are_read_again() -> None:
    seen: list[int] = []

    def read(moving: int) -> int:
        seen.append(len(seen))
        if len(seen) <= moving:
            RatingSystem.objects.filter(key="egf").update(facts=100 + len(seen))
        return len(seen)

    at_rest, moved_once, restless = [retry_if_moved(partial(read, moving)) for moving in (0, 2, 99)]

    assert at_rest == 1
    assert moved_once == at_rest + 2
    assert restless == moved_once + ATTEMPTS
