"""Lists of a period system, the end of a month, and a period explained."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from hashlib import sha256

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse

from federation.models import Player
from ratings.admin import SystemForm
from ratings.cadence.by_period.explain import explain_period
from ratings.cadence.by_period.facts import Window
from ratings.cadence.by_period.ledger import load
from ratings.cadence.ledger import run_ledger_of
from ratings.cadence.lists import lists_of
from ratings.cadence.shared import by_runs
from ratings.cadence.shared.hypothetical_facts import sequence
from ratings.lists import publication
from ratings.models import (
    CurrentRating,
    ListEntry,
    ManualEvent,
    Proposal,
    PublishedList,
    RatingChange,
    RatingRun,
    RatingSystem,
)
from ratings.runs import recalculation
from tests.ratings.chess_months import based, masters, opened, system, year
from tests.ratings.histories import Played, recalculate, stale
from tournaments.models import Tournament
from tournaments.signals import approved

pytestmark = pytest.mark.django_db
FEBRUARY, MARCH = date(2025, 2, 1), date(2025, 3, 1)
COLUMNS = ("position", "rank", "active_rank", "active_position", "fide", "surname", "rating", "change",
           "rank_change", "k", "games", "period_games", "last_played", "active", "birth_year")  # fmt: skip


def printed(published: PublishedList) -> bytes:
    """Write a list down, byte for byte."""
    rows = ListEntry.objects.filter(list=published).order_by("position").values_list(*COLUMNS)
    return "\n".join(str(row) for row in rows).encode()


TWELVE = [date(2025 + month // 12, month % 12 + 1, 1) for month in range(1, 13)]


def again(rated: RatingSystem, day: date) -> PublishedList:
    """Prepare a list anew; the same again is not published."""
    return publication.prepare(publication.order(rated, publication.ListRequest(day), account=None).pk)


def test_twelve_months_give_the_same_twelve_lists_again_byte_for_byte() -> None:
    rated, players = system(), masters(14)
    events = year(rated, players)
    recalculate(stale(rated, date(2024, 12, 1)))
    first = [printed(publication.publish(rated, day, account=None)) for day in TWELVE]

    for event in events[::-1]:
        recalculate(stale(rated, event.start))
    second = [again(rated, day) for day in TWELVE]

    assert [printed(one) for one in second] == first
    assert {one.report["replaces"]["otherwise"] for one in second} == {0}
    assert len({sha256(one).hexdigest() for one in first}) == 12
    assert [len(one.splitlines()) for one in first] == sorted(len(one.splitlines()) for one in first)


def test_list_says_what_facts_say() -> None:
    rated, players = system(), masters(14)
    year(rated, players)
    recalculate(stale(rated, date(2024, 12, 1)))

    published = publication.publish(rated, date(2025, 7, 1), account=None)

    assert publication.verify(published) == publication.Verification(moved=False, differences=())


def test_entry_copies_title_number_k_and_games_of_the_period() -> None:
    rated, (ann, bob) = system(), masters(2)
    Player.objects.filter(pk=ann.pk).update(
        title="WIM", women_title="WIM", other_titles="FA", birth_year=2010
    )
    based(rated, ann, 2000, k=40, games=100)
    based(rated, bob, 2000, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2), Played(2, 1, 0, 1)], number=1)
    recalculate(stale(rated, date(2024, 12, 1)))

    publication.publish(rated, date(2025, 1, 1), account=None)
    published = publication.publish(rated, FEBRUARY, account=None)

    entry = ListEntry.objects.get(list=published, player=ann)
    assert (entry.title, entry.women_title, entry.other_titles, entry.fide) == ("WIM", "WIM", "FA", "9000000")
    assert (entry.rating, entry.change, entry.k, entry.period_games, entry.games) == (2020, 20, 40, 2, 102)
    assert (entry.rank, entry.rank_change, entry.last_played, entry.grade) == (1, 0, FEBRUARY, "")
    assert (published.players, published.active_players) == (2, 2)


def test_rows_between_two_lists_are_those_of_who_played() -> None:
    rated, players = system(), masters(3)
    for player in players:
        based(rated, player, 2000, k=20, games=100)
    opened(date(2025, 1, 4), players[:2], [Played(1, 0, 1, 2), Played(2, 1, 0, 1)], number=1)
    recalculate(stale(rated, date(2024, 12, 1)))
    published = publication.publish(rated, FEBRUARY, account=None)

    found = lists_of(rated.key).rows_between(published, None)

    assert found is not None
    rows = RatingChange.objects.filter(found).order_by("player_id")
    assert [row.player_id for row in rows] == [player.pk for player in players[:2]]


def test_proposal_of_a_list_has_its_day_and_a_decision_of_the_office_none() -> None:
    cadence, place = run_ledger_of("fide-standard"), sequence(FEBRUARY)

    assert cadence.list_date(Proposal(sequence=place)) == FEBRUARY
    assert cadence.list_date(Proposal(sequence=place, manual_event_id=1)) is None


def test_fingerprint_depends_on_the_ratings_newcomers_enter_with() -> None:
    rated, players = system(), masters(2)
    opened(date(2025, 1, 4), players, [Played(1, 0, 1, 2)], number=1)
    replay = load(rated, Window())

    hashed = [
        replace(replay, past=replace(replay.past, seeds=seeds)).fingerprint
        for seeds in (None, np.array([[1500], [1600]], np.int32), np.array([[1500], [1601]], np.int32))
    ]

    assert len(set(hashed)) == 3


@pytest.mark.parametrize(
    ("least", "active"), [(1, [True, True, True, False]), (4, [True, False, False, False])]
)
def test_player_with_too_few_games_in_a_year_is_inactive(least: int, active: list[bool]) -> None:
    rated, players = system(), masters(4)
    RatingSystem.objects.filter(pk=rated.pk).update(parameters={"inactive_min_games": least})
    for player in players:
        based(rated, player, 2000, k=20, games=100, on=date(2025, 11, 1))
    ann, bob, cid, _dan = players
    rounds = [Played(number, 0, 1, 1) for number in (1, 2, 3)]
    opened(date(2025, 12, 4), [ann, bob], rounds, number=1)
    opened(date(2026, 1, 4), [ann, cid], [Played(1, 0, 1, 1)], number=2)
    recalculate(stale(rated, date(2025, 11, 1)))

    published = publication.publish(rated, date(2026, 12, 1), account=None)

    entries = ListEntry.objects.filter(list=published).order_by("player")
    assert [entry.active for entry in entries] == active


def test_junior_gets_a_smaller_k_on_the_list_of_january_without_playing() -> None:
    rated, (ann,) = system(), masters(1)
    Player.objects.filter(pk=ann.pk).update(birth_year=2007)
    based(rated, ann, 2000, k=40, games=100)
    recalculate(stale(rated, date(2024, 12, 1)))

    lists = [publication.publish(rated, day, account=None) for day in (date(2025, 12, 1), date(2026, 1, 1))]

    assert [ListEntry.objects.get(list=one).k for one in lists] == [40, 20]


def test_imported_player_is_as_active_as_his_list_says_until_a_year_is_over() -> None:
    rated, (ann, bob) = system(), masters(2)
    based(rated, ann, 2000, k=20)
    based(rated, bob, 2000, k=20, label="i")
    recalculate(stale(rated, date(2024, 12, 1)))

    lists = [publication.publish(rated, day, account=None) for day in (date(2025, 1, 1), date(2026, 1, 1))]

    assert [
        list(ListEntry.objects.filter(list=one).order_by("player").values_list("active", flat=True))
        for one in lists
    ] == [[True, False], [False, False]]


def test_player_who_falls_below_the_floor_later_is_on_the_lists_before() -> None:
    rated, (ann, bob) = system(), masters(2)
    for player in (ann, bob):
        based(rated, player, 1405, k=40, games=12)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 0)], number=1)
    recalculate(stale(rated, date(2024, 12, 1)))

    lists = [publication.publish(rated, day, account=None) for day in (date(2025, 1, 1), FEBRUARY)]

    assert [one.players for one in lists] == [2, 1]
    assert lists[1].report == {"created": 0, "changed": 1, "unchanged": 0, "gone": 1}


def test_list_of_another_day_than_the_first_is_refused() -> None:
    with pytest.raises(publication.NotReadyError, match="dated the first of a month"):
        publication.publish(system(), date(2025, 2, 2), account=None)


def test_month_that_is_over_is_asked_for_once_and_published_by_nobody() -> None:
    rated, (ann, bob) = system(), masters(2)
    system("fide-rapid")
    based(rated, ann, 2000, k=20)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2)], number=1)
    stale(rated, date(2025, 1, 4))

    early = recalculation.request_due(date(2025, 1, 31), monthly=True)
    on_time = recalculation.request_due(date(2025, 2, 1), monthly=True)
    again = recalculation.request_due(date(2025, 2, 2), monthly=True)

    assert ([run.system.key for run in early], [run.system.key for run in again]) == ([], [])
    assert [(run.system.key, run.stage) for run in on_time] == [("fide-standard", "requested")]
    recalculation.compute(on_time[0])
    assert (RatingRun.objects.get().stage, PublishedList.objects.count()) == ("proposed", 0)


def test_facts_of_the_month_ask_for_no_run_of_a_period_system_before_it_is_over() -> None:
    rated = system()
    stale(rated, date(2025, 1, 4))

    assert recalculation.request_due(date.today(), monthly=False) == []


def test_period_is_explained_as_fide_prints_it() -> None:
    rated, (ann, bob, cid) = system(), masters(3)
    based(rated, ann, 2000, k=20, games=100)
    based(rated, bob, 2500, k=10, games=100)
    based(rated, cid, 1992, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob, cid], [Played(1, 0, 1, 1), Played(2, 2, 0, 0)], number=7)
    opened(date(2025, 1, 11), [ann, cid], [Played(1, 0, 1, 0)], number=8)
    recalculate(stale(rated, date(2024, 12, 1)))

    told = explain_period(rated, ann, FEBRUARY)

    assert (told.before, told.base, told.after, told.k, told.games) == (2000, 2000, 2008, 20, 3)
    assert told.k_change == Decimal("8")
    first, second = told.tournaments
    assert (first.number, first.average, first.rating, first.points, first.games) == (
        7, 2196, 2000, Decimal("1.5"), 2,
    )  # fmt: skip
    assert (first.change, first.k, first.k_change) == (Decimal("0.91"), 20, Decimal("18.2"))
    assert (second.number, second.k_change) == (8, Decimal("-10.2"))
    assert [
        (one.opponent, one.round, one.colour, one.rating, one.capped, one.expected) for one in first.sides
    ] == [
        (bob.pk, 1, "w", 2400, True, Decimal("0.08")),
        (cid.pk, 2, "b", 1992, False, Decimal("0.51")),
    ]


def test_explanations_of_a_year_agree_with_the_ledger() -> None:
    rated, players = system(), masters(14)
    year(rated, players)
    recalculate(stale(rated, date(2024, 12, 1)))
    stood = RatingChange.objects.filter(system=rated, manual_event=None, player=players[4])

    told = [
        explain_period(rated, players[4], date.fromordinal(row.sequence >> 33))
        for row in stood.order_by("sequence")
    ]

    assert [(one.before, one.after, one.games) for one in told] == [
        (row.before, row.after, row.games) for row in stood.order_by("sequence")
    ]
    assert len(told) > 5


def test_player_who_did_not_play_is_explained_by_nothing() -> None:
    rated, (ann,) = system(), masters(1)
    based(rated, ann, 2000, k=20)
    recalculate(stale(rated, date(2024, 12, 1)))

    told = explain_period(rated, ann.pk, FEBRUARY)

    assert (told.before, told.after, told.tournaments, told.change) == (2000, 2000, (), Decimal(0))


def test_review_page_shows_lists_as_events(officer: Client) -> None:
    rated, (ann, bob) = system(), masters(2)
    for player in (ann, bob):
        based(rated, player, 2000, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 2)], number=1)
    run = recalculation.compute(recalculation.request_run(stale(rated, date(2024, 12, 1))))

    page = officer.get(run.get_absolute_url()).content.decode()

    assert page.count("list of Feb.\xa01, 2025") == 2
    assert run.comparison["periods"] == [["2025-02-01", 2, 0, 0]]


def test_list_before_there_was_anything_to_rate_is_refused() -> None:
    with pytest.raises(publication.NotReadyError, match="before 1996"):
        publication.publish(system(), date(1, 1, 1), account=None, note="Why", force=True)


def test_tournament_makes_the_systems_of_its_rate_of_play_stale_only() -> None:
    keys = ("fide-standard", "fide-rapid", "ffg")
    for key in keys:
        system(key)
    held = opened(date(2025, 1, 4), masters(2), [Played(1, 0, 1, 2)], number=1, rated_for=["fide", "ffg"])

    approved.send(sender=Tournament, tournament=held, since=held.start)

    stale = dict(RatingSystem.objects.filter(key__in=keys).values_list("key", "stale_from"))
    assert stale == {"fide-standard": date(2025, 1, 4), "fide-rapid": None, "ffg": None}


def test_list_of_another_day_is_refused_even_by_force() -> None:
    with pytest.raises(publication.NotReadyError, match="dated the first of a month"):
        publication.publish(system(), date(2025, 2, 2), account=None, note="Why", force=True)


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("fide-standard", ["correction", "initial", "reevaluation", "reset"]),
        ("ffg", ["initial", "reevaluation", "reset", "adjustment"]),
    ],
)
def test_decisions_on_offer_are_those_the_system_knows(key: str, kinds: list[str], officer: Client) -> None:
    page = officer.get(reverse("manual-events", args=[key]))

    assert [kind for kind, _label, _words in page.context["kinds"]] == kinds
    assert officer.get(reverse("manual-events", args=[key]) + "?kind=base").context["kind"] == kinds[0]


def test_officer_corrects_a_base_and_the_next_list_is_computed_from_it(officer: Client) -> None:
    rated, (ann, bob) = system(), masters(2)
    for player in (ann, bob):
        based(rated, player, 2000, k=20, games=100)
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 1)], number=1)
    recalculate(stale(rated, date(2024, 12, 1)))
    asked = {
        "kind": "correction",
        "date": "2025-01-01",
        "player": ann.pk,
        "value": "2003",
        "label": "Report corrected",
    }

    officer.post(reverse("manual-events", args=["fide-standard"]), asked)
    rated.refresh_from_db()
    recalculate(rated)

    row = RatingChange.objects.get(system=rated, player=ann, manual_event=None)
    assert (row.before, row.start, row.after) == (2000, 2003, 2003)


@pytest.mark.parametrize(
    ("edition", "parameters", "errors"),
    [
        ("2024", {"inactive_min_games": 4}, {}),
        ("2023", {}, {"__all__": ["fide-standard has no edition 2023"]}),
        ("", {"k": 0.5}, {"__all__": ["parameter k must be a whole number from 0 to 1000"]}),
    ],
)
def test_policy_of_a_period_system_is_checked_against_its_rulebook(
    edition: str, parameters: dict[str, object], errors: dict[str, list[str]]
) -> None:
    said = {
        "position": 11,
        "active": True,
        "edition": edition,
        "parameters": json.dumps(parameters),
        "numeric": 2,
    }

    form = SystemForm(said, instance=system())

    assert form.errors == errors


def test_named_edition_rules_everything_and_adjusts_no_list() -> None:
    rated, (ann,) = system(), masters(1)
    based(rated, ann, 1500, k=20, games=100, on=date(2024, 1, 1))
    RatingSystem.objects.filter(pk=rated.pk).update(edition="2022")

    recalculate(stale(rated, date(2024, 1, 1)))

    assert CurrentRating.objects.get(player=ann).rating == 1500


def test_whole_history_is_replayed_from_the_oldest_fact() -> None:
    rated, (ann, bob) = system(), masters(2)
    based(rated, ann, 2000, k=20, on=date(2024, 5, 1))
    opened(date(2025, 1, 4), [ann, bob], [Played(1, 0, 1, 1)], number=1)

    assert by_runs.first_day() == date(2024, 5, 1)
    ManualEvent.objects.update(withdrawn=datetime(2025, 2, 1, tzinfo=UTC))
    assert by_runs.first_day() == date(2024, 5, 1)
