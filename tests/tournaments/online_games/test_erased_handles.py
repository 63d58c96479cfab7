"""A handle of a person erased on request is rated again only after an officer has decided."""

from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, ErasedMark, JournalEntry, Player
from federation.privacy import personal_data
from federation.register import register
from federation.register.register import Newcomer
from tests.tournaments.conftest import logged_in
from tests.tournaments.online_games.online_games import duel, server
from tests.tournaments.online_games.test_servers import act
from tournaments.models import GameServer, Handle, TableGame
from tournaments.online_games import handles
from tournaments.online_games.intake import Received, receive

pytestmark = pytest.mark.django_db


@pytest.fixture
def arena(organiser: Account) -> GameServer:
    return server(account=organiser)


def erase(player: Player) -> None:
    personal_data.erase(player, "At their own request", account=None)
    ErasedMark.objects.update(erased=date(2026, 5, 3))


@pytest.fixture
def gone(arena: GameServer) -> Player:
    """A player known by a handle of one word, erased after a game."""
    receive(arena, "ladder", [duel("1")], account=None)
    player = Handle.objects.get(key="anna").player
    erase(player)
    return player


def refusals(done: Received) -> list[tuple[str, list[tuple[str, object]]]]:
    return [(one.code, [(each.code, each.values["name"]) for each in one.findings]) for one in done.refused]


def test_handle_of_an_erased_person_is_asked_about_and_not_enrolled(arena: GameServer, gone: Player) -> None:
    before = Player.objects.count()

    done = receive(arena, "ladder", [duel("2", "Anna", after=1), duel("3", "ben", "cem", 1, 2)], account=None)

    assert refusals(done) == [("2", [("erased-handle", "Anna")])]
    assert (done.accepted, done.newcomers) == (1, 1)
    assert Player.objects.count() == before + 1
    assert not TableGame.objects.filter(code="2").exists()


def test_same_handle_of_another_server_is_another_person(arena: GameServer, gone: Player) -> None:
    done = receive(server("hall"), "ladder", [duel("2", after=1)], account=None)

    assert (done.accepted, done.refused) == (1, ())


def test_game_known_from_before_the_erasure_stays_known(arena: GameServer, gone: Player) -> None:
    done = receive(arena, "ladder", [duel("1")], account=None)

    assert (done.known, done.refused) == (1, ())


@pytest.mark.parametrize(
    ("handle", "is_asked"), [("Olaf_Quist", True), ("Quist", False), ("olafquist", False)]
)
def test_handle_of_several_words_is_met_by_the_name(handle: str, is_asked: bool, arena: GameServer) -> None:
    erase(register.enrol(Newcomer("Quist", "Olaf", "NO"), account=None))

    done = receive(arena, "ladder", [duel("2", handle)], account=None)

    assert bool(done.refused) is is_asked


def test_both_handles_of_a_game_are_named(arena: GameServer) -> None:
    for surname, given_name in (("Quist", "Olaf"), ("Holm", "Anna")):
        erase(register.enrol(Newcomer(surname, given_name, "NO"), account=None))

    done = receive(arena, "ladder", [duel("2", "olaf_quist", "anna_holm")], account=None)

    asked = [("erased-handle", "olaf_quist"), ("erased-handle", "anna_holm")]
    assert refusals(done) == [("2", asked)]


def test_file_says_at_which_line_and_what_to_do(arena: GameServer, gone: Player, tmp_path: Path) -> None:
    path, err = tmp_path / "games.csv", StringIO()
    path.write_text("game,ended,white,black,result\n2,2026-03-15T12:00:00Z,anna,ben,1-0\n")

    with translation.override("en"):
        call_command("import_games", path, system="ladder", server="arena", stdout=StringIO(), stderr=err)

    assert "line 2: anna: a person of this name was erased on request on 3 May 2026." in err.getvalue()
    assert "assigned the handle on the page of the game server" in err.getvalue()
    assert not TableGame.objects.filter(code="2").exists()


def test_officer_has_a_new_player_enrolled_for_the_handle(
    arena: GameServer, gone: Player, officer: Account
) -> None:
    code = act(logged_in(officer), "give", handle=" Anna ", player="")
    done = receive(arena, "ladder", [duel("2", "ANNA", after=1)], account=None)

    handle = Handle.objects.get(key="anna")
    acts = JournalEntry.objects.filter(account=officer).order_by("pk").values_list("act", flat=True)
    assert (code, done.accepted, done.refused) == (302, 1, ())
    assert (handle.name, handle.player.surname, handle.player == gone) == ("Anna", "Anna", False)
    assert TableGame.objects.get(code="2").white == handle.player
    assert list(acts) == ["player.enrolled", "handle.given"]


def test_officer_gives_the_handle_to_a_player_of_the_register(
    arena: GameServer, gone: Player, officer: Account
) -> None:
    known = register.enrol(Newcomer("Holm", "Anna", "NO"), account=None)

    code = act(logged_in(officer), "give", handle="anna", player=known.pk)

    assert (code, Handle.objects.get(key="anna").player) == (302, known)


def test_second_officer_enrols_nobody_twice(arena: GameServer, gone: Player, officer: Account) -> None:
    waiting = Handle(server=arena, key="anna", name="anna")
    first = handles.enter(waiting, None, account=officer)

    second = handles.enter(waiting, None, account=officer)

    assert first == second
    assert Handle.objects.filter(key="anna").count() == 1


def test_batch_reads_the_marks_once_and_only_for_new_handles(
    arena: GameServer, gone: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found = handles.erased_on(arena, [f"p{number}" for number in range(50)] + ["anna"])

    assert found == {"anna": date(2026, 5, 3)}
