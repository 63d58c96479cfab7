"""Which connection reads and writes go to, where there are replicas and where there are none."""

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, MiddlewareNotUsed
from django.db import connection, router

from federation.database import addresses, positions, reading
from federation.models import Player
from ratings.page_cache import middleware

PRIMARY, REPLICA = "default", "replica-1"
POSTGRESQL = "postgres://palmares@192.0.2.1/palmares"


@pytest.fixture
def _replicas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the router in use; nothing connects."""
    monkeypatch.setattr(settings, "REPLICAS", (REPLICA,))
    monkeypatch.setattr(router, "routers", [reading.Router()])


def test_without_replicas_there_is_no_router_and_no_middleware() -> None:
    assert (settings.REPLICAS, settings.DATABASE_ROUTERS) == ((), [])
    with pytest.raises(MiddlewareNotUsed):
        middleware.read_from_replicas(lambda request: None)  # type: ignore[arg-type, return-value]  # never called
    assert reading.alias() == PRIMARY


def test_connection_for_reads_is_django_s_outside_a_public_page() -> None:
    assert reading.connection.vendor == connection.vendor
    assert reading.connection.settings_dict is connection.settings_dict


@pytest.mark.usefixtures("_replicas")
def test_public_page_reads_what_was_chosen_once() -> None:
    chosen = iter((REPLICA, PRIMARY))
    with reading.from_replica(lambda: next(chosen)):
        first, second = router.db_for_read(Player), router.db_for_read(Player)
        with reading.from_primary():
            inside = reading.alias()

    assert (first, second, inside, router.db_for_read(Player)) == (REPLICA, REPLICA, PRIMARY, PRIMARY)


@pytest.mark.usefixtures("_replicas")
def test_write_goes_to_the_primary_and_so_do_the_reads_behind_it() -> None:
    with reading.from_replica(lambda: REPLICA):
        before = router.db_for_read(Player)
        written = router.db_for_write(Player)
        behind = router.db_for_read(Player)

    assert (before, written, behind) == (REPLICA, PRIMARY, PRIMARY)


@pytest.mark.usefixtures("_replicas")
def test_object_of_a_replica_leads_nobody_back_there() -> None:
    player, other = Player(pk=1), Player(pk=2)
    player._state.db, other._state.db = REPLICA, PRIMARY

    assert router.db_for_read(Player, instance=player) == PRIMARY
    assert router.db_for_write(Player, instance=player) == PRIMARY
    assert router.allow_relation(player, other) is True
    assert router.allow_migrate(REPLICA, "federation") is False


def test_what_a_page_keeps_to_is_made_once_for_each_page() -> None:
    made = iter(range(9))
    found = []
    for _ in range(2):
        with reading.from_replica(lambda: REPLICA):
            found.append([reading.once("generation", lambda: next(made)) for _ in range(2)])

    assert found == [[0, 0], [1, 1]]
    assert [reading.once("generation", lambda: next(made)) for _ in range(2)] == [2, 3]


def test_position_is_a_number_that_grows_over_the_edge_of_its_halves() -> None:
    assert positions.number("0/FFFFFFFF") + 1 == positions.number("1/0")
    assert positions.number("16/B374D848") == 0x16B374D848


@pytest.mark.parametrize(
    ("primary", "replicas"),
    [("sqlite:///palmares.sqlite3", [POSTGRESQL]), (POSTGRESQL, ["sqlite:///palmares.sqlite3"])],
    ids=["primary", "replica"],
)
def test_replicas_are_of_postgresql_by_postgresql_alone(primary: str, replicas: list[str]) -> None:
    databases = {PRIMARY: {**addresses.described(primary), "CONN_MAX_AGE": 60}}
    with pytest.raises(ImproperlyConfigured):
        addresses.add_replicas(databases, replicas)


def test_replicas_get_names_in_their_order_and_wait_for_no_silent_server_long() -> None:
    databases = {PRIMARY: {**addresses.described(POSTGRESQL), "CONN_MAX_AGE": 7}}

    names = addresses.add_replicas(databases, [POSTGRESQL, "", "postgres://palmares@192.0.2.2/palmares"])

    assert names == (REPLICA, "replica-2")
    found = databases["replica-2"]
    assert (found["HOST"], found["CONN_MAX_AGE"]) == ("192.0.2.2", 7)
    assert found["OPTIONS"]["connect_timeout"] < addresses.CONNECT_SECONDS
