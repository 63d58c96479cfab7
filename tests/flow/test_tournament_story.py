"""The story of one tournament by requests: upload, match, submit, return, correct, approve."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from federation.models import Account, Player
from federation.register import register
from tests.tournaments import reports
from tests.tournaments.conftest import account, logged_in
from tournaments.models import Entry, Tournament, Upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> Account:
    return account("orla@example.org", "organiser")


@pytest.fixture
def officer(db: None) -> Account:
    return account("odile@example.org", "officer")


def send(client: Client, data: bytes, name: str = "moulin.tou", **fields: object) -> str:
    """Upload a file as a browser does and give the page it leads to."""
    answer = client.post(reverse("upload"), {"file": SimpleUploadedFile(name, data), **fields})
    assert answer.status_code == 302
    return str(answer["Location"])


def choices(tournament: Tournament, player: int | None = None) -> dict[str, str]:
    """What the radio buttons of the match page send: the first entrant is the player, the others are new."""
    rows = tournament.entries.order_by("number")
    return {
        f"entry-{row.pk}": str(player) if player and row.number == 1 else "enrol"
        for row in rows
        if row.match != Entry.Match.CERTAIN
    }


def words(client: Client, page: str) -> str:
    """The text of a page without its tags, blanks run together."""
    answer = client.get(page)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_tournament_goes_from_upload_to_approval_by_way_of_a_return(
    organiser: Account, officer: Account
) -> None:
    lise = register.enrol(register.Newcomer("Aubrac-Samuel", "Lise", country="FR"), account=None)
    orla, odile = logged_in(organiser), logged_in(officer)

    # The file is read, its page tells what is missing.
    page = send(orla, reports.tou())
    assert page == "/desk/1/1/"
    assert "Entrants not yet matched to a player: 4." in words(orla, page)

    # Who is who: one is known under another name, the others are new.
    first = Tournament.objects.get(number=1, revision=1)
    orla.post(page + "match/", choices(first, lise.pk))
    assert "All entrants are matched." in words(orla, page + "match/")

    # Submitted, it waits in the officer's queue.
    orla.post(page + "submit/")
    queue = words(odile, "/desk/")
    assert "Open du Moulin" in queue
    assert "3 new players" in queue

    # Returned with a reason, which the organiser reads.
    odile.post(page + "return/", {"reason": "Round 2, board 1 is missing."})
    assert "Round 2, board 1 is missing." in words(orla, page)

    # The corrected file is a new revision in which the matches are made already.
    corrected = reports.tou(pairings=reports.GAMES[:3])
    second_page = send(orla, corrected, replaces=str(first.pk))
    assert second_page == "/desk/1/2/"
    orla.post(second_page + "submit/")

    # Approved: players are enrolled, the spelling is remembered, the old revision is withdrawn.
    answer = odile.post(second_page + "approve/", follow=True)
    assert "Approved. 3 players were enrolled." in answer.content.decode()
    first.refresh_from_db()
    second = Tournament.objects.get(number=1, revision=2)
    assert (first.stage, second.stage, second.decided_by) == ("withdrawn", "approved", officer)
    assert Player.objects.count() == 4
    assert list(lise.known_names.values_list("name", flat=True)) == ["Aubrac Lise"]

    # The same file once more is recognised.
    assert send(orla, corrected) == second_page
    assert Tournament.objects.count() == 2


def test_undated_file_is_mended_in_the_form(organiser: Account) -> None:
    orla = logged_in(organiser)
    page = send(orla, reports.undated(), "coupe.xml")
    assert "The tournament needs its dates." in words(orla, page)
    facts = {"name": "Coupe", "start": "2023-05-06", "end": "2023-05-07", "rated_for": ["ffg"]}

    refused = orla.post(page, {**facts, "start": "1900-01-01"})
    saved = orla.post(page, facts)

    assert (refused.status_code, saved.status_code) == (422, 302)
    tournament = Tournament.objects.get()
    assert (tournament.start, tournament.end, tournament.rated_for) == (
        date(2023, 5, 6),
        date(2023, 5, 7),
        ["ffg"],
    )
    assert "needs its dates" not in words(orla, page)


def test_lookalike_asks_whether_it_is_a_correction(organiser: Account) -> None:
    orla = logged_in(organiser)
    send(orla, reports.tou())

    page = send(orla, reports.tou(pairings=reports.GAMES[:3]))
    asked = words(orla, page)
    orla.post(page, {"as": "revision"})

    assert "The file looks like a correction" in asked
    assert list(Tournament.objects.order_by("pk").values_list("number", "revision")) == [(1, 1), (1, 2)]


def test_lookalike_may_be_another_tournament(organiser: Account) -> None:
    orla = logged_in(organiser)
    send(orla, reports.tou())

    page = send(orla, reports.tou(pairings=reports.GAMES[:3]))
    orla.post(page, {"as": "new"})

    assert list(Tournament.objects.order_by("pk").values_list("number", "revision")) == [(1, 1), (2, 1)]


def test_findings_are_shown_with_line_and_code_in_the_readers_language(organiser: Account) -> None:
    orla = logged_in(organiser)
    broken = reports.tou().replace(b"    1-b0    3+w0", b"    1+b0    3+w0")
    page = send(orla, broken)

    text = words(orla, page)

    assert "The result does not agree with the line of entrant" in text
    assert "result-mismatch" in text
    assert (
        "Errors of entrants and games: 1. Correct them here, or correct the file and upload it again." in text
    )


def test_search_without_script_saves_and_answers_at_the_entry(organiser: Account) -> None:
    player = register.enrol(register.Newcomer("Samuel", "Lucie", country="FR"), account=None)
    orla = logged_in(organiser)
    page = send(orla, reports.tou())
    tournament = Tournament.objects.get()
    row = tournament.entries.get(number=1)

    answer = orla.post(
        page + "match/", {**choices(tournament), "search": str(row.pk), f"q-{row.pk}": "samuel"}, follow=True
    )

    assert f'name="entry-{row.pk}" value="{player.pk}"' in answer.content.decode()


def test_search_with_script_answers_with_a_fragment(organiser: Account) -> None:
    player = register.enrol(register.Newcomer("Samuel", "Lucie", country="FR"), account=None)
    orla = logged_in(organiser)
    page = send(orla, reports.tou())
    row = Entry.objects.get(number=1)

    asked = f"{page}match/search/?entry={row.pk}&q-{row.pk}=luc+sam"
    answer = orla.get(asked, headers={"HX-Request": "true"})

    text = answer.content.decode()
    assert f'name="entry-{row.pk}" value="{player.pk}"' in text
    assert "<html" not in text


def test_second_officer_is_told_who_decided(organiser: Account, officer: Account) -> None:
    orla, odile, omar = (
        logged_in(organiser),
        logged_in(officer),
        logged_in(account("omar@example.org", "officer")),
    )
    page = send(orla, reports.tou())
    orla.post(page + "match/", choices(Tournament.objects.get()))
    orla.post(page + "submit/")
    odile.post(page + "approve/")

    answer = omar.post(page + "approve/", follow=True)

    assert "Too late: the tournament is already approved, by Odile on" in answer.content.decode()


def test_original_file_comes_back_byte_for_byte(organiser: Account) -> None:
    orla = logged_in(organiser)
    page = send(orla, reports.tou())

    answer = orla.get(page + "file/")

    assert b"".join(answer.streaming_content) == reports.tou()  # type: ignore[attr-defined]  # a file streams
    assert answer["Content-Disposition"] == 'attachment; filename="moulin.tou"'


def test_template_is_read_back_by_the_intake(organiser: Account) -> None:
    orla = logged_in(organiser)
    template = orla.get(reverse("upload-template")).content

    send(orla, template, "template.csv")

    assert Upload.objects.get().format == "spreadsheet"


def test_pages_speak_french_and_english(organiser: Account) -> None:
    orla = logged_in(organiser)
    for code in ("fr", "en"):
        orla.post(reverse("set-language"), {"language": code, "next": "/desk/"})

        answer = orla.get("/desk/")

        assert f'<html lang="{code}">' in answer.content.decode()


def test_log_in_and_out(organiser: Account) -> None:
    client = Client()
    entered = client.post(
        reverse("login"),
        {"login": "Orla@Example.org", "password": "a long enough secret", "next": "/desk/"},
    )
    left = client.post(reverse("logout"))

    assert (entered["Location"], left["Location"]) == ("/desk/", "/")
    assert client.get("/desk/").status_code == 302


def test_repeated_failures_lock_the_address_from_that_place(organiser: Account) -> None:
    wrong = {"login": "orla@example.org", "password": "wrong"}
    right = {"login": "Orla@example.org", "password": "a long enough secret"}
    here, elsewhere = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")

    failures = [here.post(reverse("login"), wrong).status_code for _ in range(5)]
    locked = here.post(reverse("login"), right)
    free = elsewhere.post(reverse("login"), {**right, "login": "orla@example.org"})

    assert failures == [200] * 5
    assert (locked.status_code, free.status_code) == (429, 302)


def test_success_is_not_counted_among_the_failures(organiser: Account) -> None:
    client = Client(REMOTE_ADDR="192.0.2.3")
    wrong = {"login": "orla@example.org", "password": "wrong"}
    right = {"login": "orla@example.org", "password": "a long enough secret"}

    answers = [client.post(reverse("login"), wrong).status_code for _ in range(4)]
    for _ in range(3):
        answers.append(client.post(reverse("login"), right).status_code)
        client.post(reverse("logout"))

    assert answers == [200] * 4 + [302] * 3


def test_everybody_nobody_resembles_is_new_with_one_button(organiser: Account) -> None:
    register.enrol(register.Newcomer("Aubrac", "Lise"), account=None)
    register.enrol(register.Newcomer("Aubrac", "Lise"), account=None)
    orla = logged_in(organiser)
    page = send(orla, reports.tou())
    rows = Tournament.objects.get().entries.order_by("number")

    orla.post(page + "match/", {**{f"entry-{row.pk}": "" for row in rows}, "strangers": "new"})

    assert list(rows.values_list("match", flat=True)) == ["ambiguous", "enrol", "enrol", "enrol"]
