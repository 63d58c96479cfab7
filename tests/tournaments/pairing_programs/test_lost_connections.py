"""A connection lost at any step loses nothing and doubles nothing; two equal calls at once are one."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import close_old_connections, connection
from django.test import Client

from federation.models import Account, JournalEntry, Player
from tests.tournaments.pairing_programs.conftest import enrol_four, facts
from tests.tournaments.pairing_programs.pairgoth import (
    ANNE,
    JEAN,
    LISE,
    PAUL,
    ROUND_1,
    ROUND_2,
    Pairgoth,
    shown,
)
from tournaments.intake import intake
from tournaments.models import (
    Entry,
    ExpectedEntrant,
    ExpectedTournament,
    Game,
    PublishedRound,
    Tournament,
    Upload,
)
from tournaments.models.stages import Stage
from tournaments.pairing_programs import arrivals, entrants, expected, handing_in
from tournaments.submission import steps

pytestmark = pytest.mark.django_db
Step = Callable[[Pairgoth], Any]

STEPS: dict[str, Step] = {
    "sync": lambda program: program.sync(),
    "pairings 1": lambda program: program.publish_games(1, ROUND_1, results=False),
    "results 1": lambda program: program.publish_games(1, ROUND_1),
    "absent": lambda program: program.presence(
        2, [{"id": ExpectedEntrant.objects.order_by("pk")[0].pk, "present": False}]
    ),
    "results 2": lambda program: program.publish_games(2, ROUND_2),
}


def state() -> dict[str, Any]:
    """Return what stands in the tables, moments left out."""
    return {
        "rounds": list(PublishedRound.objects.order_by("round", "kind").values("round", "kind", "content")),
        "drafts": list(Tournament.objects.order_by("pk").values("number", "revision", "stage", "rounds")),
        "entries": list(Entry.objects.order_by("pk").values("number", "surname", "player")),
        "games": list(Game.objects.order_by("pk").values("round", "outcome", "handicap")),
        "files": Upload.objects.count(),
        "absent": list(ExpectedEntrant.objects.order_by("pk").values_list("absent", flat=True)),
    }


@pytest.fixture
def undisturbed(program: Pairgoth) -> dict[str, Any]:
    """What comes of it where no connection is lost; put back afterwards."""
    from django.db import transaction

    with transaction.atomic():
        for step in STEPS.values():
            assert shown(step(program)) == ""
        found = state()
        transaction.set_rollback(True)
    return found


class _Cut(Exception):
    """The connection is gone."""


def plain(found: dict[str, Any]) -> dict[str, Any]:
    """Leave out numbers a sequence has moved on."""
    return {name: value for name, value in found.items() if name != "drafts"} | {
        "drafts": [{key: one[key] for key in ("revision", "stage", "rounds")} for one in found["drafts"]]
    }


@pytest.mark.parametrize("lost", list(STEPS))
def test_answer_lost_after_the_commit_and_the_call_repeated(
    program: Pairgoth, undisturbed: dict[str, Any], lost: str
) -> None:
    for name, step in STEPS.items():
        assert shown(step(program)) == ""
        if name == lost:
            before, lines = state(), JournalEntry.objects.count()
            assert shown(step(program)) == ""  # the program heard nothing and calls again
            assert (state(), JournalEntry.objects.count()) == (before, lines)

    assert plain(state()) == plain(undisturbed)


@pytest.mark.parametrize("lost", [name for name in STEPS if name != "sync"])
def test_connection_lost_before_the_commit_leaves_nothing_and_the_call_repeated_everything(
    program: Pairgoth, undisturbed: dict[str, Any], lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, step in STEPS.items():
        if name == lost:
            before, lines = state(), JournalEntry.objects.count()
            with monkeypatch.context() as patch:

                def cut(*_: Any, **__: Any) -> None:
                    raise _Cut

                for place in (arrivals, entrants):
                    patch.setattr(place.journal, "write", cut)
                assert step(program).status_code == 500
            assert (state(), JournalEntry.objects.count()) == (before, lines)
        assert shown(step(program)) == ""

    assert plain(state()) == plain(undisturbed)


def test_round_is_kept_where_the_draft_fails_and_the_next_call_makes_it(
    program: Pairgoth, undisturbed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    *first, last = STEPS.values()
    for step in first:
        step(program)
    with monkeypatch.context() as patch:

        def cut(*_: Any, **__: Any) -> None:
            raise _Cut

        patch.setattr(intake, "draft", cut)
        assert last(program).status_code == 500
    assert (PublishedRound.objects.filter(round=2).count(), Tournament.objects.count()) == (1, 0)

    assert shown(last(program)) == ""

    assert plain(state()) == plain(undisturbed)


def test_body_cut_off_saves_nothing(program: Pairgoth) -> None:
    class Half:
        def read(self, *_: Any) -> bytes:
            raise OSError("gone")

        readline = read

    gone: dict[str, Any] = {"CONTENT_LENGTH": "4000", "wsgi.input": Half()}
    secret = {"X-Pairgoth-Secret": program.secret}
    answer = Client().generic("POST", "/api/pairgoth/pairings/moulin/1", b"", headers=secret, **gone)

    assert (answer.status_code, answer.json()["code"]) == (422, "cut-off")
    assert not PublishedRound.objects.exists()


def test_half_a_page_is_refused_and_the_round_stays_as_it_was(program: Pairgoth) -> None:
    from tests.tournaments.pairing_programs.pairgoth import games

    program.publish_games(1, ROUND_1)
    page = games(ROUND_1[:1])
    half = page[: page.index("data-result")].encode()

    answer = program.call("POST", "/pairings/moulin/1", half)

    assert answer.status_code == 422
    assert len(PublishedRound.objects.get().content["games"]) == 2


def test_rounds_may_come_in_any_order(program: Pairgoth, undisturbed: dict[str, Any]) -> None:
    program.publish_games(2, ROUND_2)
    assert not Tournament.objects.exists()
    program.publish_games(1, ROUND_1)

    assert plain(state())["games"] == plain(undisturbed)["games"]


# --- after the draft


def handed_in(program: Pairgoth) -> Tournament:
    program.publish_games(1, ROUND_1)
    program.publish_games(2, ROUND_2)
    return Tournament.objects.get()


MENDED = ((PAUL, ANNE, 8, "b"), (LISE, JEAN, 7, "b"))


def test_later_post_is_written_into_the_draft_and_matches_stay(program: Pairgoth) -> None:
    draft = handed_in(program)
    Entry.objects.filter(tournament=draft, surname="Aubrac").update(match="confirmed")

    assert shown(program.publish_games(2, MENDED)) == ""

    assert Tournament.objects.get().pk == draft.pk
    assert Game.objects.get(round=2, white__surname="Brossolette").outcome == 0
    assert Game.objects.count() == 4
    assert Entry.objects.get(surname="Aubrac").match == "confirmed"
    assert Entry.objects.filter(player=None).count() == 0


def test_draft_corrected_by_hand_is_left_alone_until_its_organiser_says_so(
    program: Pairgoth, tournament: ExpectedTournament
) -> None:
    draft = handed_in(program)
    draft.corrections.create(kind="round", entrant=1, round=1)

    assert shown(program.publish_games(2, MENDED)) == ""
    assert Game.objects.get(round=2, white__surname="Brossolette").outcome == 2

    assert handing_in.hand_in(tournament, account=tournament.account) is handing_in.Outcome.UPDATED
    assert Game.objects.get(round=2, white__surname="Brossolette").outcome == 0


@pytest.mark.parametrize("stage", [Stage.SUBMITTED, Stage.APPROVED, Stage.REVOKED])
def test_what_was_submitted_is_never_touched_and_the_program_is_told(program: Pairgoth, stage: Stage) -> None:
    draft = handed_in(program)
    Tournament.objects.filter(pk=draft.pk).update(stage=stage.value)
    before = state()

    changed, same = program.publish_games(2, MENDED), program.publish_games(2, ROUND_2)

    assert (changed.status_code, f"no. {draft.number}" in shown(changed)) == (409, True)
    assert shown(same) == ""  # the repeated call of an answer that was lost
    assert state() == before


def test_returned_draft_is_written_anew_only_when_asked(
    program: Pairgoth, tournament: ExpectedTournament
) -> None:
    draft = handed_in(program)
    Tournament.objects.filter(pk=draft.pk).update(stage=Stage.RETURNED.value)

    assert shown(program.publish_games(2, MENDED)) == ""
    assert Game.objects.get(round=2, white__surname="Brossolette").outcome == 2
    handing_in.hand_in(tournament, account=tournament.account)
    assert Game.objects.get(round=2, white__surname="Brossolette").outcome == 0


def test_draft_taken_back_is_not_made_again_by_itself(
    program: Pairgoth, tournament: ExpectedTournament
) -> None:
    draft = handed_in(program)
    steps.withdraw(draft, account=tournament.account)

    assert shown(program.publish_games(2, MENDED)) == ""
    assert Tournament.objects.count() == 1
    handing_in.hand_in(tournament, account=tournament.account)

    assert list(Tournament.objects.order_by("pk").values_list("number", "revision", "stage")) == [
        (draft.number, 1, "withdrawn"),
        (draft.number, 2, "draft"),
    ]


def test_tournament_handed_in_as_a_file_is_not_doubled(
    program: Pairgoth, tournament: ExpectedTournament
) -> None:
    from tests.tournaments import reports

    file = intake.receive(reports.tou(), filename="moulin.tou", account=tournament.account)
    before = intake.draft(file, account=tournament.account)

    program.publish_games(1, ROUND_1)
    assert shown(program.publish_games(2, ROUND_2)) == ""

    assert Tournament.objects.get() == before
    outcome = handing_in.hand_in(tournament, account=tournament.account)
    assert outcome is handing_in.Outcome.RESEMBLES
    tournament.refresh_from_db()
    assert tournament.upload is not None
    made = intake.draft(tournament.upload, account=tournament.account, replaces=before)
    assert shown(program.publish_games(2, MENDED)) == ""
    tournament.refresh_from_db()
    assert (tournament.number, Tournament.objects.count()) == (before.number, 2)
    made.refresh_from_db()
    assert Game.objects.get(tournament=made, round=2, white__surname="Brossolette").outcome == 0


# --- at once


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite knows one writer at a time")
def test_two_equal_posts_at_once_make_one_draft(organiser: Account) -> None:
    people: list[Player] = enrol_four()
    made = expected.enter(facts(), account=organiser)
    entrants.add_players(made, [one.pk for one in people], account=organiser)
    program = Pairgoth(expected.new_secret(organiser), "moulin")
    program.publish_games(1, ROUND_1)
    answers: list[str] = []
    barrier = threading.Barrier(4)

    def publish() -> None:
        barrier.wait()
        answers.append(shown(Pairgoth(program.secret, "moulin").publish_games(2, ROUND_2)))
        close_old_connections()
        connection.close()

    threads = [threading.Thread(target=publish) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == ["", "", "", ""]
    assert (PublishedRound.objects.count(), Tournament.objects.count(), Game.objects.count()) == (2, 1, 4)
    assert JournalEntry.objects.filter(act="expected.published").count() == 2
    assert JournalEntry.objects.filter(act="tournament.drafted").count() == 1
