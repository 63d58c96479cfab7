"""Two players become one, and two again: what moves, what forbids it, what the ratings make of it."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from federation import listimport, merging, queries, register, search
from federation.listfiles.row import PlayerList, PlayerRow
from federation.merging import Choice, MergeError
from federation.models import (
    Account,
    Club,
    DeclaredGrade,
    Identifier,
    JournalEntry,
    KnownName,
    Licence,
    Merge,
    Player,
)
from federation.register import Newcomer, RegisterError
from ratings.manual_events import Decision, enter, enter_base
from ratings.models import CurrentRating, ManualEvent, RatingChange, RatingSystem
from ratings.publication import publish
from ratings.recalculation import RunOvertakenError, apply, compute, request_run
from tests.ratings.histories import hold, ledger, people, recalculate, round_robin
from tournaments import submission
from tournaments.models import Entry, GameServer, Handle, Seat, Stream, TableGame, Tournament
from tournaments.problems import Refused

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)
WHY = Choice(reason="One person, two licences.")
LEFT_OUT = {"journalentry", "journalhead", "merge", "ratingsystem", "job", "streamledger"}


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


@pytest.fixture
def officer() -> Account:
    return Account.objects.create_user("odile@example.org", "secret")


def everything() -> dict[str, list[dict[str, Any]]]:
    """Give every row of every table of ours, journal and merges aside."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.app_label in ("federation", "tournaments", "ratings")
        and model._meta.model_name not in LEFT_OUT
    }


def two() -> tuple[Player, Player]:
    """Enrol one person twice, as two lists knew her, with all that may belong to a player."""
    kept = register.enrol(
        Newcomer("HØLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345", "egd": "99000011"}), account=None
    )
    gone = register.enrol(
        Newcomer("Holm", "Anne", "DK", "75Op", "2d", {"ffg": "0799999", "fide": "1234567"}), account=None
    )
    Player.objects.filter(pk=gone.pk).update(birth_year=1990, title="FM")
    register.add_known_name(kept, "Holm A.", account=None)
    register.add_known_name(gone, "HOLM A", account=None)
    register.add_known_name(gone, "Annie Holm", account=None)
    register.declare_grade(gone, "1d", since=date(2020, 1, 1), account=None)
    Licence.objects.create(player=kept, season=2025, status="L")
    Licence.objects.create(player=gone, season=2025, status="e")
    Licence.objects.create(player=gone, season=2024, status="L")
    kept.refresh_from_db()
    gone.refresh_from_db()
    return kept, gone


# --- the register


def test_merge_moves_the_registers_rows_and_leaves_what_cannot_stand_twice() -> None:
    kept, gone = two()

    merging.merge(kept, gone, WHY, account=None)

    gone.refresh_from_db()
    assert (gone.merged_into, gone.search_key, gone.club) == (kept, "", None)
    of = {"player": kept}
    assert dict(Identifier.objects.filter(**of).values_list("scheme", "value")) == {
        "ffg": "0712345", "egd": "99000011", "fide": "1234567",
    }  # fmt: skip
    assert set(KnownName.objects.filter(**of).values_list("key", flat=True)) == {
        "holm a", "annie holm", "holm anne",
    }  # fmt: skip
    assert list(Licence.objects.filter(**of).order_by("season").values_list("season", "status")) == [
        (2024, "L"), (2025, "L"),
    ]  # fmt: skip
    assert list(DeclaredGrade.objects.filter(**of).values_list("grade", flat=True)) == ["1d"]
    stayed = {model: model.objects.filter(player=gone).count() for model in (Identifier, KnownName, Licence)}
    assert stayed == {Identifier: 1, KnownName: 1, Licence: 1}


def test_merge_takes_the_fields_and_numbers_chosen() -> None:
    kept, gone = two()
    club = gone.club
    chosen = Choice(frozenset({"surname", "club", "birth_year"}), frozenset({"ffg"}), "Her new licence.")

    merging.merge(kept, gone, chosen, account=None)

    kept.refresh_from_db()
    assert (kept.surname, kept.given_name, kept.search_key) == ("Holm", "Anna", "holm anna")
    assert (kept.club, kept.birth_year, kept.title, kept.grade) == (club, 1990, "", "3d")
    assert kept.identifiers.get(scheme="ffg").value == "0799999"
    assert gone.identifiers.get(scheme="ffg").value == "0712345"
    assert kept.known_names.filter(key="holm anne").exists()


@pytest.mark.parametrize(
    "choice",
    [
        WHY,
        Choice(frozenset(merging.FIELDS), frozenset({"ffg"}), "x"),
        Choice(frozenset({"surname"}), frozenset(), "x"),
    ],
)
def test_undo_brings_every_row_back_as_it_was(choice: Choice, officer: Account, ffg: RatingSystem) -> None:
    kept, gone = two()
    others = people(3)
    hold(DAY, [*others, kept], round_robin(4), number=1)
    hold(DAY + timedelta(days=7), [gone, *others], round_robin(4), number=2)
    draft = hold(DAY, others, [], number=3, stage="draft")
    Entry.objects.filter(tournament=draft, number=1).update(
        player=None, match="ambiguous", suggestions=[{"player": gone.pk, "score": 60, "reasons": []}]
    )
    enter(ffg, Decision("reevaluation", DAY, "", gone, -150.0), account=None)
    before = everything()

    made = merging.merge(kept, gone, choice, account=officer)
    assert everything() != before
    merging.undo(made, account=officer)

    assert everything() == before
    made.refresh_from_db()
    assert (made.undone is not None, made.undone_by) == (True, officer)


def test_merge_and_undo_are_lines_of_the_journal(officer: Account) -> None:
    kept, gone = two()
    made = merging.merge(
        kept, gone, Choice(frozenset({"surname"}), reason="Twins of paper."), account=officer
    )
    merging.undo(made, account=officer)

    done, undone = JournalEntry.objects.filter(act__in=["player.merged", "player.unmerged"]).order_by("pk")
    assert (done.subject_id, done.account) == (str(kept.pk), officer)
    assert done.detail["reason"] == "Twins of paper."
    assert (done.detail["other"], done.detail["merge"]) == (gone.pk, made.pk)
    assert (done.detail["before"], done.detail["after"]) == ({"surname": "HØLM"}, {"surname": "Holm"})
    assert done.detail["moved"]["federation.numbers"] == 1
    assert (undone.detail["before"], undone.detail["after"]) == ({"surname": "Holm"}, {"surname": "HØLM"})


def test_players_are_found_by_everything_both_were_known_by() -> None:
    kept, gone = two()
    merging.merge(kept, gone, WHY, account=None)

    for text in ("holm anna", "holm anne", "annie", "0712345", "0799999", "1234567", str(gone.pk)):
        assert search.find_players(text) == [kept], text
    assert queries.player_by("ffg", "0799999") == kept
    wanted = [Newcomer("Somebody", identifiers={"ffg": "0799999"}), Newcomer("Holm", "Anne")]
    assert [[one.player for one in found] for found in queries.candidates_for(wanted)] == [[kept.pk]] * 2


def test_merged_number_takes_nothing_more() -> None:
    kept, gone = two()
    merging.merge(kept, gone, WHY, account=None)
    gone.refresh_from_db()

    attempts: list[Callable[[], object]] = [
        lambda: register.rename(gone, "X", "", account=None),
        lambda: register.transfer(gone, None, account=None),
        lambda: register.declare_grade(gone, "1d", since=DAY, account=None),
        lambda: register.add_identifier(gone, "aga", "1", account=None),
        lambda: register.add_known_name(gone, "X", account=None),
    ]
    for attempt in attempts:
        with pytest.raises(RegisterError):
            attempt()


def test_list_with_the_number_that_went_describes_the_player_kept() -> None:
    kept, gone = two()
    merging.merge(kept, gone, WHY, account=None)
    rows = [PlayerRow(1, {"ffg": "0799999"}, "Holm", "Anna", "FR", "38Gr", grade="4d", licence_status="L")]
    listed = PlayerList("ladder", "ffg", DAY, iter(rows))

    outcome = listimport.import_list(listed, rows, listimport.Wish())

    kept.refresh_from_db()
    assert (outcome.created, outcome.refused, kept.grade) == (0, 0, "4d")
    both = [*rows, PlayerRow(2, {"ffg": "0712345"}, "Holm", "Anna", "FR", "38Gr", grade="5d")]
    assert listimport.import_list(listed, both, listimport.Wish()).created == 0
    kept.refresh_from_db()
    gone.refresh_from_db()
    assert (kept.grade, gone.search_key) == ("5d", "")


@pytest.mark.parametrize("reason", ["", "   "])
def test_merge_wants_a_reason(reason: str) -> None:
    kept, gone = two()

    with pytest.raises(MergeError):
        merging.merge(kept, gone, Choice(reason=reason), account=None)

    assert Merge.objects.count() == 0


def test_one_player_is_not_merged_into_himself_nor_twice() -> None:
    kept, gone = two()
    with pytest.raises(MergeError):
        merging.merge(kept, kept, WHY, account=None)
    merging.merge(kept, gone, WHY, account=None)
    (other,) = people(1)

    for one, two_ in ((kept, gone), (gone, kept), (other, gone), (gone, other)):
        with pytest.raises(MergeError):
            merging.merge(one, two_, WHY, account=None)

    assert Merge.objects.count() == 1


def test_chain_of_merges_leads_to_the_last_and_comes_apart_in_order() -> None:
    kept, gone = two()
    (last,) = people(1)
    before = everything()
    first = merging.merge(kept, gone, WHY, account=None)
    second = merging.merge(last, kept, WHY, account=None)

    gone.refresh_from_db()
    assert gone.merged_into == last
    assert search.find_players("0799999") == [last]
    with pytest.raises(MergeError, match="undo that first"):
        merging.undo(first, account=None)

    merging.undo(second, account=None)
    merging.undo(Merge.objects.get(pk=first.pk), account=None)
    assert everything() == before


@pytest.mark.parametrize(
    ("newer", "said"),
    [
        (lambda kept: register.rename(kept, "Quist", "Anna", account=None), "surname"),
        (lambda kept: Identifier.objects.filter(scheme="fide").delete(), "Numbers"),
        (lambda kept: Licence.objects.filter(season=2024).delete(), "Licences"),
        (
            lambda kept: Entry.objects.filter(tournament__number=2, player=kept).update(player=people(1)[0]),
            "matched anew",
        ),
        (
            lambda kept: hold(DAY, [kept], [], number=2, revision=2, stage="draft"),
            "newer revision",
        ),
        (lambda kept: ManualEvent.objects.update(player=people(1)[0]), "decision"),
    ],
    ids=["renamed", "number", "licence", "matched", "revision", "decision"],
)
def test_undo_says_what_newer_builds_on_it(
    newer: Callable[[Player], object], said: str, ffg: RatingSystem
) -> None:
    kept, gone = two()
    hold(DAY, [gone, *people(1)], round_robin(2), number=2)
    enter(ffg, Decision("reevaluation", DAY, "", gone, -150.0), account=None)
    made = merging.merge(kept, gone, Choice(frozenset({"surname"}), reason="x"), account=None)
    kept.refresh_from_db()
    newer(kept)
    made = Merge.objects.get(pk=made.pk)

    with pytest.raises(MergeError, match=said):
        merging.undo(made, account=None)

    gone.refresh_from_db()
    assert gone.merged_into == kept


def test_what_came_after_stays_with_the_player_kept() -> None:
    kept, gone = two()
    made = merging.merge(kept, gone, WHY, account=None)
    kept.refresh_from_db()
    register.add_identifier(kept, "aga", "777", account=None)
    register.transfer(kept, None, account=None)

    merging.undo(made, account=None)

    kept.refresh_from_db()
    assert (kept.club, kept.identifiers.get(scheme="aga").value) == (None, "777")


def test_undo_of_what_is_undone_is_refused() -> None:
    kept, gone = two()
    made = merging.merge(kept, gone, WHY, account=None)
    merging.undo(made, account=None)

    with pytest.raises(MergeError):
        merging.undo(made, account=None)


def test_undo_survives_a_club_that_is_no_more() -> None:
    kept, gone = two()
    made = merging.merge(kept, gone, WHY, account=None)
    Club.objects.filter(label="75Op").delete()

    merging.undo(made, account=None)

    gone.refresh_from_db()
    assert (gone.club, gone.search_key) == (None, "holm anne")


# --- what was played


def test_both_in_one_tournament_are_two_people() -> None:
    kept, gone = two()
    hold(DAY, [kept, gone], round_robin(2), number=8)

    foreseen = merging.preview(kept, gone)
    with pytest.raises(MergeError, match="Both stand in tournament 8"):
        merging.merge(kept, gone, WHY, account=None)

    assert [str(text) for text in foreseen.obstacles] == [
        "Both stand in tournament 8, Tournament 8: they are two people, or an entry is wrong."
    ]


def test_entry_of_a_superseded_revision_with_both_stays() -> None:
    kept, gone = two()
    hold(DAY, [kept, gone], round_robin(2), number=8, stage="superseded")
    hold(DAY, [gone], [], number=8, revision=2)

    merging.merge(kept, gone, WHY, account=None)

    assert set(Entry.objects.filter(player=gone).values_list("tournament__revision", flat=True)) == {1}
    assert Entry.objects.filter(player=kept, tournament__revision=2).count() == 1


def test_open_drafts_suggest_the_player_kept_once() -> None:
    kept, gone = two()
    draft = hold(DAY, people(1), [], number=3, stage="draft")
    suggestions = [
        {"player": gone.pk, "score": 60, "reasons": []},
        {"player": kept.pk, "score": 50, "reasons": []},
    ]
    Entry.objects.filter(tournament=draft).update(player=None, match="ambiguous", suggestions=suggestions)

    merging.merge(kept, gone, WHY, account=None)

    assert Entry.objects.get(tournament=draft).suggestions == [
        {"player": kept.pk, "score": 60, "reasons": []}
    ]


def test_entry_matched_to_a_merged_number_meanwhile_counts_for_the_player_kept() -> None:
    kept, gone = two()
    (other,) = people(1)
    late = hold(DAY, [gone, other], round_robin(2), number=4, stage="submitted")
    merging.merge(kept, gone, WHY, account=None)
    Entry.objects.filter(tournament=late, number=1).update(player=gone)  # decided while the merge ran

    submission.approve(late, account=None)

    assert Entry.objects.get(tournament=late, number=1).player == kept


def test_approval_that_would_seat_one_player_twice_is_refused() -> None:
    kept, gone = two()
    merging.merge(kept, gone, WHY, account=None)
    late = hold(DAY, [kept, gone], round_robin(2), number=4, stage="submitted")

    with pytest.raises(Refused):
        submission.approve(late, account=None)

    late.refresh_from_db()
    assert late.stage == "submitted"


# --- what it is worth


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
    assert (counts["Handles"], counts["Games of streams"]) == (1, 2)
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

    assert len(queries_) == 32


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
        "Numbers": (1, 1), "Known names": (1, 1), "Licences": (1, 1), "Declared grades": (1, 0),
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

    with pytest.raises(MergeError, match="shown differently"):
        merging.merge(kept, gone, WHY, account=None)
