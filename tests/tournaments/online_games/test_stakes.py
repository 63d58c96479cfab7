"""What games of the ladder are played for: what they say, else what their server's kind of game makes."""

import pytest

from federation.models import Account, JournalEntry
from ratings.cadence.by_game import facts
from ratings.cadence.by_game.facts import Window
from ratings.models import RatingSystem
from tests.tournaments.conftest import logged_in
from tests.tournaments.online_games.online_games import MOMENT, duel, server
from tournaments.models import GameServer, TableGame
from tournaments.online_games.arrivals import Arrival
from tournaments.online_games.intake import receive

pytestmark = pytest.mark.django_db
PER_OPPONENT = GameServer.Stakes.PER_OPPONENT


@pytest.fixture
def arena(organiser: Account) -> GameServer:
    return server(account=organiser)


@pytest.fixture
def riders(arena: GameServer) -> GameServer:
    """Return a server of Ticket to Ride."""
    GameServer.objects.filter(pk=arena.pk).update(stakes=PER_OPPONENT)
    arena.refresh_from_db()
    return arena


def table(players: int, *, points: float | None = None, code: str = "") -> Arrival:
    names = tuple(f"p{place}" for place in range(players))
    places = tuple(range(1, players + 1))
    return Arrival(code or f"t{players}", MOMENT + players, names, places=places, max_points=points)


def kept() -> dict[str, float | None]:
    return dict(TableGame.objects.order_by("pk").values_list("code", "max_points"))


def test_ticket_to_ride_is_played_for_8_points_per_opponent(riders: GameServer) -> None:
    receive(riders, "ladder", [table(count) for count in (2, 3, 4, 5, 10)], account=None)

    assert kept() == {"t2": 8.0, "t3": 16.0, "t4": 24.0, "t5": 32.0, "t10": 72.0}


def test_what_a_game_says_goes_before_the_kind_of_its_server(riders: GameServer) -> None:
    receive(riders, "ladder", [table(3, points=30)], account=None)

    assert kept() == {"t3": 30.0}


def test_games_of_a_usual_server_leave_the_points_to_the_rules(arena: GameServer) -> None:
    receive(arena, "ladder", [table(2), table(4)], account=None)

    assert kept() == {"t2": None, "t4": None}


def test_games_of_other_systems_have_no_points(riders: GameServer) -> None:
    receive(riders, "fics-blitz", [duel("d")], account=None)

    assert kept() == {"d": None}


def test_another_kind_holds_for_games_that_come_later(riders: GameServer, officer: Account) -> None:
    receive(riders, "ladder", [table(3)], account=None)
    form = {
        "act": "change",
        "change-name": riders.name,
        "change-email": "",
        "change-federation": riders.federation.pk,
        "change-stakes": "usual",
    }
    client = logged_in(officer)
    assert client.post(f"/games/servers/{riders.key}/", form).status_code == 302
    again = receive(riders, "ladder", [table(3), table(4)], account=None)

    assert kept() == {"t3": 16.0, "t4": None}
    assert (again.known, again.accepted, again.refused) == (1, 1, ())
    (line,) = JournalEntry.objects.filter(act="server.changed")
    assert (line.detail["before"]["stakes"], line.detail["after"]["stakes"]) == ("per-opponent", "usual")
    page = client.get(f"/games/servers/{riders.key}/", headers={"accept-language": "en"}).content.decode()
    assert "games already received keep their points, so no rating moves" in page


def test_replay_reads_the_points_that_were_kept(riders: GameServer) -> None:
    receive(riders, "ladder", [table(3), table(2, points=5)], account=None)
    GameServer.objects.update(stakes="usual")

    read = facts.games(RatingSystem.objects.get(key="ladder"), Window())
    assert sorted(read.points.tolist()) == [5.0, 16.0]


def test_kind_that_is_none_is_refused(arena: GameServer, officer: Account) -> None:
    form = {"key": "other", "name": "Other", "email": "", "federation": arena.federation.pk, "stakes": "64"}

    assert logged_in(officer).post("/games/servers/", form).status_code == 422
    assert GameServer.objects.count() == 1
