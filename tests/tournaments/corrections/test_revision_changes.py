"""What changed since the revision before: for organiser and officer whole, for everybody what is public."""

from collections.abc import Iterator
from datetime import date

import pytest
from django.test import Client
from django.utils import translation

from federation.models import Player
from tests.ratings.histories import hold, people, round_robin
from tournaments.models import Entry, Game, Tournament
from tournaments.revisions.changes import Change, changes, revision_before

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
DAY = date(2023, 3, 4)


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def players() -> list[Player]:
    return people(4)


@pytest.fixture
def second(players: list[Player]) -> Tournament:
    """A second revision, of which nothing was changed yet."""
    hold(DAY, players, round_robin(4), number=1, stage="superseded")
    return hold(DAY, players, round_robin(4), number=1, revision=2)


def test_first_revision_changes_nothing(players: list[Player]) -> None:
    assert changes(hold(DAY, players, round_robin(4), number=1), public=False) is None


def test_copy_of_a_revision_has_no_changes(second: Tournament) -> None:
    found = changes(second, public=False)

    assert found is not None
    assert found.count == 0


def test_facts_that_differ_are_told_with_both_values(second: Tournament) -> None:
    Tournament.objects.filter(pk=second.pk).update(name="Cup", end=date(2023, 3, 5))
    second.refresh_from_db()

    found = changes(second, public=False)

    assert found is not None
    assert [(one.before, one.after) for one in found.facts] == [
        ("Tournament 1", "Cup"),
        ("4\xa0March 2023", "5\xa0March 2023"),
    ]


def test_result_that_differs_is_told_with_who_met(second: Tournament) -> None:
    Game.objects.filter(tournament=second, round=1).update(outcome=0)

    found = changes(second, public=False)

    assert found is not None
    assert list(found.results) == [Change("Round 1: Surname0 – Surname1", "White won", "Black won")]


def test_entrants_numbered_anew_are_the_same(players: list[Player]) -> None:
    hold(DAY, players, [], number=1, stage="superseded")
    again = hold(DAY, players[::-1], [], number=1, revision=2)
    Entry.objects.filter(tournament=again).update(grade="1k")
    Entry.objects.filter(tournament__revision=1).update(grade="1k")

    found = changes(again, public=False)

    assert found is not None
    assert found.count == 0


def test_entrant_who_is_somebody_else_now_is_told_to_the_office_alone(
    second: Tournament, players: list[Player]
) -> None:
    new = people(1)[0]
    Entry.objects.filter(tournament=second, number=1).update(player=new)

    told, public = changes(second, public=False), changes(second, public=True)

    assert told is not None
    assert public is not None
    assert [(one.before, one.after) for one in told.matches] == [
        (f"Surname0 Given ({players[0].pk})", f"Surname0 Given ({new.pk})")
    ]
    assert public.matches == []


def test_entrants_who_came_and_went_are_told(players: list[Player]) -> None:
    hold(DAY, players[:3], [], number=1, stage="superseded")
    other = hold(DAY, [*players[:2], players[3]], [], number=1, revision=2)
    Entry.objects.filter(tournament=other, number=3).update(number=9)

    found = changes(other, public=False)

    assert found is not None
    assert [(one.before, one.after) for one in found.entrants] == [("Surname2", ""), ("", "Surname3")]


@pytest.mark.parametrize(("privacy", "shown"), [("initials", "S."), ("anonymous", "NN")])
def test_public_page_names_nobody_who_hides(
    client: Client, second: Tournament, players: list[Player], privacy: str, shown: str
) -> None:
    Game.objects.filter(tournament=second, round=1).update(outcome=0)
    Player.objects.filter(pk=players[0].pk).update(privacy=privacy)

    content = client.get("/tournaments/1/", headers={"Accept-Language": "en"}).content.decode()
    told = content.partition('id="changes"')[2]

    assert "What changed since revision 1" in told
    assert "Surname0" not in told
    assert f"{shown}" in told
    assert "Surname1" in told


def test_revision_before_is_the_one_that_was_approved(players: list[Player]) -> None:
    approved = hold(DAY, players, [], number=1, stage="superseded")
    hold(DAY, players, [], number=1, revision=2, stage="withdrawn")
    third = hold(DAY, players, [], number=1, revision=3, stage="draft")

    assert revision_before(third) == approved
