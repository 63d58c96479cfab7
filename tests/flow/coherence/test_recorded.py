"""A federation of the tests that is written again is the one that was built, and no other state gets it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from federation.models import Federation, Player
from ratings.models import CurrentRating, ListEntry
from tests import recorded
from tests.ratings import small_federation
from tests.ratings.small_federation import Small

pytestmark = pytest.mark.django_db


@contextmanager
def undone() -> Iterator[None]:
    """Take everything back at the end, as the end of a test does."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows with each federation that is really built."""
    built: list[int] = []
    whole = vars(small_federation._build)["__wrapped__"]

    @recorded.recorded
    def build(players: int) -> Small:
        built.append(players)
        return whole(players, 2, ("ffg", "egf"))  # type: ignore[no-any-return]  # of functools.wraps

    monkeypatch.setattr(small_federation, "_build", lambda players, *_: build(players))
    return built


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Return every row a federation has."""
    tables = ("federation_player", "tournaments_game", "ratings_listentry", "ratings_ratingchange")
    found = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT * FROM {table} ORDER BY id")
            found[table] = cursor.fetchall()
    return found


def test_what_is_written_again_is_what_was_built(counted: list[int]) -> None:
    with undone():
        small = small_federation.build(players=26)
        built, waiting = rows(), len(connection.run_on_commit)
    with undone():
        again = small_federation.build(players=26)
        assert (rows(), len(connection.run_on_commit)) == (built, waiting)
        player = Player.objects.create(
            surname="Next", given_name="One", federation=Federation.objects.get(code="FR")
        )
        assert player.pk > again.players[-1].pk

    assert counted == [26]
    assert list(again.players) == list(small.players)
    assert again.players is not small.players
    assert all(map(len, built.values()))


def test_players_changed_by_a_test_are_whole_again_in_the_next(counted: list[int]) -> None:
    for _ in range(2):
        with undone():
            small = small_federation.build(players=26)
            assert small.players[0].surname == "Abelard"
            small.players[0].surname = "Changed"
            small.players[0].save()
            ListEntry.objects.all().delete()
            CurrentRating.objects.update(rating=1.0)
    assert counted == [26]


def test_other_state_of_what_it_reads_gets_a_federation_of_its_own(counted: list[int]) -> None:
    with undone():
        small_federation.build(players=26)
    with undone():
        Federation.objects.create(code="FR", name="Another name")
        small_federation.build(players=26)
        assert Federation.objects.get(code="FR").name == "Another name"
    with undone():
        small_federation.build(players=10)
    assert counted == [26, 26, 10]
