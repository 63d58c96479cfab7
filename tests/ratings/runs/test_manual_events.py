from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.dispatch import Signal
from django.test import Client
from django.urls import reverse

from federation.models import JournalEntry, Player
from federation.signals import LevelCounts, list_imported
from ratings.models import CurrentRating, ManualEvent, RatingChange, RatingSystem
from ratings.runs import manual_events
from ratings.runs.manual_events import AlreadyEnteredError, Decision, enter, enter_base, withdraw
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tournaments.signals import approved, reopened

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)


def standing(system: RatingSystem) -> list[tuple[int, float | None, float | None]]:
    rows = RatingChange.objects.filter(system=system).order_by("sequence", "player_id")
    return list(rows.values_list("player_id", "before", "after"))


def test_initial_level_is_where_the_first_event_starts(ffg: RatingSystem) -> None:
    players = people(2)
    hold(DAY, players, round_robin(2), number=1)
    enter(ffg, Decision("initial", DAY, "Niveau initial", players[1], -350.0), account=None)

    recalculate(ffg)

    first, *event = standing(ffg)
    assert first == (players[1].pk, None, -350.0)
    assert [(player, before) for player, before, _ in event] == [
        (players[0].pk, None),
        (players[1].pk, -350.0),
    ]


def test_reevaluation_replaces_the_level_and_withdrawing_it_brings_it_back(ffg: RatingSystem) -> None:
    players = people(2)
    hold(DAY, players, round_robin(2), number=1)
    recalculate(stale(ffg, DAY))
    before = standing(ffg)

    event = enter(ffg, Decision("reevaluation", DAY + timedelta(days=1), "", players[0], 50.0), account=None)
    ffg.refresh_from_db()
    recalculate(ffg)
    assert standing(ffg)[-1] == (players[0].pk, before[0][2], 50.0)

    assert [withdraw(event, account=None), withdraw(event, account=None)] == [True, False]
    recalculate(ffg)
    assert standing(ffg) == before
    acts = JournalEntry.objects.filter(subject="manualevent").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["manual-event.entered", "manual-event.withdrawn"]
    entered, withdrawn = JournalEntry.objects.filter(subject="manualevent").order_by("pk")
    said = {"kind": "reevaluation", "player": players[0].pk, "rating": 50.0}
    said["date"] = (DAY + timedelta(days=1)).isoformat()
    assert (entered.detail["before"], entered.detail["after"]) == ({}, said)
    assert (withdrawn.detail["before"], withdrawn.detail["after"]) == (said, {})


def test_decision_that_stands_is_refused_a_second_time_until_it_is_withdrawn(ffg: RatingSystem) -> None:
    (player,) = people(1)
    for decision in (
        Decision("adjustment", DAY, "Correction", factor=1.0, offset=20.0),
        Decision("reset", DAY, "", player, 100.0),
    ):
        event = enter(ffg, decision, account=None)
        with pytest.raises(AlreadyEnteredError) as refused:
            enter(ffg, replace(decision, label="once more"), account=None)
        assert refused.value.standing == event

        withdraw(event, account=None)
        enter(ffg, decision, account=None)
        enter(ffg, replace(decision, date=DAY + timedelta(days=1)), account=None)
    assert ManualEvent.objects.filter(withdrawn=None).count() == 4


def test_page_says_who_entered_the_same_decision_before(ffg: RatingSystem, officer: Client) -> None:
    address = reverse("manual-events", args=["ffg"])
    said = {"kind": "adjustment", "date": "2023-03-04", "factor": "1", "offset": "20", "label": "Correction"}

    answers = [officer.post(address, said, follow=True) for _ in range(2)]

    told = [[str(one) for one in answer.context["messages"]] for answer in answers]
    assert told[0] == ["Saved. The system is now due to be recalculated."]
    assert told[1][0].startswith(
        "Nothing was saved, as it would count twice: the same adjustment was entered"
    )
    assert ManualEvent.objects.count() == 1


def test_base_list_read_twice_writes_only_what_differs(ffg: RatingSystem) -> None:
    one, other = people(2)

    first = enter_base(ffg, [(one.pk, 100.0), (other.pk, -50.0)], DAY)
    again = enter_base(ffg, [(one.pk, 100.0), (other.pk, -50.0)], DAY)
    corrected = enter_base(ffg, [(one.pk, 120.0), (other.pk, -50.0)], DAY)

    assert [first, again, corrected] == [
        LevelCounts("ffg", 2, 0, 0), LevelCounts("ffg", 0, 0, 2), LevelCounts("ffg", 0, 1, 1),
    ]  # fmt: skip
    ffg.refresh_from_db()
    recalculate(ffg)
    assert sorted((player, after) for player, _, after in standing(ffg)) == [
        (one.pk, 120.0),
        (other.pk, -50.0),
    ]
    assert ManualEvent.objects.filter(kind="base", withdrawn__isnull=False).count() == 1


@pytest.mark.parametrize("signal", [approved, reopened])
def test_news_of_a_tournament_makes_its_systems_stale(signal: Signal) -> None:
    tournament = hold(DAY, people(2), round_robin(2), number=1, rated_for=["ffg"])
    hold(DAY, people(2), round_robin(2), number=2, rated_for=["egf"])

    signal.send(sender=None, tournament=tournament, since=DAY)

    states = RatingSystem.objects.filter(active=True).values_list("key", "stale_from", "facts")
    assert {key: (day, facts) for key, day, facts in states} == {
        "ffg": (DAY, 1),
        "ffg-hybrid": (DAY, 1),
        "egf": (None, 0),
    }


def test_a_later_change_keeps_the_earliest_stale_day(ffg: RatingSystem) -> None:
    stale(ffg, DAY)

    later = stale(ffg, DAY + timedelta(days=9))

    assert (later.stale_from, later.facts) == (DAY, 2)


def test_an_imported_list_sets_base_levels_of_its_day(ffg: RatingSystem) -> None:
    one, other = people(2)
    rows = [(one.pk, 120.0, 14), (other.pk, -900.0, None)]

    list_imported.send(sender=None, rows=rows, list_date=DAY, system="ffg", account=None)

    events = ManualEvent.objects.order_by("player_id").values_list("player_id", "kind", "value", "date")
    assert list(events) == [(one.pk, "base", 120.0, DAY), (other.pk, "base", -900.0, DAY)]
    ffg.refresh_from_db()
    assert ffg.stale_from == DAY


def test_imported_rating_replaces_that_of_an_earlier_tournament_and_the_run_names_the_player(
    ffg: RatingSystem,
) -> None:
    players = people(3)
    enter_base(ffg, [(players[0].pk, -1850.0)], DAY)
    recalculate(stale(ffg, DAY))
    hold(DAY - timedelta(days=300), players, round_robin(3), number=1)

    run = recalculate(stale(ffg, DAY - timedelta(days=300)))

    current = CurrentRating.objects.get(system=ffg, player=players[0])
    assert current.rating == -1850.0
    named = [alarm["subjects"] for alarm in run.alarms if alarm["code"] == "imported-met"]
    assert [list(subjects) for subjects in named] == [[players[0].pk]]


def test_rating_of_an_earlier_tournament_stays_where_the_office_says_so(ffg: RatingSystem) -> None:
    RatingSystem.objects.update(imported_replace=False)
    players = people(3)
    enter_base(ffg, [(players[0].pk, -1850.0)], DAY)
    hold(DAY - timedelta(days=300), players, round_robin(3), number=1)

    run = recalculate(stale(RatingSystem.objects.get(pk=ffg.pk), DAY - timedelta(days=300)))

    assert CurrentRating.objects.get(system=ffg, player=players[0]).rating != -1850.0
    assert "imported-met" not in [alarm["code"] for alarm in run.alarms]


def test_base_levels_for_a_system_there_is_not_undo_the_import() -> None:
    with pytest.raises(RatingSystem.DoesNotExist):
        list_imported.send(sender=None, rows=[], list_date=DAY, system="go", account=None)


def test_base_level_of_somebody_with_an_initial_one_counts_the_same_however_it_is_replayed(
    ffg: RatingSystem,
) -> None:
    players = people(3)
    enter(ffg, Decision("initial", DAY, "", players[0], -1950.0), account=None)
    enter_base(ffg, [(players[0].pk, -1900.0)], DAY + timedelta(days=1))
    ffg.refresh_from_db()
    recalculate(ffg)
    hold(DAY + timedelta(days=2), players, round_robin(3), number=1)

    recalculate(stale(ffg, DAY + timedelta(days=2)))

    piecewise = standing(ffg)
    assert recalculate(ffg, whole=True).totals["moved"] == 0
    assert standing(ffg) == piecewise


def test_player_a_decision_leaves_unrated_has_no_current_rating() -> None:
    fide, (ann, bob) = system(), masters(2)
    for one in (ann, bob):
        based(fide, one, 2000, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2)], number=101)
    recalculate(stale(fide, date(2024, 12, 1)))
    rated = set(CurrentRating.objects.filter(system=fide).values_list("player_id", flat=True))

    event = enter(fide, Decision("reset", date(2025, 2, 10), "Never played", ann, 0.0), account=None)
    fide.refresh_from_db()
    recalculate(fide)
    left = set(CurrentRating.objects.filter(system=fide).values_list("player_id", flat=True))
    withdraw(event, account=None)
    fide.refresh_from_db()
    recalculate(fide)
    back = set(CurrentRating.objects.filter(system=fide).values_list("player_id", flat=True))

    assert (rated, left, back) == ({ann.pk, bob.pk}, {bob.pk}, {ann.pk, bob.pk})


def test_expected_decision_has_the_next_key_and_the_player_it_would_be_of(ffg: RatingSystem) -> None:
    player, other = people(2)
    player.merged_into = other
    player.save()
    decision = Decision("initial", DAY, "Niveau initial", player, -350.0)

    first = manual_events.expected(ffg, decision)
    entered = enter(ffg, decision, account=None)
    second = manual_events.expected(ffg, decision)

    assert (first.pk, first.player, entered.player) == (1, other, other)
    assert second.pk == entered.pk + 1


def test_decision_about_a_player_who_left_the_register_is_refused(ffg: RatingSystem) -> None:
    (player,) = people(1)
    decision = Decision("initial", DAY, "Niveau initial", player, -350.0)
    Player.objects.filter(pk=player.pk).delete()

    with pytest.raises(manual_events.PlayerGoneError):
        enter(ffg, decision, account=None)

    assert not ManualEvent.objects.exists()


def test_page_says_that_the_player_of_a_decision_left_meanwhile(
    officer: Client, ffg: RatingSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    (player,) = people(1)
    (gone,) = people(1)
    found, pk = manual_events._standing_for, gone.pk
    gone.delete()  # between the form and the writing
    monkeypatch.setattr(manual_events, "_standing_for", lambda one: found(Player(pk=pk)))
    said = {
        "kind": "initial",
        "date": "2023-03-04",
        "player": str(player.pk),
        "value": "-350",
        "label": "New",
    }

    answer = officer.post("/review/ffg/events/?kind=initial", said, follow=True)

    assert "no longer in the register" in answer.content.decode()
    assert not ManualEvent.objects.exists()
