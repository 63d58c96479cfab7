from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from federation.models import Club, Federation, Identifier, JournalEntry, Licence, Player
from ratings.cadence.lists import lists_of
from ratings.lists import list_files
from ratings.lists.publication import (
    TEXTS,
    Difference,
    ListRequest,
    NotReadyError,
    order,
    prepare_and_release,
    publish,
    verify,
)
from ratings.models import ListEntry, PublishedList, RatingChange, RatingSystem
from ratings.runs.recalculation import compute, request_run
from tests.ratings.histories import Played, hold, people, recalculate, round_robin, stale
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
DAY = date(2023, 3, 4)
LISTED = date(2023, 3, 31)
# What a list notes of the rules it was made by.
RULES = {"numeric": 2, "imported_replace": True, "choices": {"exempt_counts_all": True}}


@pytest.fixture
def ffg() -> RatingSystem:
    return RatingSystem.objects.get(key="ffg")


@pytest.fixture
def rated(ffg: RatingSystem) -> list[Player]:
    players = people(4)
    hold(DAY, players, round_robin(4), number=7)
    recalculate(stale(ffg, DAY))
    return players


def rows(published: PublishedList, *names: str) -> list[tuple[Any, ...]]:
    return list(ListEntry.objects.filter(list=published).order_by("position").values_list(*names))


def test_list_copies_everything_as_listed(ffg: RatingSystem, rated: list[Player]) -> None:
    first = rated[0]
    home = Federation.objects.get(code="FR")
    first.club = Club.objects.create(code="38GJ", label="38GJ", name="Jeunes", federation=home)
    first.save()
    Identifier.objects.create(player=first, scheme="ffg", value="2300001")
    Identifier.objects.create(player=first, scheme="egd", value="99000001")
    Licence.objects.create(player=first, season=2023, status="L")
    change = RatingChange.objects.get(system=ffg, player=first)

    published = publish(ffg, LISTED, account=None, note="March")

    entry = ListEntry.objects.get(list=published, player=first)
    assert (entry.position, entry.rank, entry.active_rank, entry.active_position) == (1, 1, 1, 1)
    assert (entry.club, entry.club_name, entry.federation) == ("38GJ", "Jeunes", "FR")
    assert (entry.ffg, entry.egd, entry.licence, entry.active) == ("2300001", "99000001", "L", True)
    assert (entry.exact, entry.rating) == (change.after, round(entry.exact))
    assert (entry.games, entry.events, entry.last_played, entry.last_event) == (3, 1, DAY, "7")
    assert (entry.change, entry.rank_change, entry.declared_grade) == (None, None, "5k")
    assert (published.ready, published.players, published.active_players) == (True, 4, 1)
    assert published.report == {"created": 4, "changed": 0, "unchanged": 0, "gone": 0} | RULES


def test_unlicensed_level_is_rounded_down_to_its_grade_and_ties_share_a_rank(
    ffg: RatingSystem, rated: list[Player]
) -> None:
    RatingChange.objects.filter(system=ffg).update(after=-315.0)
    RatingChange.objects.filter(system=ffg, player=rated[3]).update(after=-401.0)

    published = publish(ffg, LISTED, account=None)

    assert rows(published, "rating", "rank", "position", "active_rank") == [
        (-400, 1, 1, None),
        (-400, 1, 2, None),
        (-400, 1, 3, None),
        (-500, 4, 4, None),
    ]


def test_list_holds_only_events_begun_on_or_before_its_date(ffg: RatingSystem, rated: list[Player]) -> None:
    late = people(2)
    hold(LISTED + timedelta(days=1), [*late, rated[0]], [Played(1, 0, 1, 2), Played(2, 2, 0, 0)], number=8)
    recalculate(stale(ffg, LISTED + timedelta(days=1)))

    published = publish(ffg, LISTED, account=None)

    listed = dict(rows(published, "player_id", "games"))
    assert listed == {player.pk: 3 for player in rated}


def test_changes_count_against_the_list_before(ffg: RatingSystem, rated: list[Player]) -> None:
    for player in rated:
        Licence.objects.create(player=player, season=2023, status="L")
    publish(ffg, LISTED, account=None)
    hold(LISTED + timedelta(days=1), rated, [Played(1, 3, 0, 2), Played(2, 3, 1, 2)], number=8)
    recalculate(stale(ffg, LISTED + timedelta(days=1)))

    second = publish(ffg, LISTED + timedelta(days=30), account=None)

    old = dict(ListEntry.objects.filter(list__date=LISTED).values_list("player_id", "rating"))
    ranks = dict(ListEntry.objects.filter(list__date=LISTED).values_list("player_id", "active_rank"))
    found = rows(second, "player_id", "rating", "active_rank", "change", "rank_change")
    assert found == [
        (player, rating, rank, rating - old[player], ranks[player] - rank)
        for player, rating, rank, *_ in found
    ]
    assert second.report == {"created": 0, "changed": 3, "unchanged": 1, "gone": 0} | RULES


def test_change_of_a_lapsed_licence_is_that_of_what_both_lists_show(
    ffg: RatingSystem, rated: list[Player]
) -> None:
    Licence.objects.create(player=rated[0], season=2023, status="L")
    publish(ffg, LISTED, account=None)
    later = publish(ffg, LISTED.replace(year=2024), account=None)

    shown = ListEntry.objects.filter(player=rated[0]).order_by("list__date")
    (before, _), (after, change) = shown.values_list("rating", "change")
    hidden = ListEntry.objects.get(list=later, player=rated[0]).exact
    assert after == 100 * (hidden // 100)
    assert change == after - before != 0
    assert later.report == {"created": 0, "changed": 1, "unchanged": 3, "gone": 0} | RULES


def test_second_publication_of_a_date_is_a_revision_and_leaves_the_first(
    ffg: RatingSystem, rated: list[Player]
) -> None:
    first = publish(ffg, LISTED, account=None)
    before = rows(first, "player_id", "rating", "exact")
    Tournament.objects.update(time_class="B", adjusted_minutes=40)
    recalculate(stale(ffg, DAY))

    second = publish(ffg, LISTED, account=None, note="The class was wrong.")

    assert (first.revision, second.revision) == (1, 2)
    assert rows(first, "player_id", "rating", "exact") == before
    assert rows(second, "player_id", "rating", "exact") != before


def test_stale_system_is_not_published_unless_told_with_a_note(
    ffg: RatingSystem, rated: list[Player]
) -> None:
    stale(ffg, DAY)

    with pytest.raises(NotReadyError) as refused:
        publish(ffg, LISTED, account=None)
    with pytest.raises(ValueError, match="note"):
        publish(ffg, LISTED, account=None, force=True)
    forced = publish(ffg, LISTED, account=None, note="Urgent", force=True)

    assert (refused.value.code, forced.ready, forced.note) == ("stale", True, "Urgent")


@pytest.mark.parametrize(
    ("day", "refused"), [(DAY, "stale"), (DAY - timedelta(days=1), ""), (DAY + timedelta(days=1), "stale")]
)
def test_facts_wait_from_their_own_day_on(
    ffg: RatingSystem, rated: list[Player], day: date, refused: str
) -> None:
    before, after = publish(ffg, DAY - timedelta(days=1), account=None), publish(ffg, DAY, account=None)
    stale(ffg, DAY)

    assert lists_of("ffg").why_not_ready(RatingSystem.objects.get(key="ffg"), day) == refused
    # The facts that wait are none of the list of the day before.
    assert (verify(before).moved, verify(after).moved) == (False, True)


def test_lists_begin_with_1996(ffg: RatingSystem) -> None:
    with pytest.raises(NotReadyError) as refused:
        order(ffg, ListRequest(date(1995, 12, 31)), account=None)

    assert (refused.value.code, str(refused.value)) == ("too-early", TEXTS["too-early"])
    assert order(ffg, ListRequest(date(1996, 1, 1)), account=None).revision == 1


def test_note_of_blanks_is_no_reason_for_force(ffg: RatingSystem) -> None:
    with pytest.raises(ValueError, match="note"):
        order(ffg, ListRequest(LISTED, note="  ", force=True), account=None)


def test_ratings_that_move_at_every_attempt_are_reported_after_the_third(
    ffg: RatingSystem, rated: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, attempts = list_files.make, 0

    def move_meanwhile(prepared: PublishedList) -> None:
        nonlocal attempts
        attempts += 1
        made(prepared)
        if attempts <= moves:
            RatingSystem.objects.filter(key="ffg").update(state=F("state") + 1)

    monkeypatch.setattr(list_files, "make", move_meanwhile)
    moves = 2
    third = publish(ffg, LISTED, account=None)
    used, attempts, moves = attempts, 0, 9
    with pytest.raises(NotReadyError) as refused:
        publish(ffg, LISTED + timedelta(days=1), account=None)

    assert (third.ready, used, attempts, refused.value.code) == (True, 3, 3, "moved")


def test_verify_names_who_is_missing_and_who_is_too_many(ffg: RatingSystem, rated: list[Player]) -> None:
    published = publish(ffg, LISTED, account=None)
    missing = ListEntry.objects.get(list=published, player=rated[0])
    ListEntry.objects.filter(pk=missing.pk).delete()
    stranger = people(1)[0]
    ListEntry.objects.filter(list=published, player=rated[3]).update(player=stranger)
    other = ListEntry.objects.get(list=published, player=stranger)

    found = verify(published)

    assert found.differences == (
        Difference(rated[0].pk, None, missing.exact),
        Difference(rated[3].pk, None, other.exact),
        Difference(stranger.pk, other.exact, None),
    )


def test_open_run_keeps_a_list_from_being_published(ffg: RatingSystem, rated: list[Player]) -> None:
    compute(request_run(ffg, whole=True), whole=True)

    with pytest.raises(NotReadyError) as refused:
        publish(ffg, LISTED, account=None)

    assert refused.value.code == "open-run"


def test_freezing_twice_changes_nothing(ffg: RatingSystem, rated: list[Player]) -> None:
    ordered = order(ffg, ListRequest(LISTED), account=None)
    first = prepare_and_release(ordered.pk)

    again = prepare_and_release(ordered.pk)

    assert again.published == first.published
    assert ListEntry.objects.filter(list=ordered).count() == 4
    assert JournalEntry.objects.filter(act="list.published").count() == 1


def test_verify_of_an_untouched_list_finds_nothing(ffg: RatingSystem, rated: list[Player]) -> None:
    published = publish(ffg, LISTED, account=None)

    found = verify(published)

    assert (found.moved, found.differences) == (False, ())


def test_verify_names_the_player_whose_listed_rating_is_not_what_the_facts_give(
    ffg: RatingSystem, rated: list[Player]
) -> None:
    published = publish(ffg, LISTED, account=None)
    entry = ListEntry.objects.get(list=published, player=rated[1])
    ListEntry.objects.filter(pk=entry.pk).update(exact=entry.exact + 1)

    found = verify(published)

    assert found.differences == (Difference(rated[1].pk, entry.exact + 1, entry.exact),)


def test_verify_says_that_facts_moved_since_the_list_was_frozen(
    ffg: RatingSystem, rated: list[Player]
) -> None:
    published = publish(ffg, LISTED, account=None)
    hold(DAY + timedelta(days=1), rated[:2], round_robin(2), number=8)
    recalculate(stale(ffg, DAY + timedelta(days=1)))

    found = verify(published)

    assert (found.moved, [one.player for one in found.differences]) == (
        True,
        [rated[0].pk, rated[1].pk],
    )


def test_egf_activity_depends_on_the_declared_grade(rated: list[Player]) -> None:
    egf = RatingSystem.objects.get(key="egf")
    recalculate(stale(egf, DAY))
    strong, weak = rated[0], rated[1]
    strong.grade, weak.grade = "1d", "15k"
    strong.save()
    weak.save()

    published = publish(egf, DAY + timedelta(days=300), account=None)

    active = dict(rows(published, "player_id", "active"))
    assert active == {strong.pk: True, weak.pk: False, rated[2].pk: True, rated[3].pk: True}


def test_a_list_of_nobody_is_a_list(ffg: RatingSystem) -> None:
    published = publish(ffg, LISTED, account=None)

    assert (published.ready, published.players, published.report["created"]) == (True, 0, 0)
    assert verify(published).differences == ()


def test_a_list_ordered_twice_is_frozen_once(ffg: RatingSystem, rated: list[Player]) -> None:
    first = order(ffg, ListRequest(LISTED), account=None)
    second = order(ffg, ListRequest(LISTED), account=None)

    frozen = prepare_and_release(second.pk)

    assert (frozen.revision, PublishedList.objects.count()) == (1, 1)
    with pytest.raises(NotReadyError) as refused:
        prepare_and_release(first.pk)
    assert refused.value.code == "dropped"


def test_freezing_holds_the_system_so_that_no_run_is_applied_meanwhile(ffg: RatingSystem) -> None:
    ordered = order(ffg, ListRequest(DAY), account=None)

    with CaptureQueriesContext(connection) as queries:
        prepare_and_release(ordered.pk, empty=True)

    first = next(one["sql"] for one in queries if one["sql"].startswith("SELECT"))
    assert '"ratings_ratingsystem"."stale_from"' in first
    assert (
        first.endswith('FOR NO KEY UPDATE OF "ratings_ratingsystem"')
        is connection.features.has_select_for_update
    )
