from collections.abc import Callable
from datetime import date

import pytest

from federation.models import Player
from ratings.cadence.by_event.replay import fingerprint, load
from ratings.cadence.shared.hypothetical_facts import Span
from ratings.models import RatingSystem
from tests.ratings.histories import Played, hold, people, recalculate, stale
from tournaments.models import Entry, Game, Tournament

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)


@pytest.fixture
def players() -> list[Player]:
    found = people(3)
    hold(DAY, found, [Played(1, 0, 1, 2), Played(2, 1, 2, 0)], number=1)
    return found


def hashed(span: Span | None = None) -> str:
    replay = load(RatingSystem.objects.get(key="ffg"), span or Span())
    return fingerprint(replay.assembly, replay.standing, replay.policy)


def test_the_same_facts_have_the_same_fingerprint(players: list[Player]) -> None:
    assert hashed() == hashed()


CHANGES: dict[str, Callable[[], object]] = {
    "outcome": lambda: Game.objects.filter(round=1).update(outcome=0),
    "handicap": lambda: Game.objects.filter(round=1).update(handicap=2),
    "a game less": lambda: Game.objects.filter(round=2).delete(),
    "grade": lambda: Entry.objects.filter(number=1).update(grade="9k"),
    "pace": lambda: Tournament.objects.update(adjusted_minutes=40),
    "day": lambda: Tournament.objects.update(start=date(2023, 3, 1)),
    "board": lambda: Tournament.objects.update(board_size=13),
    "constant": lambda: RatingSystem.objects.filter(key="ffg").update(parameters={"divisor": 6}),
    "edition": lambda: RatingSystem.objects.filter(key="ffg").update(edition="2013"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_a_run_depends_on_changes_the_fingerprint(what: str, players: list[Player]) -> None:
    before = hashed()

    CHANGES[what]()

    assert hashed() != before


def test_the_standing_carried_in_is_part_of_the_fingerprint(players: list[Player]) -> None:
    hold(date(2023, 4, 1), players, [Played(1, 0, 2, 2)], number=2)
    span = Span(since=date(2023, 4, 1))
    before = hashed(span)

    recalculate(stale(RatingSystem.objects.get(key="ffg"), DAY))

    assert hashed(span) != before
