"""Why a rating moved: the sums of a card, the staircase of an adjustment, the calculator filled in."""

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from ratings.breakdown import go
from ratings.cadence.by_event.explain import explain_event
from ratings.cadence.by_game.update_ratings import rate_pending
from ratings.charts.figures import plain
from ratings.lists import publication
from ratings.models import RatingChange, RatingSystem
from ratings.views.players import events_table, why
from tests.ratings.chess_months import based, masters, opened
from tests.ratings.chess_months import system as fide_system
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tests.ratings.stream_pages import played
from tests.ratings.streams import NOON, Told, world

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)
ENGLISH: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "en"}
# Handicaps, a jigo, a win by forfeit, a bye (the sixth rests).
MIXED = [
    Played(1, 0, 1, 0, handicap=3), Played(1, 2, 3, 1), Played(1, 4, 5, 2, by_default=True),
    Played(2, 1, 2, 2, handicap=1), Played(2, 3, 4, 0, handicap=9),
    Played(3, 0, 4, 2, handicap=4), Played(3, 5, 1, 1, handicap=2),
]  # fmt: skip


def page(client: Client, path: str) -> Any:
    response = client.get(unescape(path), **ENGLISH)
    assert response.status_code == 200
    return response


@pytest.mark.parametrize("key", ["ffg", "egf", "ffg-hybrid"])
def test_sums_of_a_mixed_tournament_add_up_without_what_was_not_played(key: str) -> None:
    system, players = RatingSystem.objects.get(key=key), people(6)
    hold(DAY, players, round_robin(6), number=1)
    last = hold(DAY + timedelta(days=7), players, MIXED, number=2)
    recalculate(stale(system, DAY))

    found = explain_event(system, last)

    stored = RatingChange.objects.filter(system=system, tournament=last)
    assert sorted(found) == sorted(row.player_id for row in stored)
    assert sum(len(one.games) for one in found.values()) == 2 * (len(MIXED) - 1)
    for row in stored:
        one = found[row.player_id]
        assert isinstance(one.rules, go.GoEdition)
        ends = [go.steps(game.side, one.rules, key)[-1].value.value for game in one.games]
        assert ends == [game.change for game in one.games]
        assert row.after == pytest.approx(one.start + sum(ends) + one.remainder, abs=1e-9)
        assert abs(one.remainder) < 1e-9


def test_staircase_tells_how_a_start_was_found(client: Client) -> None:
    system, players = RatingSystem.objects.get(key="ffg"), people(14)
    games = [Played(number, 13, number - 1, 2) for number in range(1, 6)]
    event = hold(DAY, players, games, number=1)
    recalculate(stale(system, DAY))
    stored = RatingChange.objects.get(system=system, tournament=event, player=players[13])

    context = page(client, f"/players/{players[13].pk}/ffg/1/").context

    told, course = context["staircase"], context["explanation"].course
    assert (len(course), course[0].start) == (stored.passes, -1350.0)
    assert (course[-1].start, course[-1].after) == (stored.start, stored.after)
    assert stored.start is not None
    assert stored.start > -1000
    assert f'"The start moved step by step from −1350 to {plain(stored.start)}."' in told.drawing
    first, last = (plain(one.threshold) for one in (course[0], course[-1]))
    story = " ".join(told.story)
    assert first != last
    assert f"At −1350, more than {first} points mean" in story
    assert f"It settled at {plain(stored.start)}, where the threshold is {last} points;" in story
    assert told.rows[:4] == list(course[:4])
    assert told.rows[-1] == course[-1]
    assert str(context["grade"]) == "14k"
    assert {one.key for one in context["legend"]} >= {"T", "K", "P", "epsilon", "D", "a"}


def test_who_was_where_he_belongs_has_no_staircase(client: Client) -> None:
    system, players = RatingSystem.objects.get(key="egf"), people(4)
    hold(DAY, players, round_robin(4), number=1)
    recalculate(stale(system, DAY))

    context = page(client, f"/players/{players[0].pk}/egf/1/").context

    assert (context["staircase"], context["explanation"].course) == (None, ())


def test_staircase_of_one_pass_is_nothing_and_words_are_escaped() -> None:
    words = why.StaircaseWords("<a>", "<b>", "<c>", "<d>")

    drawn = why.draw_staircase([(0.0, 50.0), (20.0, 60.0), (25.0, 62.0)], words, size=(358, 150))

    assert why.draw_staircase([(0.0, 50.0)], words, size=(358, 150)) == ""
    assert re.findall(r"<[abcd]>", drawn) == []
    stairs = re.findall(r'class="stairs" d="([^"]+)"', drawn)
    assert [step.count("V") for step in stairs] == [2]
    assert "style=" not in drawn


@pytest.mark.parametrize("key", ["ffg", "egf"])
def test_calculator_filled_in_gives_what_the_event_gave(client: Client, key: str) -> None:
    system, players = RatingSystem.objects.get(key=key), people(6)
    hold(DAY, players, round_robin(6), number=1)
    hold(DAY + timedelta(days=7), players, MIXED, number=2)
    recalculate(stale(system, DAY))
    context = page(client, f"/players/{players[4].pk}/{key}/2/").context

    answer = page(client, context["what_if"]).context["answer"]

    assert answer.own["after"] == pytest.approx(context["explanation"].after, abs=0.5)
    assert answer.own["rated_games"] == len(context["games"])


def test_calculator_of_a_fide_tournament_gives_its_sum(client: Client) -> None:
    fide, (ann, bob) = fide_system(), masters(2)
    based(fide, ann, 2000, k=20, games=100)
    based(fide, bob, 2300, k=10, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2), Played(2, 1, 0, 1)], number=101)
    recalculate(stale(fide, date(2024, 12, 1)))
    publication.publish(fide, date(2025, 2, 1), account=None)
    context = page(client, f"/players/{ann.pk}/fide-standard/2025-02-01/").context
    (part,) = context["tournaments"]

    answer = page(client, part.what_if).context["answer"]

    assert (answer.own["before"], answer.own["after"]) == (2000, context["explanation"].after)
    assert [line.end.value for line in part.lines] == ["+17.00", "+7.00"]
    assert sum(float(line.end.value) for line in part.lines) == float(context["explanation"].k_change)


@pytest.mark.parametrize(("key", "code"), [("fics-blitz", "a"), ("ladder", "a"), ("ladder", "b")])
def test_calculator_of_a_game_gives_what_it_gave(client: Client, key: str, code: str) -> None:
    played(key)

    for seat in page(client, f"/games/{key}/table/{code}/").context["seats"]:
        answer = page(client, seat.what_if).context["answer"]

        assert answer.own["after"] == pytest.approx(seat.row.after, abs=0.02), seat.what_if


def test_calculator_of_a_game_of_pairs_gives_what_it_gave(client: Client) -> None:
    made = world("fics-bughouse", players=4)
    made.arrive(Told(NOON, (0, 1, 2, 3), None, (1, 1, 2, 2), (1, 1, 2, 2), code="bug"))
    rate_pending("fics-bughouse")

    for seat in page(client, "/games/fics-bughouse/table/bug/").context["seats"]:
        answer = page(client, seat.what_if).context["answer"]

        assert answer.own["after"] == seat.row.after


@pytest.mark.parametrize("kind", ["base", "initial", "correction", "reevaluation", "reset", "adjustment"])
def test_every_kind_of_decision_says_what_it_does(kind: str) -> None:
    words = {one: events_table._DECIDED[one]() for one in events_table._DECIDED}

    assert words[kind]
    assert len(set(words.values())) == len(words)
