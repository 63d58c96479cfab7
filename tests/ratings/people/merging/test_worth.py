"""Two players become one, and two again: what the ratings make of it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import (
    Player,
)
from federation.register import merging
from federation.register.merging import MergeError
from ratings.lists.publication import publish
from ratings.models import CurrentRating, ManualEvent, RatingChange, RatingSystem
from ratings.runs.manual_events import Decision, enter, enter_base
from ratings.runs.recalculation import RunOvertakenError, apply, compute, request_run
from tests.ratings.histories import hold, ledger, people, recalculate, round_robin
from tests.ratings.people.merging.pairs import DAY, WHY, everything, two
from tournaments.models import GameServer, Handle, Seat, Stream, TableGame, Tournament

pytestmark = pytest.mark.django_db


def history(kept: Player, gone: Player, others: list[Player]) -> None:
    hold(DAY, [*others, kept], round_robin(4), number=1)
    hold(DAY + timedelta(days=7), [gone, *others], round_robin(4), number=2)
    hold(DAY + timedelta(days=14), [*others, kept], round_robin(4), number=3)


@pytest.mark.parametrize("key", ["ffg", "egf"])
def test_ratings_after_a_merge_are_those_of_one_person_all_along(key: str) -> None:
    system = RatingSystem.objects.get(key=key)
    kept, gone, *others = people(5)
    history(kept, gone, others)
    recalculate(system, whole=True)

    merging.merge(kept, gone, WHY, account=None)
    recalculate(system)

    merged = ledger(system)
    assert {player for _place, player in merged} == {kept.pk, *(one.pk for one in others)}
    assert not CurrentRating.objects.filter(player=gone).exists()
    assert recalculate(system, whole=True).totals["moved"] == 0
    assert ledger(system) == merged


@pytest.mark.parametrize("key", ["ffg", "egf"])
def test_ratings_after_an_undo_are_bit_for_bit_those_before(key: str) -> None:
    system = RatingSystem.objects.get(key=key)
    kept, gone, *others = people(5)
    history(kept, gone, others)
    recalculate(system, whole=True)
    before = ledger(system)

    made = merging.merge(kept, gone, WHY, account=None)
    recalculate(system)
    merging.undo(made, account=None)
    recalculate(system)

    assert ledger(system) == before


def test_systems_wait_from_the_earliest_day_of_either(ffg: RatingSystem) -> None:
    kept, gone, *others = people(5)
    history(kept, gone, others)
    enter_base(ffg, [(kept.pk, -300.0)], DAY - timedelta(days=90))
    RatingSystem.objects.update(stale_from=None)

    foreseen = merging.preview(kept, gone)
    merging.merge(kept, gone, WHY, account=None)

    waits = dict(RatingSystem.objects.exclude(stale_from=None).values_list("key", "stale_from"))
    assert waits == {"ffg": DAY - timedelta(days=90), "ffg-hybrid": DAY, "egf": DAY}
    assert len(foreseen.consequences) == 3


def test_system_nothing_moves_in_does_not_wait() -> None:
    kept, gone, *others = people(5)
    hold(DAY, [kept, *others], round_robin(4), number=1, rated_for=["egf"])
    hold(DAY, [gone, *others], round_robin(4), number=2, rated_for=["ffg"])
    RatingSystem.objects.update(stale_from=None)

    merging.merge(kept, gone, WHY, account=None)

    assert list(RatingSystem.objects.exclude(stale_from=None).values_list("key", flat=True)) == [
        "ffg",
        "ffg-hybrid",
    ]


def test_levels_of_both_on_one_day_leave_one(ffg: RatingSystem) -> None:
    kept, gone = people(2)
    enter_base(ffg, [(kept.pk, -300.0), (gone.pk, -500.0)], DAY)
    before = everything()

    made = merging.merge(kept, gone, WHY, account=None)

    counting = ManualEvent.objects.filter(withdrawn=None)
    assert list(counting.values_list("player", "value")) == [(kept.pk, -300.0)]
    merging.undo(made, account=None)
    assert everything() == before


def test_decision_about_a_merged_number_is_about_the_player_kept(ffg: RatingSystem) -> None:
    kept, gone = people(2)
    merging.merge(kept, gone, WHY, account=None)

    event = enter(ffg, Decision("initial", DAY, "", gone, -800.0), account=None)

    assert event.player == kept


def test_proposal_from_before_a_merge_is_overtaken(ffg: RatingSystem) -> None:
    kept, gone, *others = people(5)
    history(kept, gone, others)
    ffg.stale_from = DAY
    ffg.save()
    run = compute(request_run(ffg))

    merging.merge(kept, gone, WHY, account=None)

    with pytest.raises(RunOvertakenError):
        apply(run, account=None)


def test_published_lists_stay_as_they_are(ffg: RatingSystem) -> None:
    kept, gone, *others = people(5)
    history(kept, gone, others)
    recalculate(ffg, whole=True)
    listed = publish(ffg, DAY + timedelta(days=30), account=None)
    before = list(listed.entries.order_by("position").values())

    merging.merge(kept, gone, WHY, account=None)
    recalculate(ffg)
    newer = publish(ffg, DAY + timedelta(days=60), account=None)

    assert list(listed.entries.order_by("position").values()) == before
    assert set(newer.entries.values_list("player", flat=True)) == {kept.pk, *(one.pk for one in others)}


def test_games_of_streams_move_and_the_stream_is_replayed() -> None:
    kept, gone, other = people(3)
    home = kept.federation
    server = GameServer.objects.create(key="fics", name="A server", federation=home)
    Stream.objects.get_or_create(system="ladder")
    Handle.objects.create(server=server, player=gone, name="Anna", key="anna")
    Handle.objects.create(server=server, player=other, name="Bo", key="bo")
    duel = TableGame.objects.create(
        server=server, code="1", system="fics-standard", ended=5_000, white=gone, black=other, score=2
    )
    table = TableGame.objects.create(server=server, code="2", system="ladder", ended=9_000)
    Seat.objects.create(game=table, player=other, number=1, place=1)
    Seat.objects.create(game=table, player=gone, number=2, place=2)
    keys = [key for key in ("fics-standard", "ladder") if not RatingSystem.objects.filter(key=key).exists()]
    RatingSystem.objects.bulk_create([RatingSystem(key=key) for key in keys])
    before = everything()

    foreseen = merging.preview(kept, gone)
    made = merging.merge(kept, gone, WHY, account=None)

    duel.refresh_from_db()
    assert (duel.white, duel.black) == (kept, other)
    assert list(table.seats.order_by("number").values_list("player", flat=True)) == [other.pk, kept.pk]
    assert Handle.objects.get(key="anna").player == kept
    ledgers = RatingSystem.objects.filter(key__in=["fics-standard", "ladder"])
    assert {one.key: one.stream_ledger.moved_from for one in ledgers} == {
        "fics-standard": 5_000, "ladder": 9_000,
    }  # fmt: skip
    counts = {str(part.label): part.count for part in foreseen.parts}
    assert (counts["Handles"], counts["Server games"]) == (1, 2)
    merging.undo(made, account=None)
    assert everything() == before


def test_players_who_sat_at_one_table_are_two_people() -> None:
    kept, gone = people(2)
    server = GameServer.objects.create(key="fics", name="A server", federation=kept.federation)
    for player in (kept, gone):
        Handle.objects.create(server=server, player=player, name=f"h{player.pk}", key=f"h{player.pk}")
    TableGame.objects.create(
        server=server, code="1", system="fics-standard", ended=5_000, white=kept, black=gone, score=1
    )

    with pytest.raises(MergeError, match="two people"):
        merging.merge(kept, gone, WHY, account=None)


@pytest.mark.parametrize("tournaments", [1, 3])
def test_preview_costs_the_same_whatever_there_is(tournaments: int) -> None:
    kept, gone, *others = people(5)
    for number in range(1, tournaments + 1):
        hold(DAY, [gone, *others], round_robin(4), number=number)

    with CaptureQueriesContext(connection) as queries_:
        merging.preview(kept, gone)

    assert len(queries_) == 37  # claims, errors reported, address and day of birth are counted too


def test_preview_shows_what_differs_and_what_moves() -> None:
    kept, gone = two()
    hold(DAY, [gone, *people(1)], round_robin(2), number=2)

    foreseen = merging.preview(kept, gone)

    assert {pair.name for pair in foreseen.fields if pair.differs} == {
        "surname", "given_name", "birth_year", "federation", "club", "grade", "title",
    }  # fmt: skip
    assert {pair.name for pair in foreseen.fields if pair.suggests_gone} == {"birth_year", "title"}
    assert [(pair.name, pair.kept, pair.gone) for pair in foreseen.numbers] == [("ffg", "0712345", "0799999")]
    assert {str(part.label): (part.count, part.stay) for part in foreseen.parts} == {
        "Numbers": (1, 1), "Other names": (1, 1), "Licences": (1, 1), "Declared grades": (1, 0),
        "Tournaments": (1, 0),
    }  # fmt: skip
    assert foreseen.obstacles == ()


def test_ledger_keeps_its_rows_until_a_run_is_applied(ffg: RatingSystem) -> None:
    kept, gone, *others = people(5)
    history(kept, gone, others)
    recalculate(ffg, whole=True)
    before = ledger(ffg)

    merging.merge(kept, gone, WHY, account=None)

    assert ledger(ffg) == before
    assert RatingChange.objects.filter(player=gone).count() == 1
    assert Tournament.objects.count() == 3


def test_old_number_leads_to_the_player_kept_until_it_is_undone(client: Client) -> None:
    kept, gone = two()
    made = merging.merge(kept, gone, WHY, account=None)
    led = client.get(f"/players/{gone.pk}/")
    merging.undo(made, account=None)

    assert (led.status_code, led.headers["Location"]) == (302, f"/players/{kept.pk}/")
    assert client.get(f"/players/{gone.pk}/").status_code == 200


def test_players_shown_differently_are_not_merged_unasked() -> None:
    kept, gone = two()
    Player.objects.filter(pk=gone.pk).update(privacy="anonymous")
    gone.refresh_from_db()

    with pytest.raises(MergeError, match="have different privacy settings"):
        merging.merge(kept, gone, WHY, account=None)
