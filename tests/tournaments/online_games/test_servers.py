"""Game servers on the officers' page: entered, changed, a handle given away, a game taken out."""

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import Account, Federation, JournalEntry, Player
from federation.register import federation_merging, federations
from tests.tournaments.conftest import logged_in
from tests.tournaments.online_games.online_games import duel, server
from tournaments.models import GameServer, Handle, Stream, TableGame
from tournaments.online_games.intake import receive

pytestmark = pytest.mark.django_db
PAGE = "/games/servers/"


@pytest.fixture
def arena(organiser: Account) -> GameServer:
    made = server(account=organiser)
    receive(made, "ladder", [duel("1"), duel("2", after=1)], account=None)
    return made


def act(client: Client, what: str, /, **fields: object) -> int:
    form = {"act": what} | {f"{what}-{field}": value for field, value in fields.items()}
    return client.post(f"{PAGE}arena/", form).status_code


def test_officer_enters_a_server(officer: Account, organiser: Account) -> None:
    norway = Federation.objects.create(code="NO", name="Norway")
    form = {
        "key": "arena",
        "name": "Arena",
        "email": "Orla@Example.org",
        "federation": norway.pk,
        "stakes": "per-opponent",
    }
    client = logged_in(officer)
    assert client.post(PAGE, form)["Location"] == f"{PAGE}arena/"
    held = GameServer.objects.get()
    assert (held.key, held.name, held.account, held.federation) == ("arena", "Arena", organiser, norway)
    assert held.stakes == GameServer.Stakes.PER_OPPONENT
    line = JournalEntry.objects.get(act="server.entered")
    assert (line.account, line.detail["key"]) == (officer, "arena")
    assert client.get(PAGE).status_code == 200
    assert client.post(PAGE, form).status_code == 422  # the key is taken
    assert GameServer.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"key": "two words"}, {"key": ""}, {"name": ""}, {"email": "nobody@example.org"}, {"federation": 0}],
)
def test_server_that_is_not_filled_in_is_not_entered(wrong: dict[str, object], officer: Account) -> None:
    norway = Federation.objects.create(code="NO", name="Norway")
    form = {"key": "arena", "name": "Arena", "email": "", "federation": norway.pk, "stakes": "usual"} | wrong
    assert logged_in(officer).post(PAGE, form).status_code == 422
    assert not GameServer.objects.exists()


def test_server_is_given_to_another_account(arena: GameServer, officer: Account, stranger: Account) -> None:
    client, norway = logged_in(officer), arena.federation.pk
    for _ in range(2):
        assert (
            act(client, "change", name="Arena", email="sven@example.org", federation=norway, stakes="usual")
            == 302
        )
    arena.refresh_from_db()
    (line,) = JournalEntry.objects.filter(act="server.changed")
    assert (arena.account, line.detail["after"]["account"]) == (stranger, stranger.pk)


def test_handle_is_given_to_a_player(arena: GameServer, officer: Account) -> None:
    sharp = Player.objects.create(surname="Sharp", search_key="sharp", federation=arena.federation)
    client = logged_in(officer)
    for _ in range(2):
        assert act(client, "give", handle=" Anna", player=sharp.pk) == 302
    (line,) = JournalEntry.objects.filter(act="handle.given")
    assert (Handle.objects.get(key="anna").player, line.detail["after"]) == (sharp, sharp.pk)
    receive(arena, "ladder", [duel("3")], account=None)
    assert TableGame.objects.get(code="3").white == sharp
    assert TableGame.objects.get(code="1").white != sharp


@pytest.mark.parametrize("wrong", [{"handle": "zoe"}, {"player": 99_999}, {"player": 10**30}, {"player": ""}])
def test_handle_or_player_that_is_none_changes_nothing(
    wrong: dict[str, object], arena: GameServer, officer: Account
) -> None:
    before = list(Handle.objects.values_list("pk", "player"))
    assert act(logged_in(officer), "give", **({"handle": "anna", "player": 1} | wrong)) == 422
    assert list(Handle.objects.values_list("pk", "player")) == before


def test_game_is_taken_out_with_a_reason(arena: GameServer, officer: Account) -> None:
    client = logged_in(officer)
    assert act(client, "withdraw", code="2", reason="") == 422
    assert act(client, "withdraw", code="2", reason="a program played") == 302
    assert act(client, "withdraw", code="2", reason="again") == 422
    assert act(client, "withdraw", code="nine", reason="no such game") == 422
    (line,) = JournalEntry.objects.filter(act="games.withdrawn")
    assert (line.account, line.detail["reason"], Stream.objects.get().games) == (
        officer,
        "a program played",
        1,
    )


@pytest.mark.parametrize("address", [PAGE, f"{PAGE}arena/"])
def test_servers_are_the_officers(address: str, arena: GameServer, request: pytest.FixtureRequest) -> None:
    people = [request.getfixturevalue(name) for name in ("officer", "organiser", "stranger", "visitor")]
    clients = [*map(logged_in, people), Client()]
    assert [client.get(address).status_code for client in clients] == [200, 403, 403, 403, 302]
    assert [client.post(address).status_code for client in clients[1:]] == [403, 403, 403, 302]


def test_link_to_the_servers_is_shown_to_officers(
    arena: GameServer, officer: Account, organiser: Account
) -> None:
    shown = [
        PAGE in logged_in(who).get(reverse("games-upload")).content.decode() for who in (officer, organiser)
    ]
    assert shown == [True, False]


def test_server_moves_with_its_federation_when_two_are_merged(arena: GameServer) -> None:
    sweden = federations.federation_for("SE")

    federation_merging.merge(sweden, arena.federation, account=None)

    arena.refresh_from_db()
    assert arena.federation == sweden
